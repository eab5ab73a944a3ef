// SPDX-License-Identifier: MIT
// What happens in a game, one thing at a time: as the server goes by it, and as the store keeps it.
//
// A game is its setup and its events, and nothing else: the same events give the same room
// (room_apply). Kinds are numbers in the store, so their order never changes.
#ifndef MEYDAN_SERVER_ROOM_EVENTS_H
#define MEYDAN_SERVER_ROOM_EVENTS_H

#include "game/match.h"
#include "server/games/game_ops.h"

typedef enum EventKind {
    EVENT_SIT,      // seat, person
    EVENT_STAND,    // seat
    EVENT_START,    // sitter[]: who sits where
    EVENT_MOVE,     // move, clock, lag_ms
    EVENT_DRAW,     // seat: offers or agrees
    EVENT_NODRAW,   // seat
    EVENT_ASK,      // seat: asks to take back
    EVENT_AGREE,    // seat
    EVENT_NOASK,    // seat
    EVENT_TAKEBACK, // plies: so many are left; follows the EVENT_AGREE that brought it about
    EVENT_LEAVE,    // seat, reason, clock
    // Result, aborted or reason, ratings or why there are none; follows what brought it about, if
    // anything.
    EVENT_END,
    EVENT_PAUSE,   // pause_ms that nobody is charged for: the server was down
    EVENT_DECLINE, // seat, decline: who was invited there does not come
    EVENT_KINDS,
} EventKind;

// Why a rated game changed no ratings.
typedef enum Uncounted {
    COUNTED,
    UNCOUNTED_SHORT,  // somebody had hardly moved
    UNCOUNTED_PAIR,   // these two have played enough rated games today
    UNCOUNTED_SHARED, // they share an address or a device
    UNCOUNTED_KINDS,
} Uncounted;
const char *uncounted_name(Uncounted why); // "short"; NULL if it counted

// Why somebody declines a challenge. The page has a sentence for each.
typedef enum DeclineReason {
    DECLINE_UNSAID,
    DECLINE_LATER,   // not now
    DECLINE_BUSY,    // in another game
    DECLINE_VARIANT, // another game
    DECLINE_FASTER,  // with less time
    DECLINE_SLOWER,  // with more time
    DECLINE_RATED,   // only rated games
    DECLINE_CASUAL,  // only casual games
    DECLINE_REASONS,
} DeclineReason;
const char *decline_name(DeclineReason why); // "later"
bool decline_find(Text name, DeclineReason *why);

// A person or a computer.
typedef struct Sitter {
    i64 person;
    u8 level;
} Sitter;

// Ratings as shown; all zeros for somebody who was not rated.
typedef struct RatingShown {
    i32 before, after;
} RatingShown;

typedef struct Event {
    EventKind kind;
    int number;
    i64 at;
    u8 seat;    // of a move too: the store does not keep it, event_read takes it from the turn
    i64 person; // of an end: who called the game off, if that is known; the store does not keep it
    Sitter sitter[PLAYERS_MAX];
    char move[MOVE_TEXT_MAX];
    int ply;     // of a move: how many were played before
    Clock clock; // of `seat` after it
    i64 lag_ms;  // given back to the player
    u32 plies;
    Reason reason;
    bool aborted;
    bool rated;
    RatingShown rating[PLAYERS_MAX];
    Uncounted uncounted;
    i64 pause_ms;
    DeclineReason decline;
} Event;

const char *event_name(EventKind kind); // "sit"

enum { EVENT_TEXT_MAX = 160 };
// The body that the store keeps. `players` is how many the game has.
void event_write(const Event *event, int players, Out *out);
// Strict: what was not written by event_write is MALFORMED, and `event` untouched. `turn` is the
// seat to move before the event (room_turn): the mover's.
Status event_read(const StoredEvent *stored, int players, int turn, Event *event, Fault *why);

#endif
