// SPDX-License-Identifier: MIT
// Tries of puzzles in the store: first tries count and are rated in order, a change between the
// read and the write is noticed, and the writer has little to do.
#include "support/stored.h"

#include "server/features/puzzles/tries.h"
#include "server/games/rating/ratings.h"
#include "server/identity/persons.h"

#include <math.h>
#include <semaphore.h>
#include <stdlib.h>

enum { ADA = 11, BOB = 12, TRIES = 8 };

static PuzzleSet *set;

static StoreWrite person_of(i64 id)
{
    return added_person(id, PERSON_ANONYMOUS, "");
}

static Store *open_with_people(void)
{
    Store *store = open_store(0);
    const StoreWrite people[] = { person_of(ADA), person_of(BOB) };
    assert_int_equal(write_now(store, people, 2), STORED);
    return store;
}

static Try try_of(int puzzle, bool solved)
{
    return (Try){ .puzzle = puzzle_set_at(set, puzzle), .solved = solved, .at_ms = 7 };
}

static TryStep rated(Store *store, i64 person, const Try *tries, int count, i64 now_ms)
{
    TryStep step = { .person = person, .now_ms = now_ms, .try = tries, .count = count };
    tries_rate(&step, store);
    return step;
}

static StoreStatus write_step(Store *store, const TryStep *step)
{
    // The writes point into this copy of the rated step.
    StoreWrite write[TRY_WRITES_MAX];
    int count = 0;
    write[count++] = store_op(&PUZZLE_OPS[PUZZLES_SET_SOLVER], &step->solver);
    for (int i = 0; i < step->adds; i++) {
        write[count++] = store_op(&PUZZLE_OPS[PUZZLES_SET_RATING], &step->puzzle[i]);
        write[count++] = store_op(&PUZZLE_OPS[PUZZLES_ADD_TRY], &step->added[i]);
    }
    return write_now(store, write, count);
}

// Returns how many counted.
static int bring(Store *store, i64 person, const Try *tries, int count, i64 now_ms)
{
    TryStep step = { .person = person, .now_ms = now_ms, .try = tries, .count = count };
    tries_rate(&step, store);
    if (step.writes) assert_int_equal(write_now(store, step.write, step.writes), STORED);
    return step.adds;
}

static bool near(double one, double other)
{
    return fabs(one - other) < 1e-9;
}

typedef struct Seen {
    int count;
    StoredTry made[TRIES];
    RatedPuzzle puzzle[TRIES];
} Seen;

static bool see_try(void *context, const void *row)
{
    Seen *seen = context;
    seen->made[seen->count++] = *(const StoredTry *)row;
    return true;
}

static Seen tries_of(Store *store, i64 person, i64 after, int limit)
{
    Seen seen = { 0 };
    const TriesWanted wanted = { person, after, limit };
    assert_true(store_select(store, &PUZZLE_OPS[PUZZLES_TRIES], &wanted, see_try, &seen));
    return seen;
}

static bool see_puzzle(void *context, const void *row)
{
    Seen *seen = context;
    seen->puzzle[seen->count++] = *(const RatedPuzzle *)row;
    return true;
}

static SolverNow solver_of(Store *store, i64 person)
{
    SolverNow now = { .tried = 0 };
    store_find(store, &PUZZLE_OPS[PUZZLES_SOLVER], &(PersonArg){ person }, &now);
    return now;
}

