// SPDX-License-Identifier: MIT
// Quoridor by the rulebook: every numbered rule, ruling and figure of docs/rules.md, drawn.
//
// Ranks that aren't drawn are empty. (test_match.c covers Q8, clocks, and R6, agreed draws.)
#include "support/given.h"

#include "quoridor/position.h"

static int walls(const Position *position, int player)
{
    return ((const QrPosition *)position)->walls[player - 1];
}

// Removes the player's walls in hand.
static Position *out_of_walls(Position *position, int player)
{
    ((QrPosition *)position)->walls[player - 1] = 0;
    return position;
}

// --- Q1, Q2 --------------------------------------------------------------------------------------

static void q1_start(void **state)
{
    (void)state;
    Position *position = given_start("quoridor");
    expect_board(position, "9  .   .   .   .   2   .   .   .   .\n"
                           "                                    \n"
                           "1  .   .   .   .   1   .   .   .   .");
    assert_int_equal(walls(position, 1), 10);
    assert_int_equal(walls(position, 2), 10);
    assert_int_equal(position->head.turn, 0);
    expect_steps(position, "d1 e2 f1");
    expect_played(position, "e2");
    expect_steps(position, "d9 e8 f9");
}

static void q2_a_step_or_a_wall(void **state)
{
    (void)state;
    Position *position = given_start("quoridor");
    expect_played(position, "e2");
    assert_int_equal(walls(position, 1), 10);
    assert_int_equal(position->head.turn, 1);
    expect_played(position, "d8v");
    assert_int_equal(walls(position, 1), 10);
    assert_int_equal(walls(position, 2), 9);
    assert_int_equal(position->head.turn, 0);
}

static void q2_without_walls_the_pawn_must_move(void **state)
{
    (void)state;
    const Position *position = out_of_walls(given_quoridor("quoridor", 1,
                                                           "9  .   .   .   .   2\n"
                                                           "\n"
                                                           "5  .   1   .   .   ."),
                                            1);
    expect_moves(position, "a5 b4 b6 c5");
    expect_refused(position, "e3h", REFUSED_NO_WALLS);
    expect_refused(position, "pass", REFUSED_PASS);
}

// --- Q3 ------------------------------------------------------------------------------------------

static void q3_one_square_straight(void **state)
{
    (void)state;
    const Position *position = given_quoridor("quoridor", 1,
                                              "9  .   .   .   .   2\n"
                                              "\n"
                                              "5  .   .   .   .   1");
    expect_steps(position, "d5 e4 e6 f5");
    expect_refused(position, "f6", REFUSED_PAWN_REACH);
    expect_refused(position, "e7", REFUSED_PAWN_REACH);
    expect_refused(position, "e5", REFUSED_PAWN_OCCUPIED);
    expect_refused(position, "e9", REFUSED_PAWN_OCCUPIED);
    expect_steps(given_quoridor("quoridor", 1,
                                "9  .   .   .   .   2\n"
                                "\n"
                                "1  1   .   .   .   ."),
                 "a2 b1");
}

static void q3_round_a_wall_not_across(void **state)
{
    (void)state;
    Position *position = given_quoridor("quoridor", 1,
                                        "9  .   .   .   .   2\n"
                                        "\n"
                                        "5  .   .   .   .   .\n"
                                        "      =======       \n"
                                        "4  .   1   . | .   .\n"
                                        "             |      \n"
                                        "3  .   .   . | .   .");
    expect_steps(position, "a4 b3 c4");
    expect_refused(position, "b5", REFUSED_PAWN_WALL);
    expect_played(position, "c4");
    expect_played(position, "d9");
    expect_steps(position, "b4 c3");
    expect_refused(position, "c5", REFUSED_PAWN_WALL);
    expect_refused(position, "d4", REFUSED_PAWN_WALL);
    expect_played(position, "c3");
    expect_played(position, "e9");
    expect_played(position, "c2"); // past the end of the upright wall
    expect_played(position, "d9");
    expect_played(position, "d2");
    expect_played(position, "e9");
    expect_played(position, "d3");
    expect_played(position, "d9");
    expect_refused(position, "c3", REFUSED_PAWN_WALL); // from the other side
    expect_played(position, "d4");
    expect_played(position, "e9");
    expect_played(position, "d5"); // past the end of the flat wall
}

