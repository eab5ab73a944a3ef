// SPDX-License-Identifier: MIT
// The units of the small networks: sixteen 16-bit numbers at a time, in the compiler's vector type,
// so that the same code runs on AVX2, NEON and wasm.
#ifndef MEYDAN_ENGINE_UNITS_H
#define MEYDAN_ENGINE_UNITS_H

#include "base/bits.h"

enum { UNITS = 16 };
typedef int16_t Units __attribute__((vector_size(UNITS * sizeof(int16_t))));
typedef i32 Wide __attribute__((vector_size(UNITS * sizeof(i32))));

ALWAYS_INLINE Units units_load(const int16_t from[UNITS])
{
    Units units;
    __builtin_memcpy(&units, from, sizeof units);
    return units;
}

ALWAYS_INLINE Units units_load_bytes(const i8 from[UNITS])
{
    typedef i8 Bytes __attribute__((vector_size(UNITS)));
    Bytes bytes;
    __builtin_memcpy(&bytes, from, sizeof bytes);
    return __builtin_convertvector(bytes, Units);
}

// Each unit between 0 and `most`.
ALWAYS_INLINE Units units_clip(Units units, int16_t most)
{
    units &= units > 0;
    Units over = units > most;
    return (units & ~over) | (over & most);
}

// Of clipped units; 64 stands for 1.
ALWAYS_INLINE Units units_square(Units units)
{
    return units * units >> 6;
}

ALWAYS_INLINE i32 units_dot(Units a, Units b)
{
    Wide product = __builtin_convertvector(a, Wide) * __builtin_convertvector(b, Wide);
    i32 sum = 0;
    for (int i = 0; i < UNITS; i++)
        sum += product[i];
    return sum;
}

#endif
