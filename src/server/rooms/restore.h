// SPDX-License-Identifier: MIT
// Rooms out of the store: the setup, then every event in order, as it happened.
#ifndef MEYDAN_SERVER_ROOMS_RESTORE_H
#define MEYDAN_SERVER_ROOMS_RESTORE_H

#include "server/rooms/rooms.h"

// A room, whose plies are the callback's from then on; or why a game could not be read.
typedef struct RestoreSee {
    void *context;
    void (*room)(void *context, const Room *room);
    void (*broken)(void *context, i64 game, const Fault *why);
} RestoreSee;

// One game, or all that are open or live for id 0. False if the store cannot be read. Names are not
// known yet (room_know).
bool restore_rooms(Store *store, i64 id, const RestoreSee *see, Fault *why);

#endif
