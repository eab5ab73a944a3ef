// SPDX-License-Identifier: MIT
// The context of a report about a game: its state and its last events, as JSON. Stored with the
// report, since the game goes on.
#ifndef MEYDAN_SERVER_FEATURES_MODERATION_CONTEXT_H
#define MEYDAN_SERVER_FEATURES_MODERATION_CONTEXT_H

#include "platform/json_heap.h"
#include "sql/store.h"

enum { CONTEXT_EVENTS = 20, CONTEXT_SEATS = 4 };

// On a reader's thread. False if there is no such game. `seats` gets the people in the seats.
bool context_write(Json *json, Store *reading, i64 game, i64 seats[CONTEXT_SEATS]);

#endif