// --- Q4 ------------------------------------------------------------------------------------------

static void q4_a_wall_lies_between_two_pairs_of_squares(void **state)
{
    (void)state;
    Position *position = given_start("quoridor");
    expect_move(position, "e3h",
                "9  .   .   .   .   2   .   .   .   .\n"
                "\n"
                "4  .   .   .   .   .   .   .   .   .\n"
                "                  =======           \n"
                "3  .   .   .   .   .   .   .   .   .\n"
                "\n"
                "1  .   .   .   .   1   .   .   .   .");
    const QrPosition *after = (const QrPosition *)position;
    Square e3 = 22, d3 = e3 - 1, f3 = e3 + 1, g3 = e3 + 2;
    assert_true(qr_open(after, d3, NORTH) && qr_open(after, g3, NORTH));
    assert_false(qr_open(after, e3, NORTH) || qr_open(after, f3, NORTH));
    assert_false(qr_open(after, e3 + SIZE, SOUTH) || qr_open(after, f3 + SIZE, SOUTH));

    position = given_start("quoridor");
    expect_move(position, "e3v",
                "9  .   .   .   .   2   .   .   .   .\n"
                "\n"
                "4  .   .   .   .   . | .   .   .   .\n"
                "                     |              \n"
                "3  .   .   .   .   . | .   .   .   .\n"
                "\n"
                "1  .   .   .   .   1   .   .   .   .");
    after = (const QrPosition *)position;
    assert_true(qr_open(after, e3 - SIZE, EAST) && qr_open(after, e3 + 2 * SIZE, EAST));
    assert_false(qr_open(after, e3, EAST) || qr_open(after, e3 + SIZE, EAST));
    assert_false(qr_open(after, f3, WEST) || qr_open(after, f3 + SIZE, WEST));
}

static void q4_no_overlap_no_crossing(void **state)
{
    (void)state;
    const Position *position = given_quoridor("quoridor", 1,
                                              "9  .   .   .   .   2   .   .   .\n"
                                              "\n"
                                              "5  .   .   .   .   .   .   . | .\n"
                                              "                             |  \n"
                                              "4  .   .   .   .   .   .   . | .\n"
                                              "          =======               \n"
                                              "3  .   .   .   .   .   .   .   .\n"
                                              "\n"
                                              "1  .   .   .   .   1   .   .   .");
    expect_refused(position, "c3h", REFUSED_WALL_OVERLAP);
    expect_refused(position, "b3h", REFUSED_WALL_OVERLAP);
    expect_refused(position, "d3h", REFUSED_WALL_OVERLAP);
    expect_refused(position, "c3v", REFUSED_WALL_CROSSING);
    expect_refused(position, "g4v", REFUSED_WALL_OVERLAP);
    expect_refused(position, "g3v", REFUSED_WALL_OVERLAP);
    expect_refused(position, "g5v", REFUSED_WALL_OVERLAP);
    expect_refused(position, "g4h", REFUSED_WALL_CROSSING);
    static const char *const TOUCHING[] = { "a3h", "e3h", "b3v", "d3v", "c2v", "c4v",
                                            "g2v", "g6v", "f4h", "h4h", "g3h", "g5h" };
    for (int i = 0; i < (int)(sizeof TOUCHING / sizeof *TOUCHING); i++) {
        Position next = *position;
        expect_played(&next, TOUCHING[i]);
    }
}

static void q4_the_edge_of_the_board_ends_no_overlap(void **state)
{
    (void)state;
    // h3 and a4 have adjacent numbers, but aren't adjacent on the board.
    const Position *position = given_quoridor("quoridor", 1,
                                              "9  .   .   .   .   2   .   .   .   .\n"
                                              "\n"
                                              "4  .   .   .   .   .   .   .   .   .\n"
                                              "                              =======\n"
                                              "3  .   .   .   .   .   .   .   .   .\n"
                                              "\n"
                                              "1  .   .   .   .   1   .   .   .   .");
    expect_refused(position, "g3h", REFUSED_WALL_OVERLAP);
    Position next = *position;
    expect_played(&next, "a4h");
    next = *position;
    expect_played(&next, "a3h");
}

