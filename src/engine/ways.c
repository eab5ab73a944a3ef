// SPDX-License-Identifier: MIT
#include "engine/ways.h"

#define ALL_SQUARES (((Squares)1 << SQUARES) - 1)

void open_wall(Open *open, Orientation orientation, Slot slot)
{
    Square square = slot / 8 * SIZE + slot % 8; // the one nearest a1 that the wall touches
    if (orientation == HORIZONTAL)
        open->north &= ~((Squares)3 << square);
    else
        open->east &= ~((Squares)(1 | 1 << SIZE) << square);
}

Open open_of(const QrPosition *position)
{
    Squares last_file = 0;
    for (int rank = 0; rank < SIZE; rank++)
        last_file |= square_bit(SIZE * rank + SIZE - 1);
    Open open = { ALL_SQUARES >> SIZE, ALL_SQUARES & ~last_file };
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        for (Slots rest = position->wall[o]; rest; rest &= rest - 1)
            open_wall(&open, o, bits_first(rest));
    return open;
}

ALWAYS_INLINE Squares spread(const Open *open, Squares from)
{
    return (from & open->north) << SIZE | (from >> SIZE & open->north) | (from & open->east) << 1 |
           (from >> 1 & open->east);
}

static Squares side_squares(Side side)
{
    static const u64 RANK = 0x1ff;
    Squares file = 0;
    switch (side) {
    case NORTH: return (Squares)RANK << (SIZE * (SIZE - 1));
    case SOUTH: return RANK;
    default:
        for (int rank = 0; rank < SIZE; rank++)
            file |= square_bit(SIZE * rank);
        return side == EAST ? file << (SIZE - 1) : file;
    }
}

Way way_find(const Open *open, Square from, Side goal)
{
    Squares layer[SQUARES + 1];
    Squares pawn = square_bit(from), front = side_squares(goal), seen = front;
    int length = 0;
    layer[0] = front;
    while (!(front & pawn)) {
        front = spread(open, front) & ~seen;
        seen |= front;
        layer[++length] = front;
        if (!front) break; // shut in: cannot happen in a legal position
    }
    Way way = { .squares = pawn, .length = (u8)length };
    Squares at = pawn;
    for (int i = length - 1; i >= 0; i--) {
        at = spread(open, at) & layer[i];
        way.squares |= at;
        if (!(at & (at - 1))) way.necks |= at;
    }
    return way;
}

bool way_cut(const Way *way, Orientation orientation, Slot slot)
{
    Square square = slot / 8 * SIZE + slot % 8;
    u64 near = (u64)(way->squares >> square); // bits 0, 1, 9, 10: the four squares of the slot
    if (orientation == HORIZONTAL) return (near & near >> SIZE & 3) != 0;
    return (near & near >> 1 & (1 | 1 << SIZE)) != 0;
}

// The ways' graph is bipartite by distance, so two neighbours on it with an open edge between them
// are joined by an edge of it; and walls are only asked about where they can stand.
Slots way_cuts(const Way *way, Orientation orientation)
{
    Squares w = way->squares;
    Squares edges = orientation == HORIZONTAL ? w & w >> SIZE : w & w >> 1;
    // A slot lies over two such edges, side by side.
    edges |= orientation == HORIZONTAL ? edges >> 1 : edges >> SIZE;
    Slots slots = 0;
    for (int rank = 0; rank < 8; rank++)
        slots |= ((Slots)(edges >> SIZE * rank) & 0xff) << 8 * rank;
    return slots;
}

// After the same number of steps the foe stands somewhere in `reach`. Nobody blocks or is jumped
// over as long as the next square is neither there nor beside it.
bool way_is_free(const Open *open, const Way *way, Square from, Square foe, bool foe_first)
{
    Squares at = square_bit(from), done = at, reach = square_bit(foe);
    Squares beside = reach | spread(open, reach);
    if (foe_first) {
        if (beside & at) return false;
        reach = beside;
        beside |= spread(open, beside);
    }
    for (int left = way->length; left > 0; left--) {
        at = spread(open, at) & way->squares & ~done & ~(left > 1 ? beside : reach);
        if (!at) return false;
        done |= at;
        reach = beside;
        beside |= spread(open, beside);
    }
    return true;
}
