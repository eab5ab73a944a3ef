// SPDX-License-Identifier: MIT
// Games in the store: a row of `game`, its events in order, and its seats, by which games are
// found.
//
// The texts of a row live until the callback returns. A callback returns false to stop; it may read
// other things, but it can't load a game.
#ifndef MEYDAN_SERVER_GAMES_GAME_OPS_H
#define MEYDAN_SERVER_GAMES_GAME_OPS_H

#include "sql/op.h"

enum {
    GAMES_LIVE,
    GAMES_ONE,
    GAMES_ALL,
    GAMES_EVENTS,
    GAMES_SEATS,
    GAMES_LIVE_NUMBERS,
    GAMES_REMATCH,
    GAMES_IS_PUBLIC,
    GAMES_ALIVE_MS,
    GAMES_FLAGS,
    GAMES_FINISHED,
    GAMES_OPS
};
extern const StoreOp GAME_OPS[GAMES_OPS];
extern const Shape STORED_GAME;
// Columns of `game`, in the order of STORED_GAME.
#define GAME_COLUMNS                                                                               \
    "id, variant, setup, speed, created_ms, maker, rematch_of, rated, open_to_all, game.ended_ms," \
    " result, reason, plies, annulled"

// --- loading -------------------------------------------------------------------------------------

// A game, then its seats, then its events in order. `seat` and `event` may be NULL.
typedef struct GameReader {
    void *context;
    bool (*game)(void *context, const StoredGame *game);
    bool (*event)(void *context, const StoredEvent *event);
    bool (*seat)(void *context, const StoredSeat *seat);
} GameReader;

// False on a read error. The games that are not over; one game, if it is there; all games. In the
// order of their ids.
bool games_load_live(Store *reading, const GameReader *reader, Fault *why);
bool games_load(Store *reading, i64 id, const GameReader *reader, Fault *why);
bool games_load_all(Store *reading, const GameReader *reader, Fault *why);

// GAMES_LIVE_NUMBERS: each game that is not over.
typedef struct LiveNumber {
    i64 game;
    int number; // of its last event, or -1
} LiveNumber;

i64 games_rematch(Store *reading, i64 game); // the latest rematch of that game, or 0
bool games_is_public(Store *reading, i64 game);
i64 games_alive_ms(Store *reading); // when a server ran last, or 0

// GAMES_FLAGS, a read of GameArg: rows of StoredFlag, oldest first.

// GAMES_FINISHED: games that are over, in the order in which their ends were committed, each with
// its number in that order, which never changes.
typedef struct FinishedWanted {
    i64 after; // numbers above this
    int limit;
} FinishedWanted;
typedef struct FinishedGame {
    i64 number, game;
} FinishedGame;

#endif
