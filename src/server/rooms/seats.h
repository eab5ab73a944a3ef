// SPDX-License-Identifier: MIT
// Seats: who may sit where, the lot, and the seats of a rematch.
#ifndef MEYDAN_SERVER_ROOMS_SEATS_H
#define MEYDAN_SERVER_ROOMS_SEATS_H

#include "server/rooms/rooms.h"

// The source of random numbers.
typedef struct RandomSource {
    u64 (*random)(void *context);
    void *context;
} RandomSource;

// The person that `person` is by now: who signed in with a visitor's games has become another one.
// False if the store does not know them.
bool person_now(Store *store, i64 person, StoredPerson *found);
// Can be rated.
bool person_is_account(const StoredPerson *person);

// Whose ratings a room's are compared with: those of its speed, or with bots.
const char *room_pool(const Room *room);
// Names and ratings of all who are in the room or invited; also whom they have become.
void room_know(Room *room, Store *store);

// OK, or a refusal and why. `computers`: they play here.
ErrorCode setup_check(const GameSetup *setup, i64 maker, Store *store, bool computers, Fault *why);
bool room_is_full(const Room *room);
// The seats from the start on, drawn by lot if the setup says so.
void seats_final(const Room *room, RandomSource random, Sitter sitter[PLAYERS_MAX]);
// The seat that a person may take in an open room, `wanted` or any (-1). ERROR_NONE with *seat = -1
// if they sit already.
ErrorCode seat_to_take(const Room *room, i64 person, int wanted, int *seat, Fault *why);
// The next game: everybody one seat on. Only `asker` sits at once, and computers; the others are
// invited.
void rematch_setup(const Room *room, i64 asker, GameSetup *setup);

#endif
