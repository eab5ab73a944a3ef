// SPDX-License-Identifier: MIT
// Jobs with a lease: one holder at a time, whoever is late is refused, what kills its holders is
// set aside. Also what the store makes exactly one of: a rematch, an item that is written once.
#include "server/games/game_ops.h"
#include "support/stored.h"

#include <pthread.h>
#include <string.h>

enum { LONG_MS = 600000, GAME = 7 };

static StoreWrite ask_of(i64 key, int number, int priority)
{
    return (StoreWrite){
        .kind = WRITE_JOB,
        .job = { .kind = JOB_MOVE, .key = key, .number = number, .priority = priority },
    };
}

static StoreWrite of_attempt(enum WriteKind kind, const StoredJob *job, const char *text)
{
    StoreWrite write = { .job = { .id = job->id,
                                  .attempt = job->attempt,
                                  .lease_ms = 0,
                                  .most = 3,
                                  .text = text_of(text) } };
    write.kind = kind;
    return write;
}

static int take(Store *store, JobKind kind, i64 holder, int most, int lease_ms, JobsTaken *taken)
{
    assert_int_equal(write_one(store, (StoreWrite){ .kind = WRITE_JOBS_TAKEN,
                                                    .job = { .kind = kind,
                                                             .holder = holder,
                                                             .lease_ms = lease_ms,
                                                             .most = most,
                                                             .taken = taken } }),
                     STORED);
    return taken->count;
}

typedef struct Seen {
    StoredJob job;
    char text[JOB_TEXT_MAX + 1];
} Seen;

static bool note_job(void *context, const StoredJob *job)
{
    Seen *seen = context;
    seen->job = *job;
    memcpy(seen->text, job->text.at, job->text.length);
    return false;
}

static Seen job_of(Store *store, i64 key)
{
    Seen seen = { 0 };
    assert_true(store_job(store, JOB_MOVE, key, note_job, &seen));
    return seen;
}

static void taken_in_order_by_one(void **state)
{
    (void)state;
    JobsTaken taken;
    Store *store = open_store(0);
    write_one(store, ask_of(1, 0, 2));
    write_one(store, ask_of(2, 0, 1));
    write_one(store, ask_of(3, 0, 2));
    assert_int_equal(store_jobs_free(store, JOB_MOVE), 3);
    assert_int_equal(store_jobs_free(store, JOB_AUDIT), 0);
    assert_int_equal(take(store, JOB_MOVE, 10, 1, LONG_MS, &taken), 1);
    assert_true(taken.job[0].key == 2 && taken.job[0].tries == 1 && taken.job[0].attempt == 1);
    assert_int_equal(take(store, JOB_MOVE, 11, 8, LONG_MS, &taken), 2);
    assert_int_equal(take(store, JOB_MOVE, 12, 8, LONG_MS, &taken), 0);
    assert_int_equal(store_jobs_free(store, JOB_MOVE), 0);
    assert_false(job_of(store, 2).job.is_free);
    store_close(store);
}

static void late_finish_is_refused(void **state)
{
    (void)state;
    JobsTaken slow, next, none;
    Store *store = open_store(0);
    write_one(store, ask_of(GAME, 4, 0));
    take(store, JOB_MOVE, 10, 1, 0, &slow); // its lease is over at once
    assert_true(job_of(store, GAME).job.is_free);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &next), 1);
    assert_true(next.job[0].tries == 2 && next.job[0].number == 4);
    static const enum WriteKind KINDS[] = { WRITE_JOB_ANSWERED, WRITE_JOB_DONE, WRITE_JOB_RETURNED,
                                            WRITE_JOB_FAILED, WRITE_JOB_RENEWED };
    for (int i = 0; i < 5; i++)
        assert_int_equal(write_one(store, of_attempt(KINDS[i], &slow.job[0], "late")),
                         STORE_CONFLICT);
    assert_int_equal(write_one(store, of_attempt(WRITE_JOB_ANSWERED, &next.job[0], "e2")), STORED);
    Seen seen = job_of(store, GAME);
    assert_true(seen.job.state == JOB_ANSWERED && !strcmp(seen.text, "e2"));
    assert_int_equal(write_one(store, of_attempt(WRITE_JOB_ANSWERED, &next.job[0], "e3")),
                     STORE_CONFLICT); // nor twice
    assert_int_equal(take(store, JOB_MOVE, 12, 1, LONG_MS, &none), 0);
    store_close(store);
}

