// SPDX-License-Identifier: MIT
// Tournaments in this node's memory, and the queue of requests for each.
//
//     held_ask  ->  queue of the tournament  ->  a reader's thread: catches up with the store's
//     log,
//                                                runs the job, which may decide
//     done      <-  the loop  <-  committed as the next decisions, or refused
//
// While an ask runs, the reader's thread has the tournament to itself; the loop never looks into
// it. A job applies its decisions at once. If the commit is refused because another node's came
// first, the state is read again from the log, and the jobs run again. So no two nodes ever add the
// same decision, whichever of them drives the tournament.
#ifndef MEYDAN_SERVER_FEATURES_TOURNAMENTS_HELD_H
#define MEYDAN_SERVER_FEATURES_TOURNAMENTS_HELD_H

#include "platform/hash.h"
#include "server/api/call.h"
#include "server/features/tournaments/settings.h"
#include "tournament/formats/next.h"

typedef struct Tournaments Tournaments;
typedef struct Held Held;
typedef struct Ask Ask;

// A game to be made for a table, after the commit.
typedef struct NewTable {
    int table, number; // of the game; both from 0
    i64 game;
    i64 person[PLAYERS_MAX];
} NewTable;

// A game of an open table, or one that is over.
typedef struct GameNote {
    i64 game;
    bool over;
} GameNote;

// A game that has ended; `by` is the person who called it off, if known.
typedef struct GameHint {
    i64 game, by;
} GameHint;

// A person's request to a tournament. It belongs to its creator, who frees it in `done`.
struct Ask {
    Ask *next;
    i64 tournament;
    bool decides; // the job may decide
    void (*job)(Ask *ask, Held *held, Store *reading);
    void (*done)(Ask *ask);
    i64 by, now_ms;
    Call *call; // or NULL
    // The answer. Not found, refused, failed: the job has not run, or decided nothing that holds.
    ErrorCode code;
    Fault why;
    int tries;
};

// The decisions of the asks that run, before their commit.
typedef struct PendingDecision {
    i64 at_ms, by;
    char *what, *why; // allocated
    size_t length, why_length;
} PendingDecision;

enum { ENTRANT_ARGS = 64 };
typedef struct PendingWrite {
    const StoreOp *op;
    _Alignas(16) char args[ENTRANT_ARGS];
} PendingWrite;

typedef enum HeldView { VIEW_ENTRIES, VIEW_STANDINGS, HELD_VIEWS } HeldView;

struct Held {
    HashLink link; // by id
    Held *next_held, *previous_held;
    Tournaments *all;
    i64 id;
    Ask *first, *last; // waiting
    Ask *running;      // the first of those that run
    bool busy;
    i64 used_ms;
    i64 next_ms;         // when it has to be driven, 0: never
    bool driving, again; // an ask that drives it waits or runs; another one is needed
    i64 hint_ms;         // when to drive it for hints whose details may still come, or 0
    GameHint *hint;
    size_t hints;
    bool stale;        // names may have changed
    i64 told_ms, told; // the last message to sockets, and its number
    i64 seen;          // the highest number received from any node

    // The reader's thread has these while busy.
    bool there; // in the store
    bool loaded;
    TournamentRow row;
    Settings settings;
    Tournament state;
    i64 number;    // of the last decision applied
    i64 committed; // and of the last one committed
    i64 plan_ms;   // what the drive found for next_ms
    i64 looked_ms; // when all its games were last looked at
    i64 idle_ms;   // since when no table of the round is open
    i64 paired_ms; // when the last round was paired
    EntrantRow *people;
    size_t peoples, people_capacity;
    i64 named_ms;       // when the names were read
    Standing *standing; // of `standing_number`
    i64 standing_number;
    PendingDecision *pending;
    size_t pendings, pending_capacity;
    PendingWrite *write;
    size_t writes, write_capacity;
    NewTable *fresh; // games to be made
    size_t freshes, fresh_capacity;
    GameNote *note;
    size_t notes, note_capacity;
};

// --- on the loop ---------------------------------------------------------------------------------

void held_ask(Tournaments *all, Ask *ask);
Held *held_find(Tournaments *all, i64 tournament); // NULL: not in memory
Held *held_open(Tournaments *all, i64 tournament); // NULL if out of memory
// The tournament must be idle: neither `busy` nor with asks. The second keeps its asks.
void held_drop(Held *held);
void held_unload(Held *held);

// --- in a job ------------------------------------------------------------------------------------

// Applies a decision, to be committed with the others of these asks. Refuses the ask if it isn't
// possible.
bool held_decide(Held *held, Ask *ask, i64 by, Text what, Text why);
// The same without an ask that is refused.
Status held_try(Held *held, i64 now_ms, i64 by, Text what, Text why, Fault *fault);
// Adds a write to the commit; its arguments are a struct of at most ENTRANT_ARGS bytes.
void held_write(Held *held, const StoreOp *op, const void *args, size_t size);
// Stores a person's entry, or with `role` their role.
bool held_seat(Held *held, const EntrantRow *row, bool role);
void ask_refuse(Ask *ask, ErrorCode code, const char *why);
// The person's row; NULL: they have none here.
EntrantRow *held_person(Held *held, i64 person);
// The entry of a person, from 0; -1: none.
int held_entry(const Held *held, i64 person);
// Whether the person may see it, and may decide for the organiser.
bool held_may_see(const Held *held, i64 person);
bool held_organises(const Held *held, i64 person);
// The person of an entry, by place in it (0 or 1). Returns 0 if there is none, or if the account
// was deleted.
i64 held_player(const Held *held, int entry, int which);
const Standing *held_standing(Held *held); // NULL if out of memory

#endif
