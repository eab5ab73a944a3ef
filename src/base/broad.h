// SPDX-License-Identifier: MIT
// `Broad` is as many words side by side as one instruction of this machine takes: eight with
// AVX-512, else four. It is for rows of boards that don't affect each other, so that their number
// doesn't matter; code that gives each lane a meaning uses `Lanes` (bits.h).
#ifndef MEYDAN_BASE_BROAD_H
#define MEYDAN_BASE_BROAD_H

#include "base/bits.h"

#if defined(__AVX512F__)
enum { BROAD = 8 };
#else
enum { BROAD = 4 };
#endif
typedef u64 Broad __attribute__((vector_size(BROAD * sizeof(u64))));

ALWAYS_INLINE Broad broad_load(const u64 from[BROAD])
{
    Broad broad;
    __builtin_memcpy(&broad, from, sizeof broad);
    return broad;
}

ALWAYS_INLINE void broad_store(u64 to[BROAD], Broad broad)
{
    __builtin_memcpy(to, &broad, sizeof broad);
}

#endif
