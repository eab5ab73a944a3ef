// SPDX-License-Identifier: MIT
// The 27 lines of the Abalone board, and base-3 numbers for their contents.
#ifndef MEYDAN_ENGINE_LINES_H
#define MEYDAN_ENGINE_LINES_H

#include "abalone/geometry.h"
#include "engine/nets.h"

enum { LINES_SIZE = 32 }; // 27 rounded up, for vectors

// A marble on a cell adds `weight` (a power of three) to each of its three lines.
typedef struct CellLines {
    u8 line[3];
    u16 weight[3];
} CellLines;

extern CellLines CELL_LINES[CELLS];
extern u16 LINE_FIRST[LINES_SIZE]; // start of a line's states in the net's table
extern u8 LINE_LENGTH[AB_LINES];

// Fills the tables above. Call once before all other functions.
void lines_init(void);
// The state as read from the other end.
int state_reversed(int state, int length);

// The stage of the game by the marbles that each team has pushed out. `lift`: how many fewer than
// usual win.
static inline int ab_stage(const u8 score[PLAYERS_MAX], int lift)
{
    int stage = (score[0] + score[1] + score[2] + score[3] + 2 * lift + 1) / 3;
    return stage < AB_STAGES ? stage : AB_STAGES - 1;
}

#endif
