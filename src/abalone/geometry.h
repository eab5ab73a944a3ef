// SPDX-License-Identifier: MIT
// The hexagon of 61 cells as bits of one word.
//
// Cell (row, digit) has the number (13 * row + digit - 1) mod 61, row a = 0, so that one step in
// any direction is the same rotation of a 61-bit word everywhere on the board. No step from the
// edge lands on a cell that a real step in that direction reaches, so one mask removes what falls
// off.
//
//        i       47 48 49 50 51                    NW   NE
//        h     33 34 35 36 37 38                    \   /
//        g    19 20 21 22 23 24 25               W --   -- E
//        f   5  6  7  8  9 10 11 12                 /   \.
//        e 52 53 54 55 56 57 58 59 60              SW   SE
//        d  39 40 41 42 43 44 45 46 9
//        c    26 27 28 29 30 31 32 8         names grow towards E, NE and NW
//        b     13 14 15 16 17 18 7
//        a       0  1  2  3  4 6
//                 1  2  3  4  5
#ifndef MEYDAN_ABALONE_GEOMETRY_H
#define MEYDAN_ABALONE_GEOMETRY_H

#include "base/bits.h"
#include "base/text.h"

typedef u64 Cells; // a set of cells
typedef int Cell;  // 0..60

enum { CELLS = 61, ROWS = 9 };
#define ALL_CELLS ((Cells)0x1fffffffffffffff)

typedef enum Dir { E, NE, NW, W, SW, SE, DIRS } Dir;
enum { AXES = 3 }; // E-W, NE-SW, NW-SE; an axis has the same number as Dir E, NE or NW

static inline Dir dir_back(Dir dir)
{
    return dir < 3 ? dir + 3 : dir - 3;
}

static inline int dir_axis(Dir dir)
{
    return dir < 3 ? (int)dir : (int)dir - 3;
}

// How far one step in a direction rotates the board's word.
static const u8 DIR_TURN[DIRS] = { 1, 14, 13, 60, 47, 48 };

// The cells without a neighbour in a direction.
static const Cells EDGE[DIRS] = {
    0x1008404102041010, 0x100f804002001000, 0x001f800200080020,
    0x0010808204082021, 0x001000800400201f, 0x100040010004001f,
};

// Moves every marble of a set by one step and drops those that leave the board.
ALWAYS_INLINE Cells cells_shift(Cells set, Dir dir)
{
    return (set << DIR_TURN[dir] | set >> (CELLS - DIR_TURN[dir])) &
           (ALL_CELLS & ~EDGE[dir_back(dir)]);
}

// Row 0..8 and digit 1..9 of a cell, and the inverse; -1 if there is no such cell.
int cell_row(Cell cell);
int cell_digit(Cell cell);
Cell cell_at(int row, int digit);
// The first digit of a row and its number of cells.
int row_first(int row);
int row_length(int row);
// The direction of a single step between two cells; DIRS if they aren't neighbours.
Dir cell_direction(Cell from, Cell to);

// The cell after turning the board 60 degrees counter-clockwise, or after mirroring it.
Cell cell_turned(Cell cell);
Cell cell_mirrored(Cell cell);

// Cell names such as "e5". Reading requires exactly two bytes and returns -1 for an unknown name.
void cell_write(Cell cell, Out *out);
Cell cell_read(Text name);

#endif
