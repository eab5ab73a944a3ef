// SPDX-License-Identifier: MIT
// The explorer of openings: the moves that were played in a position, counted over all finished
// games. A thread adds the games (indexer.h); the positions are in a file of their own
// (explorer/explorer.h), so this feature has no table.
#include "explorer/explorer_json.h"
#include "server/api/call.h"
#include "server/features/explorer/indexer.h"
#include "server/games/live/rooms.h"
#include "variants/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const Feature EXPLORER;

// --- GET /explorer -------------------------------------------------------------------------------

enum { WORD_SIZE = 64, MOVES_SIZE = 512, RATING_MOST = 9999 };
#define TIME_MOST ((i64)1 << 43)

typedef struct ExplorerWanted {
    char variant[WORD_SIZE], layout[WORD_SIZE], position[POSITION_TEXT_MAX], moves[MOVES_SIZE];
    char speed[WORD_SIZE], mine[WORD_SIZE];
    int min, max;
    i64 since, until;
} ExplorerWanted;
#define NOT_A_NUMBER "\"min\", \"max\", \"since\" or \"until\" is not a number, or too large"
static const Field WANTED_FIELDS[] = {
    FIELD(ExplorerWanted, variant, .flags = FIELD_OPTIONAL), // read_place refuses an empty one
    FIELD(ExplorerWanted, layout, .flags = FIELD_OPTIONAL),
    FIELD(ExplorerWanted, position, .flags = FIELD_OPTIONAL),
    FIELD(ExplorerWanted, moves, .flags = FIELD_OPTIONAL, .says = "with blanks between them"),
    FIELD(ExplorerWanted, speed, .flags = FIELD_OPTIONAL, .says = "with commas between them"),
    FIELD(ExplorerWanted, mine, .flags = FIELD_OPTIONAL, .says = "`true`: the caller's own games"),
    FIELD(ExplorerWanted, min, .max = RATING_MOST, .flags = FIELD_OPTIONAL,
          .refusal = NOT_A_NUMBER),
    FIELD(ExplorerWanted, max, .max = RATING_MOST, .flags = FIELD_OPTIONAL,
          .refusal = NOT_A_NUMBER),
    FIELD(ExplorerWanted, since, .as = AS_TIME, .max = TIME_MOST, .flags = FIELD_OPTIONAL,
          .refusal = NOT_A_NUMBER),
    FIELD(ExplorerWanted, until, .as = AS_TIME, .max = TIME_MOST, .flags = FIELD_OPTIONAL,
          .refusal = NOT_A_NUMBER),
};
static const Shape EXPLORER_WANTED = SHAPE_OF(ExplorerWanted, WANTED_FIELDS);

// The feature's memory. It never is NULL, as the server also runs without games in the explorer.
typedef struct ExplorerState {
    Indexer *indexer; // NULL: there is none
} ExplorerState;

typedef struct ExplorerAsked {
    Explorer *explorer; // NULL: names and the book only
    Position position;
    ExplorerFilter filter;
    ExplorerAnswer answer;
} ExplorerAsked;

// These return false after refusing the request.
static bool read_place(Call *call, Position *position)
{
    const ExplorerWanted *wanted = call->query;
    Text id = text_of(wanted->variant), layout = text_of(wanted->layout);
    Fault why = { .message = "" };
    const Variant *variant = variant_find(id);
    Status status = variant ? OK : fault(&why, MALFORMED, "there is no variant %q", id);
    if (status == OK) variant_start(variant, position);
    if (status == OK && layout.length) {
        const Layout *named = variant_layout(variant, layout);
        status = named ? variant->game->read(variant, text_of(named->position), position, &why)
                       : fault(&why, MALFORMED, "there is no layout %q", layout);
    }
    if (status == OK && *wanted->position)
        status = variant->game->read(variant, text_of(wanted->position), position, &why);
    Text rest = text_of(wanted->moves), word;
    while (status == OK && text_word(&rest, &word)) {
        Move move;
        status = move_read(position, word, &move, &why);
        if (status == OK) variant->game->play(position, move);
    }
    if (status != OK) route_refuse(call, ERROR_MALFORMED, why.message);
    return status == OK;
}

