// SPDX-License-Identifier: MIT
// Inside play: what its files share.
//
//     play.c      the whole: life, time, presence, reading
//     resume.c    from the store after a start
//     tables.c    a room at work: asks in order, what is due, computers
//     commit.c    decisions to the store, and what follows when they are committed
//     rematch.c   one game after another
#ifndef MEYDAN_SERVER_PLAYING_H
#define MEYDAN_SERVER_PLAYING_H

#include "server/computers.h"
#include "server/decide.h"
#include "server/hall.h"

enum { TABLE_KEEP_MS = 5 * 60 * 1000 }; // how long rooms that are over stay

struct Play {
    PlaySetup setup;
    Judge judge;
    Hall hall;
    Timers timers;
    Computers *computers; // NULL: they do not move
    i64 ahead;            // of the system's clock, should it have been set back
    i64 beat_at;          // when to tell the store again that we are alive; CLOCK_NEVER if need not
    i64 woken_at;         // when the owner calls play_tick
    bool stopping;
    int coming; // games whose making waits for its commit
    PlayCounts counts;
};

// Asks the owner for a tick when the next thing is due.
void play_rewake(Play *play);
void play_tell(Play *play, NewsKind kind, const Room *room, const Event *event, i64 next);

// --- resume.c ------------------------------------------------------------------------------------

// The rooms of the store, with their pauses committed; then each is set to work.
bool play_resume(Play *play, Fault *why);
void play_arm_all(Play *play);

// --- tables.c ------------------------------------------------------------------------------------

// Judges it now, or behind others that wait for a commit.
void table_ask(Table *table, const Ask *ask);
// After a commit: those who wait, what is due next, a computer's turn.
void table_go_on(Table *table);
// Whatever the room's timer was set for.
void table_due(Table *table);
// Everybody who waits is refused.
void table_refuse_waiting(Table *table, Code code, const char *text);
void ask_refuse(Play *play, const Ask *ask, Code code, const char *text, Refusal refusal);
void ask_accept(const Ask *ask, i64 game);

// --- commit.c ------------------------------------------------------------------------------------

// What waits for its commit.
typedef struct Pending {
    Table *table;
    Event event[EVENTS_AT_ONCE];
    int count;
    Ask ask;       // who is told
    Table *before; // of a new game: the one it is a rematch of, or NULL
} Pending;

// Writes a decision with events. False if the store has no room: nothing has changed. `ask` may be
// NULL.
bool commit_events(Table *table, const Decision *decision, const Ask *ask);
// A new game, which follows on `before` (may be NULL).
void commit_new(Play *play, const GameSetup *setup, i64 maker, Table *before, const Ask *ask);

// --- rematch.c -----------------------------------------------------------------------------------

void table_rematch(Table *table, const Ask *ask);

#endif
