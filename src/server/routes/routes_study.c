// SPDX-License-Identifier: MIT
// HTTP: what is learned from games that are over: reviews, and the explorer of openings.
#include "server/routes/routes_internal.h"

#include "explorer/answer.h"
#include "server/api/reply.h"
#include "variants/variants.h"

#include <stdlib.h>
#include <string.h>

// --- reviews -------------------------------------------------------------------------------------

typedef struct ReviewAsked {
    Routes *routes;
    WebCall *web;
    i64 game;
    bool over, waits; // the game is; a review of it does
    int waiting;
} ReviewAsked;

static ReviewAsked *review_asked(Call *call)
{
    i64 game;
    if (!game_id_read(call->part[1], &game)) {
        route_refuse(call, ERROR_NOT_FOUND, "there is no such game");
        return NULL;
    }
    ReviewAsked *asked = call->asked = calloc(1, sizeof *asked);
    if (!asked) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return NULL;
    }
    *asked = (ReviewAsked){ .routes = call->routes, .web = call->web, .game = game };
    return asked;
}

static bool write_review(void *context, const StoredReview *review)
{
    static const char *const STATE[] = {
        [REVIEW_WAITING] = "queued", [REVIEW_DONE] = "done", [REVIEW_GIVEN_UP] = "failed"
    };
    Json *json = context;
    js_object(json, NULL);
    js_string(json, "state", STATE[review->state]);
    if (review->report.length) js_value(json, "report", review->report);
    js_close(json, '}');
    return false;
}

static bool note_over(void *context, const StoredGame *game)
{
    ReviewAsked *asked = context;
    asked->over = game->ended_ms && game->plies;
    return false;
}

static bool note_waits(void *context, const StoredReview *review)
{
    ReviewAsked *asked = context;
    asked->waits = review->state == REVIEW_WAITING;
    return false;
}

static void read_review(Call *call, Store *reading)
{
    const ReviewAsked *asked = call->asked;
    if (!store_review(reading, asked->game, write_review, &call->json)) {
        route_fail(call, ERROR_FAILED, "the review cannot be read");
    } else if (!call->json.length) {
        js_object(&call->json, NULL);
        js_string(&call->json, "state", "none");
        js_close(&call->json, '}');
    }
}

void route_get_review(Call *call)
{
    if (route_allowed(call, LIMIT_LOAD) && review_asked(call))
        route_read(call, READ_SHORT, read_review, NULL);
}

static void read_whether_over(Call *call, Store *reading)
{
    ReviewAsked *asked = call->asked;
    Fault why;
    const StoreReader reader = { .context = asked, .game = note_over };
    if (!store_load_game(reading, asked->game, &reader, &why) ||
        !store_review(reading, asked->game, note_waits, asked))
        route_fail(call, ERROR_FAILED, "the game cannot be read");
    else if (!asked->over)
        route_fail(call, ERROR_NOT_FOUND, "there is no such game, or it is not over");
    asked->waiting = store_reviews_waiting(reading);
}

static void review_queued(void *context, StoreStatus status)
{
    ReviewAsked *asked = context;
    if (status == STORED) {
        Json json = { 0 };
        js_object(&json, NULL);
        js_bool(&json, "ok", true);
        js_close(&json, '}');
        if (asked->routes->setup.reviews) reviews_wake(asked->routes->setup.reviews);
        reply_json(asked->web, 202, &json, NULL);
    } else {
        reply_error(asked->web, ERROR_FAILED, "nothing can be saved now");
    }
    free(asked);
}

static void queue_review(Call *call)
{
    ReviewAsked *asked = call->asked;
    bool machine = call->who.person.kind == PERSON_BOT;
    if (call->code != ERROR_NONE) {
        route_answer_read(call);
    } else if (!asked->waits && asked->waiting >= REVIEW_WAITING_MAX) {
        route_refuse(call, ERROR_BUSY, "too many games wait for a review; try again later");
    } else if (reviews_ask(call->routes->setup.reviews, asked->game,
                           machine ? REVIEW_MACHINES : REVIEW_ASKED, route_now(call->routes),
                           review_queued, asked)) {
        call->asked = NULL; // the write's now
    } else {
        route_refuse(call, ERROR_BUSY, "the server is overloaded; try again in a moment");
    }
}

