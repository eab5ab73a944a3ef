// SPDX-License-Identifier: MIT
// Lists finished games by filters, in pages, and downloads their records.
#include "server/api/call.h"
#include "server/api/hub.h"
#include "server/api/messages/game_view.h"
#include "server/api/messages/shape_json.h"
#include "server/features/archive/batch.h"
#include "server/games/game_lists.h"

#include <stdlib.h>

extern const Feature ARCHIVE;

enum {
    PAGE_DEFAULT = 20, // games in one answer
    PAGE_MAX = 50,
    RECORDS_MAX = 1000,
    WORD_SIZE = 64,
    PLIES_A_GAME = 20, // what loading a game without moves costs
};

// --- the filters ---------------------------------------------------------------------------------

enum { FLAG_NONE, FLAG_TRUE, FLAG_FALSE };
static const char *const FLAGS[] = { "", "true", "false", NULL };

typedef struct ArchiveWanted {
    char player[4 * PERSON_NAME_MAX];
    int mine, rated;
    char variant[WORD_SIZE], speed[WORD_SIZE], result[WORD_SIZE];
    i64 before, since, until;
    int limit;
} ArchiveWanted;
#define FLAG_FIELD(member, ...)                                                                    \
    FIELD(ArchiveWanted, member, .as = AS_WORD, .words = FLAGS, .flags = FIELD_OPTIONAL,           \
          .refusal = "\"mine\" or \"rated\" is neither true nor false", __VA_ARGS__)
#define NUMBER_REFUSAL "\"since\", \"until\" or \"limit\" is not a number, or too large"
#define WANTED_FIELDS(limit_max, limit_says)                                                       \
    FIELD(ArchiveWanted, player, .flags = FIELD_OPTIONAL),                                         \
        FLAG_FIELD(mine, .says = "the caller's games, also those that are not public"),            \
        FLAG_FIELD(rated, .says = ""),                                                             \
        FIELD(ArchiveWanted, variant, .fits = is_variant_id, .flags = FIELD_OPTIONAL),             \
        FIELD(ArchiveWanted, speed, .fits = is_speed_name, .flags = FIELD_OPTIONAL),               \
        FIELD(ArchiveWanted, result, .flags = FIELD_OPTIONAL, .says = "such as `1-0`"),            \
        FIELD(ArchiveWanted, before, .as = AS_GAME, .flags = FIELD_OPTIONAL,                       \
              .says = "`next` of the page before"),                                                \
        FIELD(ArchiveWanted, since, .as = AS_TIME, .flags = FIELD_OPTIONAL,                        \
              .refusal = NUMBER_REFUSAL, .says = "of the end"),                                    \
        FIELD(ArchiveWanted, until, .as = AS_TIME, .flags = FIELD_OPTIONAL,                        \
              .refusal = NUMBER_REFUSAL),                                                          \
        FIELD(ArchiveWanted, limit, .flags = FIELD_OPTIONAL, .min = 1, .max = (limit_max),         \
              .refusal = NUMBER_REFUSAL, .says = limit_says)
static const Field PAGE_WANTED_FIELDS[] = { WANTED_FIELDS(PAGE_MAX, "20 if omitted") };
static const Field RECORDS_WANTED_FIELDS[] = { WANTED_FIELDS(RECORDS_MAX, "1000 if omitted") };
static const Shape PAGE_WANTED =
    SHAPE_NAMED("ArchiveWanted", ArchiveWanted, PAGE_WANTED_FIELDS,
                .defaults = &(const ArchiveWanted){ .limit = PAGE_DEFAULT });
static const Shape RECORDS_WANTED = { .name = "RecordsWanted",
                                      .size = sizeof(ArchiveWanted),
                                      .field = RECORDS_WANTED_FIELDS,
                                      .count = sizeof RECORDS_WANTED_FIELDS /
                                               sizeof *RECORDS_WANTED_FIELDS,
                                      .defaults = &(const ArchiveWanted){ .limit = RECORDS_MAX } };

// The handler's memory.
typedef struct ArchiveTask {
    const ArchiveWanted *wanted;
    GameFilter filter;
    // Of a page.
    i64 id[PAGE_MAX], next;
    Room *room[PAGE_MAX];
    int count;
} ArchiveTask;

// Returns NULL after refusing a request that can't be served.
static ArchiveTask *new_task(Call *call)
{
    const ArchiveWanted *wanted = call->query;
    if (!route_allowed(call, LIMIT_LOAD)) return NULL;
    if (wanted->mine == FLAG_TRUE && !call->who.person.id) {
        route_refuse(call, ERROR_NOT_SIGNED_IN, "nobody is signed in");
        return NULL;
    }
    ArchiveTask *task = route_ask(call, sizeof *task);
    if (!task) return NULL;
    task->wanted = wanted;
    task->filter = (GameFilter){ .variant = text_of(wanted->variant),
                                 .speed = text_of(wanted->speed),
                                 .result = text_of(wanted->result),
                                 .rated = wanted->rated == FLAG_TRUE    ? RATED_ONLY
                                          : wanted->rated == FLAG_FALSE ? UNRATED_ONLY
                                                                        : RATED_OR_NOT,
                                 .player = wanted->mine == FLAG_TRUE ? call->who.person.id : 0,
                                 .before = wanted->before,
                                 .since_ms = wanted->since,
                                 .until_ms = wanted->until,
                                 .limit = wanted->limit };
    return task;
}

