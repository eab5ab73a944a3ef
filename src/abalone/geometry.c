// SPDX-License-Identifier: MIT
#include "abalone/geometry.h"

int row_first(int row)
{
    return row <= 4 ? 1 : row - 3;
}

int row_length(int row)
{
    return row <= 4 ? 5 + row : 13 - row;
}

Cell cell_at(int row, int digit)
{
    if (row < 0 || row >= ROWS) return -1;
    if (digit < row_first(row) || digit >= row_first(row) + row_length(row)) return -1;
    return (13 * row + digit - 1) % CELLS;
}

// Rows in the order of cell numbers: a 0-4, f 5-12, b 13-18, g 19-25, c, h, d, i, e.
int cell_row(Cell cell)
{
    static const u8 FIRST[ROWS] = { 0, 5, 13, 19, 26, 33, 39, 47, 52 };
    static const u8 ROW[ROWS] = { 0, 5, 1, 6, 2, 7, 3, 8, 4 };
    int i = ROWS - 1;
    while (cell < FIRST[i])
        i--;
    return ROW[i];
}

int cell_digit(Cell cell)
{
    return (cell + 13 * CELLS - 13 * cell_row(cell)) % CELLS + 1;
}

Dir cell_direction(Cell from, Cell to)
{
    Dir dir = E;
    while (dir < DIRS && cells_shift(bit(from), dir) != bit(to))
        dir++;
    return dir;
}

Cell cell_turned(Cell cell)
{
    int row = cell_row(cell) - 4, digit = cell_digit(cell) - 5;
    return cell_at(digit + 4, digit - row + 5);
}

Cell cell_mirrored(Cell cell)
{
    int row = cell_row(cell);
    return cell_at(row, 2 * row_first(row) + row_length(row) - 1 - cell_digit(cell));
}

void cell_write(Cell cell, Out *out)
{
    out_char(out, (char)('a' + cell_row(cell)));
    out_char(out, (char)('0' + cell_digit(cell)));
}

Cell cell_read(Text name)
{
    if (name.length != 2) return -1;
    return cell_at(text_lower(name.at[0]) - 'a', name.at[1] - '0');
}
