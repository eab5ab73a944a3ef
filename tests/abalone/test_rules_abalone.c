// SPDX-License-Identifier: MIT
// Abalone by the rulebook: every numbered rule, ruling and figure of docs/rules.md, drawn.
//
// Rows that aren't drawn are empty. (test_match.c covers A10, clocks, and R6, agreed draws.)
#include "support/given.h"

#include "abalone/position.h"

#include <string.h>

static int score(const Position *position, int team)
{
    return ((const AbPosition *)position)->score[team];
}

// The players' turns in order, as letters of their colours.
static void expect_turns(const char *variant, const char *colours)
{
    Position *position = given_start(variant);
    for (; *colours; colours++) {
        Move moves[MOVES_MAX];
        assert_int_equal(ab_colour(position->head.turn), *colours);
        assert_true(position->head.variant->game->moves(position, moves) > 0);
        position->head.variant->game->play(position, moves[0]);
    }
}

// --- the set-ups ---------------------------------------------------------------------------------

static Cells cell_named(const char *name)
{
    return bit(cell_read((Text){ name, 2 }));
}

// "a1-a5 b1": cells and runs of cells of one row.
static Cells cells_named(const char *list)
{
    Cells set = 0;
    for (; *list; list += *list == ' ') {
        const char *first = list, *last = list[2] == '-' ? list + 3 : list;
        for (char digit = first[1]; digit <= last[1]; digit++)
            set |= cell_named((char[]){ first[0], digit });
        list = last + 2;
    }
    return set;
}

static void setups(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *layout, *cells[PLAYERS_MAX];
    } SETUP[] = {
        { "abalone", "standard", { "a1-a5 b1-b6 c3-c5", "g5-g7 h4-h9 i5-i9" } },
        { "abalone",
          "belgian-daisy",
          { "a1-a2 b1-b3 c2-c3 g7-g8 h7-h9 i8-i9", "a4-a5 b4-b6 c5-c6 g4-g5 h4-h6 i5-i6" } },
        { "abalone",
          "german-daisy",
          { "b1-b2 c1-c3 d2-d3 f7-f8 g7-g9 h8-h9", "b5-b6 c5-c7 d6-d7 f3-f4 g3-g5 h4-h5" } },
        { "abalone",
          "dutch-daisy",
          { "a1-a2 b1 b3 b5 c2-c3 g7-g8 h5 h7 h9 i8-i9",
            "a4-a5 b2 b4 b6 c5-c6 g4-g5 h4 h6 h8 i5-i6" } },
        { "abalone",
          "swiss-daisy",
          { "b1-b2 c1 c3 c6 d2-d3 f7-f8 g4 g7 g9 h8-h9",
            "b5-b6 c2 c5 c7 d6-d7 f3-f4 g3 g5 g8 h4-h5" } },
        { "abalone-3",
          "standard",
          { "a1-a5 b1-b6", "e1 f2 g3 h4 i5 d1 e2 f3 g4 h5 i6",
            "e9 f9 g9 h9 i9 d8 e8 f8 g8 h8 i8" } },
        { "abalone-4",
          "standard",
          { "a2-a5 b3-b5 c4-c5", "b1 c1 d1 e1 c2 d2 e2 d3 e3", "i5-i8 h5-h7 g5-g6",
            "h9 g9 f9 e9 g8 f8 e8 f7 e7" } },
        { "abalone-4-pairs",
          "standard",
          { "a2-a5 b3-b5 c4-c5", "b1 c1 d1 e1 c2 d2 e2 d3 e3", "i5-i8 h5-h7 g5-g6",
            "h9 g9 f9 e9 g8 f8 e8 f7 e7" } },
    };
    for (int i = 0; i < (int)(sizeof SETUP / sizeof *SETUP); i++) {
        const Variant *variant = variant_find(text_of(SETUP[i].variant));
        const Layout *layout = variant_layout(variant, text_of(SETUP[i].layout));
        assert_non_null(layout);
        const AbPosition *position =
            (const AbPosition *)given_text(SETUP[i].variant, layout->position);
        for (int player = 0; player < variant->players; player++) {
            assert_int_equal(position->marble[player], cells_named(SETUP[i].cells[player]));
            assert_int_equal(bits_count(position->marble[player]), ab_count(position).marbles);
        }
        assert_int_equal(position->head.turn, 0);
    }
}