static bool names_player(const ArchiveTask *task)
{
    return *task->wanted->player && task->wanted->mine != FLAG_TRUE;
}

// Fills in the player. If there is no such person, fails the request and returns false.
static bool find_player(Call *call, Store *reading)
{
    ArchiveTask *task = call->asked;
    StoredPerson person;
    if (names_player(task)) {
        if (!route_read_person(call, reading, text_of(task->wanted->player), &person)) return false;
        task->filter.player = person.id;
    }
    // Only its players find a game that isn't public.
    i64 player = task->filter.player;
    task->filter.open_only = !player || player != call->who.person.id;
    return true;
}

// --- a page --------------------------------------------------------------------------------------

typedef struct GamesPage {
    Text games;
    i64 next;
} GamesPage;
static const Shape GAMES_PAGE =
    SHAPE(GamesPage, FIELD(GamesPage, games, .as = AS_JSON, .shape = &SUMMARY),
          FIELD(GamesPage, next, .as = AS_GAME, .says = "`before` of the next page"));

static bool note_game(void *context, const StoredGame *game)
{
    ArchiveTask *task = context;
    task->id[task->count++] = game->id;
    return true; // up to the filter's limit
}

static void write_games(Call *call, const Hub *hub)
{
    const ArchiveTask *task = call->asked;
    Json games = { 0 };
    js_array(&games, NULL);
    for (int i = 0; i < task->count; i++)
        if (task->room[i])
            summary_write(&games, NULL, task->room[i], hub ? hub_watchers(hub, task->id[i]) : 0);
    js_close(&games, ']');
    js_shape(&call->json, NULL, &GAMES_PAGE, &(GamesPage){ js_view(&games), task->next }, NULL);
    if (games.lost) call->json.lost = true;
    js_free(&games);
}

static void read_games(Call *call, Store *reading)
{
    ArchiveTask *task = call->asked;
    if (!find_player(call, reading)) return;
    if (!games_list(reading, &task->filter, note_game, task, &task->next))
        return route_fail(call, ERROR_FAILED, "the archive cannot be read");
    for (int i = 0; i < task->count; i++) {
        Fault why;
        task->room[i] = rooms_load_over(reading, task->id[i], &why);
        if (task->room[i]) call->plies += task->room[i]->match.count + PLIES_A_GAME;
    }
    write_games(call, NULL);
}

// Only the loop knows the number of watchers, which finished games hardly ever have.
static void answer_games(Call *call)
{
    const ArchiveTask *task = call->asked;
    const Hub *hub = call->app->hub;
    bool watched = false;
    for (int i = 0; i < task->count; i++)
        watched = watched || hub_watchers(hub, task->id[i]);
    if (watched && call->code == ERROR_NONE) {
        js_clear(&call->json);
        write_games(call, hub);
    }
    for (int i = 0; i < task->count; i++)
        rooms_free_room(task->room[i]);
    route_answer_read(call);
}

static void get_games(Call *call)
{
    if (new_task(call)) route_read(call, READ_LONG, read_games, answer_games);
}

// --- records -------------------------------------------------------------------------------------

static void read_player(Call *call, Store *reading)
{
    find_player(call, reading);
}

static void answer_records(Call *call)
{
    const ArchiveTask *task = call->asked;
    if (call->code != ERROR_NONE)
        route_answer_read(call);
    else
        batch_records(call->app, call->web, call->request->address, &task->filter);
}

static void get_records(Call *call)
{
    const ArchiveTask *task = new_task(call);
    if (!task || !route_allowed(call, LIMIT_WORK)) return;
    if (names_player(task)) return route_read(call, READ_SHORT, read_player, answer_records);
    find_player(call, NULL);
    answer_records(call);
}

// --- the row -------------------------------------------------------------------------------------

static const Route ARCHIVE_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "games",
      .answer = get_games,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_QUERY(&PAGE_WANTED),
      .reply = &GAMES_PAGE,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "finished games, the latest end first. Only their players find games that are not"
              " public" },
    { .method = METHOD_GET,
      .path = "archive.txt",
      .answer = get_records,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_QUERY(&RECORDS_WANTED),
      .reply = &RAW,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "their records as a file, sent in chunks" },
};

static void *open_archive(const App *app, Fault *why)
{
    Batches *batches = calloc(1, sizeof *batches);
    if (!batches) fault(why, MALFORMED, "out of memory");
    if (batches) batches->app = app;
    return batches;
}

static void stop_archive(void *state)
{
    Batches *batches = state;
    batches->closing = true;
}

const Feature ARCHIVE = {
    .name = "archive",
    .tables = (const char *const[]){ NULL },
    .ops = ARCHIVE_OPS,
    .ops_count = ARCHIVE_OPS_COUNT,
    .routes = ARCHIVE_ROUTES,
    .routes_count = sizeof ARCHIVE_ROUTES / sizeof *ARCHIVE_ROUTES,
    .open = open_archive,
    .stop = stop_archive,
    .close = free,
};
