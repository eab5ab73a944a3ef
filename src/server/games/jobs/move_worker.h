// SPDX-License-Identifier: MIT
// A worker's side of computers' moves: takes jobs, reads their games, has its threads think, and
// stores the answers. A node judges them as it judges its own computers.
//
//    move_worker_poll  ->  JOBS_TAKE  ->  the game is read  ->  computers_ask
//    answer in the store, `answered`  <-  JOBS_ANSWER  <-  move_worker_collect
//
// It holds a few times as many jobs as it has threads: the longer the queue, the shorter the
// thoughts (computers.h). Leases are renewed for as long as a job is held.
#ifndef MEYDAN_SERVER_GAMES_JOBS_MOVE_WORKER_H
#define MEYDAN_SERVER_GAMES_JOBS_MOVE_WORKER_H

#include "sql/store.h"

typedef struct MoveWorker MoveWorker;

typedef struct MoveWorkerSetup {
    Store *store;
    i64 holder; // drawn, not 0
    int threads;
    void (*wake)(void *context); // from any thread: move_worker_collect should be called
    void *context;
    void (*answered)(void *context, i64 game, int number, Text answer); // it is committed
    void (*say)(void *context, const char *line);
} MoveWorkerSetup;

MoveWorker *move_worker_new(const MoveWorkerSetup *setup); // NULL if out of memory or threads
// Takes jobs if there are any. Unless a node announced one (`sure`), it reads first, which is
// cheaper than taking.
void move_worker_poll(MoveWorker *move_worker, bool sure);
void move_worker_collect(MoveWorker *move_worker); // takes finished thoughts
void move_worker_renew(MoveWorker *move_worker);   // to be called every MOVE_WORKER_RENEW_MS
enum { MOVE_WORKER_LEASE_MS = 2000, MOVE_WORKER_RENEW_MS = 600 };

// Stops taking jobs and releases those it holds. Call before store_close.
void move_worker_stop(MoveWorker *move_worker);
void move_worker_free(MoveWorker *move_worker); // after store_close; NULL is fine

typedef struct MoveWorkerCounts {
    int held;
    u64 taken, answered, late, returned, failed;
} MoveWorkerCounts;
MoveWorkerCounts move_worker_counts(const MoveWorker *move_worker);

#endif
