// SPDX-License-Identifier: MIT
#include "server/room/speed.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, MOVES = 40 };

static const struct {
    const char *name, *bots; // and the pool of games with a bot
    i64 under;               // the time of 40 moves
    i64 first_move;
    i64 away;
} SPEED[SPEEDS] = {
    [SPEED_BULLET] = { "bullet", "bullet-bots", 3 * MINUTE, 15 * SECOND, 30 * SECOND },
    [SPEED_BLITZ] = { "blitz", "blitz-bots", 8 * MINUTE, 20 * SECOND, 60 * SECOND },
    [SPEED_RAPID] = { "rapid", "rapid-bots", 25 * MINUTE, 30 * SECOND, 120 * SECOND },
    [SPEED_CLASSICAL] = { "classical", "classical-bots", CLOCK_NEVER, 35 * SECOND, 300 * SECOND },
    [SPEED_CORRESPONDENCE] = { "correspondence", "correspondence-bots", 0, CLOCK_NEVER,
                               CLOCK_NEVER },
    [SPEED_UNLIMITED] = { "unlimited", "unlimited-bots", 0, CLOCK_NEVER, 300 * SECOND },
};
static const i64 AWAY_ON_PURPOSE = 10 * SECOND;

i64 speed_time(const ClockSpec *spec)
{
    return spec->main + (i64)MOVES * spec->increment + spec->periods * spec->period;
}

Speed speed_of(const ClockSpec *spec)
{
    if (clock_spec_none(spec)) return SPEED_UNLIMITED;
    if (clock_spec_days(spec)) return SPEED_CORRESPONDENCE;
    i64 time = speed_time(spec);
    Speed speed = SPEED_BULLET;
    while (time >= SPEED[speed].under)
        speed++;
    return speed;
}

const char *speed_name(Speed speed)
{
    return SPEED[speed].name;
}

const char *speed_pool(Speed speed, bool bots)
{
    return bots ? SPEED[speed].bots : SPEED[speed].name;
}

bool speed_read(Text text, Speed *speed)
{
    for (int i = 0; i < SPEEDS; i++)
        if (text_is(text, SPEED[i].name)) {
            *speed = (Speed)i;
            return true;
        }
    return false;
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
