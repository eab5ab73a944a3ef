// SPDX-License-Identifier: MIT
// How fast a game is: by the time that its clock gives for 40 moves.
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

// What 40 moves take at most, in ms; 0 without a clock.
i64 speed_time(const ClockSpec *spec);
// By that time: under 3, 8 and 25 minutes, or more.
Speed speed_of(const ClockSpec *spec);
const char *speed_name(Speed speed); // "bullet"
bool speed_read(Text text, Speed *speed);

#endif
