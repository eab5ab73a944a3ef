// SPDX-License-Identifier: MIT
// The Dutch system: small rounds by hand, and random tournaments against the plain search over all
// candidates. The comparison with another program's tournaments is `meydan tournament compare`.
#include "support/check.h"

#include "plain/plain_swiss.h"
#include "tournament/simulate.h"

#include <string.h>

enum { PLAYERS = 12 };

typedef struct Round {
    Crosstable table;
    bool present[PLAYERS];
    Pairing pairing[PLAYERS + 2];
    int count;
} Round;

static Round new_round(int players, int rounds)
{
    Round r = { .count = 0 };
    assert_true(crosstable_init(&r.table, players, rounds));
    r.table.initial = SIDE_FIRST;
    memset(r.present, 1, sizeof r.present);
    return r;
}

static Status pair(Round *r, int round)
{
    SwissRound swiss = { .round = round, .present = r->present };
    Fault why;
    return swiss_pair(&r->table, &swiss, r->pairing, &r->count, &why);
}

// The pairings as text: "1-5 6-2 3 bye".
static void check_pairs(Round *r, int round, const char *expected)
{
    assert_int_equal(pair(r, round), OK);
    char text[200];
    Out out = out_to(text, sizeof text);
    for (int i = 0; i < r->count; i++) {
        if (i) out_char(&out, ' ');
        out_int(&out, r->pairing[i].first + 1);
        if (r->pairing[i].second >= 0)
            out_format(&out, "-%d", r->pairing[i].second + 1);
        else
            out_str(&out, " bye");
    }
    assert_string_equal(text, expected);
}

static void first_round(void **state)
{
    (void)state;
    Round r = new_round(8, 5);
    check_pairs(&r, 0, "1-5 6-2 3-7 8-4");
    r.table.initial = SIDE_SECOND;
    check_pairs(&r, 0, "5-1 2-6 7-3 4-8");
    crosstable_free(&r.table);
    r = new_round(7, 5);
    check_pairs(&r, 0, "1-4 5-2 3-6 7 bye");
    // Player 2 enters late: until then the players after it have the numbers before theirs.
    r.present[1] = false;
    check_pairs(&r, 0, "1-5 6-3 4-7");
    crosstable_free(&r.table);
}

static void second_round(void **state)
{
    (void)state;
    Round r = new_round(6, 5);
    const char *ROWS[] = { "4w1", "5b1", "6w=", "1b0", "2w0", "3b=" };
    for (int i = 0; i < 6; i++)
        simulate_row(&r.table, i, ROWS[i]);
    // 3 and 6 have met: both move down.
    check_pairs(&r, 1, "2-1 4-3 6-5");
    crosstable_free(&r.table);
}

static void bye_goes_to_the_lowest(void **state)
{
    (void)state;
    Round r = new_round(5, 5);
    const char *ROWS[] = { "3w1", "4b1", "1b0", "2w0", "U" };
    for (int i = 0; i < 5; i++)
        simulate_row(&r.table, i, ROWS[i]);
    // 5 had the bye, which is also a downfloat: 2 moves down instead. It has met 4.
    check_pairs(&r, 1, "5-1 2-3 4 bye");
    crosstable_free(&r.table);
}

static void manual_and_forbidden_pairs(void **state)
{
    (void)state;
    Round r = new_round(6, 5);
    const Pairing MANUAL[] = { { 5, 0 }, { 2, -1 } };
    SwissRound swiss = { .present = r.present, .manual = MANUAL, .manuals = 2 };
    Fault why;
    assert_int_equal(swiss_pair(&r.table, &swiss, r.pairing, &r.count, &why), OK);
    assert_int_equal(r.count, 4);
    // 2, 4 and 5 remain: 2-4 and the bye for 5.
    assert_true(r.pairing[0].first == 3 && r.pairing[0].second == 1);
    assert_true(r.pairing[1].first == 5 && r.pairing[1].second == 0);
    assert_true(r.pairing[3].first == 4 && r.pairing[3].second == -1);
    assert_true(crosstable_forbid(&r.table, (Forbidden){ 0, 3, 0, 4 }));
    check_pairs(&r, 0, "1-5 4-2 3-6");
    // Only for later rounds.
    r.table.forbidden[0].from = 1;
    check_pairs(&r, 0, "1-4 5-2 3-6");
    crosstable_free(&r.table);
}

