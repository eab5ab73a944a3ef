// SPDX-License-Identifier: MIT
// Powers of two of fractions, without floating point: the same on every machine.
#ifndef MEYDAN_ENGINE_CHANCE_H
#define MEYDAN_ENGINE_CHANCE_H

#include "engine/engine.h"

// 65536 * 2^(-gap / half), for gaps from 0 on.
static inline u32 chance_left(Score gap, int half)
{
    static const u16 STEP[8] = { 65535, 60097, 55109, 50535, 46341, 42495, 38968, 35734 };
    i64 eighths = (i64)gap * 8 / half;
    return eighths >= 128 ? 0 : (u32)STEP[eighths & 7] >> (eighths >> 3);
}

#endif
