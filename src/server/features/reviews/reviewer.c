// SPDX-License-Identifier: MIT
#include "server/features/reviews/reviewer.h"

#include "protocol/thinker.h"
#include "server/features/reviews/review_ops.h"
#include "server/features/reviews/review_room.h"
#include "server/games/live/rooms.h"
#include "sql/commit_wait.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    TRIES_MAX = 2,
    REVIEWED_PLIES_MAX = 1000, // of a game
    LEASE_MS = 15000,          // of a review
    RENEW_MS = 5000,           // how often it is renewed
    SLEEP_HELD_S = 5, // until the next check, if others hold the waiting jobs: they may be dead
};

struct Reviewer {
    ReviewerSetup setup;
    BackgroundThread background;
    Store *reading;
    void *memory; // of the engine
    Analysis analysis;
    atomic_bool cut;    // tells the running search to stop
    atomic_bool others; // other processes take the jobs, so this one takes none
    atomic_bool lost;   // another process holds the lease of the current job
    JobsTaken taken;
    i64 renewed_ms;
    CommitWait commit;
    ReviewerCounts counts; // under the thread's lock
};

// --- leases --------------------------------------------------------------------------------------

static JobAttempt attempt(const Reviewer *reviewer)
{
    return (JobAttempt){ reviewer->taken.job[0].id, reviewer->taken.job[0].attempt };
}

static void renewed(void *context, StoreStatus status)
{
    Reviewer *reviewer = context;
    if (status == STORE_CONFLICT) atomic_store(&reviewer->lost, true);
}

static void renew(Reviewer *reviewer)
{
    i64 now = thinker_now();
    if (now - reviewer->renewed_ms < RENEW_MS) return;
    reviewer->renewed_ms = now;
    const JobRenewal renewal = { attempt(reviewer), LEASE_MS };
    const StoreWrite write = store_op(&JOB_OPS[JOBS_RENEW], &renewal);
    store_write(reviewer->setup.store, &write, 1, renewed, reviewer);
}

// --- one game ------------------------------------------------------------------------------------

static bool ends_early(Reviewer *reviewer)
{
    return atomic_load(&reviewer->cut) || atomic_load(&reviewer->lost);
}

static bool search(void *context, Engine *engine, const SearchLimits *limits)
{
    Reviewer *reviewer = context;
    if (ends_early(reviewer)) return false;
    renew(reviewer);
    engine_go(engine, limits);
    engine_think(engine, 0);
    return !ends_early(reviewer);
}

// False if there is no review: the game cannot be read, or it ends early.
static bool review_game(Reviewer *reviewer, i64 game, Json *json)
{
    Fault why;
    Room *room = rooms_load_over(reviewer->reading, game, &why);
    bool good = room && room->state == ROOM_OVER && room->match.count <= REVIEWED_PLIES_MAX &&
                review_room(&reviewer->analysis, room, json);
    if (room) rooms_free_room(room);
    return good;
}

// --- the queue -----------------------------------------------------------------------------------

// Stores the review and deletes its job in one call. A conflict if another process holds the job.
static bool decide(Reviewer *reviewer, ReviewState state, Text report)
{
    const JobAttempt held = attempt(reviewer);
    const ReviewDecision decision = { held, state, report };
    const StoreWrite writes[] = { store_op(&REVIEW_OPS[REVIEWS_DECIDE], &decision),
                                  store_op(&JOB_OPS[JOBS_FINISH], &held) };
    bool stored = commit_and_wait(&reviewer->commit, writes, 2);
    pthread_mutex_lock(&reviewer->background.lock);
    reviewer->counts.done += stored && state == REVIEW_DONE;
    reviewer->counts.given_up += stored && state == REVIEW_GIVEN_UP;
    pthread_mutex_unlock(&reviewer->background.lock);
    return stored;
}

// False if there is nothing to do, or nothing can be done now.
static bool take_next(Reviewer *reviewer)
{
    ReviewsWaiting waiting = { 0 };
    store_find(reviewer->reading, &REVIEW_OPS[REVIEWS_WAITING], &NO_ARGS, &waiting);
    reviewer->background.sleep_s = waiting.count ? SLEEP_HELD_S : 0;
    if (atomic_load(&reviewer->others) || !jobs_free(reviewer->reading, JOB_REVIEW)) return false;
    const JobTake wanted = { .holder = reviewer->setup.holder,
                             .lease_ms = LEASE_MS,
                             .kind = JOB_REVIEW,
                             .limit = 1,
                             .taken = &reviewer->taken };
    const StoreWrite take = store_op(&JOB_OPS[JOBS_TAKE], &wanted);
    if (!commit_and_wait(&reviewer->commit, &take, 1) || !reviewer->taken.count) return false;
    reviewer->renewed_ms = thinker_now();
    atomic_store(&reviewer->lost, false);
    return true;
}