// A holder that is still at work keeps it; one that vanished gives it up by its lease's end.
static void leases_are_renewed(void **state)
{
    (void)state;
    JobsTaken taken, other;
    Store *store = open_store(0);
    write_one(store, ask_of(GAME, 0, 0));
    take(store, JOB_MOVE, 10, 1, 0, &taken);
    StoreWrite renewed = of_attempt(WRITE_JOB_RENEWED, &taken.job[0], "");
    renewed.job.lease_ms = LONG_MS;
    assert_int_equal(write_one(store, renewed), STORED);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &other), 0);
    renewed.job.lease_ms = 0;
    assert_int_equal(write_one(store, renewed), STORED);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &other), 1);
    assert_int_equal(write_one(store, renewed), STORE_CONFLICT);
    store_close(store);
}

static void returned_as_if_never_taken(void **state)
{
    (void)state;
    JobsTaken taken, again;
    Store *store = open_store(0);
    write_one(store, ask_of(GAME, 0, 0));
    take(store, JOB_MOVE, 10, 1, LONG_MS, &taken);
    assert_int_equal(write_one(store, of_attempt(WRITE_JOB_RETURNED, &taken.job[0], "")), STORED);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &again), 1);
    assert_int_equal(again.job[0].tries, 1);
    assert_int_equal(write_one(store, of_attempt(WRITE_JOB_DONE, &taken.job[0], "")),
                     STORE_CONFLICT);
    assert_int_equal(write_one(store, of_attempt(WRITE_JOB_DONE, &again.job[0], "")), STORED);
    assert_int_equal(job_of(store, GAME).job.id, 0);
    store_close(store);
}

static void poison_is_set_aside(void **state)
{
    (void)state;
    JobsTaken taken;
    Store *store = open_store(0);
    write_one(store, ask_of(GAME, 0, 0));
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(take(store, JOB_MOVE, 10, 1, LONG_MS, &taken), 1);
        assert_int_equal(taken.job[0].tries, i);
        write_one(store, of_attempt(WRITE_JOB_FAILED, &taken.job[0], "cannot be read"));
    }
    Seen seen = job_of(store, GAME);
    assert_true(seen.job.state == JOB_SET_ASIDE && !strcmp(seen.text, "cannot be read"));
    assert_int_equal(take(store, JOB_MOVE, 10, 1, LONG_MS, &taken), 0);
    // The game's next question is another one.
    write_one(store, ask_of(GAME, 1, 0));
    assert_int_equal(take(store, JOB_MOVE, 10, 1, LONG_MS, &taken), 1);
    assert_true(taken.job[0].tries == 1 && taken.job[0].number == 1);
    store_close(store);
}

static void asked_again(void **state)
{
    (void)state;
    JobsTaken old, new;
    Store *store = open_store(0);
    write_one(store, ask_of(GAME, 4, 0));
    take(store, JOB_MOVE, 10, 1, LONG_MS, &old);
    write_one(store, ask_of(GAME, 4, 0)); // by another node: the same question
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &new), 0);
    write_one(store, ask_of(GAME, 6, 0));
    assert_int_equal(write_one(store, of_attempt(WRITE_JOB_ANSWERED, &old.job[0], "e2")),
                     STORE_CONFLICT);
    assert_int_equal(take(store, JOB_MOVE, 11, 1, LONG_MS, &new), 1);
    assert_int_equal(new.job[0].number, 6);
    write_one(store, ask_of(GAME, 4, 0)); // out of date
    assert_int_equal(job_of(store, GAME).job.number, 6);
    store_close(store);
}

static StoreWrite claim_of(i64 key, int number)
{
    return (StoreWrite){
        .kind = WRITE_JOB_CLAIMED,
        .job = { .kind = JOB_MOVE, .key = key, .number = number, .holder = 9, .lease_ms = LONG_MS }
    };
}

