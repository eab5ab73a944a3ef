// SPDX-License-Identifier: MIT
// The units of the small networks: vectors of sixteen 16-bit numbers in the compiler's vector type,
// for AVX2, NEON and wasm alike.
#ifndef MEYDAN_ENGINE_UNITS_H
#define MEYDAN_ENGINE_UNITS_H

#include "base/bits.h"

enum { UNITS = 16 };
typedef int16_t Units __attribute__((vector_size(UNITS * sizeof(int16_t))));
typedef i32 Wide __attribute__((vector_size(UNITS * sizeof(int16_t))));

ALWAYS_INLINE Units units_load(const int16_t from[UNITS])
{
    Units units;
    __builtin_memcpy(&units, from, sizeof units);
    return units;
}

ALWAYS_INLINE Units units_load_bytes(const i8 from[UNITS])
{
#if defined(__AVX2__) && !defined(__clang__)
    typedef char Bytes __attribute__((vector_size(UNITS)));
    Bytes bytes;
    __builtin_memcpy(&bytes, from, sizeof bytes);
    return (Units)__builtin_ia32_pmovsxbw256(
        bytes); // gcc turns the code below into five instructions
#else
    typedef i8 Bytes __attribute__((vector_size(UNITS)));
    Bytes bytes;
    __builtin_memcpy(&bytes, from, sizeof bytes);
    return __builtin_convertvector(bytes, Units);
#endif
}

// Clips each unit to 0..most.
ALWAYS_INLINE Units units_clip(Units units, int16_t most)
{
    units &= units > 0;
    Units over = units > most;
    return (units & ~over) | (over & most);
}

// Squares clipped units; 64 represents 1.
ALWAYS_INLINE Units units_square(Units units)
{
    return units * units >> 6;
}

// Multiplies and adds adjacent pairs: half as many numbers of twice the width.
ALWAYS_INLINE Wide units_multiply(Units a, Units b)
{
#if defined(__AVX2__)
    return (Wide)__builtin_ia32_pmaddwd256(a, b);
#else
    Wide x = (Wide)a, y = (Wide)b;
    return (x << 16 >> 16) * (y << 16 >> 16) + (x >> 16) * (y >> 16);
#endif
}

ALWAYS_INLINE i32 wide_sum(Wide wide)
{
    wide += __builtin_shufflevector(wide, wide, 4, 5, 6, 7, 0, 1, 2, 3);
    wide += __builtin_shufflevector(wide, wide, 2, 3, 0, 1, 6, 7, 4, 5);
    return wide[0] + wide[1];
}

ALWAYS_INLINE i32 units_dot(Units a, Units b)
{
    return wide_sum(units_multiply(a, b));
}

#endif
