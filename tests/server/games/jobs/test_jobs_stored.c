// SPDX-License-Identifier: MIT
// Jobs with a lease: one holder at a time, a late holder is refused, a job that kills its holders
// is set aside. A review is a job until it is done or has failed.
#include "support/stored.h"

#include "server/features/reviews/review_ops.h"

#include <pthread.h>
#include <string.h>

enum { LONG_MS = 600000, GAME = 7 };

static StoreStatus run(Store *store, const StoreOp *op, const void *args)
{
    return write_one(store, (StoreWrite){ op, args });
}

static void ask(Store *store, i64 key, int number, int priority)
{
    run(store, &JOB_OPS[JOBS_ASK],
        &(JobAsk){ .kind = JOB_MOVE, .key = key, .number = number, .priority = priority });
}

// JOBS_FINISH or JOBS_GIVE_BACK
static StoreStatus let_go(Store *store, int op, const TakenJob *job)
{
    return run(store, &JOB_OPS[op], &(JobAttempt){ job->id, job->attempt });
}

static StoreStatus renew(Store *store, const TakenJob *job, int lease_ms)
{
    return run(store, &JOB_OPS[JOBS_RENEW], &(JobRenewal){ { job->id, job->attempt }, lease_ms });
}

static StoreStatus answer(Store *store, const TakenJob *job, const char *text)
{
    return run(store, &JOB_OPS[JOBS_ANSWER],
               &(JobAnswer){ { job->id, job->attempt }, text_of(text) });
}

static StoreStatus fail_job(Store *store, const TakenJob *job, const char *text)
{
    return run(store, &JOB_OPS[JOBS_FAIL],
               &(JobFailure){ { job->id, job->attempt }, 0, 3, text_of(text) });
}

static int take(Store *store, JobKind kind, i64 holder, int limit, int lease_ms, JobsTaken *taken)
{
    const JobTake wanted = { holder, lease_ms, kind, limit, taken };
    assert_int_equal(run(store, &JOB_OPS[JOBS_TAKE], &wanted), STORED);
    return taken->count;
}

static StoredJob job_of(Store *store, i64 key)
{
    StoredJob job = { .number = -1 };
    bool found = job_find(store, JOB_MOVE, key, &job);
    assert_int_equal(found, job.number >= 0);
    assert_false(store_failed(store));
    return job;
}

static void taken_in_order_by_one(void **state)
{
    (void)state;
    JobsTaken taken;
    Store *store = open_store(0);
    ask(store, 1, 0, 2);
    ask(store, 2, 0, 1);
    ask(store, 3, 0, 2);
    assert_int_equal(jobs_free(store, JOB_MOVE), 3);
    assert_int_equal(jobs_free(store, JOB_AUDIT), 0);
    assert_int_equal(take(store, JOB_MOVE, 10, 1, LONG_MS, &taken), 1);
    assert_true(taken.job[0].key == 2 && taken.job[0].tries == 1 && taken.job[0].attempt == 1);
    assert_int_equal(take(store, JOB_MOVE, 11, 8, LONG_MS, &taken), 2);
    assert_int_equal(take(store, JOB_MOVE, 12, 8, LONG_MS, &taken), 0);
    assert_int_equal(jobs_free(store, JOB_MOVE), 0);
    assert_false(job_of(store, 2).is_free);
    store_close(store);
}

static void late_finish_is_refused(void **state)
{
    (void)state;
    JobsTaken slow, next, none;
    Store *store = open_store(0);
    ask(store, GAME, 4, 0);
    take(store, JOB_MOVE, 10, 1, 0, &slow); // its lease ends at once
    assert_true(job_of(store, GAME).is_free);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &next), 1);
    assert_true(next.job[0].tries == 2 && next.job[0].number == 4);
    assert_int_equal(answer(store, &slow.job[0], "late"), STORE_CONFLICT);
    assert_int_equal(let_go(store, JOBS_FINISH, &slow.job[0]), STORE_CONFLICT);
    assert_int_equal(let_go(store, JOBS_GIVE_BACK, &slow.job[0]), STORE_CONFLICT);
    assert_int_equal(fail_job(store, &slow.job[0], "late"), STORE_CONFLICT);
    assert_int_equal(renew(store, &slow.job[0], LONG_MS), STORE_CONFLICT);
    assert_int_equal(answer(store, &next.job[0], "e2"), STORED);
    StoredJob job = job_of(store, GAME);
    assert_true(job.state == JOB_ANSWERED && !strcmp(job.text, "e2"));
    assert_int_equal(answer(store, &next.job[0], "e3"), STORE_CONFLICT); // not twice
    assert_int_equal(take(store, JOB_MOVE, 12, 1, LONG_MS, &none), 0);
    store_close(store);
}

// A working holder keeps its job; a dead one loses it at the end of its lease.
static void leases_are_renewed(void **state)
{
    (void)state;
    JobsTaken taken, other;
    Store *store = open_store(0);
    ask(store, GAME, 0, 0);
    take(store, JOB_MOVE, 10, 1, 0, &taken);
    assert_int_equal(renew(store, &taken.job[0], LONG_MS), STORED);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &other), 0);
    assert_int_equal(renew(store, &taken.job[0], 0), STORED);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &other), 1);
    assert_int_equal(renew(store, &taken.job[0], 0), STORE_CONFLICT);
    store_close(store);
}

