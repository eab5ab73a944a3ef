// SPDX-License-Identifier: MIT
// Playing strength from a child's first opponent to all the engine has. A level limits depth or
// nodes, never time, and chooses among near-best moves by chance: the same seed chooses the same.
#ifndef MEYDAN_ENGINE_LEVELS_H
#define MEYDAN_ENGINE_LEVELS_H

#include "engine/engine.h"

typedef struct Level {
    u8 depth;       // 0: no limit
    u32 nodes;      // 0: no limit
    u8 lines;       // how many of the best moves it looks at
    u8 temperature; // how far behind the best, in score, a move has half its chance; four times
                    // that and it has none
} Level;

// The rows of the games (engine/games.h).
extern const Level AB_LEVELS[LEVELS], AB_LEVELS_ALONE[LEVELS];
extern const Level QR_LEVELS[LEVELS], QR_LEVELS_ALONE[LEVELS];

// NULL for 0 and the highest: all the engine has.
const Level *level_of(const Variant *variant, int level);
// Which of the lines, best first, the level plays. Those whose bit is set in `again` lead back to
// a position that occurred before: only if there is no other.
int level_choose(const Level *level, const Line *lines, int count, u32 again, u64 seed);

#endif
