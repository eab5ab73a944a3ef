// SPDX-License-Identifier: MIT
// The transposition table: entries are returned as stored, distances to a win are relative to the
// position, torn entries don't match, and the least valuable entry is replaced first.
#include "support/check.h"

#include "base/rng.h"
#include "engine/tt.h"

#include <string.h>

enum { BUCKETS = 16 };

static TTBucket bucket[BUCKETS];
static TransTable table;

static int begin(void **state)
{
    (void)state;
    table = (TransTable){ .bucket = bucket, .buckets = BUCKETS };
    memset(bucket, 0xa5, sizeof bucket);
    tt_clear(&table);
    return 0;
}

// The n-th key of a bucket.
static Key key_in(int number, int n)
{
    return mix64((u64)n) << 8 | (u64)number;
}

static void store(Key key, int depth, Bound bound)
{
    tt_store(&table, key, 0, &(TTHit){ .move = 7, .depth = depth, .bound = bound });
}

static bool is_there(Key key)
{
    TTHit found;
    return tt_probe(&table, key, 0, &found);
}

static void test_round_trip(void **state)
{
    (void)state;
    static const Score SCORE[] = { 0,
                                   1,
                                   -1,
                                   SCORE_MATED_MAX - 1,
                                   1 - SCORE_MATED_MAX,
                                   SCORE_MATE - PLIES_MAX,
                                   PLIES_MAX - SCORE_MATE };
    static const Move MOVE[] = { 0, 1, 4095, MOVE_PASS, MOVE_NONE };
    for (size_t s = 0; s < sizeof SCORE / sizeof *SCORE; s++)
        for (size_t m = 0; m < sizeof MOVE / sizeof *MOVE; m++)
            for (int depth = 1; depth < PLIES_MAX; depth += 21)
                for (Bound bound = BOUND_UPPER; bound <= BOUND_EXACT; bound++) {
                    begin(NULL);
                    Key key = mix64((u64)depth);
                    int ply = depth % 5;
                    TTHit in = { MOVE[m], SCORE[s], -SCORE[s] / 2, depth, bound }, out;
                    tt_store(&table, key, ply, &in);
                    assert_true(tt_probe(&table, key, ply, &out));
                    assert_int_equal(out.move, in.move);
                    assert_int_equal(out.score, in.score);
                    assert_int_equal(out.eval, in.eval);
                    assert_int_equal(out.depth, in.depth);
                    assert_int_equal(out.bound, in.bound);
                    assert_false(is_there(key ^ BUCKETS));
                }
}

static void test_nothing_known(void **state)
{
    (void)state;
    for (u64 n = 0; n < 1000; n++)
        assert_false(is_there(mix64(n)));
    assert_false(is_there(0)); // whose key equals that of an empty entry
    store(0, 1, BOUND_EXACT);
    assert_true(is_there(0));
    tt_clear(&table);
    assert_false(is_there(0));
}

// A win in 7 plies is stored relative to the position, so it is independent of the ply.
static void test_distances(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2)
        for (int there = 0; there < PLIES_MAX; there += 9)
            for (int here = 0; here < PLIES_MAX; here += 7) {
                TTHit in = { .score = sign * (SCORE_MATE - there - 7), .bound = BOUND_EXACT }, out;
                tt_store(&table, 42, there, &in);
                assert_true(tt_probe(&table, 42, here, &out));
                assert_int_equal(out.score, sign * (SCORE_MATE - here - 7));
            }
    // Other scores don't depend on the ply.
    tt_store(&table, 42, 3, &(TTHit){ .score = SCORE_MATED_MAX - 1, .bound = BOUND_EXACT });
    TTHit out;
    assert_true(tt_probe(&table, 42, 9, &out));
    assert_int_equal(out.score, SCORE_MATED_MAX - 1);
}

