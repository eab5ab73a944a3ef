// SPDX-License-Identifier: MIT
// One game at the server: the match, who sits where, and how far it has come.
//
// A Room is what is committed, never more: while an action waits for its commit the room stands as
// before. It is a plain value except for the plies; fields are for reading. Seats are players, from
// 0.
#ifndef MEYDAN_SERVER_ROOM_ROOM_H
#define MEYDAN_SERVER_ROOM_ROOM_H

#include "game/match.h"
#include "server/room/events.h"
#include "server/room/lag.h"
#include "server/room/setup.h"
#include "server/room/speed.h"
#include "server/room/vacation.h"

typedef struct Seat {
    i64 person;  // the person in the seat, 0 for nobody
    i64 invited; // for whom the seat is kept, 0 for nobody
    u8 level;    // of the computer that sits here, 0 for none
    // Of the person, or of the one invited while nobody sits here.
    u8 kind;                    // PersonKind
    char name[PERSON_NAME_MAX]; // empty if they have none
    i32 rating;                 // in this variant at this speed, 0 for none
    bool provisional;

    bool out; // left, for `reason`
    u8 reason;
    LagQuota quota;
    u8 offers; // draws and takebacks asked for since the last move

    // Not stored: who is there now, and their lag.
    bool here, on_purpose;
    i64 away_since;
    i32 lag_ms;               // as last measured
    const Vacation *vacation; // theirs, where it counts; NULL: none
} Seat;

typedef enum RoomState { ROOM_OPEN, ROOM_LIVE, ROOM_OVER } RoomState;

// A player who left: after how many plies.
typedef struct Leave {
    u32 ply;
    u8 seat, reason;
} Leave;

// Somebody who has given back a seat before the start, and how often.
typedef struct SeatReturn {
    i64 person;
    u8 times;
} SeatReturn;
enum { SEAT_RETURNS = 8 };

// Somebody who was invited and declined.
typedef struct Decline {
    i64 person;
    char name[PERSON_NAME_MAX]; // empty if they have none
    u8 seat, reason;            // DeclineReason
} Decline;
enum { DECLINES_MAX = PLAYERS_MAX };

typedef struct Room {
    i64 id;
    const Layout *layout; // NULL if the start is none
    Speed speed;
    RoomState state;
    bool lot, rated, open_to_all;
    i64 maker, rematch_of, rematch; // persons and games; 0 for none
    i64 created_ms, started_ms, ended_ms;
    int number; // of the last event, -1 before the first
    bool aborted;
    bool has_ratings; // the end changed ratings
    bool annulled;    // it did, but they do not count any more
    RatingShown shown[PLAYERS_MAX];
    u8 uncounted; // Uncounted: why the end of a rated game changed no ratings
    u8 leaves;
    Leave leave[PLAYERS_MAX];
    Seat seat[PLAYERS_MAX];
    u8 stands;                            // seats given back before the start
    SeatReturn seat_return[SEAT_RETURNS]; // by whom; where there were more, those who did it most
    u16 takebacks;
    u8 declines;
    Decline decline[DECLINES_MAX];
    i64 turn_ms;   // when the present turn began, whatever of it is not charged
    i64 frozen_ms; // not kept: the clocks stand since then, as nothing can be saved; 0: they run
    Match match;   // before the start: the start position, and no clock runs
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
// Lag that the player may still have left when their time is up, in ms.
i64 seat_grace(const Seat *seat);
// A seat of this person, the one whose turn it is if they have several; -1 for none.
int room_seat_of(const Room *room, i64 person);
// Whether a seat is free for anybody.
bool room_has_open_seat(const Room *room);
// The free seat that is kept for this person; -1 for none.
int room_invited_seat(const Room *room, i64 person);
// How often this person has given back a seat here.
int room_stood(const Room *room, i64 person);
// The player to move, while there is one; else -1.
int room_turn(const Room *room);
// "1-0", "*" while it goes on and if it was called off.
void room_result(const Room *room, Out *out);
// "time" ... or "aborted"; NULL while it goes on.
const char *room_reason(const Room *room);
// A seat's clock as it stands at `now`. Before the start: as it will be then.
ClockFace room_clock(const Room *room, int seat, i64 now);
bool room_clock_runs(const Room *room);
// The instant that counts at `now`: the one at which the clocks stand, if they do.
i64 room_time(const Room *room, i64 now);
// What the present turn has cost its player by then: vacation does not count.
i64 room_used(const Room *room, i64 now);
// How much of that time the player to move is on vacation.
i64 room_rest(const Room *room, i64 from, i64 until);
// When the flag of the player to move falls; CLOCK_NEVER if it does not.
i64 room_deadline(const Room *room);
// From when on others may claim that this player has left, in ms; CLOCK_NEVER if that will not be
// while things stand as they do, as before everybody has moved. It also has to be their turn.
i64 room_claim_at(const Room *room, int seat);
// Everybody who is in has made a move. Before that a game is called off, and never won or lost.
bool room_under_way(const Room *room);

// The moves so far as texts, in order.
typedef void SeeMove(void *context, int ply, Text move);
void room_moves(const Room *room, SeeMove *see, void *context);

// The game as a record (docs/formats.md), finished or not. To be freed; NULL without memory.
char *room_record(const Room *room, i64 now, size_t *length);

// What will happen by itself if nobody does anything, and when.
typedef enum Due {
    DUE_NOTHING,    // at CLOCK_NEVER
    DUE_FLAG,       // the player to move leaves; their measured lag is allowed for
    DUE_FIRST_MOVE, // it was not made: the game is called off
    DUE_EXPIRY,     // nobody joined: called off
    DUE_IDLE,       // without a clock: the player to move has not moved for weeks, and leaves
} Due;
i64 room_due(const Room *room, Due *due);

// --- how a room comes about ----------------------------------------------------------------------

// An open room without events.
void room_start(Room *room, i64 id, i64 maker, i64 created_ms, const GameSetup *setup);
// Before an EVENT_MOVE: space for one more ply. ILLEGAL if a game cannot be that long.
Status room_grow(Room *room, Fault *why);
// The next thing happens. ILLEGAL, and the room is spoilt, if it cannot: a store that was tampered
// with, or a mistake.
Status room_apply(Room *room, const Event *event, Fault *why);
// The next event is a move that has been judged. Plays it, which costs its player `used` ms, and
// fills in the clock after it.
Status room_play(Room *room, Event *event, Move move, i64 used, Fault *why);
// Applies a move that has been played on a copy of the room, whose match is `after`.
Status room_take_move(Room *room, const Event *event, const Match *after, Fault *why);
void room_free_plies(Room *room);

// --- names of games ------------------------------------------------------------------------------

enum { GAME_ID_LENGTH = 8 };
void game_id_write(i64 id, char text[GAME_ID_LENGTH + 1]);
bool game_id_read(Text text, i64 *id);

#endif
