// SPDX-License-Identifier: MIT
#include "engine/paths.h"

#define ALL_SQUARES (((Squares)1 << SQUARES) - 1)

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
    if (side == NORTH) return (Squares)RANK << (SIZE * (SIZE - 1));
    if (side == SOUTH) return RANK;
    for (int rank = 0; rank < SIZE; rank++)
        file |= square_bit(SIZE * rank);
    return side == EAST ? file << (SIZE - 1) : file;
}

// The same flood with two words of whole ranks, seven and two, so that only one border needs a
// carry: half the instructions of 128-bit shifts.
typedef u64 Pair __attribute__((vector_size(16)));
enum { LOW_RANKS = 7, LOW_BITS = LOW_RANKS * SIZE };

typedef struct Grid {
    Pair north, east;
    Pair up,
        down; // at the border: squares above it that are open downwards, and below it open upwards
} Grid;

ALWAYS_INLINE Pair pair_of(Squares set)
{
    return (Pair){ (u64)set & (bit(LOW_BITS) - 1), (u64)(set >> LOW_BITS) };
}

ALWAYS_INLINE Squares pair_squares(Pair pair)
{
    return (Squares)pair[0] | (Squares)pair[1] << LOW_BITS;
}

ALWAYS_INLINE Grid grid_of(const Open *open)
{
    Pair north = pair_of(open->north), east = pair_of(open->east);
    u64 below = north[0] & ~(bit(LOW_BITS - SIZE) - 1);
    return (Grid){
        { north[0] ^ below, north[1] }, east, { 0, below >> (LOW_BITS - SIZE) }, { below, 0 }
    };
}

ALWAYS_INLINE Pair grid_spread(const Grid *grid, Pair from)
{
    Pair other = { from[1], from[0] };
    return (from & grid->north) << SIZE | (from >> SIZE & grid->north) | (from & grid->east) << 1 |
           (from >> 1 & grid->east) | (other >> (LOW_BITS - SIZE) & grid->up) |
           (other << (LOW_BITS - SIZE) & grid->down);
}

ALWAYS_INLINE bool pair_empty(Pair pair)
{
    return !(pair[0] | pair[1]);
}

Way way_find(const Open *open, Square from, Side goal)
{
    Pair layer[SQUARES + 1];
    Grid grid = grid_of(open);
    Pair pawn = pair_of(square_bit(from)), front = pair_of(side_squares(goal)), fresh = ~front;
    int length = 0;
    layer[0] = front;
    while (pair_empty(front & pawn)) {
        front = grid_spread(&grid, front) & fresh;
        fresh &= ~front;
        layer[++length] = front;
        if (length == SQUARES) break; // shut in: impossible in a legal position
    }
    Pair at = pawn, squares = pawn, necks = { 0, 0 };
    for (int i = length - 1; i >= 0; i--) {
        at = grid_spread(&grid, at) & layer[i];
        squares |= at;
        u64 low = at[0], high = at[1];
        if (bits_count(low) + bits_count(high) == 1) necks |= at;
    }
    return (Way){ pair_squares(squares), pair_squares(necks), (u8)length };
}

// The graph of the paths is bipartite by distance, so two neighbours on it with an open edge
// between them are joined by an edge of it. Walls are only considered where they are possible.
Slots way_cuts(const Way *way, Orientation orientation)
{
    Squares w = way->squares;
    Squares edges = orientation == HORIZONTAL ? w & w >> SIZE : w & w >> 1;
    // A slot covers two such edges, side by side.
    edges |= orientation == HORIZONTAL ? edges >> 1 : edges >> SIZE;
    Slots slots = 0;
    for (int rank = 0; rank < 8; rank++)
        slots |= ((Slots)(edges >> SIZE * rank) & 0xff) << 8 * rank;
    return slots;
}

// `reach` has the squares where the foe can be after the same number of steps. The pawn is neither
// blocked nor jumped as long as its next square is neither in `reach` nor next to it.
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
