// SPDX-License-Identifier: MIT
// The Quoridor variants, as data. docs/add-a-variant.md explains how to add one.
#include "quoridor/position.h"

static const Layout TWO[] = { { "standard", "- / - / e1 e9 / 10 10 / 1" } };
static const Layout FOUR[] = { { "standard", "- / - / e1 a5 e9 i5 / 5 5 5 5 / 1" } };

const QrVariant QR_VARIANT[QR_VARIANTS] = {
    {
        .common = { .id = "quoridor",
                    .title = "Quoridor",
                    .game = &QR_GAME,
                    .players = 2,
                    .team = { 0, 1 },
                    .next = { 1, 0 },
                    .layouts = 1,
                    .layout = TWO },
        .walls = 10,              // Q1
        .goal = { NORTH, SOUTH }, // Q7
    },
    {
        .common = { .id = "quoridor-4",
                    .title = "Quoridor for four",
                    .game = &QR_GAME,
                    .players = 4,
                    .team = { 0, 1, 2, 3 },
                    .next = { 1, 2, 3, 0 },
                    .layouts = 1,
                    .layout = FOUR },
        .walls = 5, // Q9
        .goal = { NORTH, EAST, SOUTH, WEST },
    },
};
