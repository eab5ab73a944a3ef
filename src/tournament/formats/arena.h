// SPDX-License-Identifier: MIT
// Arenas: free players are paired at once, and two who have just met after a few seconds.
#ifndef MEYDAN_TOURNAMENT_FORMATS_ARENA_H
#define MEYDAN_TOURNAMENT_FORMATS_ARENA_H

#include "tournament/formats/decisions.h"
#include "tournament/swiss.h"

enum {
    ARENA_AGAIN_MS = 5000, // after which two who have just met may meet again
    ARENA_GROUP = 48,      // players who are matched at once
};

// Pairs of entries who are free at that time; `pairing` has space for half of the entries. Returns
// false if out of memory.
bool arena_pair(const Tournament *tournament, i64 now_ms, Pairing *pairing, int *count);
// When to try again: the earliest time at which two free entries may be paired who couldn't now;
// 0: only when something changes.
i64 arena_next_ms(const Tournament *tournament, i64 now_ms);
// Compares by points, wins, fewer games, and seed. Negative if `a` is ahead.
int arena_compare(const Entry *a, const Entry *b);

#endif
