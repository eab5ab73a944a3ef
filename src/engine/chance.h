// SPDX-License-Identifier: MIT
// Powers of two of fractions, without floating point: the same on every machine.
#ifndef MEYDAN_ENGINE_CHANCE_H
#define MEYDAN_ENGINE_CHANCE_H

#include "engine/engine.h"

enum { CHANCE_FINE = 16 }; // linear steps per eighth

// 65536 * 2^(-parts / 128)
static inline u32 chance_of(i64 parts)
{
    static const u16 STEP[9] = { 65535, 60097, 55109, 50535, 46341, 42495, 38968, 35734, 32768 };
    if (parts >= 16 * 8 * CHANCE_FINE) return 0;
    int step = (int)(parts / CHANCE_FINE) & 7;
    u32 part = (u32)(parts % CHANCE_FINE), fall = (u32)(STEP[step] - STEP[step + 1]);
    return (STEP[step] - fall * part / CHANCE_FINE) >> parts / (8 * CHANCE_FINE);
}

// 65536 * 2^(-gap / half) for gap >= 0, in steps of an eighth. Accurate enough for random choices.
static inline u32 chance_left(Score gap, int half)
{
    return chance_of((i64)gap * 8 / half * CHANCE_FINE);
}

static inline u32 chance_exact(Score gap, int half)
{
    return chance_of((i64)gap * 8 * CHANCE_FINE / half);
}

#endif
