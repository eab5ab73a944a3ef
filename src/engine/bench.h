// SPDX-License-Identifier: MIT
// Searches a fixed set of positions to a fixed depth. The total number of nodes is the engine's
// signature: equal with every compiler, on every machine and in the page, and different after each
// change to the search or the evaluation.
#ifndef MEYDAN_ENGINE_BENCH_H
#define MEYDAN_ENGINE_BENCH_H

#include "engine/engine.h"

// The table's size affects the count, so it is fixed too.
enum { BENCH_HASH_MB = 4, BENCH_DEPTH = 8, BENCH_POSITIONS = 30 };

// The index-th position, 0 .. BENCH_POSITIONS-1. Positions of the same variant are consecutive.
void bench_position(int index, Position *position);
// Nodes of a position's search with an empty table, two plies shallower for quoridor-4. The engine
// must have BENCH_HASH_MB and one thread.
u64 bench_search(Engine *engine, int index, int depth);
// The sum for all positions.
u64 bench_signature(Engine *engine, int depth);

#endif
