// SPDX-License-Identifier: MIT
#include "server/games/clocks/speed.h"

enum { SECOND = 1000 };

static const struct {
    const char *bots; // the pool of games with a bot
    i64 first_move;
    i64 away;
} SPEED[SPEEDS] = {
    [SPEED_BULLET] = { "bullet-bots", 15 * SECOND, 30 * SECOND },
    [SPEED_BLITZ] = { "blitz-bots", 20 * SECOND, 60 * SECOND },
    [SPEED_RAPID] = { "rapid-bots", 30 * SECOND, 120 * SECOND },
    [SPEED_CLASSICAL] = { "classical-bots", 35 * SECOND, 300 * SECOND },
    [SPEED_CORRESPONDENCE] = { "correspondence-bots", CLOCK_NEVER, CLOCK_NEVER },
    [SPEED_UNLIMITED] = { "unlimited-bots", CLOCK_NEVER, 300 * SECOND },
};
static const i64 AWAY_ON_PURPOSE = 10 * SECOND;

const char *speed_pool(Speed speed, bool bots)
{
    return bots ? SPEED[speed].bots : speed_name(speed);
}

bool speed_is_live(Speed speed)
{
    return speed <= SPEED_CLASSICAL;
}

i64 speed_first_move(Speed speed)
{
    return SPEED[speed].first_move;
}

i64 speed_away(Speed speed, bool on_purpose)
{
    bool claims = SPEED[speed].away != CLOCK_NEVER;
    return claims && on_purpose ? AWAY_ON_PURPOSE : SPEED[speed].away;
}

i64 speed_open(Speed speed)
{
    return speed == SPEED_CORRESPONDENCE ? 7 * (i64)CLOCK_DAY : CLOCK_DAY;
}