// --- Q5 ------------------------------------------------------------------------------------------

static void q5_figure_the_shut_in(void **state)
{
    (void)state;
    Position *position = given_quoridor("quoridor", 2,
                                        "9  .   .   .   .   2\n"
                                        "\n"
                                        "2  .   .   .   .   .\n"
                                        "  =======\n"
                                        "1  1   .   .   .   .");
    expect_shut_in(position, "b1v", 1);
    expect_played(position, "c1v"); // leaves the way round c2
    position->head.turn = 0;        // nor may players shut themselves in
    expect_shut_in(position, "b1v", 1);
}

static void q5_a_fence_across_the_board(void **state)
{
    (void)state;
    // Eight files are closed; one more wall closes the last and shuts both in. The first is
    // reported.
    const char *fence = "9  .   .   .   .   2   .   .   .   .\n"
                        "\n"
                        "5  .   .   .   .   .   .   .   .   .\n"
                        "  ======= ======= ======= =======   \n"
                        "4  .   .   .   .   .   .   .   . | .\n"
                        "                                 |  \n"
                        "3  .   .   .   .   .   .   .   . | .\n"
                        "\n"
                        "1  .   .   .   .   1   .   .   .   .";
    const Position *position = given_quoridor("quoridor", 1, fence);
    expect_shut_in(position, "h2h", 1);
    expect_shut_in(position, "h1v", 1);
    Position next = *position;
    expect_played(&next, "g2h");
    next = *position;
    expect_played(&next, "h5v");
}

static void q5_pawns_do_not_block_paths(void **state)
{
    (void)state;
    // The only way out of a2 leads through b2, which the other pawn occupies.
    Position *position = given_quoridor("quoridor", 2,
                                        "3  .   .   .\n"
                                        "\n"
                                        "2  1   2   .\n"
                                        "  =======\n"
                                        "1  .   .   .");
    expect_move(position, "a2h",
                "3  .   .   .\n"
                "  =======\n"
                "2  1   2   .\n"
                "  =======\n"
                "1  .   .   .");
    expect_steps(position, "c2");
    expect_shut_in(position, "b2v", 1);
}

static void q5_every_player_keeps_a_path(void **state)
{
    (void)state;
    // The pocket contains player 1's goal and doesn't harm them; player 4 walks west and is inside.
    const Position *position = given_quoridor("quoridor-4", 1,
                                              "9  .   .   .   .   3   .   .   .   4\n"
                                              "                              =======\n"
                                              "8  .   .   .   .   .   .   .   .   .\n"
                                              "\n"
                                              "5  2   .   .   .   .   .   .   .   .\n"
                                              "\n"
                                              "1  .   .   .   .   1   .   .   .   .");
    expect_shut_in(position, "g8v", 4);
}

// --- Q6, R3 --------------------------------------------------------------------------------------

static void q6_the_jump(void **state)
{
    (void)state;
    Position *position = given_quoridor("quoridor", 1,
                                        "5  .   .   .   .   2   .\n"
                                        "\n"
                                        "4  .   .   .   .   1   .");
    expect_steps(position, "d4 e3 e6 f4");
    expect_refused(position, "e5", REFUSED_PAWN_OCCUPIED);
    expect_refused(position, "d5", REFUSED_PAWN_REACH); // no wall behind: no side jump
    expect_move(position, "e6",
                "6  .   .   .   .   1   .\n"
                "\n"
                "5  .   .   .   .   2   .");
    expect_steps(position, "d5 e4 e7 f5");
}

static void q6_the_jump_in_all_directions(void **state)
{
    (void)state;
    expect_steps(given_quoridor("quoridor", 1, "5  .   2   1   .   ."), "a5 c4 c6 d5");
    expect_steps(given_quoridor("quoridor", 1, "5  .   1   2   .   ."), "a5 b4 b6 d5");
    expect_steps(given_quoridor("quoridor", 1,
                                "5  .   1   .\n"
                                "\n"
                                "4  .   2   ."),
                 "a5 b3 b6 c5");
}

