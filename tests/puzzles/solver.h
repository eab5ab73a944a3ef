// SPDX-License-Identifier: MIT
// Proofs by exhaustive search: every move of everybody is tried, nothing is guessed, and nothing is
// shared with the engine but the rules. Slow and plain, to hold puzzles against.
//
// A forced win never needs to come back to a position (what wins there wins without the detour), so
// repetition plays no part in a proof.
#ifndef MEYDAN_TESTS_SOLVER_H
#define MEYDAN_TESTS_SOLVER_H

#include "game/game.h"

typedef struct Solver Solver;

// NULL without memory.
Solver *solver_new(void);
void solver_free(Solver *solver);

// From now on, so many nodes may be visited; solver_tired() tells whether they were not enough. All
// answers since are then worthless.
void solver_rest(Solver *solver, u64 nodes);
bool solver_tired(const Solver *solver);
u64 solver_nodes(const Solver *solver);

// Whether the players of `side` can force a win of theirs within so many plies, whoever moves first
// and whatever all others do.
bool solver_wins(Solver *solver, const Position *position, u8 side, int plies);

#endif
