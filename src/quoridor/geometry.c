// SPDX-License-Identifier: MIT
#include "quoridor/geometry.h"

Square square_next(Square square, Side side)
{
    switch (side) {
    case NORTH: return square_rank(square) < SIZE - 1 ? square + SIZE : -1;
    case EAST: return square_file(square) < SIZE - 1 ? square + 1 : -1;
    case SOUTH: return square_rank(square) > 0 ? square - SIZE : -1;
    case WEST:
    case SIDES: break;
    }
    return square_file(square) > 0 ? square - 1 : -1;
}

Slots square_slots(Square square, Side side)
{
    int file = square_file(square), rank = square_rank(square);
    if (side == SOUTH) rank--;
    if (side == WEST) file--;
    if (rank < 0 || file < 0) return 0;
    if (side_walls(side) == HORIZONTAL) {
        if (rank == SIZE - 1) return 0;
        return ((Slots)3 << file >> 1 & RANK_1) << 8 * rank;
    }
    if (file == SIZE - 1) return 0;
    Slots slots = 0;
    if (rank > 0) slots |= bit(8 * (rank - 1) + file);
    if (rank < SIZE - 1) slots |= bit(8 * rank + file);
    return slots;
}

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
