// SPDX-License-Identifier: MIT
// The Abalone variants, as data. docs/add-a-variant.md explains how to add one.
#include "abalone/position.h"

static const Layout TWO[] = {
    { "standard", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0" },
    { "belgian-daisy", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0" },
    { "german-daisy", "5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5 b 0-0" },
    { "dutch-daisy", "ww1bb/wbwbwb/1ww1bb1/8/9/8/1bb1ww1/bwbwbw/bb1ww b 0-0" },
    { "swiss-daisy", "5/ww2bb/wbw1bwb/1ww2bb1/9/1bb2ww1/bwb1wbw/bb2ww/5 b 0-0" },
    { "fujiyama", "wwwww/1wbbw1/2wbw2/3ww3/9/3bb3/2bwb2/1bwwb1/bbbbb b 0-0" },
    { "the-wall", "2w2/6/1wwwww1/wwwwwwww/9/bbbbbbbb/1bbbbb1/6/2b2 b 0-0" },
    { "star", "b3w/1w2b1/w1b1w1b/3wb3/wbwb1wbwb/3wb3/w1b1w1b/1w2b1/b3w b 0-0" },
    { "face-to-face", "5/6/ww3bb/www2bbb/wwww1bbbb/www2bbb/ww3bb/6/5 b 0-0" },
    { "alliances", "5/1wwbb1/1w1wbb1/1w1bw1b1/1w1b1w1b1/1w1bw1b1/1wwb1b1/1wwbb1/5 b 0-0" },
    { "domination", "5/w4b/ww3bb/wwww1bbb/3b1b3/bbb1wwww/bb3ww/b4w/5 b 0-0" },
    { "atomouche", "bw3/w2bwb/2b4/b1w4w/w2b1w2b/b4b1w/4w2/wbw2b/3bw b 0-0" },
    { "centrifuge", "1www1/b4b/bb1w1bb/bb4bb/9/ww4ww/ww1b1ww/w4w/1bbb1 b 0-0" },
    { "snakes", "bbbbb/b5/b6/b2bbww1/1b1b1w1w1/1bbww2w/6w/5w/wwwww b 0-0" },
    { "snakes-variant", "bbbbb/b5/b6/b1wwwww1/1b5w1/1bbbbb1w/6w/5w/wwwww b 0-0" },
    { "alien-attack", "b1b1b/1bwwb1/1bwbwb1/3bb3/9/3ww3/1wbwbw1/1wbbw1/w1w1w b 0-0" },
    { "korean-daisy", "ww1bb/wwwbbb/1wb1wb1/8/9/8/1bw1bw1/bbbwww/bb1ww b 0-0" },
    { "anglattack", "ww1bb/wb2wb/2b1w2/8/wbbw1bwwb/8/2b1w2/wb2wb/ww1bb b 0-0" },
    { "sixty-nine", "5/wwwwww/wbw3w/1ww2ww1/9/1bb2bb1/b3bwb/bbbbbb/5 b 0-0" },
    { "discovery", "ww3/www3/1ww4/8/9/8/1bb4/bbb3/bb3 b 0-0" },
    { "checkerboard", "5/bwbwbw/7/wbwbwbwb/9/bwbwbwbw/7/wbwbwb/5 b 0-0" },
    { "duel", "1w1b1/wwwbbb/2w1b2/b6w/bb5ww/b6w/2w1b2/wwwbbb/1w1b1 b 0-0" },
    { "the-clearing", "bwbwb/w4w/1b2w1b/bw5w/w7b/b5bw/w1b2w1/b4b/wbwbw b 0-0" },
    { "papillons", "1b1ww/b1wb1w/1w3bb/wb5w/w7b/b5wb/ww3b1/b1wb1w/bb1w1 b 0-0" },
};
static const Layout THREE[] = {
    { "standard", "ww1aa/ww2aa/ww3aa/ww4aa/ww5aa/w6a/7/bbbbbb/bbbbb b 0-0-0" },
};
static const Layout FOUR[] = {
    { "standard", "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0" },
};

const AbVariant AB_VARIANT[AB_VARIANTS] = {
    {
        .common = { .id = "abalone",
                    .title = "Abalone",
                    .game = &AB_GAME,
                    .players = 2,
                    .team = { 0, 1 },
                    .next = { 1, 0 },
                    .layouts = sizeof TWO / sizeof *TWO,
                    .layout = TWO },
        .count = { { 14, 6 }, { 12, 6 }, { 7, 3 } }, // A9, R10
    },
    {
        .common = { .id = "abalone-3",
                    .title = "Abalone for three",
                    .game = &AB_GAME,
                    .players = 3,
                    .team = { 0, 1, 2 },
                    .next = { 1, 2, 0 }, // clockwise, as four do (R8)
                    .layouts = 1,
                    .layout = THREE },
        .count = { { 11, 6 } }, // A11
    },
    {
        .common = { .id = "abalone-4",
                    .title = "Abalone for four, two teams",
                    .game = &AB_GAME,
                    .players = 4,
                    .team = { 0, 1, 0, 1 }, // opposite players are partners (A12)
                    .next = { 1, 2, 3, 0 },
                    .layouts = 1,
                    .layout = FOUR },
        .count = { { 9, 6 } },
    },
    {
        .common = { .id = "abalone-4-pairs",
                    .title = "Abalone for four, in pairs",
                    .game = &AB_GAME,
                    .players = 4,
                    .team = { 0, 1, 0, 1 },
                    .next = { 2, 3, 1, 0 }, // b a w c: partners back to back (A13)
                    .layouts = 1,
                    .layout = FOUR },
        .count = { { 9, 6 } },
    },
};
