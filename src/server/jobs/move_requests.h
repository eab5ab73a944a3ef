// SPDX-License-Identifier: MIT
// A node's side of jobs: it has workers think about its computers' moves.
//
//     a computer is due   ->  JOBS_ASK, and the workers are called
//     a worker answers    ->  heard over the bus, or read from the store  ->  rooms_answer
//     nobody takes it     ->  after a moment the node takes it back and thinks itself
//
// What is heard is a hint: a job that is not answered in time is looked up in the store. A worker
// that has taken a job has until the end of its lease. While no worker is there nothing is asked.
#ifndef MEYDAN_SERVER_JOBS_MOVE_REQUESTS_H
#define MEYDAN_SERVER_JOBS_MOVE_REQUESTS_H

#include "server/rooms/rooms.h"
#include "store/store.h"

#include <uv.h>

typedef struct MoveRequests MoveRequests;

typedef struct MoveRequestsSetup {
    uv_loop_t *loop;
    Store *store;
    i64 holder; // drawn, not 0
    void *owner;
    int (*workers)(void *owner); // that are known to be there
    bool (*up)(void *owner);     // whether they can be heard
    void (*call)(void *owner);   // calls them
} MoveRequestsSetup;

MoveRequests *move_requests_new(const MoveRequestsSetup *setup); // NULL without memory
void move_requests_start(MoveRequests *requests, Rooms *rooms);
// Asks nothing any more. Then the loop is run until it is empty, then comes move_requests_free.
void move_requests_close(MoveRequests *requests);
void move_requests_free(MoveRequests *requests); // NULL is fine

// For RoomsSetup.think_elsewhere.
bool move_requests_send(MoveRequests *requests, const Room *room);
// A worker's answer to the question with that number.
void move_requests_receive(MoveRequests *requests, i64 game, int number, Text answer);
// Something may not have been heard, or a worker has gone: looks into the store.
void move_requests_poll(MoveRequests *requests);
void move_requests_link(MoveRequests *requests, bool up);

typedef struct MoveRequestsCounts {
    u64 asked, answered, taken_back;
    int open; // without an answer
} MoveRequestsCounts;
MoveRequestsCounts move_requests_counts(const MoveRequests *requests);

#endif