// Two threads write one entry at once, so that it has half of each.
static void test_torn(void **state)
{
    (void)state;
    TTEntry *entry = &bucket[3].entry[0];
    Key one = key_in(3, 1), other = key_in(3, 2);
    store(one, 5, BOUND_LOWER);
    u64 check = atomic_load(&entry->check), data = atomic_load(&entry->data);
    tt_clear(&table);
    store(other, 9, BOUND_EXACT);
    assert_true(is_there(other));
    u64 later_check = atomic_load(&entry->check);
    atomic_store(&entry->check, check);
    assert_false(is_there(one));
    assert_false(is_there(other));
    atomic_store(&entry->check, later_check);
    atomic_store(&entry->data, data);
    assert_false(is_there(one));
    assert_false(is_there(other));
    atomic_store(&entry->check, check);
    assert_true(is_there(one));
    // One wrong bit anywhere.
    for (int i = 0; i < 64; i++) {
        atomic_store(&entry->check, check ^ (u64)1 << i);
        assert_false(is_there(one));
        atomic_store(&entry->check, check);
        atomic_store(&entry->data, data ^ (u64)1 << i);
        assert_false(is_there(one));
        atomic_store(&entry->data, data);
    }
    // Damaged entries are overwritten, not returned.
    Rng rng = { 1 };
    for (int i = 0; i < BUCKETS * BUCKET; i++) {
        atomic_store(&bucket[i / BUCKET].entry[i % BUCKET].check, rng_next(&rng));
        atomic_store(&bucket[i / BUCKET].entry[i % BUCKET].data, rng_next(&rng));
    }
    for (u64 n = 0; n < 1000; n++)
        assert_false(is_there(mix64(n)));
    store(one, 5, BOUND_LOWER);
    assert_true(is_there(one));
}

static void test_replacement(void **state)
{
    (void)state;
    // A bucket holds four entries; the shallowest is replaced.
    for (int n = 0; n < BUCKET; n++)
        store(key_in(5, n), 4 + n, BOUND_LOWER);
    store(key_in(5, 9), 2, BOUND_LOWER);
    assert_true(is_there(key_in(5, 9)));
    assert_false(is_there(key_in(5, 0)));
    for (int n = 1; n < BUCKET; n++)
        assert_true(is_there(key_in(5, n)));
    // An old entry is replaced before a shallow one of this search, unless it is much deeper.
    begin(NULL);
    store(key_in(5, 0), 9, BOUND_LOWER);
    store(key_in(5, 1), 20, BOUND_LOWER);
    table.age++;
    store(key_in(5, 2), 3, BOUND_LOWER);
    store(key_in(5, 3), 4, BOUND_LOWER);
    store(key_in(5, 4), 1, BOUND_LOWER);
    assert_false(is_there(key_in(5, 0)));
    for (int n = 1; n <= 4; n++)
        assert_true(is_there(key_in(5, n)));
    // Ages wrap around: 0 follows 63 and is one search later.
    begin(NULL);
    table.age = 63;
    store(key_in(5, 0), 9, BOUND_LOWER);
    table.age = 0;
    for (int n = 1; n <= BUCKET; n++)
        store(key_in(5, n), 2, BOUND_LOWER);
    assert_false(is_there(key_in(5, 0)));
}

static void test_same_position(void **state)
{
    (void)state;
    TTHit found;
    Key key = 77;
    // A bound doesn't replace a much deeper result of this search, but an exact score does.
    store(key, 12, BOUND_LOWER);
    store(key, 4, BOUND_UPPER);
    assert_true(tt_probe(&table, key, 0, &found));
    assert_int_equal(found.depth, 12);
    store(key, 4, BOUND_EXACT);
    assert_true(tt_probe(&table, key, 0, &found));
    assert_int_equal(found.depth, 4);
    // An entry of an earlier search is always replaced.
    store(key, 12, BOUND_LOWER);
    table.age++;
    store(key, 4, BOUND_UPPER);
    assert_true(tt_probe(&table, key, 0, &found));
    assert_int_equal(found.depth, 4);
    // An entry without a move keeps the previous move.
    tt_store(&table, key, 0, &(TTHit){ .move = MOVE_NONE, .depth = 5, .bound = BOUND_UPPER });
    assert_true(tt_probe(&table, key, 0, &found));
    assert_int_equal(found.depth, 5);
    assert_int_equal(found.move, 7);
    // The bucket contains it once.
    for (int i = 0; i < BUCKET; i++)
        store(key_in(77 % BUCKETS, i), 30, BOUND_EXACT);
    assert_false(is_there(key));
}

static void test_permille(void **state)
{
    (void)state;
    assert_int_equal(tt_permille(&table), 0);
    for (int n = 0; n < BUCKETS; n++)
        store(key_in(n, 1), 1, BOUND_EXACT);
    assert_int_equal(tt_permille(&table), 250);
    table.age++;
    assert_int_equal(tt_permille(&table), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_round_trip, begin),
        cmocka_unit_test_setup(test_nothing_known, begin),
        cmocka_unit_test_setup(test_distances, begin),
        cmocka_unit_test_setup(test_torn, begin),
        cmocka_unit_test_setup(test_replacement, begin),
        cmocka_unit_test_setup(test_same_position, begin),
        cmocka_unit_test_setup(test_permille, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
