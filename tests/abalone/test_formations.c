// SPDX-License-Identifier: MIT
// Abalone formations, standoffs and pushes: drawn boards for every kind and its near misses, then
// random boards and games compared with a plain enumeration.
#include "support/board.h"
#include "support/findings.h"
#include "support/plain_explain.h"

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect_drawn(const char *variant, const char *drawing, const char *kinds,
                         const char *expected)
{
    Position position = { 0 };
    *(AbPosition *)&position = board_drawn(board_variant(variant), drawing);
    found_expect(&position, kinds, expected);
}

// --- formations ----------------------------------------------------------------------------------

static void test_groups_and_singles(void **state)
{
    (void)state;
    expect_drawn("abalone",
                 "     b . . . b     "
                 "    . . . . b .    "
                 "   . . . . b . .   "
                 "  . . . . w w . .  "
                 " b . . . w b . . . "
                 "  . . . . w . . .  "
                 "   . . . . . . .   "
                 "    . . . . . b    "
                 "     . . . . b     ",
                 "group single pair",
                 "1 group: a5 b6\n"
                 "1 group: e1\n"
                 "1 group: e6\n"
                 "1 group: g7 h8 i9\n"
                 "1 group: i5\n"
                 "1 pair: a5 b6 whole\n"
                 "1 pair: g7 h8\n"
                 "1 pair: h8 i9\n"
                 "1 single: e1\n"
                 "1 single: e6\n"
                 "1 single: i5\n"
                 "2 group: d5 e5 f6 f7\n"
                 "2 pair: d5 e5\n"
                 "2 pair: e5 f6\n"
                 "2 pair: f6 f7\n");
}

static void test_the_board_does_not_wrap_round(void **state)
{
    (void)state;
    // In many numberings the end of one row and the start of the next are adjacent.
    expect_drawn("abalone",
                 "     b . . . b     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . . . . . b  "
                 " b . . . . . . . . "
                 "  . . . . . . . b  "
                 "   b . . . . . .   "
                 "    . . . . . .    "
                 "     b . . . b     ",
                 "pair spear arc shield", "");
}

static void test_trios(void **state)
{
    (void)state;
    // A spear on each axis.
    expect_drawn("abalone",
                 "     b b b . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . . . . . .  "
                 " . . . b . . b . . "
                 "  . . b . . . b .  "
                 "   . b . . . . b   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "spear arc shield",
                 "1 spear: c2 d3 e4 whole\n"
                 "1 spear: c7 d7 e7 whole\n"
                 "1 spear: i5 i6 i7 whole\n");
    // The six arcs.
    expect_drawn("abalone",
                 "     b . . . .     "
                 "    . b b . . .    "
                 "   . . . . . b .   "
                 "  . . w w . . b .  "
                 " . . w . . . b . . "
                 "  . . b . . . w .  "
                 "   b b . . . w .   "
                 "    . . w w . w    "
                 "     . . . w .     ",
                 "spear arc shield",
                 "1 arc: c1 c2 d3 whole\n"
                 "1 arc: e7 f8 g8 whole\n"
                 "1 arc: h5 h6 i5 whole\n"
                 "2 arc: a4 b3 b4 whole\n"
                 "2 arc: b6 c6 d7 whole\n"
                 "2 arc: e3 f4 f5 whole\n");
    // Both shields.
    expect_drawn("abalone",
                 "     . . . . .     "
                 "    . b b . . .    "
                 "   . . b . . . .   "
                 "  . . . . . . . .  "
                 " . . . . b . . . . "
                 "  . . . b b . . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "spear arc shield",
                 "1 shield: d4 d5 e5 whole\n"
                 "1 shield: g5 h5 h6 whole\n");
}

