// SPDX-License-Identifier: MIT
// Judges an action in a room: a refusal, or events. Changes nothing.
#ifndef MEYDAN_SERVER_GAMES_LIVE_DECIDE_H
#define MEYDAN_SERVER_GAMES_LIVE_DECIDE_H

#include "server/games/live/registry.h"
#include "server/games/live/seats.h"
#include "server/games/rating/ratings.h"

enum { EVENTS_AT_ONCE = 2 };

typedef struct Decision {
    Room draft; // the future room, which shares the plies of the room
    Event event[EVENTS_AT_ONCE];
    int count;      // 0: nothing changes
    ErrorCode code; // of a refusal
    Fault why;
    RatedSeat rated[PLAYERS_MAX]; // if an EVENT_END is rated
    double discount;              // of the rating
    bool shared;                  // opponents in a rated game share an address or a device
    i64 circle;                   // see Counting
    bool rates;                   // a rated game is over: decide_ratings adds its end
    i64 ends_at;                  // if so
} Decision;

typedef struct Judge {
    Store *store;
    RandomSource random;
    bool rate_shared;                                    // see counting.h
    bool (*apart)(void *context, i64 person, i64 other); // see RoomsSetup; may be NULL
    void *context;
    const RoomRegistry *registry; // has people's vacations, or NULL
} Judge;

// Whether the people in a new game may meet its maker: none of them blocks another.
ErrorCode setup_meets(const GameSetup *setup, i64 maker, const Judge *judge, Fault *why);
// Whether all people in a new game with days per move are free of vacation.
ErrorCode setup_is_manned(const GameSetup *setup, const Judge *judge, i64 at, Fault *why);
// Decides any action except a rematch. The room must have space for one more ply.
void decide_action(Decision *decision, const Room *room, const Judge *judge,
                   const ActRequest *request);
// Decides the event that room_due() reports.
void decide_due(Decision *decision, const Room *room, Due due, i64 at);
// Computes the end of a rated game and its ratings, on a reader's thread. The room must not change
// meanwhile.
void decide_ratings(Decision *decision, Store *reading, bool rate_shared);
// Decides a pause that isn't charged.
void decide_pause(Decision *decision, const Room *room, i64 pause_ms, i64 at);
// The start of a game whose seats are all taken from the beginning.
void decide_start(Decision *decision, const Room *room, const Judge *judge, i64 at);

#endif