static bool do_next(Reviewer *reviewer)
{
    if (!take_next(reviewer)) return false;
    const TakenJob *job = &reviewer->taken.job[0];
    if (job->tries > TRIES_MAX) return decide(reviewer, REVIEW_GIVEN_UP, text_of(""));
    Json json = { 0 };
    bool good = review_game(reviewer, job->key, &json), cut = atomic_load(&reviewer->cut);
    const JobAttempt held = attempt(reviewer);
    if (cut) { // stopped, so it doesn't count as a try
        const StoreWrite write = store_op(&JOB_OPS[JOBS_GIVE_BACK], &held);
        store_write(reviewer->setup.store, &write, 1, NULL, NULL);
    } else if (good) {
        decide(reviewer, REVIEW_DONE, js_view(&json));
    } else if (!atomic_load(&reviewer->lost)) { // a last try follows
        const JobFailure failure = { held, 0, TRIES_MAX + 1,
                                     text_of("the game cannot be reviewed") };
        const StoreWrite write = store_op(&JOB_OPS[JOBS_FAIL], &failure);
        commit_and_wait(&reviewer->commit, &write, 1);
    }
    js_free(&json);
    return !cut;
}

static void work(void *context)
{
    Reviewer *reviewer = context;
    while (!background_stopping(&reviewer->background) && do_next(reviewer))
        ;
}

void reviewer_leave_to_others(Reviewer *reviewer, bool others)
{
    if (atomic_exchange(&reviewer->others, others) && !others)
        background_wake(&reviewer->background);
}

ReviewerCounts reviewer_counts(Reviewer *reviewer)
{
    pthread_mutex_lock(&reviewer->background.lock);
    ReviewerCounts counts = reviewer->counts;
    pthread_mutex_unlock(&reviewer->background.lock);
    return counts;
}

void reviewer_wake(Reviewer *reviewer)
{
    background_wake(&reviewer->background);
}

// --- life ----------------------------------------------------------------------------------------

static i64 now(void *context)
{
    (void)context;
    return thinker_now();
}

Reviewer *reviewer_new(const ReviewerSetup *setup, Fault *why)
{
    Reviewer *reviewer = calloc(1, sizeof *reviewer);
    if (!reviewer) return fault(why, FULL, "out of memory"), NULL;
    reviewer->setup = *setup;
    reviewer->commit = (CommitWait){ .store = setup->store, .background = &reviewer->background };
    size_t size = (engine_size(ANALYSIS_TABLE_MB, 1) + 63) & ~(size_t)63;
    reviewer->memory = aligned_alloc(64, size);
    reviewer->analysis = (Analysis){ .search = search,
                                     .context = reviewer,
                                     .limits = { .nodes = setup->nodes },
                                     .memo = calloc(PROOF_MEMOS, sizeof(ProofMemo)) };
    if (reviewer->memory)
        reviewer->analysis.engine = engine_init(reviewer->memory, size, 1, (Host){ .now = now });
    reviewer->reading =
        store_open(&(StoreSetup){ .where = setup->where, .read_only = true, .follows = true }, why);
    bool good = reviewer->reading && reviewer->analysis.engine && reviewer->analysis.memo;
    if (good && background_start(&reviewer->background, true, work, reviewer)) return reviewer;
    if (reviewer->reading) fault(why, FULL, "out of memory or threads");
    reviewer_free(reviewer);
    return NULL;
}

void reviewer_stop(Reviewer *reviewer)
{
    if (!reviewer) return;
    atomic_store(&reviewer->cut, true);
    background_request_stop(&reviewer->background);
    engine_stop(reviewer->analysis.engine); // if it misses this, the search is short anyway
    background_stop(&reviewer->background);
}

void reviewer_free(Reviewer *reviewer)
{
    if (!reviewer) return;
    reviewer_stop(reviewer);
    if (reviewer->reading) store_close(reviewer->reading);
    free(reviewer->analysis.memo);
    free(reviewer->memory);
    free(reviewer);
}
