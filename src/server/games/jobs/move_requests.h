// SPDX-License-Identifier: MIT
// A node's side of jobs: has workers compute the moves of its computers.
//
//    a computer is due   ->  JOBS_ASK, and the workers are woken
//    a worker answers    ->  received over the bus, or read from the store  ->  rooms_answer
//    no worker takes it  ->  after a moment the node takes it back and computes the move
//
// The bus is a hint: an overdue answer is looked up in the store. A worker that has taken a job has
// until the end of its lease. Without known workers no job is written.
#ifndef MEYDAN_SERVER_GAMES_JOBS_MOVE_REQUESTS_H
#define MEYDAN_SERVER_GAMES_JOBS_MOVE_REQUESTS_H

#include "server/cluster/cluster.h"
#include "server/games/live/rooms.h"
#include "sql/store.h"

#include <uv.h>

typedef struct MoveRequests MoveRequests;

typedef struct MoveRequestsSetup {
    uv_loop_t *loop;
    Store *store;
    i64 holder; // drawn, not 0
    Cluster *cluster;
} MoveRequestsSetup;

MoveRequests *move_requests_new(const MoveRequestsSetup *setup); // NULL if out of memory
void move_requests_start(MoveRequests *requests, Rooms *rooms);
// Stops requesting. The caller runs the loop until it is empty, then calls move_requests_free.
void move_requests_close(MoveRequests *requests);
void move_requests_free(MoveRequests *requests); // NULL is fine

// For RoomsSetup.think_elsewhere.
bool move_requests_send(MoveRequests *requests, const Room *room);
// A worker's answer is in the store: `text` for the question with that number. Workers send it.
typedef struct MoveAnswered {
    i64 game;
    int number;
    Text text;
} MoveAnswered;
extern const Topic MOVE_ANSWERED;

typedef struct MoveRequestsCounts {
    u64 asked, answered, taken_back;
    int open; // without an answer
} MoveRequestsCounts;
MoveRequestsCounts move_requests_counts(const MoveRequests *requests);

#endif