void route_post_review(Call *call)
{
    if (!call->routes->setup.reviews)
        route_refuse(call, ERROR_FORBIDDEN, "this server reviews no games");
    else if (route_allowed(call, LIMIT_MAKE) && review_asked(call))
        route_read(call, READ_SHORT, read_whether_over, queue_review);
}

// --- the explorer --------------------------------------------------------------------------------

enum { QUERY_SIZE = 64, MOVES_SIZE = 512 };

typedef struct ExplorerAsked {
    Explorer *explorer; // NULL: names and the book only
    Position position;
    ExplorerFilter filter;
    ExplorerAnswer answer;
    char json[EXPLORER_JSON_MAX];
} ExplorerAsked;

static bool query_text(const Call *call, const char *name, char *text, size_t size)
{
    return http_query(call->request->query, name, text, size) && *text;
}

// Each of these is false after a refusal.
static bool read_place(Call *call, Position *position)
{
    char id[QUERY_SIZE] = "", layout[QUERY_SIZE], text[POSITION_TEXT_MAX], moves[MOVES_SIZE];
    Fault why = { .message = "" };
    query_text(call, "variant", id, sizeof id);
    const Variant *variant = variant_find(text_of(id));
    Status status = variant ? OK : fault(&why, MALFORMED, "there is no variant %q", text_of(id));
    if (status == OK) variant_start(variant, position);
    if (status == OK && query_text(call, "layout", layout, sizeof layout)) {
        const Layout *named = variant_layout(variant, text_of(layout));
        status = named ? variant->game->read(variant, text_of(named->position), position, &why)
                       : fault(&why, MALFORMED, "there is no layout %q", text_of(layout));
    }
    if (status == OK && query_text(call, "position", text, sizeof text))
        status = variant->game->read(variant, text_of(text), position, &why);
    Text rest = { "", 0 }, word;
    if (status == OK && query_text(call, "moves", moves, sizeof moves)) rest = text_of(moves);
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
    char text[QUERY_SIZE];
    if (!query_text(call, "speed", text, sizeof text)) return true;
    Text rest = text_of(text), word;
    while (text_split(&rest, ',', &word)) {
        Speed speed;
        if (!speed_read(word, &speed)) {
            route_refuse(call, ERROR_MALFORMED, "there is no such speed");
            return false;
        }
        filter->speeds |= (u8)(1 << speed);
    }
    return true;
}

static bool read_number(Call *call, const char *name, i64 most, i64 *number)
{
    char text[QUERY_SIZE];
    *number = 0;
    if (!query_text(call, name, text, sizeof text)) return true;
    if (text_count(text_of(text), most, number)) return true;
    route_refuse(call, ERROR_MALFORMED,
                 "\"min\", \"max\", \"since\" or \"until\" is not a number, or too large");
    return false;
}

static bool read_filter(Call *call, ExplorerFilter *filter)
{
    i64 low, high, since, until;
    char mine[QUERY_SIZE];
    if (!read_speeds(call, filter) || !read_number(call, "min", 9999, &low) ||
        !read_number(call, "max", 9999, &high) ||
        !read_number(call, "since", (i64)1 << 43, &since) ||
        !read_number(call, "until", (i64)1 << 43, &until))
        return false;
    filter->rating_min = (int)low;
    filter->rating_max = (int)high;
    if (since || until) filter->month_max = 255;
    if (since) filter->month_min = taking_month(since);
    if (until) filter->month_max = taking_month(until);
    if (!query_text(call, "mine", mine, sizeof mine) || !strcmp(mine, "false")) return true;
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
    Out out = out_to(asked->json, sizeof asked->json);
    if (asked->explorer &&
        !explorer_query(asked->explorer, &asked->position, asked->filter, &asked->answer)) {
        route_fail(call, ERROR_FAILED, "the explorer cannot be read");
        return;
    }
    explorer_json(asked->explorer, &asked->position, &asked->answer, &out);
    js_raw(&call->json, text_of(asked->json));
}

void route_get_explorer(Call *call)
{
    if (!route_allowed(call, LIMIT_LOAD)) return;
    ExplorerAsked *asked = call->asked = calloc(1, sizeof *asked);
    Taking *taking = call->routes->setup.taking;
    if (!asked) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    asked->explorer = taking ? taking_explorer(taking) : NULL;
    if (read_place(call, &asked->position) && read_filter(call, &asked->filter))
        route_read(call, READ_SHORT, read_explorer, NULL);
}
