// SPDX-License-Identifier: MIT
// Positions drawn in a test, and expectations about moves in them.
//
// A drawing is the output of `meydan show --ascii`, or a part of it: rows that aren't drawn are
// empty, and so is the missing right end of a line.
//
//     "f   . . . . . . . .\n"        "5  .   1   . | .\n"      Abalone rows start with their
//     "e  . b b w . . . . .\n"       "             |   \n"    letter, Quoridor ranks with
//                                    "4  .   2   . | .\n"     their number. The groove below
//                                    "   =======\n"           a rank has its own line. A wall
//                                                             is identified by its middle.
//
// Boards with few marbles or walls get their own variant, with consistent numbers and no marbles to
// win. Pawns that aren't drawn are off the board (R5).
#ifndef MEYDAN_TESTS_GIVEN_H
#define MEYDAN_TESTS_GIVEN_H

#include "support/check.h"

// The caller may use the position until the next call.
Position *given_abalone(const char *variant, char turn, const char *drawing);
Position *given_quoridor(const char *variant, int turn, const char *drawing);
// From a valid text.
Position *given_text(const char *variant, const char *text);
Position *given_start(const char *variant);

// Expects the move to be legal, and plays it.
void expect_played(Position *position, const char *move);
// The same, and compares the board afterwards.
void expect_move(Position *position, const char *move, const char *drawing);
// Expects the move to be illegal for that reason.
void expect_refused(const Position *position, const char *move, Refusal refusal);
void expect_shut_in(const Position *position, const char *wall, int player);
// Compares the marbles, or the pawns and walls, with the drawing.
void expect_board(const Position *position, const char *drawing);
// Compares the legal moves (in byte order); for Quoridor only the steps.
void expect_moves(const Position *position, const char *moves);
void expect_steps(const Position *position, const char *squares);
// The winners' numbers; "" if there are none.
void expect_winners(const Position *position, const char *numbers);

#endif
