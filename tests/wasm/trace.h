// SPDX-License-Identifier: MIT
// Random games through the core and the page's exports, summed up in a number. Built natively and
// as a module: the same number from both means the same positions, moves, refusals, keys, looks,
// findings, matches and records.
#ifndef MEYDAN_TESTS_TRACE_H
#define MEYDAN_TESTS_TRACE_H

#include "wasm/buffers.h"

// The index-th random game of a variant. Every game is made from its own number alone.
EXPORT u64 trace_game(u32 variant, u32 index);

#endif
