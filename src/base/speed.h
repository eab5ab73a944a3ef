// SPDX-License-Identifier: MIT
// Speed classes of games, by the time that the clock allows for 40 moves.
#ifndef MEYDAN_BASE_SPEED_H
#define MEYDAN_BASE_SPEED_H

#include "base/clock.h"

typedef enum Speed {
    SPEED_BULLET,
    SPEED_BLITZ,
    SPEED_RAPID,
    SPEED_CLASSICAL,
    SPEED_CORRESPONDENCE,
    SPEED_UNLIMITED,
    SPEEDS,
} Speed;

// Maximum time for 40 moves in ms; 0 without a clock.
i64 speed_time(const ClockSpec *spec);
// The limits are 3, 8 and 25 minutes for 40 moves.
Speed speed_of(const ClockSpec *spec);
const char *speed_name(Speed speed); // "bullet"
bool speed_read(Text text, Speed *speed);

#endif
