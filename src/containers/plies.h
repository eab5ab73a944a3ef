// SPDX-License-Identifier: MIT
// The plies of a match where there is a heap: a Match itself only borrows them (match_lend).
#ifndef MEYDAN_CONTAINERS_PLIES_H
#define MEYDAN_CONTAINERS_PLIES_H

#include "containers/array.h"
#include "game/match.h"

// Space for so many plies in all; false without memory. The owner frees match->plies in the end.
static inline bool plies_reserve(Match *match, u32 count)
{
    size_t capacity = match->capacity;
    Ply *plies = array_grow(match->plies, &capacity, count, sizeof *plies);
    if (plies) match_lend(match, plies, (u32)capacity);
    return plies;
}

// Space for one more.
static inline bool plies_grow(Match *match)
{
    return plies_reserve(match, match->count + 1);
}

#endif
