// SPDX-License-Identifier: MIT
#include "engine/levels.h"

#include "base/rng.h"
#include "engine/chance.h"

// First guesses: the steps between levels have not been measured yet.
static const Level ABALONE[LEVELS] = {
    [1] = { 400, 16, 120, 400 }, [2] = { 600, 12, 60, 240 }, [3] = { 800, 8, 40, 160 },
    [4] = { 1000, 6, 24, 100 },  [5] = { 1500, 4, 12, 60 },  [6] = { 2500, 3, 8, 40 },
    [7] = { 5000, 2, 5, 25 },    [8] = { 15000, 2, 3, 15 },  [9] = { 60000, 1, 0, 0 },
};
static const Level QUORIDOR[LEVELS] = {
    [1] = { 400, 16, 120, 400 }, [2] = { 600, 12, 60, 240 }, [3] = { 800, 8, 40, 160 },
    [4] = { 1000, 6, 24, 100 },  [5] = { 1500, 4, 12, 60 },  [6] = { 2500, 3, 8, 40 },
    [7] = { 5000, 2, 5, 25 },    [8] = { 15000, 2, 3, 15 },  [9] = { 60000, 1, 0, 0 },
};

const Level *level_of(const Variant *variant, int level)
{
    return text_is(text_of(variant->game->name), "abalone") ? &ABALONE[level] : &QUORIDOR[level];
}

int level_choose(const Level *level, const Line *lines, int count, u64 seed)
{
    // Who sees a win plays it: a longer one is near-best every time, and the game would not end.
    if (!level->temperature || lines[0].score >= SCORE_MATED_MOST) return 0;
    Rng rng = { seed };
    u32 sum = 0;
    int chosen = 0;
    for (int i = 0; i < count; i++) {
        Score gap = lines[0].score - lines[i].score;
        // A move that loses by force is no near-best move.
        if (i > 0 && (gap > level->margin || lines[i].score <= -SCORE_MATED_MOST)) continue;
        u32 weight = chance_left(gap < 0 ? 0 : gap, level->temperature);
        sum += weight;
        // Keeps each with its share of what has been seen so far.
        if (weight && rng_below(&rng, sum) < weight) chosen = i;
    }
    return chosen;
}
