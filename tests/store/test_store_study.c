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

// --- tries of puzzles ----------------------------------------------------------------------------

enum { ADA = 11, BOB = 12 };

// Ten points change hands, so that the order of tries is seen.
static void rate_plainly(Rating *person, i64 rested_ms, Rating *puzzle, bool solved)
{
    person->rating += solved ? 10 : -10;
    puzzle->rating += solved ? -10 : 10;
    person->deviation = (double)rested_ms;
}

static StoreWrite person_of(i64 id)
{
    return (StoreWrite){ .kind = WRITE_PERSON, .person = { .id = id, .created_ms = 1 } };
}

static StoreWrite try_of(i64 person, u32 puzzle, bool solved, i64 now_ms)
{
    return (StoreWrite){
        .kind = WRITE_TRY,
        .attempt = { .made = { .person = person, .puzzle = puzzle, .solved = solved, .at_ms = 7 },
                     .now_ms = now_ms,
                     .solver = { 1500, 350, 0.06 },
                     .puzzle = { 1000, 120, 0.06 },
                     .rate = rate_plainly },
    };
}

typedef struct Tries {
    int count;
    StoredTry made[8];
} Tries;

static bool note_try(void *context, const StoredTry *made)
{
    Tries *tries = context;
    tries->made[tries->count++] = *made;
    return true;
}

static bool note_puzzle(void *context, const StoredPuzzle *puzzle)
{
    StoredPuzzle *puzzles = context;
    int at = 0;
    while (puzzles[at].tries)
        at++;
    puzzles[at] = *puzzle;
    return true;
}

static void first_tries_count(void **state)
{
    (void)state;
    Store *store = open_store(0);
    StoredSolver solver;
    StoredPuzzle puzzles[4] = { 0 };
    Tries tries = { 0 };
    write_one(store, person_of(ADA));
    write_one(store, person_of(BOB));
    const StoreWrite writes[] = { try_of(ADA, 0xfffffff0u, true, 1000), try_of(ADA, 5, false, 1000),
                                  try_of(ADA, 5, true, 1000) };
    assert_int_equal(write_now(store, writes, 3), STORED); // also with one that was made before
    assert_int_equal(write_one(store, try_of(ADA, 0xfffffff0u, true, 2000)), STORED);
    assert_int_equal(write_one(store, try_of(ADA, 6, true, 3000)), STORED);
    assert_int_equal(write_one(store, try_of(BOB, 5, true, 3000)), STORED);
    assert_int_equal(write_one(store, try_of(99, 5, true, 3000)), STORE_CONFLICT); // nobody
    assert_true(store_solver(store, ADA, &solver));
    assert_true(solver.tried == 3 && solver.solved == 2 && solver.now.rating == 1510);
    assert_true(solver.at_ms == 3000 && solver.now.deviation == 2000);
    assert_true(store_tries(store, ADA, 0, 8, note_try, &tries) && tries.count == 3);
    assert_true(tries.made[0].puzzle == 0xfffffff0u && tries.made[0].after.rating == 1510);
    assert_true(tries.made[1].puzzle == 5 && !tries.made[1].solved && tries.made[1].number == 2);
    assert_true(tries.made[2].at_ms == 7 && tries.made[2].person == ADA);
    tries.count = 0;
    assert_true(store_tries(store, ADA, 1, 1, note_try, &tries) && tries.count == 1);
    assert_true(tries.made[0].number == 2);
    assert_true(store_puzzles(store, note_puzzle, puzzles));
    assert_true(puzzles[0].puzzle == 5 && puzzles[0].tries == 2 && puzzles[0].now.rating == 1000);
    assert_true(puzzles[2].puzzle == 0xfffffff0u && puzzles[2].tries == 1 && !puzzles[3].tries);
    // Who goes takes them along; the puzzles stay as they are.
    write_one(store, (StoreWrite){ .kind = WRITE_PERSON_GONE, .gone = { .id = ADA, .at_ms = 9 } });
    tries.count = 0;
    assert_true(store_tries(store, ADA, 0, 8, note_try, &tries) && !tries.count);
    assert_true(store_solver(store, ADA, &solver) && !solver.tried);
    assert_int_equal(write_one(store, try_of(ADA, 7, true, 3000)), STORE_CONFLICT);
    assert_true(store_solver(store, BOB, &solver) && solver.tried == 1);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(reviews_wait_in_order),
        STORE_TEST(ends_are_numbered),
        STORE_TEST(first_tries_count),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