static void returned_as_if_never_taken(void **state)
{
    (void)state;
    JobsTaken taken, again;
    Store *store = open_store(0);
    ask(store, GAME, 0, 0);
    take(store, JOB_MOVE, 10, 1, LONG_MS, &taken);
    assert_int_equal(let_go(store, JOBS_GIVE_BACK, &taken.job[0]), STORED);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &again), 1);
    assert_int_equal(again.job[0].tries, 1);
    assert_int_equal(let_go(store, JOBS_FINISH, &taken.job[0]), STORE_CONFLICT);
    assert_int_equal(let_go(store, JOBS_FINISH, &again.job[0]), STORED);
    assert_int_equal(job_of(store, GAME).number, -1);
    store_close(store);
}

static void poison_is_set_aside(void **state)
{
    (void)state;
    JobsTaken taken;
    Store *store = open_store(0);
    ask(store, GAME, 0, 0);
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(take(store, JOB_MOVE, 10, 1, LONG_MS, &taken), 1);
        assert_int_equal(taken.job[0].tries, i);
        fail_job(store, &taken.job[0], "cannot be read");
    }
    StoredJob job = job_of(store, GAME);
    assert_true(job.state == JOB_SET_ASIDE && !strcmp(job.text, "cannot be read"));
    assert_int_equal(take(store, JOB_MOVE, 10, 1, LONG_MS, &taken), 0);
    // The game's next question is another job.
    ask(store, GAME, 1, 0);
    assert_int_equal(take(store, JOB_MOVE, 10, 1, LONG_MS, &taken), 1);
    assert_true(taken.job[0].tries == 1 && taken.job[0].number == 1);
    store_close(store);
}

static void asked_again(void **state)
{
    (void)state;
    JobsTaken old, new;
    Store *store = open_store(0);
    ask(store, GAME, 4, 0);
    take(store, JOB_MOVE, 10, 1, LONG_MS, &old);
    ask(store, GAME, 4, 0); // the same question from another node
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &new), 0);
    ask(store, GAME, 6, 0);
    assert_int_equal(answer(store, &old.job[0], "e2"), STORE_CONFLICT);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &new), 1);
    assert_int_equal(new.job[0].number, 6);
    ask(store, GAME, 4, 0); // out of date
    assert_int_equal(job_of(store, GAME).number, 6);
    store_close(store);
}

static StoreStatus claim(Store *store, i64 key, int number)
{
    return run(store, &JOB_OPS[JOBS_CLAIM], &(JobClaim){ 9, LONG_MS, JOB_MOVE, key, number });
}

static void claimed_if_free(void **state)
{
    (void)state;
    JobsTaken taken;
    Store *store = open_store(0);
    ask(store, GAME, 4, 0);
    assert_int_equal(claim(store, GAME, 5), STORE_CONFLICT);
    assert_int_equal(claim(store, GAME, 4), STORED);
    assert_int_equal(claim(store, GAME, 4), STORE_CONFLICT);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &taken), 0);
    store_close(store);
}

// --- two workers ---------------------------------------------------------------------------------

enum { JOBS = 200 };

typedef struct Racer {
    i64 holder;
    int done[JOBS + 1];
} Racer;

static void *race(void *context)
{
    Racer *racer = context;
    JobsTaken taken;
    Store *store = open_store(0);
    while (take(store, JOB_MOVE, racer->holder, 7, LONG_MS, &taken))
        for (int i = 0; i < taken.count; i++)
            if (let_go(store, JOBS_FINISH, &taken.job[i]) == STORED)
                racer->done[taken.job[i].key]++;
    store_close(store);
    return NULL;
}

