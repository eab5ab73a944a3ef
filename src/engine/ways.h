// SPDX-License-Identifier: MIT
// Shortest ways over the Quoridor board, by flooding sets of squares.
#ifndef MEYDAN_ENGINE_WAYS_H
#define MEYDAN_ENGINE_WAYS_H

#include "quoridor/position.h"

typedef unsigned __int128 Squares; // bit = Square

// Squares whose northern, eastern edge is open.
typedef struct Open {
    Squares north, east;
} Open;

// All shortest ways from a pawn to its goal.
typedef struct Way {
    Squares squares; // on some shortest way, the pawn's included
    Squares necks;   // on every shortest way, the pawn's not included
    u8 length;
} Way;

Open open_of(const QrPosition *position);
void open_wall(Open *open, Orientation orientation, Slot slot);
Way way_find(const Open *open, Square from, Side goal);
// Whether a wall in that slot would cut an edge of the ways.
bool way_cut(const Way *way, Orientation orientation, Slot slot);
// All slots that would.
Slots way_cuts(const Way *way, Orientation orientation);

// Whether a pawn gets to its goal along shortest ways without ever meeting a foe who has no walls,
// whatever that foe does; `foe_first`: the foe moves first.
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

#endif
