// SPDX-License-Identifier: MIT
#include "engine/levels.h"

#include "base/rng.h"
#include "engine/chance.h"
#include "engine/games.h"

enum {
    REACH = 4,  // moves more temperatures than this behind the best are never chosen
    CLEAR = 200 // a lead of this size quarters the temperature; larger leads reduce it further
};

// Depth, nodes, lines, temperature. bench/levels and docs/levels.md have the resulting strength.
const Level AB_LEVELS[LEVELS] = {
    [1] = { 1, 0, 16, 20 },  [2] = { 1, 0, 16, 11 },  [3] = { 1, 0, 16, 6 },
    [4] = { 1, 0, 16, 2 },   [5] = { 2, 0, 16, 6 },   [6] = { 2, 0, 16, 3 },
    [7] = { 0, 1500, 2, 1 }, [8] = { 0, 6500, 2, 1 }, [9] = { 0, 48000, 2, 1 },
};
const Level AB_LEVELS_ALONE[LEVELS] = {
    [1] = { 1, 0, 16, 14 }, [2] = { 1, 0, 16, 11 },  [3] = { 1, 0, 16, 8 },
    [4] = { 1, 0, 16, 6 },  [5] = { 2, 0, 16, 7 },   [6] = { 2, 0, 16, 4 },
    [7] = { 2, 0, 16, 1 },  [8] = { 0, 1600, 2, 1 }, [9] = { 0, 2600, 2, 1 },
};
const Level QR_LEVELS[LEVELS] = {
    [1] = { 1, 0, 16, 38 },  [2] = { 1, 0, 16, 24 },   [3] = { 1, 0, 16, 14 },
    [4] = { 2, 0, 10, 18 },  [5] = { 2, 0, 10, 8 },    [6] = { 3, 0, 8, 9 },
    [7] = { 0, 9000, 3, 2 }, [8] = { 0, 29000, 3, 2 }, [9] = { 0, 75000, 2, 1 },
};
// Each alone: Monte-Carlo tree search.
const Level QR_LEVELS_ALONE[LEVELS] = {
    [1] = { 1, 0, 16, 60 }, [2] = { 1, 0, 16, 38 }, [3] = { 1, 0, 16, 25 },
    [4] = { 1, 0, 16, 16 }, [5] = { 1, 0, 16, 9 },  [6] = { 1, 0, 16, 4 },
    [7] = { 0, 250, 6, 5 }, [8] = { 0, 700, 3, 2 }, [9] = { 0, 1600, 2, 2 },
};

const Level *level_of(const Variant *variant, int level)
{
    if (level < 1 || level >= LEVELS) return NULL;
    const EngineGame *game = engine_game(variant);
    return variant_each_alone(variant) ? &game->levels_alone[level] : &game->levels[level];
}

static bool lost(const Line *line)
{
    return line->score <= -SCORE_MATED_MAX;
}

int level_choose(const Level *level, const Line *lines, int count, u32 again, u64 seed)
{
    int best = 0;
    while (best < count && again >> best & 1)
        best++;
    if (best == count || lost(&lines[best])) best = 0;
    // A level that sees a win plays it. A longer win would always be near-best, and the game
    // wouldn't end.
    if (lines[0].score >= SCORE_MATED_MAX) return 0;
    // The larger the lead, the less a wasted move costs in score. Scale it as if the position were
    // even; otherwise a won game would drag on.
    Score ahead = lines[best].score > 0 ? lines[best].score : 0;
    Rng rng = { seed };
    u32 sum = 0;
    int chosen = best;
    for (int i = best; i < count; i++) {
        Score gap = lines[best].score > lines[i].score ? lines[best].score - lines[i].score : 0;
        i64 felt = (i64)gap * (CLEAR + ahead) / CLEAR * (CLEAR + ahead) / CLEAR;
        if (felt >= REACH * level->temperature || lost(&lines[i]) || again >> i & 1) continue;
        u32 weight = chance_left((Score)felt, level->temperature);
        sum += weight;
        // Chooses each with its share of the weights so far.
        if (rng_below(&rng, sum) < weight) chosen = i;
    }
    return chosen;
}
