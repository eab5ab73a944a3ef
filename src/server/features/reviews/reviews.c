// SPDX-License-Identifier: MIT
// Reviews of finished games: the engine reviews each game once, on request or as it ends, and every
// visitor sees the review. People come before machines, then the order of the requests counts. Also
// how well a person plays, from the reviews of their games.
#include "server/api/call.h"
#include "server/api/messages/shape_json.h"
#include "server/features/reviews/review_ops.h"
#include "server/features/reviews/reviewer.h"
#include "server/games/live/rooms.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

extern const Feature REVIEWS;

enum {
    PLIES_LEAST = 4,   // of a game that is reviewed without a request
    REVIEWS_READ = 60, // the latest, for a person's accuracy
};

// --- its memory ----------------------------------------------------------------------------------

typedef struct ReviewsState {
    const App *app;
    Reviewer *reviewer; // NULL: this server reviews no games
} ReviewsState;

static Reviewer *reviewer_of(const App *app)
{
    return ((ReviewsState *)app_state(app, &REVIEWS))->reviewer;
}

// The server also runs without a reviewer.
static void *open_reviews(const App *app, Fault *why)
{
    Fault cause;
    char line[sizeof cause.message + 64];
    ReviewsState *state = calloc(1, sizeof *state);
    if (!state) return fault(why, FULL, "out of memory"), NULL;
    const ReviewerSetup setup = { .store = app->store,
                                  .where = app->where,
                                  .holder = (i64)(randombytes_random() | 1u),
                                  .nodes = (u64)app->reviews.nodes };
    state->app = app;
    if (app->reviews.asked && !(state->reviewer = reviewer_new(&setup, &cause))) {
        snprintf(line, sizeof line, "no games are reviewed: %s", cause.message);
        app->say(app->owner, LEVEL_ERROR, line);
    }
    return state;
}

static void stop_reviews(void *of)
{
    reviewer_stop(((ReviewsState *)of)->reviewer);
}

static void close_reviews(void *of)
{
    ReviewsState *state = of;
    reviewer_free(state->reviewer);
    free(state);
}

static void on_workers(const App *app, bool there)
{
    Reviewer *reviewer = reviewer_of(app);
    if (reviewer) reviewer_leave_to_others(reviewer, there);
}

// --- the queue -----------------------------------------------------------------------------------

static void wake(const ReviewsState *state)
{
    reviewer_wake(state->reviewer);
    if (state->app->cluster) cluster_call_workers(state->app->cluster);
}

static void queued(void *context, StoreStatus status)
{
    if (status == STORED) wake(context);
}

static void on_game(const App *app, const News *news)
{
    const Room *room = news->room;
    bool ended = news->kind == NEWS_EVENT && news->event->kind == EVENT_END;
    if (!ended || !app->reviews.all || !reviewer_of(app) || room->match.count < PLIES_LEAST) return;
    int people = 0;
    for (int seat = 0; seat < room_players(room); seat++)
        people += room->seat[seat].person && room->seat[seat].kind != PERSON_BOT;
    const ReviewAsk ask = { .game = room->id,
                            .priority = people > 1 ? REVIEW_PEOPLE
                                        : people   ? REVIEW_PERSON
                                                   : REVIEW_MACHINES,
                            .at_ms = app_now(app) };
    const StoreWrite write = store_op(&REVIEW_OPS[REVIEWS_ASK], &ask);
    store_write(app->store, &write, 1, queued, app_state(app, &REVIEWS));
}

// --- a game's review -----------------------------------------------------------------------------

// The handler's memory.
typedef struct ReviewTask {
    i64 game;
    ReviewBefore before;
} ReviewTask;

static ReviewTask *review_task(Call *call)
{
    i64 game;
    ReviewTask *task =
        route_game(call, call->part[1], &game) ? route_ask(call, sizeof *task) : NULL;
    if (task) task->game = game;
    return task;
}

static bool write_review(void *context, const void *row)
{
    js_shape(context, NULL, &REVIEW_SHOWN, row, NULL);
    return false;
}

