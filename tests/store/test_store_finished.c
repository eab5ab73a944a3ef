// SPDX-License-Identifier: MIT
// The queue of reviews, and games in the order of their ends, also as another thread reads them.
#include "support/stored.h"

static StoreWrite asked(i64 game, int priority, i64 at_ms)
{
    return (StoreWrite){
        .kind = WRITE_REVIEW,
        .review = { .game = game, .priority = priority, .asked_ms = at_ms },
    };
}

static StoreWrite state_of(i64 game, ReviewState state, const char *report)
{
    return (StoreWrite){
        .kind = WRITE_REVIEW_STATE,
        .review = { .game = game, .state = state, .report = text_of(report) },
    };
}

// Takes it, looks which it is, and gives it back.
static i64 next_of(Store *store)
{
    JobsTaken taken;
    assert_int_equal(write_one(store, (StoreWrite){ .kind = WRITE_JOBS_TAKEN,
                                                    .job = { .kind = JOB_REVIEW,
                                                             .holder = 1,
                                                             .lease_ms = 60000,
                                                             .most = 1,
                                                             .taken = &taken } }),
                     STORED);
    assert_int_equal(taken.count, 1);
    const StoredJob *job = &taken.job[0];
    write_one(store, (StoreWrite){ .kind = WRITE_JOB_RETURNED,
                                   .job = { .id = job->id, .attempt = job->attempt } });
    return job->key;
}

static bool is_done(void *context, const StoredReview *review)
{
    *(bool *)context = review->state == REVIEW_DONE && text_is(review->report, "{}");
    return false;
}

static void reviews_wait_in_order(void **state)
{
    (void)state;
    Store *store = open_store(0);
    for (i64 game = 1; game <= 4; game++) {
        write_one(store, game_of(game));
        if (game < 4) write_one(store, end_of(game));
        write_one(store, asked(game, 2, 10 - game));
    }
    Store *other =
        store_open(&(StoreSetup){ .where = path, .read_only = true, .follows = true }, &why);
    assert_non_null(other);
    assert_int_equal(store_reviews_waiting(store), 3); // the fourth is not over
    assert_int_equal(next_of(store), 3);               // asked for first
    write_one(store, asked(2, 0, 99));                 // by a person
    write_one(store, asked(2, 1, 1));
    assert_int_equal(next_of(store), 2);
    assert_int_equal(write_one(store, state_of(2, REVIEW_DONE, "{}")), STORED);
    assert_int_equal(write_one(store, state_of(2, REVIEW_GIVEN_UP, "")), STORE_CONFLICT);
    assert_int_equal(write_one(store, asked(2, 0, 1)), STORED); // changes nothing
    bool done = false;
    assert_true(store_review(other, 2, is_done, &done) && done);
    assert_int_equal(store_reviews_waiting(other), 2);
    store_close(other);
    store_close(store);
}

typedef struct Numbers {
    i64 number[8], game[8];
    int count;
} Numbers;

static bool note_number(void *context, i64 number, i64 game)
{
    Numbers *numbers = context;
    numbers->number[numbers->count] = number;
    numbers->game[numbers->count++] = game;
    return true;
}

static void ends_are_numbered(void **state)
{
    (void)state;
    static const i64 ENDS[] = { 3, 1, 2 };
    Numbers numbers = { .count = 0 };
    Store *store = open_store(0);
    for (i64 game = 1; game <= 4; game++)
        write_one(store, game_of(game));
    for (int i = 0; i < 3; i++)
        write_one(store, end_of(ENDS[i]));
    assert_true(store_finished(store, 0, 8, note_number, &numbers));
    assert_int_equal(numbers.count, 3);
    for (int i = 0; i < 3; i++)
        assert_true(numbers.game[i] == ENDS[i]);
    i64 first = numbers.number[0];
    numbers.count = 0;
    assert_true(store_finished(store, first, 1, note_number, &numbers));
    assert_true(numbers.count == 1 && numbers.game[0] == 1);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(reviews_wait_in_order),
        STORE_TEST(ends_are_numbered),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
