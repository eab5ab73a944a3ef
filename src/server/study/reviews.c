// SPDX-License-Identifier: MIT
#include "server/study/reviews.h"

#include "protocol/thinker.h"
#include "server/rooms/rooms.h"
#include "server/study/review_room.h"
#include "server/study/worker.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { PLIES_LEAST = 4 }; // of a game that is reviewed though nobody asked

struct Reviews {
    ReviewsSetup setup;
    Worker worker;
    Store *reading;
    void *memory; // of the engine
    Study study;
    atomic_bool cut; // the searches are to end
    // Of the worker's one write that is under way, under its lock.
    bool deciding;
    StoreStatus status;
};

// --- one game ------------------------------------------------------------------------------------

static bool search(void *context, Engine *engine, const SearchLimits *limits)
{
    Reviews *reviews = context;
    if (atomic_load(&reviews->cut)) return false;
    engine_go(engine, limits);
    engine_think(engine, 0);
    return !atomic_load(&reviews->cut);
}

// False if there is no review: the game cannot be read, or the server stops.
static bool review_game(Reviews *reviews, i64 game, Json *json)
{
    Fault why;
    Room *room = rooms_load_over(reviews->reading, game, &why);
    bool good = room && room->state == ROOM_OVER && room->match.count <= REVIEW_PLIES_MAX &&
                review_room(&reviews->study, room, json);
    if (room) rooms_free_room(room);
    return good;
}

// --- the queue -----------------------------------------------------------------------------------

static void decided(void *context, StoreStatus status)
{
    Reviews *reviews = context;
    pthread_mutex_lock(&reviews->worker.lock);
    reviews->deciding = false;
    reviews->status = status;
    pthread_cond_broadcast(&reviews->worker.changed);
    pthread_mutex_unlock(&reviews->worker.lock);
}

// Waits until it is committed. False if it could not be, or the server stops.
static bool commit(Reviews *reviews, const StoredReview *review)
{
    Worker *worker = &reviews->worker;
    const StoreWrite write = { .kind = WRITE_REVIEW_STATE, .review = *review };
    pthread_mutex_lock(&worker->lock);
    bool good = !worker->quits;
    reviews->deciding = good;
    pthread_mutex_unlock(&worker->lock);
    if (!good || !store_write(reviews->setup.store, &write, 1, decided, reviews)) return false;
    pthread_mutex_lock(&worker->lock);
    while (reviews->deciding && !worker->quits)
        pthread_cond_wait(&worker->changed, &worker->lock);
    good = !reviews->deciding && reviews->status == STORED;
    pthread_mutex_unlock(&worker->lock);
    return good;
}

static bool note_next(void *context, const StoredReview *review)
{
    *(StoredReview *)context = *review;
    return false;
}

// False if there is nothing to do, or nothing can be done now.
static bool do_next(Reviews *reviews)
{
    StoredReview next = { 0 };
    if (!store_next_review(reviews->reading, note_next, &next) || !next.game) return false;
    next.report = text_of("");
    if (next.tries >= REVIEW_TRIES) {
        next.state = REVIEW_GIVEN_UP;
        return commit(reviews, &next);
    }
    next.tries++;
    if (!commit(reviews, &next)) return false;
    Json json = { 0 };
    bool good = review_game(reviews, next.game, &json);
    if (atomic_load(&reviews->cut)) { // no fault of its own
        next.tries--;
        const StoreWrite write = { .kind = WRITE_REVIEW_STATE, .review = next };
        store_write(reviews->setup.store, &write, 1, NULL, NULL);
    } else if (good) {
        next.state = REVIEW_DONE;
        next.report = js_view(&json);
        good = commit(reviews, &next);
    } else {
        good = true; // it comes again, and then no more
    }
    js_free(&json);
    return good;
}

static void work(void *context)
{
    Reviews *reviews = context;
    while (!worker_quits(&reviews->worker) && do_next(reviews))
        ;
}

bool reviews_ask(Reviews *reviews, i64 game, ReviewPriority priority, i64 now_ms, StoreDone *done,
                 void *context)
{
    const StoreWrite write = { .kind = WRITE_REVIEW,
                               .review = {
                                   .game = game, .priority = (int)priority, .asked_ms = now_ms } };
    return store_write(reviews->setup.store, &write, 1, done, context);
}

void reviews_wake(Reviews *reviews)
{
    worker_nudge(&reviews->worker);
}

static void queued(void *context, StoreStatus status)
{
    if (status == STORED) reviews_wake(context);
}

void reviews_ended(Reviews *reviews, const Room *room, i64 now_ms)
{
    int people = 0, players = room_players(room);
    if (!reviews->setup.all || room->match.count < PLIES_LEAST) return;
    for (int seat = 0; seat < players; seat++)
        people += room->seat[seat].person && room->seat[seat].kind != PERSON_BOT;
    ReviewPriority priority = people > 1 ? REVIEW_PEOPLE : people ? REVIEW_PERSON : REVIEW_MACHINES;
    reviews_ask(reviews, room->id, priority, now_ms, queued, reviews);
}

// --- life ----------------------------------------------------------------------------------------

static i64 now(void *context)
{
    (void)context;
    return thinker_now();
}

Reviews *reviews_new(const ReviewsSetup *setup, Fault *why)
{
    Reviews *reviews = calloc(1, sizeof *reviews);
    if (!reviews) return fault(why, FULL, "out of memory"), NULL;
    reviews->setup = *setup;
    size_t size = (engine_size(LOOK_TABLE_MB, 1) + 63) & ~(size_t)63;
    reviews->memory = aligned_alloc(64, size);
    reviews->study = (Study){ .search = search,
                              .context = reviews,
                              .limits = { .nodes = setup->nodes },
                              .memo = calloc(PROOF_MEMOS, sizeof(ProofMemo)) };
    if (reviews->memory)
        reviews->study.engine = engine_init(reviews->memory, size, 1, (Host){ .now = now });
    reviews->reading =
        store_open(&(StoreSetup){ .where = setup->where, .read_only = true, .follows = true }, why);
    bool good = reviews->reading && reviews->study.engine && reviews->study.memo;
    if (good && worker_start(&reviews->worker, true, work, reviews)) return reviews;
    if (reviews->reading) fault(why, FULL, "out of memory or threads");
    reviews_free(reviews);
    return NULL;
}

void reviews_stop(Reviews *reviews)
{
    if (!reviews) return;
    atomic_store(&reviews->cut, true);
    worker_ask_to_quit(&reviews->worker);
    engine_stop(reviews->study.engine); // should it miss, the search is short
    worker_stop(&reviews->worker);
}

void reviews_free(Reviews *reviews)
{
    if (!reviews) return;
    reviews_stop(reviews);
    if (reviews->reading) store_close(reviews->reading);
    free(reviews->study.memo);
    free(reviews->memory);
    free(reviews);
}
