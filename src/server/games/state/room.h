// SPDX-License-Identifier: MIT
// One game at the server: the match, its seats, and its state.
//
// A Room has exactly what is committed: while an action waits for its commit the room doesn't
// change. It is a plain value except for the plies; fields are for reading. Seats are players, from
// 0.
#ifndef MEYDAN_SERVER_GAMES_STATE_ROOM_H
#define MEYDAN_SERVER_GAMES_STATE_ROOM_H

#include "game/handicap.h"
#include "game/match.h"
#include "server/games/clocks/lag.h"
#include "server/games/clocks/speed.h"
#include "server/games/clocks/vacation.h"
#include "server/games/state/events.h"
#include "server/games/state/setup.h"
#include "server/identity/person_ops.h"

typedef struct Seat {
    i64 person;  // 0 if the seat is free
    i64 invited; // the person for whom the seat is reserved, or 0
    u8 level;    // of the computer in this seat, 0 for none
    // Of the person, or of the invited one while the seat is free.
    u8 kind;                    // PersonKind
    char name[PERSON_NAME_MAX]; // empty if they have none
    i32 rating;                 // in this variant at this speed, 0 for none
    bool provisional;

    bool out; // the player has left, for `reason`
    u8 reason;
    LagQuota quota;
    u8 offers; // offers of a draw or takeback since the last move

    // Not stored: presence and lag.
    bool here, on_purpose;
    i64 away_since;
    i32 lag_ms;               // as last measured
    const Vacation *vacation; // the person's, in games with days per move, or NULL
} Seat;

typedef enum RoomState { ROOM_OPEN, ROOM_LIVE, ROOM_OVER } RoomState;

// A player's departure, after this many plies.
typedef struct Leave {
    u32 ply;
    u8 seat, reason;
} Leave;

// A person who has left the open game, and how often.
typedef struct SeatReturn {
    i64 person;
    u8 times;
} SeatReturn;
enum { SEAT_RETURNS = 8 };

// An invited person who declined.
typedef struct Decline {
    i64 person;
    char name[PERSON_NAME_MAX]; // empty if they have none
    u8 seat, reason;            // DeclineReason
} Decline;
enum { DECLINES_MAX = PLAYERS_MAX };

typedef struct Room {
    i64 id;
    const Layout *layout; // NULL for another start position
    Handicap handicap;    // given at the start (R11)
    Speed speed;
    RoomState state;
    bool lot, rated, open_to_all;
    i64 maker, rematch_of, rematch; // persons and games; 0 for none
    i64 created_ms, started_ms, ended_ms;
    int number; // of the last event, -1 before the first
    bool aborted;
    bool has_ratings; // the end changed ratings
    bool annulled;    // the ratings were annulled later
    RatingShown shown[PLAYERS_MAX];
    u8 uncounted; // Uncounted: why the end of a rated game changed no ratings
    u8 leaves;
    Leave leave[PLAYERS_MAX];
    Seat seat[PLAYERS_MAX];
    u8 stands;                            // seats given back before the start
    SeatReturn seat_return[SEAT_RETURNS]; // the people, or if there are too many, those who did it
                                          // most
    u16 takebacks;
    u8 declines;
    Decline decline[DECLINES_MAX];
    i64 began_ms;  // when the present turn began by the events alone: the same at every node.
                   // match.since is when this node showed it
    i64 turn_ms;   // when the present turn began, plus all time that is not charged
    i64 frozen_ms; // not stored: since when the clocks are stopped, as the store fails; 0: they run
    Match match;   // before the start: the start position, with stopped clocks
} Room;

static inline const Variant *room_variant(const Room *room)
{
    return match_variant(&room->match);
}

static inline int room_players(const Room *room)
{
    return room_variant(room)->players;
}

bool seat_taken(const Seat *seat);
// The lag that may still be refunded to the player when their time is up, in ms.
i64 seat_grace(const Seat *seat);
// A seat of this person, preferably the one whose turn it is; -1 for none.
int room_seat_of(const Room *room, i64 person);
// The seat from which the player who has `seat` now moved at that ply: they may have swapped (R12).
int room_seat_at(const Room *room, int seat, u32 ply);
// Whether a seat is open to all.
bool room_has_open_seat(const Room *room);
// The seat reserved for this person; -1 for none.
int room_invited_seat(const Room *room, i64 person);
// How often this person has given back a seat here.
int room_stood(const Room *room, i64 person);
// The player to move; -1 before the start and after the end.
int room_turn(const Room *room);
// "1-0"; "*" in a game in progress and in one that was called off.
void room_result(const Room *room, Out *out);
// "time" ... or "aborted"; NULL in a game in progress.
const char *room_reason(const Room *room);
// A seat's clock at `now`. Before the start: its initial state.
ClockFace room_clock(const Room *room, int seat, i64 now);
bool room_clock_runs(const Room *room);
// The game's time at `now`: that at which its clocks were stopped, if they are.
i64 room_time(const Room *room, i64 now);
// The cost of the present turn until then, without vacation.
i64 room_used(const Room *room, i64 now);
// The part of that time in which the player to move is on vacation.
i64 room_rest(const Room *room, i64 from, i64 until);
// When the flag of the player to move falls; CLOCK_NEVER if it does not.
i64 room_deadline(const Room *room);
// From when others may claim that this player has left, in ms; CLOCK_NEVER if they can't in the
// present state, such as before all players have moved. It must also be the player's turn.
i64 room_claim_at(const Room *room, int seat);
// Every remaining player has moved. Before that a game is called off, never won or lost.
bool room_under_way(const Room *room);

// The moves so far as texts, in order.
typedef void SeeMove(void *context, int ply, Text move);
void room_moves(const Room *room, SeeMove *see, void *context);

// The game as a record (docs/formats.md), finished or not. The caller frees it; NULL if out of
// memory.
char *room_record(const Room *room, i64 now, size_t *length);

// The next event by timeout, and when it is due.
typedef enum Due {
    DUE_NOTHING,    // at CLOCK_NEVER
    DUE_FLAG,       // the player to move loses on time, with their measured lag allowed for
    DUE_FIRST_MOVE, // the first move was not made: the game is called off
    DUE_EXPIRY,     // no player joined: called off
    DUE_IDLE,       // without a clock: the player to move has not moved for weeks, and leaves
} Due;
i64 room_due(const Room *room, Due *due);

// --- building a room -----------------------------------------------------------------------------

// An open room without events.
void room_start(Room *room, i64 id, i64 maker, i64 created_ms, const GameSetup *setup);
// Before an EVENT_MOVE: space for one more ply. ILLEGAL if a game cannot be that long.
Status room_grow(Room *room, Fault *why);
// Applies the next event. ILLEGAL if it is impossible, due to a bug or a store that was tampered
// with; the room is then invalid.
Status room_apply(Room *room, const Event *event, Fault *why);
// Plays a move that has been judged, as the next event, at a cost of `used` ms, and fills in the
// clock after it.
Status room_play(Room *room, Event *event, Move move, i64 used, Fault *why);
// Applies a move that was played on a copy of the room, whose match is `after`.
Status room_take_move(Room *room, const Event *event, const Match *after, Fault *why);
void room_free_plies(Room *room);

// --- names of games ------------------------------------------------------------------------------

enum { GAME_ID_LENGTH = 8 };
void game_id_write(i64 id, char text[GAME_ID_LENGTH + 1]);
bool game_id_read(Text text, i64 *id);

#endif
