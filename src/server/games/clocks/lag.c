// SPDX-License-Identifier: MIT
#include "server/games/clocks/lag.h"

#include "server/games/clocks/speed.h"

enum {
    GAIN_MIN = 100,     // ms, in the shortest games
    GAIN_MAX = 250,     // in games of three minutes or more
    FULL_GAIN_AT = 720, // so that a game of 180 s has 250 ms
    START_GAINS = 3,
    MOST_GAINS = 7,
};

LagQuota lag_start(const ClockSpec *spec)
{
    if (!speed_is_live(speed_of(spec))) return (LagQuota){ 0 };
    i64 gain = speed_time(spec) / FULL_GAIN_AT;
    gain = gain < GAIN_MIN ? GAIN_MIN : gain > GAIN_MAX ? GAIN_MAX : gain;
    return (LagQuota){ .left = (u16)(gain * START_GAINS), .gain = (u16)gain };
}

i64 lag_given(const LagQuota *quota, i64 lag_ms)
{
    if (lag_ms <= 0) return 0;
    return lag_ms < quota->left ? lag_ms : quota->left;
}

void lag_spend(LagQuota *quota, i64 given)
{
    i64 left = quota->left - lag_given(quota, given) + quota->gain;
    i64 most = quota->gain * MOST_GAINS;
    quota->left = (u16)(left < most ? left : most);
}