static void q6_both_side_jumps(void **state)
{
    (void)state;
    expect_steps(given_quoridor("quoridor", 1,
                                "6  .   .   .   .   .   .\n"
                                "              =======\n"
                                "5  .   .   .   .   2   .\n"
                                "\n"
                                "4  .   .   .   .   1   ."),
                 "d4 d5 e3 f4 f5");
    expect_steps(given_quoridor("quoridor", 1, // a wall beside that pawn
                                "6  .   .   .   .   . | .\n"
                                "              =======|\n"
                                "5  .   .   .   .   2 | .\n"
                                "\n"
                                "4  .   .   .   .   1   ."),
                 "d4 d5 e3 f4");
    expect_steps(given_quoridor("quoridor", 1, // sideways: over and under it
                                "5  .   1   2 | .\n"
                                "             |\n"
                                "4  .   .   . | ."),
                 "a5 b4 b6 c4 c6");
}

static void q6_not_with_a_wall_between(void **state)
{
    (void)state;
    const Position *position = given_quoridor("quoridor", 1,
                                              "6  .   .   .   .   .   .\n"
                                              "                  =======\n"
                                              "5  .   .   .   .   2   .\n"
                                              "              =======\n"
                                              "4  .   .   .   .   1   .");
    expect_steps(position, "d4 e3 f4");
    expect_refused(position, "e6", REFUSED_PAWN_REACH);
    expect_refused(position, "f5", REFUSED_PAWN_REACH);
}

static void r3_the_edge_counts_as_a_wall(void **state)
{
    (void)state;
    expect_steps(given_quoridor("quoridor", 1,
                                "9  .   .   .   .   2   .\n"
                                "\n"
                                "8  .   .   .   .   1   ."),
                 "d8 d9 e7 f8 f9");
    expect_steps(given_quoridor("quoridor", 1, "5  2   1   .   ."), "a4 a6 b4 b6 c5");
    expect_steps(given_quoridor("quoridor", 2,
                                "2  2   .   .\n"
                                "\n"
                                "1  1   .   ."),
                 "a3 b1 b2");
}

// --- Q7 ------------------------------------------------------------------------------------------

static void q7_figure_the_finish(void **state)
{
    (void)state;
    for (char file = 'a'; file <= 'i'; file++) {
        char text[] = "- / - / a8 i5 / 10 10 / 1", move[] = "a9";
        text[8] = move[0] = file;
        Position *position = given_text("quoridor", text);
        expect_winners(position, "");
        expect_played(position, move);
        expect_winners(position, "1");
        expect_moves(position, "");
        expect_refused(position, "i4", REFUSED_GAME_OVER);
        expect_refused(position, "a1h", REFUSED_GAME_OVER);
        expect_refused(position, "pass", REFUSED_GAME_OVER);
    }
    Position *position = given_text("quoridor", "- / - / i5 c2 / 10 10 / 2");
    expect_played(position, "c1");
    expect_winners(position, "2");
}

static void q7_the_own_side_is_no_goal(void **state)
{
    (void)state;
    Position *position = given_text("quoridor", "- / - / e2 a9 / 10 10 / 1");
    expect_played(position, "e1");
    expect_played(position, "b9");
    expect_winners(position, "");
}

// --- Q9, R3 --------------------------------------------------------------------------------------

static void q9_start_of_four(void **state)
{
    (void)state;
    Position *position = given_start("quoridor-4");
    expect_board(position, "9  .   .   .   .   3   .   .   .   .\n"
                           "\n"
                           "5  2   .   .   .   .   .   .   .   4\n"
                           "\n"
                           "1  .   .   .   .   1   .   .   .   .");
    for (int player = 1; player <= 4; player++)
        assert_int_equal(walls(position, player), 5);
    static const char *const MOVES[] = { "e2", "b5", "e8", "h5" };
    for (int i = 0; i < 4; i++) {
        assert_int_equal(position->head.turn, i);
        expect_played(position, MOVES[i]);
    }
    assert_int_equal(position->head.turn, 0);
}