static void figure_start(void **state)
{
    (void)state;
    expect_board(given_start("abalone"), "     i w w w w w\n"
                                         "    h w w w w w w\n"
                                         "   g . . w w w . .\n"
                                         "  f . . . . . . . .\n"
                                         " e . . . . . . . . .\n"
                                         "  d . . . . . . . .\n"
                                         "   c . . b b b . .\n"
                                         "    b b b b b b b\n"
                                         "     a b b b b b\n");
}

static void figure_start_of_three(void **state)
{
    (void)state;
    expect_board(given_start("abalone-3"), "     i w w . a a\n"
                                           "    h w w . . a a\n"
                                           "   g w w . . . a a\n"
                                           "  f w w . . . . a a\n"
                                           " e w w . . . . . a a\n"
                                           "  d w . . . . . . a\n"
                                           "   c . . . . . . .\n"
                                           "    b b b b b b b\n"
                                           "     a b b b b b\n");
}

static void figure_start_of_four(void **state)
{
    (void)state;
    const Position *position = given_start("abalone-4");
    expect_board(position, "     i a a a a .\n"
                           "    h . a a a . c\n"
                           "   g . . a a . c c\n"
                           "  f . . . . . c c c\n"
                           " e w w w . . . c c c\n"
                           "  d w w w . . . . .\n"
                           "   c w w . b b . .\n"
                           "    b w . b b b .\n"
                           "     a . b b b b\n");
    assert_int_equal(variant_teammates(position->head.variant, 0), 1 << 0 | 1 << 2);
    assert_int_equal(variant_teammates(position->head.variant, 3), 1 << 1 | 1 << 3);
}

// --- A1 ------------------------------------------------------------------------------------------

static void a1_black_first_then_in_turn(void **state)
{
    (void)state;
    expect_turns("abalone", "bwbw");
    expect_turns("abalone-3", "bwabwa");
    expect_turns("abalone-4", "bwacbwac");
    for (int i = 0; i < AB_VARIANTS; i++)
        expect_refused(given_start(AB_VARIANT[i].common.id), "pass", REFUSED_PASS);
}

// --- A2 ------------------------------------------------------------------------------------------

static void a2_one_two_or_three_marbles(void **state)
{
    (void)state;
    expect_move(given_abalone("abalone", 'b', "e b . . . . . . . ."), "e1e2",
                "e . b . . . . . . .");
    expect_move(given_abalone("abalone", 'b', "e b b . . . . . . ."), "e1e2",
                "e . b b . . . . . .");
    expect_move(given_abalone("abalone", 'b', "e b b b . . . . . ."), "e1e2",
                "e . b b b . . . . .");
    expect_refused(given_abalone("abalone", 'b', "e b b b b . . . . ."), "e1e2", REFUSED_TOO_MANY);
}

static void a2_six_directions(void **state)
{
    (void)state;
    static const char *const TO[] = { "e6", "f6", "f5", "e4", "d4", "d5" };
    for (int i = 0; i < 6; i++) {
        char move[] = "e5xx";
        memcpy(move + 2, TO[i], 2);
        Position *position = given_abalone("abalone", 'b', "e . . . . b . . . .");
        expect_played(position, move);
        assert_int_equal(((AbPosition *)position)->marble[0], cell_named(TO[i]));
    }
    expect_moves(given_abalone("abalone", 'b', "e . . . . b . . . ."),
                 "e5d4 e5d5 e5e4 e5e6 e5f5 e5f6");
    expect_moves(given_abalone("abalone", 'b', "a b . . . ."), "a1a2 a1b1 a1b2");
}

static void a2_a_longer_line_may_be_split(void **state)
{
    (void)state;
    const char *four = "e b b b b . . . . .";
    expect_move(given_abalone("abalone", 'b', four), "e2e3", "e b . b b b . . . .");
    expect_move(given_abalone("abalone", 'b', four), "e3e4", "e b b . b b . . . .");
    expect_move(given_abalone("abalone", 'b', four), "e4e5", "e b b b . b . . . .");
    expect_move(given_abalone("abalone", 'b', four), "e2e3f3",
                "f . b b . . . . .\n"
                "e b . . b . . . . .");
    expect_move(given_abalone("abalone", 'b', four), "e2e4f3",
                "f . b b b . . . .\n"
                "e b . . . . . . . .");
    expect_refused(given_abalone("abalone", 'b', four), "e1e4f2", REFUSED_NOT_A_LINE);
}

