// SPDX-License-Identifier: MIT
// Events of a game: as the server processes them, and as the store keeps them.
//
// A game consists of its setup and its events: the same events make the same room (room_apply).
// Kinds are numbers in the store, so their order never changes.
#ifndef MEYDAN_SERVER_GAMES_STATE_EVENTS_H
#define MEYDAN_SERVER_GAMES_STATE_EVENTS_H

#include "game/match.h"
#include "server/games/game_ops.h"

typedef enum EventKind {
    EVENT_SIT,      // seat, person
    EVENT_STAND,    // seat
    EVENT_START,    // sitter[]: the person in each seat
    EVENT_MOVE,     // move, clock, lag_ms
    EVENT_DRAW,     // seat: offers or agrees
    EVENT_NODRAW,   // seat
    EVENT_ASK,      // seat: asks to take back
    EVENT_AGREE,    // seat
    EVENT_NOASK,    // seat: declines or withdraws
    EVENT_TAKEBACK, // plies that remain; follows the last EVENT_AGREE
    EVENT_LEAVE,    // seat, reason, clock
    // Result, aborted or reason, ratings or why there are none; follows the event that caused it,
    // if any.
    EVENT_END,
    EVENT_PAUSE,   // pause_ms that are not charged: the server was down
    EVENT_DECLINE, // seat, decline: the person invited there declines
    EVENT_KINDS,
} EventKind;

// Why a rated game changed no ratings.
typedef enum Uncounted {
    COUNTED,
    UNCOUNTED_SHORT,  // a player had made too few moves
    UNCOUNTED_PAIR,   // these two have played enough rated games today
    UNCOUNTED_SHARED, // they share an address or a device
    UNCOUNTED_CIRCLE, // a player's games are mostly against accounts that have no other opponents
    UNCOUNTED_KINDS,
} Uncounted;
const char *uncounted_name(Uncounted why); // "short"; NULL if it counted

// Why an invited person declines a challenge. The page has a sentence for each.
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

// Ratings as shown; all zeros for a seat that was not rated.
typedef struct RatingShown {
    i32 before, after;
} RatingShown;

typedef struct Event {
    EventKind kind;
    int number;
    i64 at;
    u8 seat;    // also of a move: not stored, event_read takes it from the turn
    i64 person; // of an end: the person who called the game off, if known (not stored)
    Sitter sitter[PLAYERS_MAX];
    char move[MOVE_TEXT_MAX];
    int ply;     // of a move: plies before it
    Clock clock; // of `seat` after it
    i64 lag_ms;  // refunded to the player
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

// A move that exchanges the players' seats (R12).
bool event_swaps(const Event *event);

enum { EVENT_TEXT_MAX = 160 };
// The event's body in the store. `players` is the number of players in the game.
void event_write(const Event *event, int players, Out *out);
// Strict: a text that event_write would not write is MALFORMED, and `event` untouched. `turn` is
// the seat to move before the event (room_turn): the mover's.
Status event_read(const StoredEvent *stored, int players, int turn, Event *event, Fault *why);

#endif
