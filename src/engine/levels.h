// SPDX-License-Identifier: MIT
// Playing strength from a child's first opponent to all the engine has. A level limits nodes, never
// time, and chooses among near-best moves by chance: the same seed chooses the same.
#ifndef MEYDAN_ENGINE_LEVELS_H
#define MEYDAN_ENGINE_LEVELS_H

#include "engine/engine.h"

typedef struct Level {
    u32 nodes;
    u8 lines;        // how many of the best moves it looks at
    u16 temperature; // how far behind the best (in score) a move has half its chance; 0: always the
                     // best
    u16 margin;      // moves further behind are never played
} Level;

// Level 1..9 of a game for so many players.
const Level *level_of(const Variant *variant, int level);
// Which of the lines, best first, the level plays.
int level_choose(const Level *level, const Line *lines, int count, u64 seed);

#endif