static void a2_one_cell_in_a_line_of_neighbours(void **state)
{
    (void)state;
    const Position *position = given_abalone("abalone", 'b',
                                             "f . b . . . . . .\n"
                                             "e b . b b . . w . .");
    expect_refused(position, "e3e5", REFUSED_NOT_A_STEP);
    expect_refused(position, "e3e3", REFUSED_NOT_A_STEP);
    expect_refused(position, "e3e4f6", REFUSED_NOT_A_STEP);
    expect_refused(position, "e1f3f2", REFUSED_NOT_A_LINE); // not on one line
    expect_refused(position, "e3e3f3", REFUSED_NOT_A_LINE);
    expect_refused(position, "e3e4e4", REFUSED_NOT_A_LINE); // along itself is no side-step
    expect_refused(position, "e1e3f2", REFUSED_NOT_YOURS);  // a gap between them
    expect_refused(position, "e5e6", REFUSED_NOT_YOURS);
    expect_refused(position, "e7e6", REFUSED_NOT_YOURS);
}

// --- A3, A4 --------------------------------------------------------------------------------------

static void a3_in_line_into_an_empty_cell(void **state)
{
    (void)state;
    expect_move(given_abalone("abalone", 'w',
                              "f . . . w . . . .\n"
                              "e . . . w . . . . .\n"
                              "d . . w . . . . ."),
                "d3e4",
                "g . . . w . . .\n"
                "f . . . w . . . .\n"
                "e . . . w . . . . .");
    expect_move(given_abalone("abalone", 'b', "e . b b b . . . . ."), "e4e3",
                "e b b b . . . . . .");
}

static void a4_side_step(void **state)
{
    (void)state;
    const char *before = "d . . . . . . . .\n"
                         "c . . b b b . .";
    const char *after = "d . . . b b b . .\n"
                        "c . . . . . . .";
    expect_move(given_abalone("abalone", 'b', before), "c3c5d4", after);
    expect_move(given_abalone("abalone", 'b', before), "c5c3d6", after); // the other spelling
    expect_move(given_abalone("abalone", 'b', before), "c3c4d3",
                "d . . b b . . . .\n"
                "c . . . . b . .");
    expect_move(given_abalone("abalone", 'b',
                              "f . . . b . . . .\n"
                              "e . . . b . . . . .\n"
                              "d . . b . . . . ."),
                "d3f5d4",
                "f . . . . b . . .\n"
                "e . . . . b . . . .\n"
                "d . . . b . . . .");
}

static void a4_every_target_must_be_empty(void **state)
{
    (void)state;
    const char *by_a_foe = "d . . . . . w . .\n"
                           "c . . b b b . .";
    expect_refused(given_abalone("abalone", 'b', by_a_foe), "c3c5d4", REFUSED_OCCUPIED);
    expect_played(given_abalone("abalone", 'b', by_a_foe), "c3c4d4");
    expect_refused(given_abalone("abalone", 'b',
                                 "d . . . . b . . .\n"
                                 "c . . b b b . ."),
                   "c3c5d4", REFUSED_OCCUPIED);
    const char *edge = "e . . . . . . . b b";
    expect_refused(given_abalone("abalone", 'b', edge), "e8e9f9", REFUSED_OFF_BOARD);
    expect_refused(given_abalone("abalone", 'b', "e b b . . . . . . ."), "e2e1f2",
                   REFUSED_OFF_BOARD);
}

// --- A5, A6 --------------------------------------------------------------------------------------

