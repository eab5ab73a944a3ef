// SPDX-License-Identifier: MIT
// Tie-breaks of C.07 (March 2026), computed by hand.
//
//          round 1     2     3      points
//     1    4w1   2b=   3w1    2.5
//     2    5b1   1w=   4b1    2.5
//     3    6w+   H     1b0    1.5    a forfeit, a requested bye before a game
//     4    1b0   5w1   2w0    1
//     5    2w0   4b0   U      1      the bye
//     6    3b-   Z     Z      0      withdrew: opponents count 1.0 (two draws)
#include "support/check.h"

#include "tournament/simulate.h"
#include "tournament/standings.h"

#include <string.h>

enum { ROUNDS = 3 };

static void fill(Crosstable *table)
{
    static const char *const ROWS[] = { "4w1 2b= 3w1", "5b1 1w= 4b1", "6w+ H 1b0",
                                        "1b0 5w1 2w0", "2w0 4b0 U",   "3b- Z Z" };
    assert_true(crosstable_init(table, 6, ROUNDS));
    for (int i = 0; i < 6; i++)
        simulate_row(table, i, ROWS[i]);
}

// The values of a tie-break for players 1, 2, ... as text: "5 4.5".
static void check_values(const char *code, bool fixed, const char *expected)
{
    Crosstable table;
    TiebreakRules rules = { .fixed_pairings = fixed };
    char text[200];
    Out out = out_to(text, sizeof text);
    fill(&table);
    assert_int_equal(tiebreak_read(text_of(code), &rules, NULL), OK);
    for (int player = 0; player < 6; player++) {
        if (player) out_char(&out, ' ');
        tiebreak_write_value(
            tiebreak_value(&table, &rules, &rules.tiebreak[0], player, ROUNDS, NULL, NULL), &out);
    }
    if (strcmp(text, expected) != 0) print_message("%s\n", code);
    assert_string_equal(text, expected);
    crosstable_free(&table);
}

static void values(void **state)
{
    (void)state;
    // 3: 1.0 (6's adjusted score caps the dummy) + 1.5 (three draws cap it) + 2.5.
    check_values("BH", false, "5 4.5 5 6 4.5 0");
    // 3: its own requested bye goes first. 5: the bye isn't voluntary.
    check_values("BH/C1", false, "4 3.5 3.5 5 3.5 0");
    check_values("BH-M1", false, "1.5 1 1 2.5 1 0");
    check_values("FB", false, "5.5 4.5 4.5 5 4.5 0");
    check_values("AOB", false, "5.17 5.17 5 4.67 5.25 0");
    check_values("SB", false, "3.75 3.25 1.75 1 1 0");
    // 3: the least significant product, 1.0, is higher than that of the bye.
    check_values("SB/C1", false, "2.75 2.25 0.75 0 1 0");
    check_values("KS", false, "1.5 0.5 0 0 0 0");
    check_values("KS/L-1", false, "2.5 2.5 0 1 0 0");
    check_values("WIN", false, "2 2 1 1 1 0");
    check_values("WON", false, "2 2 0 1 0 0");
    check_values("BPG", false, "1 2 1 1 1 0");
    check_values("BWG", false, "0 2 0 0 0 0");
    check_values("PS", false, "5 5 4 2 1 0");
    check_values("PS/C1", false, "4 4 3 2 1 0");
    check_values("REP", false, "3 3 2 3 3 0");
    check_values("STD", false, "2.5 2.5 1.5 1 1 0");
    check_values("TPN", false, "-1 -2 -3 -4 -5 -6");
    // Forfeits as games.
    check_values("WON", true, "2 2 1 1 0 0");
    check_values("BH/P", false, "5 4.5 5 6 4.5 1.5");
}

static void margins(void **state)
{
    (void)state;
    Crosstable table;
    TiebreakRules rules = { 0 };
    fill(&table);
    crosstable_cell(&table, 0, 0)->margin = 4;
    crosstable_cell(&table, 0, 1)->margin = -1;
    crosstable_cell(&table, 0, 2)->margin = 6;
    crosstable_cell(&table, 0, 2)->steps = 7;
    assert_int_equal(tiebreak_read(text_of("MD MD/B1, STG"), &rules, NULL), OK);
    static const int EXPECTED[] = { 9, 3, 7 };
    for (int i = 0; i < 3; i++)
        assert_int_equal(tiebreak_value(&table, &rules, &rules.tiebreak[i], 0, ROUNDS, NULL, NULL),
                         EXPECTED[i] * (i64)TIEBREAK_UNIT);
    crosstable_free(&table);
}

// The parts add up to the value, and the cut one is marked.
static void parts_explain_the_value(void **state)
{
    (void)state;
    Crosstable table;
    TiebreakRules rules = { 0 };
    TiebreakPart part[ROUNDS_MAX];
    int parts;
    fill(&table);
    assert_int_equal(tiebreak_read(text_of("BH/C1"), &rules, NULL), OK);
    assert_int_equal(tiebreak_value(&table, &rules, &rules.tiebreak[0], 2, ROUNDS, part, &parts),
                     35 * (i64)TIEBREAK_UNIT / 10);
    assert_int_equal(parts, 3);
    assert_true(part[0].opponent == -1 && !part[0].voluntary && !part[0].cut);
    assert_true(part[1].opponent == -1 && part[1].voluntary && part[1].cut);
    assert_true(part[2].opponent == 0 && part[2].value == 25 * (i64)TIEBREAK_UNIT / 10);
    crosstable_free(&table);
}

