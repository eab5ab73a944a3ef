// SPDX-License-Identifier: MIT
#include "engine/lines.h"

CellLines CELL_LINES[CELLS];
u16 LINE_FIRST[LINES_SIZE];
u8 LINE_LENGTH[AB_LINES];

int state_reversed(int state, int length)
{
    int reversed = 0;
    for (int i = 0; i < length; i++, state /= 3)
        reversed = reversed * 3 + state % 3;
    return reversed;
}

void lines_init(void)
{
    static const u16 FIRST[10] = {
        [5] = 0, [6] = 243, [7] = 243 + 729, [8] = 243 + 729 + 2187, [9] = 243 + 729 + 2187 + 6561
    };
    int line = 0;
    for (int axis = 0; axis < AXES; axis++)
        for (Cell cell = 0; cell < CELLS; cell++) {
            // A line begins at a cell with no neighbour behind it.
            if (!bits_has(EDGE[dir_back((Dir)axis)], cell)) continue;
            int length = 0, weight = 1;
            for (Cells at = bit(cell); at; at = cells_shift(at, (Dir)axis)) {
                CELL_LINES[bits_first(at)].line[axis] = (u8)line;
                CELL_LINES[bits_first(at)].weight[axis] = (u16)weight;
                weight *= 3;
                length++;
            }
            LINE_LENGTH[line] = (u8)length;
            LINE_FIRST[line++] = FIRST[length];
        }
}
