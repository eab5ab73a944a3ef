// SPDX-License-Identifier: MIT
// What follows from how fast a game is: its pool of ratings, limits on the first move and on being
// away.
#ifndef MEYDAN_SERVER_ROOM_SPEED_H
#define MEYDAN_SERVER_ROOM_SPEED_H

#include "base/speed.h"

// Ratings of one speed that are compared with each other: games with a bot have their own.
const char *speed_pool(Speed speed, bool bots); // "bullet", "bullet-bots"
// With a clock that is counted in seconds: somebody sits there and waits.
bool speed_is_live(Speed speed);

// How long a player's first move may take, in ms; CLOCK_NEVER where nobody waits for it.
i64 speed_first_move(Speed speed);
// How long a player may be away, in ms, before others can claim that they have left.
i64 speed_away(Speed speed, bool on_purpose);
// How long an open game waits for players, in ms.
i64 speed_open(Speed speed);

#endif
