// SPDX-License-Identifier: MIT
// Games in the store: a row of `game`, its events in order, and its seats, by which games are
// found.
//
// An event is keyed by its game and its number, and accepted only as the next one, a move only at
// the next ply: a second writer can't fork a game, and after a write that failed none of its
// successors is accepted.
//
// The texts of a row live until the callback returns. A callback returns false to stop; it may read
// other things, but it can't load a game.
#ifndef MEYDAN_SERVER_GAMES_GAME_OPS_H
#define MEYDAN_SERVER_GAMES_GAME_OPS_H

#include "sql/op.h"

enum {
    GAMES_ADD,
    GAMES_ADD_EVENT,
    GAMES_END,
    GAMES_SIT,
    GAMES_STAND,
    GAMES_MOVE_SEATS,
    GAMES_MOVE_MADE,
    GAMES_ADD_FLAG,
    GAMES_SET_ALIVE,
    GAMES_PLIES_BEFORE, // the steps of GAMES_ADD_EVENT and GAMES_END
    GAMES_INSERT_EVENT,
    GAMES_MARK_END,
    GAMES_END_SEATS,
    GAMES_END_JOBS,
    GAMES_FINISH,
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

// --- writing -------------------------------------------------------------------------------------

// GAMES_ADD: everything except its end.
typedef struct NewGame {
    i64 id;
    Text variant, setup; // `setup` is the server's, to begin the game again
    Text speed;          // "blitz"
    i64 created_ms;
    i64 maker;      // a person, or 0
    i64 rematch_of; // a game, or 0
    bool rated;
    bool open_to_all; // others find it in lists
    // The latest rematch that was known before this one, or 0. It is a conflict if there is another
    // game with the same two.
    i64 rematch_after;
} NewGame;

// GAMES_ADD_EVENT: a conflict unless it is the next event of a game that isn't over. Also the
// row of GAMES_EVENTS.
enum { NO_PLY = -1 };
typedef struct StoredEvent {
    i64 game;
    int number; // 0, 1, 2 ... in each game
    int kind;   // EventKind
    // Of a move: the plies before it. With `takes_back`: the plies left, so that the next move has
    // this ply. Otherwise NO_PLY.
    int ply;
    i64 at_ms;
    Text body;
    bool takes_back;
} StoredEvent;

// GAMES_END: also the scores of its seats, the counts of its players and its place in the order of
// ends; a computer's pending move is dropped. A conflict if the game is over.
typedef struct GameEnd {
    i64 game, ended_ms;
    Text result, reason; // "1-0" or "*", "time"
    int plies;
} GameEnd;

// GAMES_SIT: a seat can change hands until the game is over. Also the row of GAMES_SEATS.
typedef struct StoredSeat {
    i64 game;
    int seat; // 0 ..
    i64 person;
} StoredSeat;
// GAMES_STAND: no conflict if the seat is empty or the game over.
typedef struct SeatKey {
    i64 game;
    int seat;
} SeatKey;

// GAMES_MOVE_SEATS and GAMES_MOVE_MADE take a PersonMove.

// GAMES_ADD_FLAG: a person's conduct in a game that moderators should check. Also the row
// of GAMES_FLAGS.
typedef struct StoredFlag {
    i64 game, person;
    Text kind, detail; // "shared"
    i64 at_ms;
} StoredFlag;

// GAMES_SET_ALIVE: notes that a server was running at this time.
typedef struct Instant {
    i64 at_ms;
} Instant;

// --- loading -------------------------------------------------------------------------------------

typedef struct StoredGame {
    i64 id;
    Text variant, setup, speed; // see NewGame
    i64 created_ms;
    i64 maker, rematch_of;
    bool rated, open_to_all;
    // Set when the game ends; 0 or empty before.
    i64 ended_ms;
    Text result, reason;
    int plies;
    bool annulled; // its rating changes no longer count
} StoredGame;

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
