// SPDX-License-Identifier: MIT
// How fast a game is, and what follows from that: limits on the first move and on being away.
#ifndef MEYDAN_SERVER_ROOM_SPEED_H
#define MEYDAN_SERVER_ROOM_SPEED_H

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
// Ratings of one speed that are compared with each other: games with a bot have their own.
const char *speed_pool(Speed speed, bool bots); // "bullet", "bullet-bots"
bool speed_read(Text text, Speed *speed);
// With a clock that is counted in seconds: somebody sits there and waits.
bool speed_is_live(Speed speed);

// How long a player's first move may take, in ms; CLOCK_NEVER where nobody waits for it.
i64 speed_first_move(Speed speed);
// How long a player may be away, in ms, before others can claim that they have left.
i64 speed_away(Speed speed, bool on_purpose);
// How long an open game waits for players, in ms.
i64 speed_open(Speed speed);

#endif
