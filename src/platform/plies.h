// SPDX-License-Identifier: MIT
// The plies of a match on the heap. A Match only borrows them (match_lend).
#ifndef MEYDAN_PLATFORM_PLIES_H
#define MEYDAN_PLATFORM_PLIES_H

#include "game/match.h"
#include "platform/array.h"

// Ensures space for that total number of plies. Returns false if out of memory. The owner must free
// match->plies.
static inline bool plies_reserve(Match *match, u32 count)
{
    size_t capacity = match->capacity;
    Ply *plies = array_grow(match->plies, &capacity, count, sizeof *plies);
    if (plies) match_lend(match, plies, (u32)capacity);
    return plies;
}

// Ensures space for one more ply.
static inline bool plies_grow(Match *match)
{
    return plies_reserve(match, match->count + 1);
}

#endif
