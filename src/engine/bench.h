// SPDX-License-Identifier: MIT
// A fixed set of positions searched to a fixed depth. The sum of the nodes is the signature of the
// engine: the same with every compiler, on every machine and in the page, and another one after
// each change to the search or the evaluation.
#ifndef MEYDAN_ENGINE_BENCH_H
#define MEYDAN_ENGINE_BENCH_H

#include "engine/engine.h"

// The table's size changes the count, so it is part of the set.
enum { BENCH_HASH_MB = 4, BENCH_DEPTH = 8, BENCH_POSITIONS = 30 };

// The index-th position, 0 .. BENCH_POSITIONS-1; those of a variant follow each other.
void bench_position(int index, Position *position);
// Nodes of its search with an empty memory, in quoridor-4 two plies less deep. The engine has
// BENCH_HASH_MB and one thread.
u64 bench_search(Engine *engine, int index, int depth);
// Of all positions.
u64 bench_signature(Engine *engine, int depth);

#endif
