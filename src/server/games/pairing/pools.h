// SPDX-License-Identifier: MIT
// The pools of quick pairing: a few clocks for each variant, rated and casual. They are numbered
// from 0, in the order of the variants.
#ifndef MEYDAN_SERVER_GAMES_PAIRING_POOLS_H
#define MEYDAN_SERVER_GAMES_PAIRING_POOLS_H

#include "base/clock.h"
#include "variants/variants.h"

enum { POOL_CLOCKS = 6, POOLS_MAX = VARIANTS_MAX * POOL_CLOCKS * 2, NO_POOL = -1 };

typedef struct Pool {
    const Variant *variant;
    const char *clock; // "300+3", in the notation of docs/formats.md
    bool rated;
} Pool;

int pool_count(void);
Pool pool_at(int pool);
// NO_POOL if there is none.
int pool_find(const Variant *variant, Text clock, bool rated);
ClockSpec pool_clock(const Pool *pool);
// The start of its games.
const Layout *pool_layout(const Pool *pool);
// With days per move, where people need not wait.
bool pool_is_slow(const Pool *pool);

#endif