static bool read_speeds(Call *call, ExplorerFilter *filter)
{
    const ExplorerWanted *wanted = call->query;
    Text rest = text_of(wanted->speed), word;
    while (*wanted->speed && text_split(&rest, ',', &word)) {
        Speed speed;
        if (!speed_read(word, &speed)) {
            route_refuse(call, ERROR_MALFORMED, "there is no such speed");
            return false;
        }
        filter->speeds |= (u8)(1 << speed);
    }
    return true;
}

static bool read_filter(Call *call, ExplorerFilter *filter)
{
    const ExplorerWanted *wanted = call->query;
    if (!read_speeds(call, filter)) return false;
    filter->rating_min = wanted->min;
    filter->rating_max = wanted->max;
    if (wanted->since || wanted->until) filter->month_max = 255;
    if (wanted->since) filter->month_min = indexer_month(wanted->since);
    if (wanted->until) filter->month_max = indexer_month(wanted->until);
    if (!*wanted->mine || !strcmp(wanted->mine, "false")) return true;
    if (!call->who.person.id) {
        route_refuse(call, ERROR_NOT_SIGNED_IN, "nobody is signed in");
        return false;
    }
    filter->person = call->who.person.id;
    return true;
}

static void read_explorer(Call *call, Store *reading)
{
    ExplorerAsked *asked = call->asked;
    (void)reading; // the explorer is a file of its own
    if (asked->explorer &&
        !explorer_query(asked->explorer, &asked->position, asked->filter, &asked->answer)) {
        route_fail(call, ERROR_FAILED, "the explorer cannot be read");
        return;
    }
    explorer_json(asked->explorer, &asked->position, &asked->answer, &call->json);
}

static void get_explorer(Call *call)
{
    const ExplorerState *state = app_state(call->app, &EXPLORER);
    ExplorerAsked *asked = route_ask(call, sizeof *asked);
    if (!asked) return;
    asked->explorer = state->indexer ? indexer_explorer(state->indexer) : NULL;
    if (read_place(call, &asked->position) && read_filter(call, &asked->filter))
        route_read(call, READ_SHORT, read_explorer, NULL);
}

// --- the row -------------------------------------------------------------------------------------

static void *open_explorer(const App *app, Fault *why)
{
    ExplorerState *state = calloc(1, sizeof *state);
    Fault cause;
    char line[sizeof cause.message + 64];
    if (!state) return fault(why, FULL, "out of memory"), NULL;
    if (app->explorer && !(state->indexer = indexer_new(app->where, app->explorer, &cause))) {
        snprintf(line, sizeof line, "there is no explorer: %s", cause.message);
        app->say(app->owner, LEVEL_ERROR, line);
    }
    return state;
}

static void stop_explorer(void *of)
{
    indexer_stop(((ExplorerState *)of)->indexer);
}

static void close_explorer(void *of)
{
    ExplorerState *state = of;
    indexer_free(state->indexer);
    free(state);
}

static void on_game(const App *app, const News *news)
{
    const ExplorerState *state = app_state(app, &EXPLORER);
    if (state->indexer && news->kind == NEWS_EVENT && news->event->kind == EVENT_END)
        indexer_wake(state->indexer);
}

static const Route EXPLORER_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "explorer",
      .answer = get_explorer,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_LOAD),
      TAKES_QUERY(&EXPLORER_WANTED),
      .reply = &RAW, // as `meydan explorer` prints it
      .errors = ERR_NO_OWN,
      .says = "the moves that were played in a position" },
};

const Feature EXPLORER = {
    .name = "explorer",
    .tables = (const char *const[]){ NULL },
    .routes = EXPLORER_ROUTES,
    .routes_count = sizeof EXPLORER_ROUTES / sizeof *EXPLORER_ROUTES,
    .open = open_explorer,
    .stop = stop_explorer,
    .close = close_explorer,
    .on_game = on_game,
    .on_game_elsewhere = on_game,
};
