// SPDX-License-Identifier: MIT
// Restores rooms from the store: the setup, then every event in order.
#ifndef MEYDAN_SERVER_GAMES_LIVE_RESTORE_H
#define MEYDAN_SERVER_GAMES_LIVE_RESTORE_H

#include "server/games/live/rooms.h"

// Gets a room, whose plies it then owns, or the reason why a game could not be read.
typedef struct RestoreSee {
    void *context;
    void (*room)(void *context, const Room *room);
    void (*broken)(void *context, i64 game, const Fault *why);
} RestoreSee;

// Restores one game, or all open and live ones for id 0. False if the store cannot be read. Names
// are not filled in (room_know).
bool restore_rooms(Store *store, i64 id, const RestoreSee *see, Fault *why);

#endif
