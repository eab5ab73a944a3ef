// SPDX-License-Identifier: MIT
// The list of variants with two more, for tests: a program linked with this file instead of
// src/variants/variants.c has eight. They are pure data, as in docs/add-a-variant.md.
#include "abalone/position.h"
#include "quoridor/position.h"
#include "variants/variants.h"

static const Layout SMALL[] = {
    { "standard", "5/6/2www2/2wwww2/9/2bbbb2/2bbb2/6/5 b 0-0" },
    { "close", "5/6/7/2wwww2/1www1bbb1/2bbbb2/7/6/5 b 0-0" },
};
static const Layout SHORT[] = { { "standard", "- / - / e3 e7 / 3 3 / 1" } };

static const AbVariant ABALONE_SMALL = {
    .common = { .id = "abalone-small",
                .title = "Abalone with seven marbles",
                .game = &AB_GAME,
                .players = 2,
                .team = { 0, 1 },
                .next = { 1, 0 },
                .layouts = sizeof SMALL / sizeof *SMALL,
                .layout = SMALL },
    .count = { { 7, 3 } },
};
static const QrVariant QUORIDOR_SHORT = {
    .common = { .id = "quoridor-short",
                .title = "Quoridor with three walls each",
                .game = &QR_GAME,
                .players = 2,
                .team = { 0, 1 },
                .next = { 1, 0 },
                .layouts = 1,
                .layout = SHORT },
    .walls = 3,
    .goal = { NORTH, SOUTH },
};

int variant_count(void)
{
    return VARIANTS + 2;
}

const Variant *variant_at(int index)
{
    if (index == VARIANTS) return &ABALONE_SMALL.common;
    if (index == VARIANTS + 1) return &QUORIDOR_SHORT.common;
    if (index < AB_VARIANTS) return &AB_VARIANT[index].common;
    return &QR_VARIANT[index - AB_VARIANTS].common;
}

const Variant *variant_find(Text id)
{
    for (int i = 0; i < variant_count(); i++)
        if (text_is(id, variant_at(i)->id)) return variant_at(i);
    return NULL;
}
