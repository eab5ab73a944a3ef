// SPDX-License-Identifier: MIT
// Bit operations, and the one place where compiler extensions live.
//
// Sets are u64. `Lanes` is four of them side by side: the same expressions then work on four boards
// at once, on AVX2, NEON and wasm alike, because gcc and clang lower the vector type themselves.
#ifndef MEYDAN_BASE_BITS_H
#define MEYDAN_BASE_BITS_H

#include "base/types.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { LANES = 4 };
typedef u64 Lanes __attribute__((vector_size(LANES * sizeof(u64))));

ALWAYS_INLINE Lanes lanes_load(const u64 from[LANES])
{
    Lanes lanes;
    __builtin_memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

ALWAYS_INLINE void lanes_store(u64 to[LANES], Lanes lanes)
{
    __builtin_memcpy(to, &lanes, sizeof lanes);
}

static inline int bits_count(u64 set)
{
    return __builtin_popcountll(set);
}

// The lowest member. The set must not be empty.
static inline int bits_first(u64 set)
{
    return __builtin_ctzll(set);
}

static inline u64 bit(int index)
{
    return (u64)1 << index;
}

static inline bool bits_has(u64 set, int index)
{
    return set >> index & 1;
}

// All ones if `yes`, else zero: a choice without a branch.
static inline u64 mask_if(bool yes)
{
    return -(u64)yes;
}

// Returns a word whose bit i is set if bytes[i] == wanted.
static inline u64 bytes_equal(const u8 bytes[64], u8 wanted)
{
#if defined(__AVX2__)
    typedef char Half __attribute__((vector_size(32)));
    Half low, high, want;
    __builtin_memcpy(&low, bytes, 32);
    __builtin_memcpy(&high, bytes + 32, 32);
    __builtin_memset(&want, wanted, 32);
    u32 first = (u32)__builtin_ia32_pmovmskb256((Half)(low == want));
    u32 second = (u32)__builtin_ia32_pmovmskb256((Half)(high == want));
    return (u64)second << 32 | first;
#else
    u64 set = 0;
    for (int i = 0; i < 64; i++)
        set |= (u64)(bytes[i] == wanted) << i;
    return set;
#endif
}

#endif