static void a5_sumito(void **state)
{
    (void)state;
    expect_move(given_abalone("abalone", 'b', "e . b b w . . . . ."), "e2e3", // 2-1
                "e . . b b w . . . .");
    expect_move(given_abalone("abalone", 'b', "e b b b w . . . . ."), "e1e2", // 3-1
                "e . b b b w . . . .");
    expect_move(given_abalone("abalone", 'b', "e b b b w w . . . ."), "e1e2", // 3-2
                "e . b b b w w . . .");
    expect_move(given_abalone("abalone", 'w', // on the other axes, the other way
                              "f . . . w . . . .\n"
                              "e . . . w . . . . .\n"
                              "d . . b . . . . ."),
                "f5e4",
                "e . . . w . . . . .\n"
                "d . . w . . . . .\n"
                "c . b . . . . .");
    expect_move(given_abalone("abalone", 'w',
                              "f . . . b . . . .\n"
                              "e . . . . w . . . .\n"
                              "d . . . . w . . ."),
                "d5e5",
                "g . . b . . . .\n"
                "f . . . w . . . .\n"
                "e . . . . w . . . .");
}

static void a5_figure_four_against_two(void **state)
{
    (void)state;
    const char *before = "e b b b b w w . . .";
    expect_refused(given_abalone("abalone", 'b', before), "e1e2", REFUSED_TOO_MANY);
    expect_move(given_abalone("abalone", 'b', before), "e2e3", "e b . b b b w w . .");
}

static void a6_no_room(void **state)
{
    (void)state;
    expect_refused(given_abalone("abalone", 'b', "e b b w b . . . . ."), "e1e2", REFUSED_NO_ROOM);
    expect_refused(given_abalone("abalone", 'b', "e b b b w b . . . ."), "e1e2", REFUSED_NO_ROOM);
    expect_refused(given_abalone("abalone", 'b', "e b b b w w b . . ."), "e1e2", REFUSED_NO_ROOM);
    expect_refused(given_abalone("abalone", 'b', "e . . . . . b b w b"), "e6e7", REFUSED_NO_ROOM);
}

static void a6_a_gap(void **state)
{
    (void)state;
    // The line only closes up: nothing is pushed across an empty cell before or behind the gap.
    expect_move(given_abalone("abalone", 'b', "e b b . w . . . . ."), "e1e2",
                "e . b b w . . . . .");
    expect_move(given_abalone("abalone", 'b', "e b b w . w . . . ."), "e1e2",
                "e . b b w w . . . .");
    expect_refused(given_abalone("abalone", 'b', "e b . b w . . . . ."), "e3e4",
                   REFUSED_OUTNUMBERED);
}

static void a6_not_on_one_axis(void **state)
{
    (void)state;
    // Two marbles side by side push nothing sideways, and don't add to the strength of the one in
    // front.
    const char *abreast = "f . . . w . . . .\n"
                          "e . . . b b . . . .";
    expect_refused(given_abalone("abalone", 'b', abreast), "e4e5f5", REFUSED_OCCUPIED);
    expect_refused(given_abalone("abalone", 'b', abreast), "e4f5", REFUSED_OUTNUMBERED);
    expect_refused(given_abalone("abalone", 'b', abreast), "e5f5", REFUSED_OUTNUMBERED);
}

static void a6_pats(void **state)
{
    (void)state;
    expect_refused(given_abalone("abalone", 'b', "e . b w . . . . . ."), "e2e3",
                   REFUSED_OUTNUMBERED);
    expect_refused(given_abalone("abalone", 'b', "e b b w w . . . . ."), "e1e2",
                   REFUSED_OUTNUMBERED);
    expect_refused(given_abalone("abalone", 'b', "e b b b w w w . . ."), "e1e2",
                   REFUSED_OUTNUMBERED);
    expect_refused(given_abalone("abalone", 'b', "e . b w w . . . . ."), "e2e3",
                   REFUSED_OUTNUMBERED);
    expect_refused(given_abalone("abalone", 'b', "e . . . . . b b w w"), "e6e7", // at the edge
                   REFUSED_OUTNUMBERED);
}

static void a6_a_fourth_never_counts(void **state)
{
    (void)state;
    const char *four_to_three = "e b b b b w w w . .";
    expect_refused(given_abalone("abalone", 'b', four_to_three), "e1e2", REFUSED_TOO_MANY);
    expect_refused(given_abalone("abalone", 'b', four_to_three), "e2e3", REFUSED_OUTNUMBERED);
    expect_refused(given_abalone("abalone", 'w', "e b b b b w w w w ."), "e7e6",
                   REFUSED_OUTNUMBERED);
}

