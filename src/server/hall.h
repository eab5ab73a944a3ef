// SPDX-License-Identifier: MIT
// All rooms in memory: by id, by person, and by how far they have come, each found at once.
#ifndef MEYDAN_SERVER_HALL_H
#define MEYDAN_SERVER_HALL_H

#include "server/play.h"
#include "server/timers.h"

typedef struct Table Table;

// Ties a room to somebody: one for each seat and one for the maker.
typedef struct Tie {
    i64 person; // 0: not tied
    Table *table;
    struct Tie *next; // of this bucket
} Tie;
enum { TIES = PLAYERS_MOST + 1 };

// What is asked for in a room: an action, the instant at which it came, and who is told. Those of
// computers have no person.
typedef struct Ask {
    struct Ask *next;
    Action action;
    char move[MOVE_TEXT_MOST]; // action.move, in asks that wait
    i64 at;
    int computer; // the seat it plays for, or -1
    i64 think_ms; // of a computer's move
    ActDone *done;
    void *context;
} Ask;

// A room and what it takes to run it.
struct Table {
    Room room;
    Play *play;
    bool busy;     // something waits for its commit, or what follows from that is not done yet
    bool thinking; // a computer thinks about its move
    int waiting;   // asks behind that
    Ask *first, **end;
    i64 not_before; // after a failed commit: when to try again what is due
    i64 closes;     // when an over room is dropped
    Timer timer;
    Tie tie[TIES];
    Table *same_bucket;
    Table *newer, *older; // of the same state
    Table *next_changed;  // in play_person
};

typedef struct Hall {
    Table **by_id;
    Tie **by_person;
    u32 buckets; // of either; a power of two
    u32 count;
    Table *newest[ROOM_OVER + 1];
    int in_state[ROOM_OVER + 1];
    int ticking, days; // live games with a clock, of seconds and of days
} Hall;

bool hall_init(Hall *hall);
// Frees the tables too.
void hall_free(Hall *hall);

// A table for a room, not yet in the hall. NULL without memory.
Table *table_new(Play *play, const Room *room);
void table_free(Table *table);

void hall_add(Hall *hall, Table *table);
void hall_remove(Hall *hall, Table *table);
Table *hall_find(const Hall *hall, i64 game);
// Call before the room changes its state and after; the same for who is there.
void hall_unlist(Hall *hall, Table *table);
void hall_list(Hall *hall, Table *table);
// The first tie of that bucket: follow `next` and compare.
Tie *hall_ties(const Hall *hall, i64 person);

#endif