static void read_review(Call *call, Store *reading)
{
    const GameArg game = { ((const ReviewTask *)call->asked)->game };
    store_select(reading, &REVIEW_OPS[REVIEWS_OF_GAME], &game, write_review, &call->json);
    if (!call->json.length) write_review(&call->json, &(ReviewShown){ .state = REVIEW_NONE });
}

static void get_review(Call *call)
{
    if (review_task(call)) route_read(call, READ_SHORT, read_review, NULL);
}

static void read_before(Call *call, Store *reading)
{
    ReviewTask *task = call->asked;
    store_find(reading, &REVIEW_OPS[REVIEWS_BEFORE_ASKING], &(GameArg){ task->game },
               &task->before);
    if (!task->before.over)
        route_fail(call, ERROR_NOT_FOUND, "there is no such game, or it is not over");
    else if (!task->before.waits && task->before.waiting >= REVIEWS_WAITING_MAX)
        route_fail(call, ERROR_BUSY, "too many games wait for a review; try again later");
}

static void asked(Call *call, const void *args)
{
    (void)args;
    wake(app_state(call->app, &REVIEWS));
}

static void ask(Call *call)
{
    const ReviewTask *task = call->asked;
    bool machine = call->who.person.kind == PERSON_BOT;
    if (call->code != ERROR_NONE) return route_answer_read(call);
    const ReviewAsk review = { .game = task->game,
                               .priority = machine ? REVIEW_MACHINES : REVIEW_ASKED,
                               .at_ms = app_now(call->app) };
    route_write(call, &(RouteWrite){ .write = { store_op(&REVIEW_OPS[REVIEWS_ASK], &review) },
                                     .count = 1,
                                     .then = asked,
                                     .status = 202 });
}

static void post_review(Call *call)
{
    if (!reviewer_of(call->app))
        route_refuse(call, ERROR_FORBIDDEN, "this server reviews no games");
    else if (review_task(call))
        route_read(call, READ_SHORT, read_before, ask);
}

// --- accuracy ------------------------------------------------------------------------------------

static const Shape ACCURACIES = LIST_REPLY("accuracy", &ACCURACY);

static bool write_accuracy(void *context, const void *row)
{
    js_shape(context, NULL, &ACCURACY, row, NULL);
    return true;
}

static void read_accuracy(Call *call, Store *reading)
{
    StoredPerson person;
    if (!route_read_person(call, reading, call->part[1], &person)) return;
    const AccuracyWanted wanted = { person.id, REVIEWS_READ };
    js_object(&call->json, NULL);
    js_array(&call->json, "accuracy");
    store_select(reading, &REVIEW_OPS[REVIEWS_ACCURACY], &wanted, write_accuracy, &call->json);
    js_close(&call->json, ']');
    js_close(&call->json, '}');
}

static void get_accuracy(Call *call)
{
    route_read(call, READ_LONG, read_accuracy, NULL);
}

// --- the row -------------------------------------------------------------------------------------

static const Route REVIEW_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "games/*/review",
      .answer = get_review,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_LOAD),
      TAKES_NOTHING,
      .reply = &REVIEW_SHOWN,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "a finished game's review" },
    { .method = METHOD_POST,
      .path = "games/*/review",
      .answer = post_review,
      .scope = SCOPE_PLAY,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_MAKE),
      TAKES_BODY(&RAW), // any, since it is ignored
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_FORBIDDEN),
      .says = "has a finished game reviewed, once (202). `forbidden` if this server reviews none" },
    { .method = METHOD_GET,
      .path = "people/*/accuracy",
      .answer = get_accuracy,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_NOTHING,
      .reply = &ACCURACIES,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "how well a person plays, by variant: from the reviews that exist of their public "
              "games (60 at most, of the last 1000 games)" },
};

const Feature REVIEWS = {
    .name = "reviews",
    .tables = (const char *const[]){ "review", "job", NULL },
    .ops = REVIEW_OPS,
    .ops_count = REVIEWS_OPS,
    .routes = REVIEW_ROUTES,
    .routes_count = sizeof REVIEW_ROUTES / sizeof *REVIEW_ROUTES,
    .open = open_reviews,
    .stop = stop_reviews,
    .close = close_reviews,
    .on_game = on_game,
    .on_workers = on_workers,
};