static void a6_figure_a_pat_broken_from_another_axis(void **state)
{
    (void)state;
    Position *position = given_abalone("abalone", 'b',
                                       "f . . . . . . . .\n"
                                       "e . b b w w . . . .\n"
                                       "d . . b . . . . .\n"
                                       "c . b . . . . .\n"
                                       "b . . . . . w");
    expect_refused(position, "e2e3", REFUSED_OUTNUMBERED);
    expect_move(position, "c2d3",
                "f . . . w . . . .\n"
                "e . b b b w . . . .\n"
                "d . . b . . . . .\n"
                "b . . . . . w");
    expect_played(position, "b6b5");
    expect_move(position, "e2e3",
                "f . . . w . . . .\n"
                "e . . b b b w . . .\n"
                "d . . b . . . . .\n"
                "b . . . . w .");
}

// --- A7, A8, A9 ----------------------------------------------------------------------------------

static void a7_over_the_edge(void **state)
{
    (void)state;
    Position *position = given_abalone("abalone", 'b', "e . . . . . . b b w");
    int before = score(position, 0);
    expect_move(position, "e7e8", "e . . . . . . . b b");
    assert_int_equal(score(position, 0), before + 1);
    expect_move(given_abalone("abalone", 'b', "e . . . . b b b w w"), "e5e6",
                "e . . . . . b b b w");
    expect_move(given_abalone("abalone", 'w', // over a corner, off a slanted edge
                              "c w . . . . . .\n"
                              "b w . . . . .\n"
                              "a b . . . ."),
                "c1b1",
                "b w . . . . .\n"
                "a w . . . .");
}

static void a7_never_the_own_side(void **state)
{
    (void)state;
    expect_refused(given_abalone("abalone", 'b', "e b b b . . . . . ."), "e3e2", REFUSED_OFF_BOARD);
    expect_refused(given_abalone("abalone", 'b', "e . . . . . . . b b"), "e8e9", REFUSED_OFF_BOARD);
    expect_refused(given_abalone("abalone-4", 'b', "e . . . . . . . b a"), "e8e9",
                   REFUSED_OFF_BOARD);
    expect_refused(given_abalone("abalone-4", 'b', "e . . . . . b b w a"), "e6e7", REFUSED_NO_ROOM);
}

static void a8_pushing_is_never_compulsory(void **state)
{
    (void)state;
    expect_moves(given_abalone("abalone", 'b', "a . . b b w"),
                 "a3a2 a3a4 a3a4b3 a3a4b4 a3b3 a3b4 a4a3 a4b4 a4b5");
}

static const char *const ONE_TO_GO = "wwwww/www3/7/8/wbb6/8/b6/bbbbbb/bbbbb b 5-0";

static void a9_six_win(void **state)
{
    (void)state;
    Position *position = given_text("abalone", ONE_TO_GO);
    expect_winners(position, "");
    expect_played(position, "e3e2");
    assert_string_equal(position_text(position).at, "wwwww/www3/7/8/bb7/8/b6/bbbbbb/bbbbb w 6-0");
    expect_winners(position, "1");
    expect_moves(position, "");
    expect_refused(position, "i5h5", REFUSED_GAME_OVER);
    expect_refused(position, "pass", REFUSED_GAME_OVER);
    assert_int_equal(position->head.variant->game->perft(position, 1), 0);

    position = given_text("abalone", ONE_TO_GO);
    expect_played(position, "e2f2"); // five do not
    expect_winners(position, "");
}

// --- A11, A12, A13 -------------------------------------------------------------------------------

static void a11_three_against_two_of_two_colours(void **state)
{
    (void)state;
    expect_move(given_abalone("abalone-3", 'b', "e b b b w a . . . ."), "e1e2",
                "e . b b b w a . . .");
    expect_move(given_abalone("abalone-3", 'a', "e . . . b w a a a ."), "e8e7",
                "e . . b w a a a . .");
    expect_refused(given_abalone("abalone-3", 'b', "e b b w a . . . . ."), "e1e2",
                   REFUSED_OUTNUMBERED);
    expect_refused(given_abalone("abalone-3", 'b', "e b w a . . . . . ."), "e1e2",
                   REFUSED_OUTNUMBERED);
    expect_refused(given_abalone("abalone-3", 'b', "e b b b w a b . . ."), "e1e2", REFUSED_NO_ROOM);
}

