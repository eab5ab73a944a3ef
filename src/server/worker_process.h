// SPDX-License-Identifier: MIT
// `meydan worker`: a process without a page and without people. It takes jobs from the store: the
// moves of computers, reviews, audits of puzzles.
//
// Redis tells it of jobs at once; without Redis it looks into the store ten times a second, with it
// once a second, should a lease have ended. When the database is away it waits, as a node does, and
// whatever it held is free by then.
#ifndef MEYDAN_SERVER_WORKER_PROCESS_H
#define MEYDAN_SERVER_WORKER_PROCESS_H

#include "server/kernel/logger.h"

typedef struct WorkerProcess WorkerProcess;

typedef struct WorkerSetup {
    const char *store, *bus;
    const char *host; // where /health and /metrics are
    int port;         // -1: nowhere; 0: any
    int threads;      // that think about moves
    i64 review_nodes; // of each search; 0: no reviews
    // See AuditsSetup; NULL: no audits.
    const char *(*audit)(void *context, u32 puzzle);
    void *context;
    const char *version;
    LogLevel log_level;
    void (*say)(const char *line);
} WorkerSetup;

// NULL, and why, if the store cannot be opened or an address is none.
WorkerProcess *worker_process_new(const WorkerSetup *setup, Fault *why);
int worker_process_port(const WorkerProcess *process); // -1: none
// Until SIGINT or SIGTERM: then what it holds is given back. A second one ends it at once.
void worker_process_run(WorkerProcess *process);
void worker_process_free(WorkerProcess *process);

#endif
