// SPDX-License-Identifier: MIT
#include "server/games/pairing/pools.h"

#include <assert.h>

static const char *const CLOCKS[POOL_CLOCKS] = { "60+2", "180+2", "300+3", "600+5", "900", "3d" };

int pool_count(void)
{
    return variant_count() * POOL_CLOCKS * 2;
}

Pool pool_at(int pool)
{
    assert(pool >= 0 && pool < pool_count());
    return (Pool){ .variant = variant_at(pool / (POOL_CLOCKS * 2)),
                   .clock = CLOCKS[pool / 2 % POOL_CLOCKS],
                   .rated = pool % 2 };
}

int pool_find(const Variant *variant, Text clock, bool rated)
{
    for (int pool = rated; pool < pool_count(); pool += 2) {
        Pool found = pool_at(pool);
        if (found.variant == variant && text_is(clock, found.clock)) return pool;
    }
    return NO_POOL;
}

ClockSpec pool_clock(const Pool *pool)
{
    ClockSpec spec = { 0 };
    Status status = clock_read(text_of(pool->clock), &spec, NULL);
    assert(status == OK);
    (void)status;
    return spec;
}

// Competitive Abalone starts from the Belgian daisy: in the standard set-up waiting is too strong a
// plan.
const Layout *pool_layout(const Pool *pool)
{
    const Variant *variant = pool->variant;
    for (int i = 0; i < variant->layouts; i++)
        if (text_is(text_of(variant->layout[i].name), "belgian-daisy")) return &variant->layout[i];
    return &variant->layout[0];
}

bool pool_is_slow(const Pool *pool)
{
    ClockSpec spec = pool_clock(pool);
    return clock_spec_days(&spec) > 0;
}
