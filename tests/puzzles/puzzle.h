// SPDX-License-Identifier: MIT
// Positions with a single good move and claims about it. One per line in puzzles/*.txt:
//
//     variant; position; move; claim
//
//     win 3, alone 5      the move forces a win in 3 plies, including itself, and no move wins in
//                         fewer; no other move wins within 5
//     win 3, else 4       the same, and every other move loses by force within 4 plies
//     hold 8, else 4      every other move loses within 4 plies; this one doesn't lose within 8
//
// Lines that begin with # are comments.
#ifndef MEYDAN_TESTS_PUZZLE_H
#define MEYDAN_TESTS_PUZZLE_H

#include "puzzles/solver.h"

typedef struct Puzzle {
    Position position;
    Move move;
    int win;   // plies; 0 if the move only holds
    int hold;  // the move doesn't lose within this many plies
    int alone; // no other move wins within this many
    int lose;  // all other moves lose within this many; 0 if not
} Puzzle;

Status puzzle_read(Text line, Puzzle *puzzle, Fault *why);
void puzzle_write(const Puzzle *puzzle, Out *out);
// Whether all claims are true. Also false if the solver ran out of nodes.
bool puzzle_holds(const Puzzle *puzzle, Solver *solver);

// The player to move and partners; all others.
u8 puzzle_us(const Position *position);
u8 puzzle_them(const Position *position);

#endif
