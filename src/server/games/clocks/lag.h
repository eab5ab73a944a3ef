// SPDX-License-Identifier: MIT
// Refunds network lag from a quota that grows a little with every move and is capped, so that a
// slow connection is compensated and a faked one gains next to nothing. Only lag measured by the
// server counts.
#ifndef MEYDAN_SERVER_GAMES_CLOCKS_LAG_H
#define MEYDAN_SERVER_GAMES_CLOCKS_LAG_H

#include "base/clock.h"

typedef struct LagQuota {
    u16 left; // ms
    u16 gain; // growth per move
} LagQuota;

// Zero for games without a clock and those with days per move.
LagQuota lag_start(const ClockSpec *spec);
// How much of a lag would be refunded now.
i64 lag_given(const LagQuota *quota, i64 lag_ms);
// Call after a move for which `given` ms were refunded.
void lag_spend(LagQuota *quota, i64 given);

#endif
