// SPDX-License-Identifier: MIT
// A worker's side of computers' moves: takes jobs, reads their games, has its threads think, and
// leaves the answers in the store. A node judges them as it judges its own computers.
//
//     hand_look  ->  WRITE_JOBS_TAKEN  ->  the game is read  ->  computers_ask
//     answer in the store, `answered`  <-  WRITE_JOB_ANSWERED  <-  hand_collect
//
// It holds a few times as many jobs as it has threads: the more wait, the shorter the thoughts
// (computers.h). Leases are renewed for as long as a job is held.
#ifndef MEYDAN_SERVER_JOBS_HAND_H
#define MEYDAN_SERVER_JOBS_HAND_H

#include "store/store.h"

typedef struct Hand Hand;

typedef struct HandSetup {
    Store *store;
    i64 holder; // drawn, not 0
    int threads;
    void (*wake)(void *context); // from a thread: hand_collect is wanted
    void *context;
    void (*answered)(void *context, i64 game, int number, Text answer); // it is committed
    void (*say)(void *context, const char *line);
} HandSetup;

Hand *hand_new(const HandSetup *setup); // NULL without memory or threads
// There may be jobs: takes some. `sure`: somebody said so; else it looks before it takes.
void hand_look(Hand *hand, bool sure);
void hand_collect(Hand *hand); // what was thought
void hand_renew(Hand *hand);   // to be called every HAND_RENEW_MS
enum { HAND_LEASE_MS = 2000, HAND_RENEW_MS = 600 };

// Takes nothing any more and gives back all that it holds. Before store_close.
void hand_stop(Hand *hand);
void hand_free(Hand *hand); // after store_close; NULL is fine

typedef struct HandCounts {
    int held;
    u64 taken, answered, late, returned, failed;
} HandCounts;
HandCounts hand_counts(const Hand *hand);

#endif
