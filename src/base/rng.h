// SPDX-License-Identifier: MIT
// Small, fast, reproducible random numbers (splitmix64). Not for secrets.
#ifndef MEYDAN_BASE_RNG_H
#define MEYDAN_BASE_RNG_H

#include "base/types.h"

typedef struct Rng {
    u64 state;
} Rng;

// A bijection that spreads its input over all 64 bits. Position hashes are built from it too.
static inline u64 mix64(u64 x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static inline u64 rng_next(Rng *rng)
{
    rng->state += 0x9e3779b97f4a7c15u;
    return mix64(rng->state);
}

// Uniform in 0 .. below-1; below > 0. (The bias for small `below` is under 2^-32.)
static inline u32 rng_below(Rng *rng, u32 below)
{
    return (u32)((rng_next(rng) >> 32) * below >> 32);
}

#endif