static void first_tries_count(void **state)
{
    (void)state;
    Store *store = open_with_people();
    int last = puzzle_set_count(set) - 1;
    const Try three[] = { try_of(last, true), try_of(5, false), try_of(5, true) };
    assert_int_equal(bring(store, ADA, three, 3, 1000), 2); // the same puzzle twice
    assert_int_equal(bring(store, ADA, three, 2, 2000), 0);
    const Try six = try_of(6, true);
    assert_int_equal(bring(store, ADA, &six, 1, 3000), 1);
    assert_int_equal(bring(store, BOB, &three[1], 1, 3000), 1);
    // The ratings equal those of the same games one after the other.
    Rating ada = rating_new(), puzzle = puzzle_rating(three[0].puzzle);
    puzzle_rate(&ada, 0, &puzzle, true);
    Seen seen = tries_of(store, ADA, 0, TRIES);
    assert_int_equal(seen.count, 3);
    assert_true(seen.made[0].puzzle == (i64)three[0].puzzle->id && seen.made[0].solved);
    assert_true(near(seen.made[0].rating, ada.rating));
    Rating five = puzzle_rating(three[1].puzzle), other = puzzle_rating(six.puzzle);
    puzzle_rate(&ada, 0, &five, false);
    assert_true(near(seen.made[1].rating, ada.rating));
    puzzle_rate(&ada, 2000, &other, true);
    SolverNow now = solver_of(store, ADA);
    assert_true(near(now.now.rating, ada.rating));
    assert_true(near(now.now.deviation, ada.deviation));
    assert_true(now.tried == 3 && now.solved == 2 && now.at_ms == 3000);
    assert_true(seen.made[1].number == 2 && !seen.made[1].solved && seen.made[2].at_ms == 7);
    seen = tries_of(store, ADA, 1, 1);
    assert_true(seen.count == 1 && seen.made[0].number == 2);
    Rating bob = rating_new();
    puzzle_rate(&bob, 0, &five, false);
    seen = (Seen){ 0 };
    assert_true(store_select(store, &PUZZLE_OPS[PUZZLES_RATED], &NO_ARGS, see_puzzle, &seen));
    assert_int_equal(seen.count, 3);
    assert_true(seen.puzzle[0].puzzle == (i64)three[1].puzzle->id && seen.puzzle[0].tries == 2);
    assert_true(near(seen.puzzle[0].rating, five.rating));
    store_close(store);
}

// Tries that come faster than a person solves count as tried, and change no rating.
static void too_fast_to_be_rated(void **state)
{
    (void)state;
    Store *store = open_with_people();
    Try fast = try_of(3, true);
    fast.unrated = true;
    assert_int_equal(bring(store, ADA, &fast, 1, 1000), 1);
    SolverNow now = solver_of(store, ADA);
    assert_true(now.tried == 1 && now.solved == 1 && near(now.now.rating, rating_new().rating));
    fast.unrated = false;
    assert_int_equal(bring(store, ADA, &fast, 1, 2000), 0); // it can't be tried again
    store_close(store);
}

static void a_person_who_is_gone_solves_nothing(void **state)
{
    (void)state;
    Store *store = open_with_people();
    const Try two[] = { try_of(1, true), try_of(2, true) };
    assert_int_equal(bring(store, ADA, two, 1, 1000), 1);
    assert_int_equal(bring(store, BOB, two, 1, 1000), 1);
    TryStep late = rated(store, ADA, &two[1], 1, 2000), nobody = rated(store, 99, two, 1, 2000);
    const PersonArg ada = { ADA };
    const StoreWrite gone[] = {
        kept_op(&PERSON_OPS[PERSONS_END], &(PersonEnd){ ADA, 9 }),
        store_op(&PUZZLE_OPS[PUZZLES_FORGET_TRIES], &ada),
        store_op(&PUZZLE_OPS[PUZZLES_FORGET_SOLVER], &ada),
    };
    assert_int_equal(write_now(store, gone, 3), STORED);
    assert_int_equal(write_step(store, &late), STORE_CONFLICT);
    assert_int_equal(write_step(store, &nobody), STORE_CONFLICT);
    assert_true(!tries_of(store, ADA, 0, TRIES).count && !solver_of(store, ADA).tried);
    assert_int_equal(solver_of(store, BOB).tried, 1);
    store_close(store);
}

