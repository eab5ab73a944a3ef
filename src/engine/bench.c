// SPDX-License-Identifier: MIT
#include "engine/bench.h"

#include "variants/variants.h"

typedef struct BenchEntry {
    const char *variant, *position;
} BenchEntry;

// For each variant the start and four stages of a game, from self-play with some random moves.
static const BenchEntry SET[BENCH_POSITIONS] = {
    { "abalone", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0" },
    { "abalone", "wwww1/2wwww/2www2/3ww3/4w4/3bb3/2bbb2/bbbbbb/1bbb1 b 0-0" },
    { "abalone", "1w2b/2wbwb/2wbb2/2w5/3www3/1bbw4/1bbwww1/bbb3/5 w 2-2" },
    { "abalone", "5/w2bb1/2bbb2/b1wwbb2/1bww1ww2/1b1www2/1b1b3/1b4/5 b 4-1" },
    { "abalone", "2b2/1bb3/2bbb2/1wwbb3/3bbw3/2b1www1/2www2/2www1/5 w 2-3" },
    { "abalone-3", "ww1aa/ww2aa/ww3aa/ww4aa/ww5aa/w6a/7/bbbbbb/bbbbb b 0-0-0" },
    { "abalone-3", "ww1aa/1w2a1/1ww1aa1/1ww2aa1/1www1aaa1/1w4a1/2bbb2/1bbbbb/1bbb1 b 0-0-0" },
    { "abalone-3", "1w3/1ww3/www1aaa/1ww1aaaa/1wwwaaa2/2b3a1/1bbbb2/1bbbb1/2bb1 w 0-0-0" },
    { "abalone-3", "2ba1/wwwba1/1wwwaaa/1wwbaa1a/1ww1b1aa1/3bb3/b1bbb2/2b3/5 b 1-0-1" },
    { "abalone-3", "5/4a1/w1aa3/w1ww1wa1/w1wwabaa1/1wwabb2/2abb2/1bbbb1/w2b1 b 1-1-1" },
    { "abalone-4", "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0" },
    { "abalone-4", "1aaa1/2aa1c/2aacc1/2wa1ccc/1wwwa1ccc/1wwbb3/1wbbb2/w1bbb1/wb3 b 0-0" },
    { "abalone-4", "a3c/2aac1/2aaa1c/2aaccc1/1wwaccc2/1wwwbb2/1wwwbb1/1w1b2/2bbb w 0-1" },
    { "abalone-4", "2a2/2aa1c/2a1a2/1ww1ac2/1w1aacc2/w1wwcbc1/1abbcc1/bwb1c1/wb2b a 1-2" },
    { "abalone-4", "2w2/1aw1cc/1wwacc1/2wac1c1/3waac2/bwaba3/bbbbb2/3b2/3b1 c 4-2" },
    { "abalone-4-pairs", "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0" },
    { "abalone-4-pairs", "aaa2/1aaa2/2aa1cc/w1wa1ccc/w2w1ccc1/www1bc2/1wbbb2/w1bbb1/2bb1 b 0-0" },
    { "abalone-4-pairs", "2aa1/2aaa1/2aac1c/1w1aa1c1/1w1wwccc1/1wwbbbc1/wwwbbb1/2bbb1/5 a 2-0" },
    { "abalone-4-pairs", "5/3a1c/2aaa2/2waac1c/1wawawcc1/wa1bbc2/1wwbcbc/bbb1c1/5 w 2-2" },
    { "abalone-4-pairs", "5/3cc1/2awaa1/3cc1wc/2aabcac1/wwwwbcac/1bbbbb1/3bb1/5 c 3-2" },
    { "quoridor", "- / - / e1 e9 / 10 10 / 1" },
    { "quoridor", "- / b2 d3 e7 f4 / e3 e7 / 8 8 / 1" },
    { "quoridor", "a7 b3 c6 e5 e6 / b1 d6 h4 / e6 e4 / 6 6 / 2" },
    { "quoridor", "a7 b1 b6 c4 c5 d1 d6 d7 e4 f1 f7 g4 h1 / a6 b2 b4 c2 e1 e6 / b1 f6 / 0 1 / 1" },
    { "quoridor",
      "a6 a7 b3 c7 d1 d4 d6 e7 f1 g8 h1 h2 / a2 b4 c4 d5 d8 e1 e3 f8 / c2 c7 / 0 0 / 2" },
    { "quoridor-4", "- / - / e1 a5 e9 i5 / 5 5 5 5 / 1" },
    { "quoridor-4", "e8 / c2 e6 f5 h6 / e2 b5 d9 i5 / 4 4 4 3 / 1" },
    { "quoridor-4", "c8 d4 e7 h2 / b4 e4 f7 g7 / e3 b4 f8 h5 / 4 3 3 2 / 2" },
    { "quoridor-4", "a1 b6 d3 e4 e5 / c6 e3 f5 g1 g6 h8 / e3 d5 e7 g5 / 2 3 1 3 / 3" },
    { "quoridor-4",
      "a1 a3 a6 c1 d4 e3 e5 f1 g4 g5 g6 h7 / b5 f5 f7 h1 h3 / h5 e3 g4 h9 / 2 0 1 0 / 4" },
};

void bench_position(int index, Position *position)
{
    const Variant *variant = variant_find(text_of(SET[index].variant));
    variant->game->read(variant, text_of(SET[index].position), position, NULL);
}

// Quoridor for four has a much larger tree than the others.
static int depth_for(const Variant *variant, int depth)
{
    if (variant->players == 4 && variant_each_alone(variant)) depth -= 2;
    return depth > 1 ? depth : 1;
}

u64 bench_search(Engine *engine, int index, int depth)
{
    Position position;
    bench_position(index, &position);
    engine_new_game(engine);
    engine_set_position(engine, &position, NULL, 0);
    engine_go(engine, &(SearchLimits){ .depth = depth_for(position.head.variant, depth) });
    engine_think(engine, 0);
    return engine_nodes(engine);
}

u64 bench_signature(Engine *engine, int depth)
{
    u64 nodes = 0;
    for (int i = 0; i < BENCH_POSITIONS; i++)
        nodes += bench_search(engine, i, depth);
    return nodes;
}
