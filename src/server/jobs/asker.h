// SPDX-License-Identifier: MIT
// A node's side of jobs: it has workers think about its computers' moves.
//
//     a computer is due   ->  WRITE_JOB, and the workers are called
//     a worker answers    ->  heard over the bus, or read from the store  ->  rooms_answer
//     nobody takes it     ->  after a moment the node takes it back and thinks itself
//
// What is heard is a hint: a job that is not answered in time is looked up in the store. A worker
// that has taken a job has until the end of its lease. While no worker is there nothing is asked.
#ifndef MEYDAN_SERVER_JOBS_ASKER_H
#define MEYDAN_SERVER_JOBS_ASKER_H

#include "server/rooms/rooms.h"
#include "store/store.h"

#include <uv.h>

typedef struct Asker Asker;

typedef struct AskerSetup {
    uv_loop_t *loop;
    Store *store;
    i64 holder; // drawn, not 0
    void *owner;
    int (*workers)(void *owner); // that are known to be there
    bool (*up)(void *owner);     // whether they can be heard
} AskerSetup;

Asker *asker_new(const AskerSetup *setup); // NULL without memory
void asker_start(Asker *asker, Rooms *rooms);
// Asks nothing any more. Then the loop is run until it is empty, then comes asker_free.
void asker_close(Asker *asker);
void asker_free(Asker *asker); // NULL is fine

// For RoomsSetup.think_elsewhere.
bool asker_ask(Asker *asker, const Room *room);
// A worker's answer to the question with that number.
void asker_heard(Asker *asker, i64 game, int number, Text answer);
// Something may not have been heard, or a worker has gone: looks into the store.
void asker_look(Asker *asker);
void asker_link(Asker *asker, bool up);

typedef struct AskerCounts {
    u64 asked, answered, taken_back;
    int open; // without an answer
} AskerCounts;
AskerCounts asker_counts(const Asker *asker);

#endif