static void two_workers_share_them(void **state)
{
    (void)state;
    static Racer racer[2];
    pthread_t thread[2];
    static JobAsk jobs[JOBS];
    static StoreWrite asks[JOBS];
    Store *store = open_store(0);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (JobAsk){ .kind = JOB_MOVE, .key = i + 1 };
        asks[i] = store_op(&JOB_OPS[JOBS_ASK], &jobs[i]);
    }
    assert_int_equal(write_now(store, asks, JOBS), STORED);
    for (int i = 0; i < 2; i++) {
        racer[i] = (Racer){ .holder = 1 + i };
        assert_int_equal(pthread_create(&thread[i], NULL, race, &racer[i]), 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    for (int key = 1; key <= JOBS; key++)
        assert_int_equal(racer[0].done[key] + racer[1].done[key], 1);
    assert_int_equal(jobs_free(store, JOB_MOVE), 0);
    store_close(store);
}

// --- with games ----------------------------------------------------------------------------------

static void ask_review(Store *store, i64 game, ReviewPriority priority, i64 at_ms)
{
    const ReviewAsk review = { game, priority, at_ms };
    assert_int_equal(run(store, &REVIEW_OPS[REVIEWS_ASK], &review), STORED);
}

// The review and its job together.
static StoreStatus decide(Store *store, const TakenJob *job, ReviewState state, const char *report)
{
    const JobAttempt held = { job->id, job->attempt };
    const ReviewDecision decision = { held, state, text_of(report) };
    const StoreWrite writes[] = { store_op(&REVIEW_OPS[REVIEWS_DECIDE], &decision),
                                  store_op(&JOB_OPS[JOBS_FINISH], &held) };
    return write_now(store, writes, 2);
}

static bool note_review(void *context, const void *row)
{
    const ReviewShown *review = row;
    assert_int_equal(review->report.length > 0, review->state == REVIEW_DONE);
    *(ReviewState *)context = review->state;
    return false;
}

static ReviewState review_of(Store *store, i64 game)
{
    ReviewState state = REVIEW_NONE;
    assert_true(
        store_select(store, &REVIEW_OPS[REVIEWS_OF_GAME], &(GameArg){ game }, note_review, &state));
    return state;
}

static void games_and_their_jobs(void **state)
{
    (void)state;
    JobsTaken taken;
    Store *store = open_store(0);
    write_one(store, game_of(GAME));
    ask(store, GAME, 0, 0);
    ask_review(store, GAME, REVIEW_ASKED, 0);
    assert_int_equal(jobs_free(store, JOB_REVIEW), 0); // the game is not over
    write_one(store, end_of(GAME));
    assert_int_equal(job_of(store, GAME).number, -1); // the game needs no move
    assert_int_equal(review_of(store, GAME), REVIEW_NONE);
    ask_review(store, GAME, REVIEW_ASKED, 0);
    assert_int_equal(jobs_free(store, JOB_REVIEW), 1);
    assert_int_equal(review_of(store, GAME), REVIEW_WAITING);
    assert_int_equal(take(store, JOB_REVIEW, 1, 1, LONG_MS, &taken), 1);
    assert_int_equal(review_of(store, GAME), REVIEW_WAITING);
    assert_int_equal(decide(store, &taken.job[0], REVIEW_DONE, "{}"), STORED);
    assert_int_equal(decide(store, &taken.job[0], REVIEW_GIVEN_UP, ""), STORE_CONFLICT);
    assert_int_equal(review_of(store, GAME), REVIEW_DONE);
    ask_review(store, GAME, REVIEW_ASKED, 0); // no change
    assert_int_equal(jobs_free(store, JOB_REVIEW), 0);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    store_close(store);
}

// Takes the next review, notes its game and releases it.
static i64 next_review(Store *store)
{
    JobsTaken taken;
    assert_int_equal(take(store, JOB_REVIEW, 1, 1, LONG_MS, &taken), 1);
    let_go(store, JOBS_GIVE_BACK, &taken.job[0]);
    return taken.job[0].key;
}

static void reviews_wait_in_order(void **state)
{
    (void)state;
    ReviewsWaiting waiting;
    Store *store = open_store(0);
    for (i64 game = 1; game <= 4; game++) {
        write_one(store, game_of(game));
        if (game < 4) write_one(store, end_of(game));
        ask_review(store, game, REVIEW_PERSON, 10 - game);
    }
    assert_true(store_find(store, &REVIEW_OPS[REVIEWS_WAITING], &NO_ARGS, &waiting));
    assert_int_equal(waiting.count, 3);       // the fourth game is not over
    assert_int_equal(next_review(store), 3);  // requested first
    ask_review(store, 2, REVIEW_ASKED, 99);   // by a person
    ask_review(store, 2, REVIEW_MACHINES, 1); // the lower priority stays
    assert_int_equal(next_review(store), 2);
    store_close(store);
}

// In version 0.2.0 a waiting review had a row of `review` with state 0 besides the job.
static void a_review_that_waited_before(void **state)
{
    (void)state;
    JobsTaken taken;
    Store *store = open_store(0);
    write_one(store, game_of(GAME));
    write_one(store, end_of(GAME));
    run_sql("INSERT INTO review (game, state, priority, asked_ms) VALUES (7, 0, 0, 1)");
    assert_int_equal(review_of(store, GAME), REVIEW_NONE);
    ask_review(store, GAME, REVIEW_ASKED, 1);
    assert_int_equal(review_of(store, GAME), REVIEW_WAITING);
    assert_int_equal(take(store, JOB_REVIEW, 1, 1, LONG_MS, &taken), 1);
    assert_int_equal(decide(store, &taken.job[0], REVIEW_GIVEN_UP, ""), STORED);
    assert_int_equal(review_of(store, GAME), REVIEW_GIVEN_UP);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(taken_in_order_by_one),
        STORE_TEST(late_finish_is_refused),
        STORE_TEST(leases_are_renewed),
        STORE_TEST(returned_as_if_never_taken),
        STORE_TEST(poison_is_set_aside),
        STORE_TEST(asked_again),
        STORE_TEST(claimed_if_free),
        STORE_TEST(two_workers_share_them),
        STORE_TEST(games_and_their_jobs),
        STORE_TEST(reviews_wait_in_order),
        STORE_TEST(a_review_that_waited_before),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