static void a11_six_of_whatever_colours_win(void **state)
{
    (void)state;
    Position *position =
        given_text("abalone-3", "aaaaa/aaa3/wwwwwww/w7/abb6/8/7/bbbbbb/bbb2 b 5-0-0");
    expect_played(position, "e3e2");
    expect_winners(position, "1");
    expect_moves(position, "");
    position = given_text("abalone-3", "aaaaa/aaa3/wwwwwww/w7/abb6/8/7/bbbbbb/bbb2 b 3-1-1");
    expect_played(position, "e3e2"); // five between them, four of them black's
    expect_winners(position, "");
    assert_int_equal(score(position, 0), 4);
}

static void a12_partners_move_along(void **state)
{
    (void)state;
    expect_move(given_abalone("abalone-4", 'b', "e b a . . . . . . ."), "e1e2",
                "e . b a . . . . . .");
    expect_move(given_abalone("abalone-4", 'b', "e b a w . . . . . ."), "e1e2",
                "e . b a w . . . . .");
    expect_move(given_abalone("abalone-4", 'c', "e c w w b a . . . ."), "e1e2",
                "e . c w w b a . . .");
    expect_refused(given_abalone("abalone-4", 'b', "e b a b a . . . . ."), "e1e2",
                   REFUSED_TOO_MANY);
    expect_refused(given_abalone("abalone-4", 'b', "e b a w c . . . . ."), "e1e2",
                   REFUSED_OUTNUMBERED);
}

static void a12_the_rear_marble_is_own(void **state)
{
    (void)state;
    expect_refused(given_abalone("abalone-4", 'b', "e a b w . . . . . ."), "e1e2",
                   REFUSED_NOT_YOURS);
    expect_refused(given_abalone("abalone-4", 'b', "e a b w . . . . . ."), "e2e3",
                   REFUSED_OUTNUMBERED);
    expect_move(given_abalone("abalone-4", 'b', "e a b a w . . . . ."), "e2e3",
                "e a . b a w . . . .");
}

static void a12_six_win_for_the_team(void **state)
{
    (void)state;
    const char *one_to_go = "ccccc/c5/wwwwww1/aaaaaaaa/cab6/8/7/bbbbbb/bb3 b 5-0";
    Position *position = given_text("abalone-4", one_to_go);
    expect_played(position, "e3e2");
    expect_winners(position, "13");
    expect_moves(position, "");
    position = given_text("abalone-4", "ccccc/c5/wwwwww1/aaaaaaaa/cab6/8/7/bbbbbb/bb3 a 5-0");
    expect_refused(position, "e2e1", REFUSED_OUTNUMBERED);
    position = given_text("abalone-4", "aaaaa/a5/bbbbbb1/cccccccc/awc6/8/7/wwwwww/ww3 c 0-5");
    expect_played(position, "e3e2");
    expect_winners(position, "24");
}

static void a13_partners_play_back_to_back(void **state)
{
    (void)state;
    expect_turns("abalone-4-pairs", "bawcbawc");
    expect_move(given_abalone("abalone-4-pairs", 'b', "e b a w . . . . . ."), "e1e2",
                "e . b a w . . . . .");
}

// --- rulings -------------------------------------------------------------------------------------

static void r1_pass_when_there_is_nothing_else(void **state)
{
    (void)state;
    const char *stuck = "b w w . . . .\n"
                        "a b w . . .";
    Position *position = given_abalone("abalone", 'b', stuck);
    expect_moves(position, "pass");
    expect_refused(position, "a1a2", REFUSED_OUTNUMBERED);
    expect_move(position, "pass", stuck);
    assert_int_equal(position->head.turn, 1);
    expect_refused(position, "pass", REFUSED_PASS);
    position = given_abalone("abalone-3", 'b', "e . . w a . . . . ."); // no marble left
    expect_moves(position, "pass");
    expect_played(position, "pass");
    expect_played(position, "e3e2");
}

