// SPDX-License-Identifier: MIT
#include "quoridor/geometry.h"

// The tables' rows, as constant expressions.
// clang-format off
#define NEXT(file, rank) { \
    (rank) < 8 ? SIZE * (rank) + (file) + SIZE : -1, (file) < 8 ? SIZE * (rank) + (file) + 1 : -1, \
    (rank) > 0 ? SIZE * (rank) + (file) - SIZE : -1, (file) > 0 ? SIZE * (rank) + (file) - 1 : -1 }
#define POINT(file, rank) ((Slots)1 << ((8 * (rank) + (file)) & 63))
// The slots of walls over a square, and to its right.
#define OVER(file, rank)  ((rank) < 0 || (rank) > 7 ? 0 : \
    ((file) > 0 ? POINT((file) - 1, rank) : 0) | ((file) < 8 ? POINT(file, rank) : 0))
#define RIGHT(file, rank) ((file) < 0 || (file) > 7 ? 0 : \
    ((rank) > 0 ? POINT(file, (rank) - 1) : 0) | ((rank) < 8 ? POINT(file, rank) : 0))
#define WALLS(file, rank) { \
    OVER(file, rank), RIGHT(file, rank), OVER(file, (rank) - 1), RIGHT((file) - 1, rank) }
#define ROW(EACH, rank) EACH(0, rank), EACH(1, rank), EACH(2, rank), EACH(3, rank), EACH(4, rank), \
                        EACH(5, rank), EACH(6, rank), EACH(7, rank), EACH(8, rank)
#define BOARD(EACH) ROW(EACH, 0), ROW(EACH, 1), ROW(EACH, 2), ROW(EACH, 3), ROW(EACH, 4), \
                    ROW(EACH, 5), ROW(EACH, 6), ROW(EACH, 7), ROW(EACH, 8)
// clang-format on

const signed char SQUARE_NEXT[SQUARES][SIDES] = { BOARD(NEXT) };
const Slots SQUARE_SLOTS[SQUARES][SIDES] = { BOARD(WALLS) };

static bool name_read(Text name, int size, int *file, int *rank)
{
    if (name.length != 2) return false;
    *file = text_lower(name.at[0]) - 'a';
    *rank = name.at[1] - '1';
    return *file >= 0 && *file < size && *rank >= 0 && *rank < size;
}

Square square_read(Text name)
{
    int file, rank;
    return name_read(name, SIZE, &file, &rank) ? SIZE * rank + file : -1;
}

void square_write(Square square, Out *out)
{
    out_char(out, (char)('a' + square_file(square)));
    out_char(out, (char)('1' + square_rank(square)));
}

Slot slot_read(Text name)
{
    int file, rank;
    return name_read(name, SIZE - 1, &file, &rank) ? 8 * rank + file : -1;
}

void slot_write(Slot slot, Out *out)
{
    out_char(out, (char)('a' + slot % 8));
    out_char(out, (char)('1' + slot / 8));
}

Square square_turned(Square square, int size)
{
    return square % size * size + size - 1 - square / size;
}

Square square_mirrored(Square square, int size)
{
    return square / size * size + size - 1 - square % size;
}