static void q9_the_goals_are_the_opposite_sides(void **state)
{
    (void)state;
    static const char *const BEFORE[] = { "- / - / e8 a5 c5 i5 / 5 5 5 5 / 1",
                                          "- / - / e1 h4 e9 i5 / 5 5 5 5 / 2",
                                          "- / - / e1 a5 b2 i5 / 5 5 5 5 / 3",
                                          "- / - / e1 c7 e9 b3 / 5 5 5 5 / 4" };
    static const char *const MOVES[] = { "e9", "i4", "b1", "a3" };
    static const char *const WINNERS[] = { "1", "2", "3", "4" };
    for (int i = 0; i < 4; i++) {
        Position *position = given_text("quoridor-4", BEFORE[i]);
        expect_winners(position, "");
        expect_played(position, MOVES[i]);
        expect_winners(position, WINNERS[i]);
    }
}

static void q9_never_over_more_than_one_pawn(void **state)
{
    (void)state;
    expect_steps(given_quoridor("quoridor-4", 1,
                                "6  .   .   .   .   3   .\n"
                                "\n"
                                "5  .   .   .   .   2   .\n"
                                "\n"
                                "4  .   .   .   .   1   ."),
                 "d4 e3 f4"); // a third pawn behind it is no wall: no side jump either (R3)
    expect_steps(given_quoridor("quoridor-4", 1, // but a wall before the third pawn is one
                                "6  .   .   .   .   3   .\n"
                                "              =======\n"
                                "5  .   .   .   .   2   .\n"
                                "\n"
                                "4  .   .   .   .   1   ."),
                 "d4 d5 e3 f4 f5");
    expect_steps(given_quoridor("quoridor-4", 1, // a pawn where the side jump would land
                                "6  .   .   .   .   .   .\n"
                                "              =======\n"
                                "5  .   .   .   3   2   .\n"
                                "\n"
                                "4  .   .   .   .   1   ."),
                 "d4 e3 f4 f5");
}

static void q9_one_square_by_two_jumps_is_one_move(void **state)
{
    (void)state;
    // b3 is reached over the pawn on a3 and over the pawn on b2.
    expect_steps(given_quoridor("quoridor-4", 2,
                                "4  .   .   .   .\n"
                                "  =======\n"
                                "3  1   .   .   .\n"
                                "         |\n"
                                "2  2   4 | .   ."),
                 "a1 b1 b3");
}

// --- R1, R5 --------------------------------------------------------------------------------------

static const char *const ALLEY = "5  .   .   .   .   .\n"
                                 "  =======\n"
                                 "4  1   2   3   .   4\n"
                                 "  =======\n"
                                 "3  .   .   .   .   .";

static void r1_pass_when_there_is_nothing_else(void **state)
{
    (void)state;
    Position *position = given_quoridor("quoridor-4", 1, ALLEY);
    expect_steps(position, "");
    expect_refused(position, "pass", REFUSED_PASS); // there are walls to place
    out_of_walls(position, 1);
    expect_moves(position, "pass");
    expect_refused(position, "c4", REFUSED_PAWN_OCCUPIED);
    expect_refused(position, "a5", REFUSED_PAWN_WALL);
    expect_refused(position, "e3h", REFUSED_NO_WALLS);
    expect_move(position, "pass", ALLEY);
    assert_int_equal(position->head.turn, 1);
    expect_refused(position, "pass", REFUSED_PASS);
}

static void r5_the_pawn_of_who_leaves_is_taken_off(void **state)
{
    (void)state;
    Position *position = out_of_walls(given_quoridor("quoridor-4", 1, ALLEY), 1);
    position->head.variant->game->leave(position, 2);
    expect_board(position, "5  .   .   .   .   .\n"
                           "  =======\n"
                           "4  1   2   .   .   4\n"
                           "  =======\n"
                           "3  .   .   .   .   .");
    expect_moves(position, "c4");
    expect_played(position, "c4");
    expect_played(position, "e7h");
    assert_int_equal(position->head.turn, 3); // player 3 is skipped
}

