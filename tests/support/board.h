// SPDX-License-Identifier: MIT
// Boards drawn in the tests.
//
//     "     . . . . .         row i
//     "    . . . . . .
//     "   . . w w . . .       b w a c are marbles, dots are empty cells, blanks mean nothing;
//     "  . . . b . . . .      61 cells, row i to row a, left to right
//     " . . b . . . . . .
//     "  . . . . . . . .
//     "   . . . . . . .
//     "    . . . . . .
//     "     . . . . .         row a
#ifndef MEYDAN_TESTS_BOARD_H
#define MEYDAN_TESTS_BOARD_H

#include "abalone/position.h"

// The position drawn, player 1 to move, scores zero. Any number of marbles will do, so it need not
// be one that ab_read() takes or ab_position_ok() likes.
AbPosition board_drawn(const AbVariant *variant, const char *drawing);

// By name: "abalone-3".
const AbVariant *board_variant(const char *id);

#endif
