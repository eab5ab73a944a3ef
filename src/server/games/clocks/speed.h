// SPDX-License-Identifier: MIT
// Consequences of a game's speed: its pool of ratings, limits on the first move and on absence.
#ifndef MEYDAN_SERVER_GAMES_CLOCKS_SPEED_H
#define MEYDAN_SERVER_GAMES_CLOCKS_SPEED_H

#include "base/speed.h"

// The ratings with which a game is rated: games with bots have a separate pool.
const char *speed_pool(Speed speed, bool bots); // "bullet", "bullet-bots"
// The clock counts seconds, so that players wait for each other.
bool speed_is_live(Speed speed);

// The time limit of a player's first move, in ms; CLOCK_NEVER where no opponent waits for it.
i64 speed_first_move(Speed speed);
// How long a player may be away, in ms, before others can claim that they have left.
i64 speed_away(Speed speed, bool on_purpose);
// How long an open game waits for players, in ms.
i64 speed_open(Speed speed);

#endif
