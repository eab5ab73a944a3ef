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

// The drawn position, with player 1 to move and scores of zero. It may have any number of marbles,
// so neither ab_read() nor ab_position_ok() needs to accept it.
AbPosition board_drawn(const AbVariant *variant, const char *drawing);

// By name: "abalone-3".
const AbVariant *board_variant(const char *id);

#endif
