// SPDX-License-Identifier: MIT
// Powers of two of fractions, without floating point: the same on every machine.
#ifndef MEYDAN_ENGINE_CHANCE_H
#define MEYDAN_ENGINE_CHANCE_H

#include "engine/engine.h"

// 65536 * 2^(-gap / half), for gaps from 0 on.
static inline u32 chance_left(Score gap, int half)
{
    static const u16 STEP[9] = { 65535, 60097, 55109, 50535, 46341, 42495, 38968, 35734, 32768 };
    enum { FINE = 16 }; // of a step, in a straight line
    i64 parts = (i64)gap * 8 * FINE / half;
    if (parts >= 16 * 8 * FINE) return 0;
    int step = (int)(parts / FINE) & 7, part = (int)(parts % FINE);
    u32 left = STEP[step] - (u32)(STEP[step] - STEP[step + 1]) * (u32)part / FINE;
    return left >> parts / (8 * FINE);
}

#endif