static void test_trio_near_misses(void **state)
{
    (void)state;
    // A gap in the line, a line of two colours, a triangle with a corner of the other colour.
    expect_drawn("abalone",
                 "     b b . b .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . . b . . .  "
                 " . . . . w b . . . "
                 "  . . . . . . . .  "
                 "   . . b b w . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "spear arc shield", "");
    // Four in a line contain two spears; a triangle with a tail contains all three shapes; none is
    // whole.
    expect_drawn("abalone",
                 "     b b b b .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . . . . . .  "
                 " . . . . b . . . . "
                 "  . . . b b b . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "spear arc shield",
                 "1 arc: d5 d6 e5\n"
                 "1 shield: d4 d5 e5\n"
                 "1 spear: d4 d5 d6\n"
                 "1 spear: i5 i6 i7\n"
                 "1 spear: i6 i7 i8\n");
}

static void test_partners_form_no_formation(void **state)
{
    (void)state;
    expect_drawn("abalone-4",
                 "     b a b . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . . . . . .  "
                 " . . . . a . . . . "
                 "  . . . b b . . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "group single pair spear arc shield",
                 "1 group: d4 d5\n"
                 "1 group: i5\n"
                 "1 group: i7\n"
                 "1 pair: d4 d5 whole\n"
                 "1 single: i5\n"
                 "1 single: i7\n"
                 "3 group: e5\n"
                 "3 group: i6\n"
                 "3 single: e5\n"
                 "3 single: i6\n");
}

static void test_blocks(void **state)
{
    (void)state;
    // Two rhombi; each is three rows on two axes, but one block.
    expect_drawn("abalone",
                 "     . . . . w     "
                 "    . . . . w w    "
                 "   . . . . w w w   "
                 "  . . . . . w w .  "
                 " . . . . . . w . . "
                 "  . . . . . . . .  "
                 "   . . b b b . .   "
                 "    . b b b . .    "
                 "     b b b . .     ",
                 "block",
                 "1 block: a1 a2 a3 b2 b3 b4 c3 c4 c5 whole\n"
                 "2 block: e7 f7 f8 g7 g8 g9 h8 h9 i9 whole\n");
    // The third rhombus, and a chevron.
    expect_drawn("abalone",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . b b b . . . .  "
                 " . . b b b w w w . "
                 "  . . b b b w w w  "
                 "   . . . . w w w   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "block",
                 "1 block: d3 d4 d5 e3 e4 e5 f3 f4 f5 whole\n"
                 "2 block: c5 c6 c7 d6 d7 d8 e6 e7 e8 whole\n");
    // With b6 there is a second chevron, on another axis.
    expect_drawn("abalone",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . . . . . .  "
                 " . . . . . b b b . "
                 "  . . . . . b b b  "
                 "   . . . . b b b   "
                 "    . . . . . b    "
                 "     . . . . .     ",
                 "block",
                 "1 block: b6 c5 c6 c7 d6 d7 d8 e7 e8\n"
                 "1 block: c5 c6 c7 d6 d7 d8 e6 e7 e8\n");
}

static void test_block_near_misses(void **state)
{
    (void)state;
    // A hole in the middle; rows that are a whole cell further apart than half a cell.
    expect_drawn("abalone",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . w w w   "
                 "  . . . . w . w .  "
                 " . . . . w w w . . "
                 "  . . . b b b . .  "
                 "   . b b b . . .   "
                 "    b b b . . .    "
                 "     . . . . .     ",
                 "block", "");
}

// --- dets ----------------------------------------------------------------------------------------

static void test_dets(void **state)
{
    (void)state;
    // Four connected neighbours are enough, on the edge too.
    expect_drawn("abalone",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . w w . . .  "
                 " . . . w b . . . . "
                 "  . . . w . . . .  "
                 "   . . . . . . .   "
                 "    . . w w . .    "
                 "     . w b w .     ",
                 "det",
                 "1 det: a3 / a2 a4 b3 b4\n"
                 "1 det: e5 / d4 e4 f5 f6\n");
    // Two pairs on either side that are connected further out.
    expect_drawn("abalone",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . w w w . .  "
                 " . . . . b . w . . "
                 "  . . . w w w . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "det", "1 det: e5 / d4 d5 f5 f6\n");
}

static void test_det_near_misses(void **state)
{
    (void)state;
    // The two pairs are two groups.
    expect_drawn("abalone",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . w w w . .  "
                 " . . . . b . . . . "
                 "  . . . w w w . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "det", "");
    // Three neighbours; three at the edge; all three in a corner; a pair is not a single.
    expect_drawn("abalone",
                 "     w b w . b     "
                 "    . . w . w w    "
                 "   . . . . . . .   "
                 "  . . w w . . . .  "
                 " . . w b . . . . . "
                 "  . . . . . . . .  "
                 "   . . w w w . .   "
                 "    . w b b w .    "
                 "     . w w w .     ",
                 "det", "");
}

static void test_det_with_more_players(void **state)
{
    (void)state;
    // Opponents who play alone don't form a group; partners do, whatever their colour.
    expect_drawn("abalone-3",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . w a . . .  "
                 " . . . w b . . . . "
                 "  . . . w a . . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "det", "");
    expect_drawn("abalone-4",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . w c . . .  "
                 " . . . w b a . . . "
                 "  . . . c . . . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "det", "1 det: e5 / d4 e4 f5 f6\n");
}

// --- pats ----------------------------------------------------------------------------------------

static void test_pats(void **state)
{
    (void)state;
    // The three pats of the rulebook; the fourth black marble does not count.
    expect_drawn("abalone",
                 "     b w . . .     "
                 "    . . . . . .    "
                 "   . b b w w . .   "
                 "  . . . . . . . .  "
                 " b b b b w w w . . "
                 "  . . . . . . . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "pat sumito ejection",
                 "1 pat 1-1: i5 / i6\n"
                 "1 pat 2-2: g4 g5 / g6 g7\n"
                 "1 pat 3-3: e2 e3 e4 / e5 e6 e7\n"
                 "2 pat 1-1: i6 / i5\n"
                 "2 pat 2-2: g7 g6 / g5 g4\n"
                 "2 pat 3-3: e7 e6 e5 / e4 e3 e2\n");
    // On the other axes; and a marble between two others is in two.
    expect_drawn("abalone",
                 "     . . . . .     "
                 "    b . . . . .    "
                 "   . b . . . . .   "
                 "  . . w . . . . .  "
                 " . . . w . . . b . "
                 "  . . . . . . w .  "
                 "   . . . . . b .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "pat",
                 "1 pat 1-1: c6 / d7\n"
                 "1 pat 1-1: e8 / d7\n"
                 "1 pat 2-2: h4 g4 / f4 e4\n"
                 "2 pat 1-1: d7 / c6\n"
                 "2 pat 1-1: d7 / e8\n"
                 "2 pat 2-2: e4 f4 / g4 h4\n");
}

static void test_pat_near_misses(void **state)
{
    (void)state;
    // Unequal, a gap between, a gap in the line, not on one axis.
    expect_drawn("abalone",
                 "     b b w . .     "
                 "    . . . . . .    "
                 "   . b b . w w .   "
                 "  . . . . . . . .  "
                 " b . b w w . . . . "
                 "  . . . . . . . .  "
                 "   b b b b w w .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "pat", "");
    expect_drawn("abalone",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . . . . . .  "
                 " . . . b b . . . . "
                 "  . . . . . w w .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "pat", "");
}

static void test_pats_of_three_players(void **state)
{
    (void)state;
    // White and amber hold black together, but each is alone: amber has three against one.
    static const char DRAWN[] = "     . . . . .     "
                                "    . . . . . .    "
                                "   . . . . . . .   "
                                "  . . . . . . . .  "
                                " . . b b w a . . . "
                                "  . . . . . . . .  "
                                "   . . . . . . .   "
                                "    . . . . . .    "
                                "     . . . . .     ";
    expect_drawn("abalone-3", DRAWN, "pat",
                 "1 pat 2-2: e3 e4 / e5 e6\n"
                 "2 pat 1-1: e5 / e6\n");
    // A player who is out has no pat, but the marbles still block.
    Position position = { 0 };
    AbPosition *ab = (AbPosition *)&position;
    *ab = board_drawn(board_variant("abalone-3"), DRAWN);
    ab_leave(ab, 1);
    found_expect(&position, "pat", "1 pat 2-2: e3 e4 / e5 e6\n");
}

static void test_pats_of_teams(void **state)
{
    (void)state;
    // Partners in one line: the pat belongs to the rear marble's player (of the three that count).
    expect_drawn("abalone-4",
                 "     b a w c .     "
                 "    . . . . . .    "
                 "   a b a w c . .   "
                 "  . . . . . . . .  "
                 " b a b a w c w . . "
                 "  . . . . . . . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "pat",
                 "1 pat 2-2: i5 i6 / i7 i8\n"
                 "2 pat 3-3: e7 e6 e5 / e4 e3 e2\n"
                 "3 pat 3-3: e2 e3 e4 / e5 e6 e7\n"
                 "4 pat 2-2: i8 i7 / i6 i5\n");
}

// --- pushes --------------------------------------------------------------------------------------

static void test_sumitos(void **state)
{
    (void)state;
    // 2-1, 3-1 (where two would suffice too), 3-2, 4 against 2; also white's pushes, though black
    // is to move.
    expect_drawn("abalone",
                 "     b b w . .     "
                 "    . . . . . .    "
                 "   b b b w . . .   "
                 "  . . . . . . . .  "
                 " . b b b w w . . . "
                 "  . . . . . . . .  "
                 "   b w w . . . .   "
                 "    . . . . . .    "
                 "     . b w w .     ",
                 "sumito ejection",
                 "1 sumito 2-1 g4g5: g4 g5 / g6\n"
                 "1 sumito 2-1 i5i6: i5 i6 / i7\n"
                 "1 sumito 3-1 g3g4: g3 g4 g5 / g6\n"
                 "1 sumito 3-2 e2e3: e2 e3 e4 / e5 e6\n"
                 "2 ejection 2-1 c3c2: c3 c2 / c1\n"
                 "2 sumito 2-1 a4a3: a4 a3 / a2\n");
    expect_drawn("abalone",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . . . . . .  "
                 " . b b b b w w . . "
                 "  . . . . . . . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "sumito ejection", "1 sumito 3-2 e3e4: e3 e4 e5 / e6 e7\n");
}

static void test_forbidden_pushes(void **state)
{
    (void)state;
    // No room (either colour behind), a gap, not in line.
    expect_drawn("abalone",
                 "     b b w b .     "
                 "    . . . . . .    "
                 "   b b b w . w .   "
                 "  . . . . . . . .  "
                 " b b . w . . . . . "
                 "  . . . . . . . .  "
                 "   b b . . . . .   "
                 "    . . w . . .    "
                 "     . . . . .     ",
                 "sumito ejection",
                 "1 sumito 2-1 g4g5: g4 g5 / g6\n"
                 "1 sumito 3-1 g3g4: g3 g4 g5 / g6\n");
}

static void test_ejections(void **state)
{
    (void)state;
    // Also over an edge that is not the end of a row; one's own are never pushed out.
    expect_drawn("abalone",
                 "     w . . . .     "
                 "    . w . . . .    "
                 "   . . b . . . .   "
                 "  . . . b . . . .  "
                 " . . . . b . . . . "
                 "  . . . . . . . .  "
                 "   . . . . b b w   "
                 "    . . . . . .    "
                 "     b b . . .     ",
                 "sumito ejection",
                 "1 ejection 2-1 c5c6: c5 c6 / c7\n"
                 "1 ejection 3-2 e5f5: e5 f5 g5 / h5 i5\n");
}

static void test_pushes_of_more_players(void **state)
{
    (void)state;
    // Two colours at once. No one pushes amber, because each opponent is alone against two.
    expect_drawn("abalone-3",
                 "     . . . . .     "
                 "    . . . . . .    "
                 "   . . . . . . .   "
                 "  . . . . . . . .  "
                 " . b b b w a . . . "
                 "  . . . . . . . .  "
                 "   . . . . . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "sumito ejection", "1 sumito 3-2 e2e3: e2 e3 e4 / e5 e6\n");
    // Partners push together; the move belongs to the rear marble's player.
    expect_drawn("abalone-4",
                 "     a b w . .     "
                 "    . . . . . .    "
                 "   . . . . b a w   "
                 "  . . . . . . . .  "
                 " . b a b w c . . . "
                 "  . . . . . . . .  "
                 "   c w a b . . .   "
                 "    . . . . . .    "
                 "     . . . . .     ",
                 "sumito ejection",
                 "1 ejection 2-1 g7g8: g7 g8 / g9\n"
                 "1 sumito 3-2 e2e3: e2 e3 e4 / e5 e6\n"
                 "3 sumito 2-1 i5i6: i5 i6 / i7\n");
}

static void test_who_is_out_pushes_nobody(void **state)
{
    (void)state;
    Position position = { 0 };
    AbPosition *ab = (AbPosition *)&position;
    *ab = board_drawn(board_variant("abalone-3"), "     . . . . .     "
                                                  "    . . . . . .    "
                                                  "   . . . . . . .   "
                                                  "  . . . . . . . .  "
                                                  " . b b w . . . . . "
                                                  "  . . . . . . . .  "
                                                  "   . w w b . . .   "
                                                  "    . . . . . .    "
                                                  "     a . . . .     ");
    ab_leave(ab, 0);
    found_expect(&position, "pair sumito",
                 "1 pair: e2 e3 whole\n"
                 "2 pair: c2 c3 whole\n"
                 "2 sumito 2-1 c2c3: c2 c3 / c4\n");
    // Nothing can be pushed once the game is over; formations remain.
    ab_leave(ab, 1);
    found_expect(&position, "pair sumito", "1 pair: e2 e3 whole\n2 pair: c2 c3 whole\n");
}

// --- random games --------------------------------------------------------------------------------

static int seen[FINDING_KINDS];

static void count_kind(void *context, const Finding *found)
{
    seen[found->kind]++;
    found_add(context, found);
}

// Checks that explain() visits players in order, and each player's kinds in order.
static void check_order(void *context, const Finding *found)
{
    int *last = context, rank = found->player * FINDING_KINDS + (int)found->kind;
    assert_true(rank >= *last);
    *last = rank;
}

static void compare_with_plain(const AbPosition *position)
{
    static FoundLines fast, plain;
    fast.position = plain.position = (const Position *)position;
    fast.count = plain.count = 0;
    ab_explain(position, count_kind, &fast);
    plain_explain(position, found_add, &plain);
    found_sort(&fast);
    found_sort(&plain);
    for (int i = 0; i < fast.count && i < plain.count; i++)
        assert_string_equal(fast.line[i], plain.line[i]);
    assert_int_equal(fast.count, plain.count);
    int last = 0;
    ab_explain(position, check_order, &last);
}

// Sometimes a move that pushes, if there is one; otherwise any.
static Move random_move(Rng *rng, const AbPosition *position)
{
    Move moves[MOVES_MAX];
    int count = ab_moves(position, moves);
    Cells foes = ab_occupied(position) & ~ab_team(position, position->head.turn);
    for (int tries = 0; tries < 20; tries++) {
        Move move = moves[rng_below(rng, (u32)count)];
        if (move == MOVE_PASS || ab_moved(position, move) & foes) return move;
    }
    return moves[rng_below(rng, (u32)count)];
}

static void test_random_games(void **state)
{
    (void)state;
    Rng rng = { 2026 };
    memset(seen, 0, sizeof seen);
    for (int v = 0; v < AB_VARIANTS; v++) {
        const Variant *variant = &AB_VARIANT[v].common;
        for (int game = 0; game < 24; game++) {
            Position start;
            const Layout *layout = &variant->layout[game % variant->layouts];
            assert_int_equal(variant->game->read(variant, text_of(layout->position), &start, NULL),
                             OK);
            AbPosition position = *(AbPosition *)&start;
            for (int ply = 0; ply < 120 && !ab_winners(&position); ply++) {
                compare_with_plain(&position);
                if (variant_each_alone(variant) && rng_below(&rng, 200) == 0)
                    ab_leave(&position, position.head.turn);
                else
                    ab_play(&position, random_move(&rng, &position));
            }
            compare_with_plain(&position);
        }
    }
    for (FindingKind kind = FOUND_GROUP; kind <= FOUND_EJECTION; kind++)
        assert_true(seen[kind] > 20);
}

// Random boards, sparse and dense, to produce unusual shapes.
static void test_random_boards(void **state)
{
    (void)state;
    Rng rng = { 61 };
    for (int round = 0; round < 1000; round++) {
        const AbVariant *variant = &AB_VARIANT[round % AB_VARIANTS];
        AbPosition position = { .head = { .variant = &variant->common } };
        u32 cells = 20 + rng_below(&rng, 42); // marbles only on these, to make them adjacent
        for (int player = 0; player < variant->common.players; player++) {
            u32 marbles = rng_below(&rng, variant->count[0].marbles + 1u);
            for (u32 i = 0; i < marbles; i++) {
                Cell cell = (Cell)rng_below(&rng, cells);
                if (!bits_has(ab_occupied(&position), cell)) position.marble[player] |= bit(cell);
            }
        }
        compare_with_plain(&position);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups_and_singles),
        cmocka_unit_test(test_the_board_does_not_wrap_round),
        cmocka_unit_test(test_trios),
        cmocka_unit_test(test_trio_near_misses),
        cmocka_unit_test(test_partners_form_no_formation),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_block_near_misses),
        cmocka_unit_test(test_dets),
        cmocka_unit_test(test_det_near_misses),
        cmocka_unit_test(test_det_with_more_players),
        cmocka_unit_test(test_pats),
        cmocka_unit_test(test_pat_near_misses),
        cmocka_unit_test(test_pats_of_three_players),
        cmocka_unit_test(test_pats_of_teams),
        cmocka_unit_test(test_sumitos),
        cmocka_unit_test(test_forbidden_pushes),
        cmocka_unit_test(test_ejections),
        cmocka_unit_test(test_pushes_of_more_players),
        cmocka_unit_test(test_who_is_out_pushes_nobody),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_random_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
