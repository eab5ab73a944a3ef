// SPDX-License-Identifier: MIT
#include "server/reviews/reviews.h"

#include "protocol/thinker.h"
#include "server/reviews/review_room.h"
#include "server/rooms/rooms.h"
#include "sql/commit_wait.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    PLIES_LEAST = 4,  // of a game that is reviewed though nobody asked
    LEASE_MS = 15000, // of a review
    RENEW_MS = 5000,  // how often it is renewed
    SLEEP_HELD_S = 5, // until it looks again, if others hold what waits: they may be dead
};

struct Reviews {
    ReviewsSetup setup;
    BackgroundThread background;
    Store *reading;
    void *memory; // of the engine
    Analysis analysis;
    atomic_bool cut;    // the searches are to end
    atomic_bool others; // leave it to them
    atomic_bool lost;   // the lease of the one that is being made: somebody else has it
    JobsTaken taken;
    i64 renewed_ms;
    CommitWait commit;
    ReviewCounts counts; // under the thread's lock
};

// --- leases --------------------------------------------------------------------------------------

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
                review_room(&reviews->analysis, room, json);
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
    bool stored = commit_and_wait(&reviews->commit, writes, 2);
    pthread_mutex_lock(&reviews->background.lock);
    reviews->counts.done += stored && state == REVIEW_DONE;
    reviews->counts.given_up += stored && state == REVIEW_GIVEN_UP;
    pthread_mutex_unlock(&reviews->background.lock);
    return stored;
}

// False if there is nothing to do, or nothing can be done now.
static bool take_next(Reviews *reviews)
{
    reviews->background.sleep_s = store_reviews_waiting(reviews->reading) ? SLEEP_HELD_S : 0;
    if (atomic_load(&reviews->others) || !store_jobs_free(reviews->reading, JOB_REVIEW))
        return false;
    const StoreWrite take = { .kind = WRITE_JOBS_TAKEN,
                              .job = { .kind = JOB_REVIEW,
                                       .holder = reviews->setup.holder,
                                       .lease_ms = LEASE_MS,
                                       .most = 1,
                                       .taken = &reviews->taken } };
    if (!commit_and_wait(&reviews->commit, &take, 1) || !reviews->taken.count) return false;
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
        commit_and_wait(&reviews->commit, &write, 1);
    }
    js_free(&json);
    return !cut;
}

static void work(void *context)
{
    Reviews *reviews = context;
    while (!background_stopping(&reviews->background) && do_next(reviews))
        ;
}

void reviews_leave_to_others(Reviews *reviews, bool others)
{
    if (atomic_exchange(&reviews->others, others) && !others) background_wake(&reviews->background);
}

ReviewCounts reviews_counts(Reviews *reviews)
{
    pthread_mutex_lock(&reviews->background.lock);
    ReviewCounts counts = reviews->counts;
    pthread_mutex_unlock(&reviews->background.lock);
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
    background_wake(&reviews->background);
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
    reviews->commit = (CommitWait){ .store = setup->store, .background = &reviews->background };
    size_t size = (engine_size(ANALYSIS_TABLE_MB, 1) + 63) & ~(size_t)63;
    reviews->memory = aligned_alloc(64, size);
    reviews->analysis = (Analysis){ .search = search,
                                    .context = reviews,
                                    .limits = { .nodes = setup->nodes },
                                    .memo = calloc(PROOF_MEMOS, sizeof(ProofMemo)) };
    if (reviews->memory)
        reviews->analysis.engine = engine_init(reviews->memory, size, 1, (Host){ .now = now });
    reviews->reading =
        store_open(&(StoreSetup){ .where = setup->where, .read_only = true, .follows = true }, why);
    bool good = reviews->reading && reviews->analysis.engine && reviews->analysis.memo;
    if (good && background_start(&reviews->background, true, work, reviews)) return reviews;
    if (reviews->reading) fault(why, FULL, "out of memory or threads");
    reviews_free(reviews);
    return NULL;
}

void reviews_stop(Reviews *reviews)
{
    if (!reviews) return;
    atomic_store(&reviews->cut, true);
    background_request_stop(&reviews->background);
    engine_stop(reviews->analysis.engine); // should it miss, the search is short
    background_stop(&reviews->background);
}

void reviews_free(Reviews *reviews)
{
    if (!reviews) return;
    reviews_stop(reviews);
    if (reviews->reading) store_close(reviews->reading);
    free(reviews->analysis.memo);
    free(reviews->memory);
    free(reviews);
}
