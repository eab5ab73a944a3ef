// SPDX-License-Identifier: MIT
// Lag that is not charged, out of a quota: it refills a little with every move and is capped, so
// that a poor line is made up for and a pretended one gains next to nothing. Only what the server
// has measured counts.
#ifndef MEYDAN_SERVER_ROOM_LAG_H
#define MEYDAN_SERVER_ROOM_LAG_H

#include "base/clock.h"

typedef struct LagQuota {
    u16 left; // ms
    u16 gain; // with every move
} LagQuota;

// None at all for games without a clock and those of days per move.
LagQuota lag_start(const ClockSpec *spec);
// How much of a lag would be given back now.
i64 lag_given(const LagQuota *quota, i64 lag_ms);
// A move was made and `given` ms given back.
void lag_spend(LagQuota *quota, i64 given);

#endif
