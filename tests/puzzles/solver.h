// SPDX-License-Identifier: MIT
// Proofs by exhaustive search: tries every move of every player, and shares only the rules with the
// engine. Slow and plain, for checking puzzles.
//
// A forced win never needs to repeat a position (a win from there also wins without the detour), so
// proofs ignore repetition.
#ifndef MEYDAN_TESTS_SOLVER_H
#define MEYDAN_TESTS_SOLVER_H

#include "game/game.h"

typedef struct Solver Solver;

// Returns NULL if out of memory.
Solver *solver_new(void);
void solver_free(Solver *solver);

// Sets the number of nodes that may be visited from now on. solver_tired() tells whether it was
// exceeded; if so, all answers since then are invalid.
void solver_rest(Solver *solver, u64 nodes);
bool solver_tired(const Solver *solver);
u64 solver_nodes(const Solver *solver);

// Whether the players of `side` can force a win within that many plies, whatever all others do.
bool solver_wins(Solver *solver, const Position *position, u8 side, int plies);

#endif
