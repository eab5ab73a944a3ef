// SPDX-License-Identifier: MIT
#include "base/speed.h"

enum { MINUTE = 60000, MOVES = 40 };

static const struct {
    const char *name;
    i64 under; // the time of 40 moves
} SPEED[SPEEDS] = {
    [SPEED_BULLET] = { "bullet", 3 * MINUTE },
    [SPEED_BLITZ] = { "blitz", 8 * MINUTE },
    [SPEED_RAPID] = { "rapid", 25 * MINUTE },
    [SPEED_CLASSICAL] = { "classical", CLOCK_NEVER },
    [SPEED_CORRESPONDENCE] = { "correspondence", 0 },
    [SPEED_UNLIMITED] = { "unlimited", 0 },
};

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

bool speed_read(Text text, Speed *speed)
{
    for (int i = 0; i < SPEEDS; i++)
        if (text_is(text, SPEED[i].name)) {
            *speed = (Speed)i;
            return true;
        }
    return false;
}
