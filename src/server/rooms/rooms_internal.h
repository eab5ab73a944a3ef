// SPDX-License-Identifier: MIT
// Inside rooms: what its files share.
//
//     rooms.c        the whole: life, time, presence, reading
//     resume.c       from the store after a start
//     active_room.c  a room at work: asks in order, what is due, computers
//     commit.c       decisions to the store, and what follows when they are committed
//     rematch.c      one game after another
#ifndef MEYDAN_SERVER_ROOMS_ROOMS_INTERNAL_H
#define MEYDAN_SERVER_ROOMS_ROOMS_INTERNAL_H

#include "server/rooms/computers.h"
#include "server/rooms/decide.h"
#include "server/rooms/registry.h"

enum { ACTIVE_ROOM_KEEP_MS = 5 * 60 * 1000 }; // how long rooms that are over stay

// Whether the store keeps up (stall.c).
typedef struct Stall {
    bool on;         // it does not: clocks stand still
    int undecided;   // writes of ours
    i64 progress_ms; // when the last one was decided, or the first one sent
    i64 good_ms;     // when one was last committed
} Stall;

struct Rooms {
    RoomsSetup setup;
    Judge judge;
    RoomRegistry registry;
    Timers timers;
    Computers *computers; // NULL: they do not move
    i64 ahead;            // of the system's clock, should it have been set back
    i64 beat_at;  // when to tell the store again that we are alive; CLOCK_NEVER if there is no need
    i64 woken_at; // when the owner calls rooms_tick
    Stall stall;
    bool stopping;
    int coming; // games whose making waits for its commit
    RoomCounts counts;
};

// Asks the owner for a tick when the next thing is due.
void rooms_rewake(Rooms *rooms);
void rooms_tell(Rooms *rooms, NewsKind kind, const Room *room, const Event *event, i64 next);

// --- resume.c ------------------------------------------------------------------------------------

// The rooms of the store, with their pauses committed; then each is set to work.
bool rooms_resume(Rooms *rooms, Fault *why);
void rooms_arm_all(Rooms *rooms);

// --- active_room.c -------------------------------------------------------------------------------

// Judges it now, or behind others that wait for a commit.
void active_room_ask(ActiveRoom *active, const Ask *ask);
// After a commit: those who wait, what is due next, a computer's turn.
void active_room_go_on(ActiveRoom *active);
// Whatever the room's timer was set for.
void active_room_due(ActiveRoom *active);
// Refuses everybody who waits.
void active_room_refuse_waiting(ActiveRoom *active, ErrorCode code, const char *text);
void ask_refuse(Rooms *rooms, const Ask *ask, ErrorCode code, const char *text, Refusal refusal);
void ask_accept(const Ask *ask, i64 game);

// --- commit.c ------------------------------------------------------------------------------------

// What waits for its commit.
typedef struct PendingCommit {
    ActiveRoom *active;
    Event event[EVENTS_AT_ONCE];
    int count;
    Ask ask;            // who is told
    ActiveRoom *before; // of a new game: the one it is a rematch of, or NULL
} PendingCommit;

// Writes a decision with events. False if the store has no space: nothing has changed. `ask` may be
// NULL.
bool commit_events(ActiveRoom *active, const Decision *decision, const Ask *ask);
// A new game, which follows on `before` (may be NULL).
void commit_new(Rooms *rooms, const GameSetup *setup, i64 maker, ActiveRoom *before,
                const Ask *ask);

// --- stall.c
// --------------------------------------------------------------------------------------

// A write was sent, or decided.
void stall_sent(Rooms *rooms);
void stall_decided(Rooms *rooms, StoreStatus status);
// Whether a commit takes too long, and when to look.
void stall_check(Rooms *rooms);
i64 stall_wake(const Rooms *rooms);
// Whether the store is to be tried again, and how often.
bool stall_probes(const Rooms *rooms, i64 *every_ms);
// The clocks of a room go on, if they stood and need not any more: commits the pause.
void active_room_thaw(ActiveRoom *active);
// That was committed.
void active_room_paused(ActiveRoom *active, const Event *event);

// --- rematch.c -----------------------------------------------------------------------------------

void active_room_rematch(ActiveRoom *active, const Ask *ask);

#endif
