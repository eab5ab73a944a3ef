// SPDX-License-Identifier: MIT
// Positions drawn in a test, and what is expected of moves on them.
//
// A drawing is what `meydan show --ascii` prints, or a part of it: rows that are not drawn are
// empty, and so is what a line leaves out on the right.
//
//     "f   . . . . . . . .\n"        "5  .   1   . | .\n"      Abalone rows start with their
//     letter, "e  . b b w . . . . .\n"       "             |   \n"    Quoridor ranks with their
//     number, with
//                                    "4  .   2   . | .\n"     the groove below a rank on a line of
//                                    "   =======\n"           its own. A wall is told by its
//                                    middle.
//
// Boards with few marbles or walls belong to a variant of their own, with numbers that add up and
// no marbles to win. Pawns that are not drawn are off the board (R5).
#ifndef MEYDAN_TESTS_GIVEN_H
#define MEYDAN_TESTS_GIVEN_H

#include "support/check.h"

// The position belongs to the caller, until the next call.
Position *given_abalone(const char *variant, char turn, const char *drawing);
Position *given_quoridor(const char *variant, int turn, const char *drawing);
// From a text, which must be good.
Position *given_text(const char *variant, const char *text);
Position *given_start(const char *variant);

// The move is legal; it is played.
void expect_played(Position *position, const char *move);
// The same, and then the board looks like that.
void expect_move(Position *position, const char *move, const char *drawing);
// It is not legal, for that reason.
void expect_refused(const Position *position, const char *move, Refusal refusal);
void expect_shut_in(const Position *position, const char *wall, int player);
// The marbles, or the pawns and walls, stand as drawn.
void expect_board(const Position *position, const char *drawing);
// Exactly these are the legal moves (in byte order); of Quoridor, the steps alone.
void expect_moves(const Position *position, const char *moves);
void expect_steps(const Position *position, const char *squares);
// The winners' numbers, "" while there are none.
void expect_winners(const Position *position, const char *numbers);

#endif