// A rating that was read earlier doesn't overwrite a newer one.
static void the_faster_one_counts(void **state)
{
    (void)state;
    Store *store = open_with_people();
    const Try two[] = { try_of(1, true), try_of(2, false) };
    TryStep ada = rated(store, ADA, two, 2, 1000), twice = rated(store, ADA, &two[1], 1, 1000);
    TryStep bob = rated(store, BOB, two, 1, 1000), same = rated(store, ADA, two, 2, 1000);
    assert_int_equal(write_step(store, &ada), STORED);
    assert_int_equal(write_step(store, &bob), STORE_CONFLICT);   // the puzzle has another rating
    assert_int_equal(write_step(store, &same), STORE_CONFLICT);  // sent twice
    assert_int_equal(write_step(store, &twice), STORE_CONFLICT); // the person has another rating
    assert_true(solver_of(store, ADA).tried == 2 && !solver_of(store, BOB).tried);
    assert_int_equal(bring(store, BOB, two, 1, 2000), 1);
    // Also if all have been tried before.
    const Try three = try_of(3, true);
    ada = rated(store, ADA, &three, 1, 3000);
    assert_int_equal(bring(store, BOB, &three, 1, 3000), 1);
    assert_int_equal(write_step(store, &ada), STORE_CONFLICT);
    assert_int_equal(solver_of(store, ADA).tried, 2);
    store_close(store);
}

// The writer never waits for an answer in between, and a call stays small.
static void the_writer_waits_for_nothing(void **state)
{
    (void)state;
    Store *store = open_with_people();
    Try tries[TRIES_AT_ONCE];
    for (int i = 0; i < TRIES_AT_ONCE; i++)
        tries[i] = try_of(i, i % 2);
    TryStep step = { .person = ADA, .now_ms = 1000, .try = tries, .count = TRIES_AT_ONCE };
    tries_rate(&step, store);
    assert_int_equal(step.writes, 1 + 2 * TRIES_AT_ONCE);
    for (int i = 0; i < step.writes; i++) {
        const StoreOp *op = step.write[i].op;
        assert_true(op->does == OP_CHANGES_ONE && op->forgets == FORGETS_NOTHING);
    }
    assert_int_equal(write_now(store, step.write, step.writes), STORED);
    assert_int_equal(solver_of(store, ADA).tried, TRIES_AT_ONCE);
    store_close(store);
}

// --- the cache of people -------------------------------------------------------------------------

static sem_t woken;

static void wake(void *context)
{
    (void)context;
    sem_post(&woken);
}

static void go_on(void *context)
{
    ++*(int *)context;
}

// A request after a try finds its session without reading the store.
static void a_try_leaves_sessions_in_the_cache(void **state)
{
    (void)state;
    sem_init(&woken, 0, 0);
    PersonCache *cache = person_cache_new();
    const StoreSetup setup = {
        .where = path, .readers = 2, .wake = wake, .cache = person_cache_hook(cache)
    };
    Store *store = store_open(&setup, &why);
    if (!store) fail_msg("%s", why.message);
    const SecretHash hash = { { 1 } };
    const StoreWrite writes[] = {
        person_of(ADA),
        kept_op(&PERSON_OPS[PERSONS_ADD_SESSION],
                &(SessionStart){ .hash = hash, .person = ADA, .expires_ms = 9999 }),
    };
    const PersonWanted wanted = { .by = BY_SESSION, .hash = hash, .now_ms = 10 };
    const Try try = try_of(1, true);
    StoredPerson person;
    int known = 0;
    assert_int_equal(write_now(store, writes, 2), STORED);
    TryStep step = { .person = ADA, .now_ms = 1000, .try = &try, .count = 1 };
    tries_rate(&step, store);
    if (!person_know(store, &wanted, go_on, &known))
        while (!known) {
            sem_wait(&woken);
            store_collect(store);
        }
    assert_int_equal(write_now(store, step.write, step.writes), STORED);
    store_count_reads(store);
    assert_true(person_by_session(store, &hash, 10, &person) && person.id == ADA);
    assert_true(store_traffic(store).reads_on_loop == 0);
    assert_true(person_cache_flushes(cache) == 0);
    store_close(store);
    person_cache_free(cache);
}

static int open_set(void **state)
{
    set = puzzle_set_new(&why);
    return !set || make_folder(state);
}

static int close_set(void **state)
{
    puzzle_set_free(set);
    return remove_folder(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(first_tries_count),
        STORE_TEST(too_fast_to_be_rated),
        STORE_TEST(a_person_who_is_gone_solves_nothing),
        STORE_TEST(the_faster_one_counts),
        STORE_TEST(the_writer_waits_for_nothing),
        STORE_TEST(a_try_leaves_sessions_in_the_cache),
    };
    return cmocka_run_group_tests(tests, open_set, close_set);
}
