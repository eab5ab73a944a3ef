// SPDX-License-Identifier: MIT
// HTTP: reviews of finished games.
#include "server/routes/routes_internal.h"

#include "server/api/reply.h"
#include "server/games/game_ops.h"

#include <stdlib.h>

typedef struct ReviewAsked {
    Routes *routes;
    WebCall *web;
    i64 game;
    bool game_over, review_pending;
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
    asked->game_over = game->ended_ms && game->plies;
    return false;
}

static bool note_pending(void *context, const StoredReview *review)
{
    ReviewAsked *asked = context;
    asked->review_pending = review->state == REVIEW_WAITING;
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
    const GameReader reader = { .context = asked, .game = note_over };
    if (!games_load(reading, asked->game, &reader, &why) ||
        !store_review(reading, asked->game, note_pending, asked))
        route_fail(call, ERROR_FAILED, "the game cannot be read");
    else if (!asked->game_over)
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
    } else if (!asked->review_pending && asked->waiting >= REVIEW_WAITING_MAX) {
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
