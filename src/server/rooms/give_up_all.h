// SPDX-License-Identifier: MIT
// Somebody goes for good: all games of theirs are given up, so that nobody waits for them.
//
// Live games are resigned, open ones left, and called off if it was they who made them. Not all at
// once: others have their turns in between.
#ifndef MEYDAN_SERVER_ROOMS_GIVE_UP_ALL_H
#define MEYDAN_SERVER_ROOMS_GIVE_UP_ALL_H

#include "server/rooms/rooms.h"

// Calls `then` once, when every game is decided: committed, or refused. `barred`: not by their own
// will, so that a game with a partner is called off instead.
void give_up_all(Rooms *rooms, i64 person, bool barred, void (*then)(void *context), void *context);

#endif
