// SPDX-License-Identifier: MIT
// Shortest paths over the Quoridor board, by flooding sets of squares.
#ifndef MEYDAN_ENGINE_PATHS_H
#define MEYDAN_ENGINE_PATHS_H

#include "quoridor/position.h"

typedef unsigned __int128 Squares; // bit = Square

// Squares whose northern or eastern edge is open.
typedef struct Open {
    Squares north, east;
} Open;

// All shortest paths from a pawn to its goal.
typedef struct Way {
    Squares squares; // squares on shortest paths, including the pawn's
    Squares necks;   // squares on every shortest path, except the pawn's
    u8 length;
} Way;

Open open_of(const QrPosition *position);
Way way_find(const Open *open, Square from, Side goal);
// All slots where a wall would cut one of the paths.
Slots way_cuts(const Way *way, Orientation orientation);

// Whether a pawn can reach its goal along shortest paths without meeting a foe who has no walls,
// whatever that foe does. `foe_first`: the foe moves first.
bool way_is_free(const Open *open, const Way *way, Square from, Square foe, bool foe_first);

static inline Squares square_bit(Square square)
{
    return (Squares)1 << square;
}

static inline bool squares_has(Squares set, Square square)
{
    return (u64)(set >> square) & 1;
}

static inline int squares_first(Squares set)
{
    u64 low = (u64)set;
    return low ? bits_first(low) : 64 + bits_first((u64)(set >> 64));
}

static inline void open_wall(Open *open, Orientation orientation, Slot slot)
{
    Square square = slot / 8 * SIZE + slot % 8; // the square nearest a1 that the wall touches
    if (orientation == HORIZONTAL)
        open->north &= ~((Squares)3 << square);
    else
        open->east &= ~((Squares)(1 | 1 << SIZE) << square);
}

// Whether a wall in that slot would cut one of the paths.
static inline bool way_cut(const Way *way, Orientation orientation, Slot slot)
{
    Square square = slot / 8 * SIZE + slot % 8;
    u64 near = (u64)(way->squares >> square); // bits 0, 1, 9, 10: the four squares of the slot
    if (orientation == HORIZONTAL) return (near & near >> SIZE & 3) != 0;
    return (near & near >> 1 & (1 | 1 << SIZE)) != 0;
}

#endif
