// SPDX-License-Identifier: MIT
// Gives up all games of a person who leaves for good, so that no opponent waits for them.
//
// Live games are resigned, open ones left, or called off if the person made them. Not all at once,
// so that other requests are served in between.
#ifndef MEYDAN_SERVER_GAMES_ROOMS_GIVE_UP_ALL_H
#define MEYDAN_SERVER_GAMES_ROOMS_GIVE_UP_ALL_H

#include "server/games/rooms/rooms.h"

// Calls `then` once, when every game is decided: committed, or refused. `barred`: not by their own
// will, so that a game with a partner is called off instead.
void give_up_all(Rooms *rooms, i64 person, bool barred, void (*then)(void *context), void *context);

#endif
