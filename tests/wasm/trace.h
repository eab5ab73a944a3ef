// SPDX-License-Identifier: MIT
// Plays random games through the core and the page's exports and computes a checksum. If the native
// build and the module have the same checksum, they agree on positions, moves, refusals, keys,
// looks, findings, matches and records.
#ifndef MEYDAN_TESTS_TRACE_H
#define MEYDAN_TESTS_TRACE_H

#include "wasm/buffers.h"

// The index-th random game of a variant, which depends only on its number.
EXPORT u64 trace_game(u32 variant, u32 index);

#endif
