// SPDX-License-Identifier: MIT
#include "server/study/reviews.h"

#include "protocol/thinker.h"
#include "server/rooms/rooms.h"
#include "server/study/review_room.h"
#include "server/study/worker.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    PLIES_LEAST = 4,  // of a game that is reviewed though nobody asked
    LEASE_MS = 15000, // of a review
    RENEW_MS = 5000,  // how often it is renewed
    REST_HELD_S = 5,  // until it looks again, if others hold what waits: they may be dead
};

struct Reviews {
    ReviewsSetup setup;
    Worker worker;
    Store *reading;
    void *memory; // of the engine
    Study study;
    atomic_bool cut;    // the searches are to end
    atomic_bool others; // leave it to them
    atomic_bool lost;   // the lease of the one that is being made: somebody else has it
    JobsTaken taken;
    i64 renewed_ms;
    // Under the worker's lock.
    bool deciding; // its one write that it waits for
    StoreStatus status;
    ReviewCounts counts;
};

// --- leases --------------------------------------------------------------------------------------

static void decided(void *context, StoreStatus status)
{
    Reviews *reviews = context;
    pthread_mutex_lock(&reviews->worker.lock);
    reviews->deciding = false;
    reviews->status = status;
    pthread_cond_broadcast(&reviews->worker.changed);
    pthread_mutex_unlock(&reviews->worker.lock);
}

// Waits until it is committed. False if it could not be, or the process stops.
static bool commit(Reviews *reviews, const StoreWrite *writes, int count)
{
    Worker *worker = &reviews->worker;
    pthread_mutex_lock(&worker->lock);
    bool good = !worker->quits;
    reviews->deciding = good;
    pthread_mutex_unlock(&worker->lock);
    if (!good || !store_write(reviews->setup.store, writes, count, decided, reviews)) return false;
    pthread_mutex_lock(&worker->lock);
    while (reviews->deciding && !worker->quits)
        pthread_cond_wait(&worker->changed, &worker->lock);
    good = !reviews->deciding && reviews->status == STORED;
    pthread_mutex_unlock(&worker->lock);
    return good;
}

static StoreWrite about(const StoredJob *job, enum WriteKind kind)
{
    StoreWrite write = { .job = { .id = job->id, .attempt = job->attempt } };
    write.kind = kind;
    return write;
}

static void renewed(void *context, StoreStatus status)
{
    Reviews *reviews = context;
    if (status == STORE_CONFLICT) atomic_store(&reviews->lost, true);
}

static void renew(Reviews *reviews)
{
    i64 now = thinker_now();
    if (now - reviews->renewed_ms < RENEW_MS) return;
    reviews->renewed_ms = now;
    StoreWrite write = about(&reviews->taken.job[0], WRITE_JOB_RENEWED);
    write.job.lease_ms = LEASE_MS;
    store_write(reviews->setup.store, &write, 1, renewed, reviews);
}

// --- one game ------------------------------------------------------------------------------------

static bool ends_early(Reviews *reviews)
{
    return atomic_load(&reviews->cut) || atomic_load(&reviews->lost);
}

static bool search(void *context, Engine *engine, const SearchLimits *limits)
{
    Reviews *reviews = context;
    if (ends_early(reviews)) return false;
    renew(reviews);
    engine_go(engine, limits);
    engine_think(engine, 0);
    return !ends_early(reviews);
}

// False if there is no review: the game cannot be read, or it ends early.
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

// The review and its job come to their end together; refused if somebody else has the job by now.
static bool finish(Reviews *reviews, ReviewState state, Text report)
{
    const StoredJob *job = &reviews->taken.job[0];
    const StoreWrite writes[] = {
        about(job, WRITE_JOB_DONE),
        { .kind = WRITE_REVIEW_STATE,
          .review = { .game = job->key, .state = state, .report = report } },
    };
    bool stored = commit(reviews, writes, 2);
    pthread_mutex_lock(&reviews->worker.lock);
    reviews->counts.done += stored && state == REVIEW_DONE;
    reviews->counts.given_up += stored && state == REVIEW_GIVEN_UP;
    pthread_mutex_unlock(&reviews->worker.lock);
    return stored;
}

// False if there is nothing to do, or nothing can be done now.
static bool take_next(Reviews *reviews)
{
    reviews->worker.rest_s = store_reviews_waiting(reviews->reading) ? REST_HELD_S : 0;
    if (atomic_load(&reviews->others) || !store_jobs_free(reviews->reading, JOB_REVIEW))
        return false;
    const StoreWrite take = { .kind = WRITE_JOBS_TAKEN,
                              .job = { .kind = JOB_REVIEW,
                                       .holder = reviews->setup.holder,
                                       .lease_ms = LEASE_MS,
                                       .most = 1,
                                       .taken = &reviews->taken } };
    if (!commit(reviews, &take, 1) || !reviews->taken.count) return false;
    reviews->renewed_ms = thinker_now();
    atomic_store(&reviews->lost, false);
    return true;
}

static bool do_next(Reviews *reviews)
{
    if (!take_next(reviews)) return false;
    const StoredJob *job = &reviews->taken.job[0];
    if (job->tries > REVIEW_TRIES) return finish(reviews, REVIEW_GIVEN_UP, text_of(""));
    Json json = { 0 };
    bool good = review_game(reviews, job->key, &json), cut = atomic_load(&reviews->cut);
    if (cut) { // no fault of its own
        const StoreWrite write = about(job, WRITE_JOB_RETURNED);
        store_write(reviews->setup.store, &write, 1, NULL, NULL);
    } else if (good) {
        finish(reviews, REVIEW_DONE, js_view(&json));
    } else if (!atomic_load(&reviews->lost)) {
        StoreWrite write = about(job, WRITE_JOB_FAILED); // it comes again, and then no more
        write.job.text = text_of("the game cannot be reviewed");
        write.job.most = REVIEW_TRIES + 1;
        commit(reviews, &write, 1);
    }
    js_free(&json);
    return !cut;
}

static void work(void *context)
{
    Reviews *reviews = context;
    while (!worker_quits(&reviews->worker) && do_next(reviews))
        ;
}

void reviews_leave_to_others(Reviews *reviews, bool others)
{
    if (atomic_exchange(&reviews->others, others) && !others) worker_nudge(&reviews->worker);
}

ReviewCounts reviews_counts(Reviews *reviews)
{
    pthread_mutex_lock(&reviews->worker.lock);
    ReviewCounts counts = reviews->counts;
    pthread_mutex_unlock(&reviews->worker.lock);
    return counts;
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
