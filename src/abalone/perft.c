// SPDX-License-Identifier: MIT
// Leaf counts. The last ply is counted, not played; the one before it is played into plain arrays
// of boards, and those are counted four at a time.
#include "abalone/position.h"

#define SET         Cells
#define REACH(name) cells_##name
#include "abalone/reach.inc"
#undef SET
#undef REACH
#define SET         Lanes
#define REACH(name) lanes_##name
#include "abalone/reach.inc"
#undef SET
#undef REACH

// The boards after each move of one position, seen by the player who moves next.
typedef struct Children {
    int count;
    _Alignas(32) Cells own[MOVES_MOST], team[MOVES_MOST], foes[MOVES_MOST];
} Children;

// Adds up set sizes lane by lane: bit-sliced counters, one full adder a plane.
typedef struct Tally {
    Lanes plane[6], waiting[6];
    int full; // which planes have a set waiting for a partner
} Tally;

#include <string.h>
u64 ab_perft(const AbPosition *position, int depth)
{
    Move moves[MOVES_MOST];
    if (depth == 0) return 1;
    int count = ab_moves(position, moves);
    if (depth == 1) return (u64)count;
    u64 leaves = 0;
    for (int i = 0; i < count; i++) {
        AbPosition child = *position;
        ab_play(&child, moves[i]);
        leaves += ab_perft(&child, depth - 1);
    }
    return leaves;
}