static void r2_same_position_same_key(void **state)
{
    (void)state;
    static const char *const ROUND[] = { "c3d3", "g5f5", "d3c3", "f5g5" };
    Position *position = given_start("abalone");
    const Game *game = position->head.variant->game;
    Key start = game->key(position);
    for (int i = 0; i < 4; i++) {
        expect_played(position, ROUND[i]);
        assert_int_equal(game->key(position) == start, i == 3);
    }
    position->head.turn = 1; // the player to move counts, and so do the scores
    assert_int_not_equal(game->key(position), start);
    position->head.turn = 0;
    ((AbPosition *)position)->score[1]++;
    assert_int_not_equal(game->key(position), start);
}

static void r4_a_side_step_moves_own_marbles_only(void **state)
{
    (void)state;
    const char *mixed = "e b b a . . . . . .";
    expect_refused(given_abalone("abalone-4", 'b', mixed), "e1e3f2", REFUSED_NOT_YOURS);
    expect_refused(given_abalone("abalone-4", 'b', mixed), "e2e3f3", REFUSED_NOT_YOURS);
    expect_move(given_abalone("abalone-4", 'b', mixed), "e1e2f2",
                "f b b . . . . . .\n"
                "e . . a . . . . . .");
}

static void r5_who_leaves_is_skipped(void **state)
{
    (void)state;
    Position *position = given_abalone("abalone-3", 'b', "e . . b b w . . a .");
    const Game *game = position->head.variant->game;
    game->leave(position, 1);
    assert_int_equal(position->head.turn, 0);
    expect_winners(position, "");
    int before = score(position, 0);
    expect_move(position, "e3e4", "e . . . b b w . a ."); // the marbles stay, and can be pushed
    assert_int_equal(score(position, 0), before);
    assert_int_equal(position->head.turn, 2);
    expect_played(position, "e8f8");
    assert_int_equal(position->head.turn, 0);
    game->leave(position, 0); // their own turn passes on; the last one wins
    expect_winners(position, "3");
    expect_moves(position, "");
}

static void r5_marbles_of_who_left_are_worth_points(void **state)
{
    (void)state;
    Position *position =
        given_text("abalone-3", "aaaaa/aaa3/wwwwwww/w7/abb6/8/7/bbbbbb/bbb2 b 5-0-0 a");
    expect_played(position, "e3e2");
    expect_winners(position, "1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setups),
        cmocka_unit_test(figure_start),
        cmocka_unit_test(figure_start_of_three),
        cmocka_unit_test(figure_start_of_four),
        cmocka_unit_test(a1_black_first_then_in_turn),
        cmocka_unit_test(a2_one_two_or_three_marbles),
        cmocka_unit_test(a2_six_directions),
        cmocka_unit_test(a2_a_longer_line_may_be_split),
        cmocka_unit_test(a2_one_cell_in_a_line_of_neighbours),
        cmocka_unit_test(a3_in_line_into_an_empty_cell),
        cmocka_unit_test(a4_side_step),
        cmocka_unit_test(a4_every_target_must_be_empty),
        cmocka_unit_test(a5_sumito),
        cmocka_unit_test(a5_figure_four_against_two),
        cmocka_unit_test(a6_no_room),
        cmocka_unit_test(a6_a_gap),
        cmocka_unit_test(a6_not_on_one_axis),
        cmocka_unit_test(a6_pats),
        cmocka_unit_test(a6_a_fourth_never_counts),
        cmocka_unit_test(a6_figure_a_pat_broken_from_another_axis),
        cmocka_unit_test(a7_over_the_edge),
        cmocka_unit_test(a7_never_the_own_side),
        cmocka_unit_test(a8_pushing_is_never_compulsory),
        cmocka_unit_test(a9_six_win),
        cmocka_unit_test(a11_three_against_two_of_two_colours),
        cmocka_unit_test(a11_six_of_whatever_colours_win),
        cmocka_unit_test(a12_partners_move_along),
        cmocka_unit_test(a12_the_rear_marble_is_own),
        cmocka_unit_test(a12_six_win_for_the_team),
        cmocka_unit_test(a13_partners_play_back_to_back),
        cmocka_unit_test(r1_pass_when_there_is_nothing_else),
        cmocka_unit_test(r2_same_position_same_key),
        cmocka_unit_test(r4_a_side_step_moves_own_marbles_only),
        cmocka_unit_test(r5_who_leaves_is_skipped),
        cmocka_unit_test(r5_marbles_of_who_left_are_worth_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