static void r5_a_path_that_no_longer_counts(void **state)
{
    (void)state;
    Position *position = given_quoridor("quoridor-4", 2,
                                        "9  .   .   .   .   3\n"
                                        "\n"
                                        "5  2   .   .   .   .   .   .   .   4\n"
                                        "\n"
                                        "2  .   .   .   .   .\n"
                                        "  =======\n"
                                        "1  1   .   .   .   .");
    expect_shut_in(position, "b1v", 1);
    position->head.variant->game->leave(position, 0);
    expect_played(position, "b1v");
}

static void r5_the_last_one_left_wins(void **state)
{
    (void)state;
    Position *position = given_start("quoridor-4");
    const Game *game = position->head.variant->game;
    game->leave(position, 0);
    assert_int_equal(position->head.turn, 1);
    game->leave(position, 2);
    assert_int_equal(position->head.turn, 1);
    expect_played(position, "b5");
    assert_int_equal(position->head.turn, 3);
    expect_winners(position, "");
    game->leave(position, 1);
    expect_winners(position, "4");
    expect_moves(position, "");
    expect_refused(position, "h5", REFUSED_GAME_OVER);
}

static void r2_same_position_same_key(void **state)
{
    (void)state;
    Position *position = given_start("quoridor");
    const Game *game = position->head.variant->game;
    static const char *const ONE[] = { "e2", "e8", "a3h", "c5v", "e3", "h7v" };
    static const char *const TWO[] = { "a3h", "h7v", "e2", "c5v", "e3", "e8" };
    Position other = *position;
    for (int i = 0; i < 6; i++) {
        expect_played(position, ONE[i]);
        expect_played(&other, TWO[i]);
        assert_int_equal(game->key(position) == game->key(&other), i == 5);
    }
    // Walls in hand count, and so does the player to move.
    position = given_text("quoridor", "a3 / - / e1 e9 / 9 10 / 1");
    Key key = game->key(position);
    assert_int_not_equal(game->key(given_text("quoridor", "a3 / - / e1 e9 / 10 9 / 1")), key);
    assert_int_not_equal(game->key(given_text("quoridor", "a3 / - / e1 e9 / 9 10 / 2")), key);
    assert_int_not_equal(game->key(given_text("quoridor", "- / a3 / e1 e9 / 9 10 / 1")), key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(q1_start),
        cmocka_unit_test(q2_a_step_or_a_wall),
        cmocka_unit_test(q2_without_walls_the_pawn_must_move),
        cmocka_unit_test(q3_one_square_straight),
        cmocka_unit_test(q3_round_a_wall_not_across),
        cmocka_unit_test(q4_a_wall_lies_between_two_pairs_of_squares),
        cmocka_unit_test(q4_no_overlap_no_crossing),
        cmocka_unit_test(q4_the_edge_of_the_board_ends_no_overlap),
        cmocka_unit_test(q5_figure_the_shut_in),
        cmocka_unit_test(q5_a_fence_across_the_board),
        cmocka_unit_test(q5_pawns_do_not_block_paths),
        cmocka_unit_test(q5_every_player_keeps_a_path),
        cmocka_unit_test(q6_the_jump),
        cmocka_unit_test(q6_the_jump_in_all_directions),
        cmocka_unit_test(q6_both_side_jumps),
        cmocka_unit_test(q6_not_with_a_wall_between),
        cmocka_unit_test(r3_the_edge_counts_as_a_wall),
        cmocka_unit_test(q7_figure_the_finish),
        cmocka_unit_test(q7_the_own_side_is_no_goal),
        cmocka_unit_test(q9_start_of_four),
        cmocka_unit_test(q9_the_goals_are_the_opposite_sides),
        cmocka_unit_test(q9_never_over_more_than_one_pawn),
        cmocka_unit_test(q9_one_square_by_two_jumps_is_one_move),
        cmocka_unit_test(r1_pass_when_there_is_nothing_else),
        cmocka_unit_test(r2_same_position_same_key),
        cmocka_unit_test(r5_the_pawn_of_who_leaves_is_taken_off),
        cmocka_unit_test(r5_a_path_that_no_longer_counts),
        cmocka_unit_test(r5_the_last_one_left_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