static void claimed_if_free(void **state)
{
    (void)state;
    JobsTaken taken;
    Store *store = open_store(0);
    write_one(store, ask_of(GAME, 4, 0));
    assert_int_equal(write_one(store, claim_of(GAME, 5)), STORE_CONFLICT);
    assert_int_equal(write_one(store, claim_of(GAME, 4)), STORED);
    assert_int_equal(write_one(store, claim_of(GAME, 4)), STORE_CONFLICT);
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
            if (write_one(store, of_attempt(WRITE_JOB_DONE, &taken.job[i], "")) == STORED)
                racer->done[taken.job[i].key]++;
    store_close(store);
    return NULL;
}

static void two_workers_share_them(void **state)
{
    (void)state;
    static Racer racer[2];
    pthread_t thread[2];
    static StoreWrite asks[JOBS];
    Store *store = open_store(0);
    for (int key = 1; key <= JOBS; key++)
        asks[key - 1] = ask_of(key, 0, 0);
    assert_int_equal(write_now(store, asks, JOBS), STORED);
    for (int i = 0; i < 2; i++) {
        racer[i] = (Racer){ .holder = 1 + i };
        assert_int_equal(pthread_create(&thread[i], NULL, race, &racer[i]), 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    for (int key = 1; key <= JOBS; key++)
        assert_int_equal(racer[0].done[key] + racer[1].done[key], 1);
    assert_int_equal(store_jobs_free(store, JOB_MOVE), 0);
    store_close(store);
}

// --- with games ----------------------------------------------------------------------------------

static void games_and_their_jobs(void **state)
{
    (void)state;
    JobsTaken taken;
    Store *store = open_store(0);
    write_one(store, game_of(GAME));
    write_one(store, ask_of(GAME, 0, 0));
    write_one(store, (StoreWrite){ .kind = WRITE_REVIEW, .review = { .game = GAME } });
    assert_int_equal(store_jobs_free(store, JOB_REVIEW), 0); // it is not over
    write_one(store, end_of(GAME));
    assert_int_equal(job_of(store, GAME).job.id, 0); // nobody moves any more
    write_one(store, (StoreWrite){ .kind = WRITE_REVIEW, .review = { .game = GAME } });
    assert_int_equal(store_jobs_free(store, JOB_REVIEW), 1);
    assert_int_equal(take(store, JOB_REVIEW, 1, 1, LONG_MS, &taken), 1);
    const StoreWrite done[] = {
        of_attempt(WRITE_JOB_DONE, &taken.job[0], ""),
        { .kind = WRITE_REVIEW_STATE,
          .review = { .game = GAME, .state = REVIEW_DONE, .report = text_of("{}") } },
    };
    assert_int_equal(write_now(store, done, 2), STORED);
    assert_int_equal(write_now(store, done, 2), STORE_CONFLICT);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    store_close(store);
}

static StoreWrite rematch(i64 id, i64 of, i64 after)
{
    StoreWrite write = game_of(id);
    write.game.rematch_of = of;
    write.game.rematch_after = after;
    return write;
}

static void one_rematch(void **state)
{
    (void)state;
    Store *store = open_store(0);
    write_one(store, game_of(1));
    assert_int_equal(write_one(store, game_of(2)), STORED);
    assert_int_equal(write_one(store, rematch(3, 1, 0)), STORED);
    assert_int_equal(write_one(store, rematch(4, 1, 0)), STORE_CONFLICT);
    assert_int_equal(write_one(store, rematch(5, 1, 3)), STORED); // 3 was called off
    assert_int_equal(write_one(store, rematch(6, 1, 3)), STORE_CONFLICT);
    assert_int_equal(write_one(store, rematch(7, 2, 0)), STORED);
    assert_int_equal(games_rematch(store, 2), 7);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(taken_in_order_by_one), STORE_TEST(late_finish_is_refused),
        STORE_TEST(leases_are_renewed),    STORE_TEST(returned_as_if_never_taken),
        STORE_TEST(poison_is_set_aside),   STORE_TEST(asked_again),
        STORE_TEST(claimed_if_free),       STORE_TEST(two_workers_share_them),
        STORE_TEST(games_and_their_jobs),  STORE_TEST(one_rematch),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
