// SPDX-License-Identifier: MIT
// The pools of quick pairing: one for each variant, each of a few clocks, rated and casual. They
// are numbers from 0 on, in the order of the variants.
#ifndef MEYDAN_SERVER_PAIRING_POOLS_H
#define MEYDAN_SERVER_PAIRING_POOLS_H

#include "base/clock.h"
#include "variants/variants.h"

enum { POOL_CLOCKS = 6, POOLS_MAX = VARIANTS_MAX * POOL_CLOCKS * 2, NO_POOL = -1 };

typedef struct Pool {
    const Variant *variant;
    const char *clock; // "300+3", as docs/formats.md has clocks
    bool rated;
} Pool;

int pool_count(void);
Pool pool_at(int pool);
// NO_POOL if there is none.
int pool_find(const Variant *variant, Text clock, bool rated);
ClockSpec pool_clock(const Pool *pool);
// The start of its games.
const Layout *pool_layout(const Pool *pool);
// With days per move: nobody sits there and waits.
bool pool_is_slow(const Pool *pool);

#endif
