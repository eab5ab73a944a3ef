// SPDX-License-Identifier: MIT
// Playing strength from a child's first opponent to the full engine. A level limits depth or nodes,
// never time, and chooses randomly among near-best moves. The same seed gives the same choice.
#ifndef MEYDAN_ENGINE_LEVELS_H
#define MEYDAN_ENGINE_LEVELS_H

#include "engine/engine.h"

typedef struct Level {
    u8 depth;       // 0: no limit
    u32 nodes;      // 0: no limit
    u8 lines;       // number of best moves considered
    u8 temperature; // a move this far behind the best has half its chance, and none at four times
                    // that that and it has none
} Level;

// The games' levels (engine/games.h).
extern const Level AB_LEVELS[LEVELS], AB_LEVELS_ALONE[LEVELS];
extern const Level QR_LEVELS[LEVELS], QR_LEVELS_ALONE[LEVELS];

// NULL for 0 and the highest level, which is the full engine.
const Level *level_of(const Variant *variant, int level);
// Chooses one of the lines, which are sorted best first. A line whose bit is set in `again` leads
// back to an earlier position and is chosen only if there is no other.
int level_choose(const Level *level, const Line *lines, int count, u32 again, u64 seed);

#endif
