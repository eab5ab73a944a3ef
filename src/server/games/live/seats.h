// SPDX-License-Identifier: MIT
// Seats: the rules for taking one, drawing by lot, and the seats of a rematch.
#ifndef MEYDAN_SERVER_GAMES_LIVE_SEATS_H
#define MEYDAN_SERVER_GAMES_LIVE_SEATS_H

#include "server/games/live/rooms.h"
#include "server/identity/person_ops.h"

// The source of random numbers.
typedef struct RandomSource {
    u64 (*random)(void *context);
    void *context;
} RandomSource;

// Finds the present person of an id: a visitor who signed in has become another person. Returns
// false if the store doesn't know the id.
bool person_now(Store *store, i64 person, StoredPerson *found);
// Whether the person can be rated.
bool person_is_account(const StoredPerson *person);

// The pool of ratings for a room: its speed, or that with bots.
const char *room_pool(const Room *room);
// Fills in names and ratings of all people in the room or invited, and replaces people who have
// become others.
void room_know(Room *room, Store *store);

// ERROR_NONE, or why the setup is refused. `computers`: whether computers are available.
ErrorCode setup_check(const GameSetup *setup, i64 maker, Store *store, bool computers, Fault *why);
bool room_is_full(const Room *room);
// The seats from the start on, drawn by lot if the setup requires it.
void seats_final(const Room *room, RandomSource random, Sitter sitter[PLAYERS_MAX]);
// The seat that a person may take in an open room, `wanted` or any (-1). ERROR_NONE with *seat = -1
// if they already have one.
ErrorCode seat_to_take(const Room *room, i64 person, int wanted, int *seat, Fault *why);
// The setup of the rematch: each player moves by one seat, unless there is a handicap. With the
// swap rule the player who chose a side makes the first move. Only `asker` and computers sit at
// once; the others are invited.
void rematch_setup(const Room *room, i64 asker, GameSetup *setup);

#endif