static void no_legal_pairing(void **state)
{
    (void)state;
    Round r = new_round(2, 3);
    simulate_row(&r.table, 0, "2w1");
    simulate_row(&r.table, 1, "1b0");
    assert_int_equal(pair(&r, 1), ILLEGAL);
    assert_true(crosstable_forbid(&r.table, (Forbidden){ 0, 1, 0, 0 }));
    assert_int_equal(pair(&r, 0), ILLEGAL);
    r.present[0] = false;
    check_pairs(&r, 0, "2 bye");
    r.present[1] = false;
    check_pairs(&r, 0, "");
    crosstable_free(&r.table);
}

static void acceleration(void **state)
{
    (void)state;
    Round r = new_round(8, 5);
    assert_true(crosstable_accelerate(&r.table));
    // The first half meet each other.
    check_pairs(&r, 0, "1-3 4-2 5-7 8-6");
    crosstable_free(&r.table);
}

static void check_against_plain(Round *r, int round)
{
    int opponent[PLAYERS];
    bool first[PLAYERS];
    Status status = pair(r, round);
    assert_int_equal(status == OK, plain_swiss(&r->table, round, r->present, opponent, first));
    for (int i = 0; status == OK && i < r->count; i++) {
        Pairing p = r->pairing[i];
        assert_int_equal(opponent[p.first], p.second < 0 ? p.first : p.second);
        if (p.second >= 0) assert_true(first[p.first]);
    }
}

static void random_tournaments(void **state)
{
    (void)state;
    Rng rng = { 2026 };
    for (int trial = 0; trial < 400; trial++) {
        int players = 2 + (int)rng_below(&rng, trial % 4 ? 7 : PLAYERS - 1);
        Round r = new_round(players, 1 + (int)rng_below(&rng, (u32)players + 1));
        Crosstable *t = &r.table;
        Habits habits = { (int)rng_below(&rng, 60), 8 * (int)rng_below(&rng, 3),
                          8 * (int)rng_below(&rng, 3), (int)rng_below(&rng, 50) };
        t->initial = rng_below(&rng, 2) ? SIDE_FIRST : SIDE_SECOND;
        if (rng_below(&rng, 4) == 0) assert_true(crosstable_accelerate(t));
        if (rng_below(&rng, 4) == 0) t->value[OUTCOME_PAIRING_BYE] = POINTS_ONE / 2;
        if (rng_below(&rng, 4) == 0)
            assert_true(crosstable_forbid(t, (Forbidden){ 0, players - 1, 0, t->rounds }));
        for (int round = 0; round < t->rounds; round++) {
            simulate_absences(t, round, habits, &rng, r.present);
            check_against_plain(&r, round);
            if (pair(&r, round) != OK) break;
            simulate_results(t, round, r.pairing, r.count, habits, &rng);
        }
        crosstable_free(t);
    }
}

// Large rounds end, pair everybody once and repeat no pair.
static void large_tournament(void **state)
{
    (void)state;
    enum { MANY = 150, ROUNDS = 9 };
    Rng rng = { 150 };
    Habits habits = { 30, 3, 5, 20 };
    Crosstable table;
    assert_true(crosstable_init(&table, MANY, ROUNDS));
    table.initial = SIDE_FIRST;
    bool present[MANY];
    Pairing pairing[MANY];
    for (int round = 0; round < ROUNDS; round++) {
        simulate_absences(&table, round, habits, &rng, present);
        int count, paired = 0, expected = 0;
        for (int i = 0; i < MANY; i++)
            expected += present[i];
        SwissRound swiss = { .round = round, .present = present };
        assert_int_equal(swiss_pair(&table, &swiss, pairing, &count, NULL), OK);
        for (int i = 0; i < count; i++) {
            paired += pairing[i].second < 0 ? 1 : 2;
            for (int r = 0; r < round && pairing[i].second >= 0; r++) {
                const TableCell *cell = crosstable_cell(&table, pairing[i].first, r);
                assert_false(cell->opponent == pairing[i].second && outcome_played(cell->outcome));
            }
        }
        assert_int_equal(paired, expected);
        simulate_results(&table, round, pairing, count, habits, &rng);
    }
    crosstable_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_round),
        cmocka_unit_test(second_round),
        cmocka_unit_test(bye_goes_to_the_lowest),
        cmocka_unit_test(manual_and_forbidden_pairs),
        cmocka_unit_test(no_legal_pairing),
        cmocka_unit_test(acceleration),
        cmocka_unit_test(random_tournaments),
        cmocka_unit_test(large_tournament),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
