// SPDX-License-Identifier: MIT
// Squares, wall slots and lattice points of the Quoridor board.
//
//     9  72 73 74 ...          Square = 9 * rank + file, a1 = 0, i9 = 80.
//     ...                      Slot   = 8 * rank + file of the square nearest a1 that the wall
//     2   9 10 11 ... 17                touches; a slot lies across a lattice point, the crossing
//     1   0  1  2 ...  8                of two grooves, and has the same number as that point.
//         a  b  c      i
//
//     +---+---+        o = lattice point 0 (slot 0): the corner that a1, b1, a2, b2 share.
//     | a2| b2|        h-wall at 0: over a1-b1, from the border west of o to point 1.
//     +---o---+        v-wall at 0: right of a1-a2, from the border south of o to point 8.
//     | a1| b1|
//     +---+---+
#ifndef MEYDAN_QUORIDOR_GEOMETRY_H
#define MEYDAN_QUORIDOR_GEOMETRY_H

#include "base/bits.h"
#include "base/text.h"

typedef int Square; // 0..80
typedef int Slot;   // 0..63, also a lattice point
typedef u64 Slots;  // a set of slots of one orientation, or of lattice points

enum { SIZE = 9, SQUARES = 81, SLOTS = 64 };
typedef enum Side { NORTH, EAST, SOUTH, WEST, SIDES } Side;
typedef enum Orientation { HORIZONTAL, VERTICAL, ORIENTATIONS } Orientation;

#define FILE_A ((Slots)0x0101010101010101)
#define FILE_H ((Slots)0x8080808080808080)
#define RANK_1 ((Slots)0x00000000000000ff)
#define RANK_8 ((Slots)0xff00000000000000)

static inline int square_file(Square square)
{
    return square % SIZE;
}

static inline int square_rank(Square square)
{
    return square / SIZE;
}

// The neighbour on a side; -1 at the edge of the board.
extern const signed char SQUARE_NEXT[SQUARES][SIDES];
static inline Square square_next(Square square, Side side)
{
    return SQUARE_NEXT[square][side];
}

// The slots (one or two, none at the edge) of walls along that side of the square: horizontal ones
// to the north and south, vertical ones to the east and west.
extern const Slots SQUARE_SLOTS[SQUARES][SIDES];
static inline Slots square_slots(Square square, Side side)
{
    return SQUARE_SLOTS[square][side];
}

static inline Orientation side_walls(Side side)
{
    return side == NORTH || side == SOUTH ? HORIZONTAL : VERTICAL;
}

static inline Side side_opposite(Side side)
{
    return (Side)(side ^ 2);
}

// The square after turning the board a quarter counter-clockwise, or after mirroring it. With a
// size smaller by one, the same for slots.
Square square_turned(Square square, int size);
Square square_mirrored(Square square, int size);

// Reads a name such as "e5"; returns -1 if there is no such square.
Square square_read(Text name);
void square_write(Square square, Out *out);
// Reads a slot's name such as "e3"; returns -1 if no wall can lie there.
Slot slot_read(Text name);
void slot_write(Slot slot, Out *out);

#endif