static void codes(void **state)
{
    (void)state;
    TiebreakRules rules = { 0 };
    char text[200];
    Out out = out_to(text, sizeof text);
    const char *list = "BH/C1,BH/M2,SB,DE,KS/L+1,KS/L-2,WIN,BH/C1/P,MD/B1";
    assert_int_equal(tiebreak_read(text_of(list), &rules, NULL), OK);
    for (int i = 0; i < rules.count; i++) {
        if (i) out_char(&out, ',');
        tiebreak_write(&rules.tiebreak[i], &out);
    }
    assert_string_equal(text, list);
    const char *BAD[] = { "XX", "BH/", "BH/C", "BH/X1", "WIN/C1", "BH/L+1", "KS/C1", "BH/C1/" };
    Fault why;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_int_equal(tiebreak_read(text_of(BAD[i]), &rules, &why), MALFORMED);
    assert_int_equal(rules.count, 9);
}

static void check_standings(const char *code, const char *expected)
{
    Crosstable table;
    TiebreakRules rules = { 0 };
    Standing standing[6];
    char text[200];
    Out out = out_to(text, sizeof text);
    fill(&table);
    assert_int_equal(tiebreak_read(text_of(code), &rules, NULL), OK);
    assert_true(standings_compute(&table, &rules, ROUNDS, standing));
    for (int i = 0; i < 6; i++)
        out_format(&out, "%s%d:%d", i ? " " : "", standing[i].rank, standing[i].player + 1);
    assert_string_equal(text, expected);
    crosstable_free(&table);
}

static void standings(void **state)
{
    (void)state;
    check_standings("", "1:1 1:2 3:3 4:4 4:5 6:6");
    check_standings("BH", "1:1 2:2 3:3 4:4 5:5 6:6");
    check_standings("DE", "1:1 1:2 3:3 4:4 5:5 6:6");
    check_standings("BWG,BH", "1:2 2:1 3:3 4:4 5:5 6:6");
}

// The places of all players by direct encounter.
static void check_encounter(const char *const *rows, int players, int rounds, bool fixed,
                            const char *expected)
{
    Crosstable table;
    TiebreakRules rules = { .fixed_pairings = fixed };
    Tiebreak direct = { .kind = TIEBREAK_DIRECT_ENCOUNTER };
    int player[8], place[8];
    char text[100];
    Out out = out_to(text, sizeof text);
    assert_true(crosstable_init(&table, players, rounds));
    for (int i = 0; i < players; i++) {
        simulate_row(&table, i, rows[i]);
        player[i] = i;
    }
    assert_true(direct_encounter(&table, &rules, &direct, player, players, rounds, place));
    for (int i = 0; i < players; i++)
        out_int(&out, place[i]);
    assert_string_equal(text, expected);
    crosstable_free(&table);
}

static void direct_encounters(void **state)
{
    (void)state;
    const char *CYCLE[] = { "2w1 3b0 Z", "1b0 Z 3w1", "Z 1w1 2b0" };
    check_encounter(CYCLE, 3, 3, false, "111");
    // 1 is first with 2 points; 2 and 3 have half a point each from their game.
    const char *FIRST[] = { "2w1 3b1 Z", "1b0 Z 3w=", "Z 1w0 2b=" };
    check_encounter(FIRST, 3, 3, false, "122");
    // 3 has 2 points, 1 and 2 have 1.5: among those two again, 1 beat 2.
    const char *AGAIN[] = { "2w1 3w0 4w=", "1b0 4w1 3w=", "4b= 1b1 2b=", "3w= 2b0 1b=" };
    check_encounter(AGAIN, 4, 3, false, "2314");
    // Not all have met: 1 beat 2 and 3; 2 and 3 haven't met, and neither reaches two points.
    const char *SWISS[] = { "2w1 3b1", "1b0 Z", "Z 1w0" };
    check_encounter(SWISS, 3, 2, false, "122");
    // 1 beat 2, but 3 has met neither.
    const char *OPEN[] = { "2w1", "1b0", "Z" };
    check_encounter(OPEN, 3, 1, false, "111");
    // A forfeit isn't a meeting in a Swiss tournament. In a round robin it is.
    const char *FORFEIT[] = { "2w+", "1b-" };
    check_encounter(FORFEIT, 2, 1, false, "11");
    check_encounter(FORFEIT, 2, 1, true, "12");
    // Two games count as their mean.
    const char *TWICE[] = { "2w1 2b= 3w0", "1b0 1w= 3b1", "Z Z Z" };
    check_encounter(TWICE, 2, 3, false, "12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(margins),
        cmocka_unit_test(parts_explain_the_value),
        cmocka_unit_test(codes),
        cmocka_unit_test(standings),
        cmocka_unit_test(direct_encounters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
