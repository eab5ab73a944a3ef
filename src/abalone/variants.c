// SPDX-License-Identifier: MIT
// The Abalone variants, as data. docs/add-a-variant.md explains how to add one.
#include "abalone/position.h"

static const Layout TWO[] = {
    { "standard", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0" },
    { "belgian-daisy", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0" },
    { "german-daisy", "5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5 b 0-0" },
    { "dutch-daisy", "ww1bb/wbwbwb/1ww1bb1/8/9/8/1bb1ww1/bwbwbw/bb1ww b 0-0" },
    { "swiss-daisy", "5/ww2bb/wbw1bwb/1ww2bb1/9/1bb2ww1/bwb1wbw/bb2ww/5 b 0-0" },
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
        .marbles = 14, // A9
        .to_win = 6,
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
        .marbles = 11, // A11
        .to_win = 6,
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
        .marbles = 9,
        .to_win = 6,
    },
    {
        .common = { .id = "abalone-4-pairs",
                    .title = "Abalone for four, partners back to back",
                    .game = &AB_GAME,
                    .players = 4,
                    .team = { 0, 1, 0, 1 },
                    .next = { 2, 3, 1, 0 }, // b a w c: partners back to back (A13)
                    .layouts = 1,
                    .layout = FOUR },
        .marbles = 9,
        .to_win = 6,
    },
};
