// SPDX-License-Identifier: MIT
// `meydan worker`: a process without a page and without people. It takes jobs from the store:
// computers' moves, reviews, audits of puzzles.
//
// Redis announces jobs at once. The worker also polls the store: once a second, for leases that
// have ended, and ten times a second without Redis. During an outage of the database it waits, as a
// node does; its leases have ended by then.
#ifndef MEYDAN_SERVER_APP_WORKER_PROCESS_H
#define MEYDAN_SERVER_APP_WORKER_PROCESS_H

#include "server/kernel/logger.h"

typedef struct WorkerProcess WorkerProcess;

typedef struct WorkerSetup {
    const char *store, *bus;
    const char *host; // for /health and /metrics
    int port;         // -1: none; 0: any
    int threads;      // for computers' moves
    i64 review_nodes; // of each search, 0 for no reviews
    // See AuditsSetup; NULL: no audits.
    const char *(*audit)(void *context, u32 puzzle);
    void *context;
    const char *version;
    LogLevel log_level;
    LogFormat log_format;
    void (*say)(const char *line);
} WorkerSetup;

// NULL, with the reason, if the store cannot be opened or an address is invalid.
WorkerProcess *worker_process_new(const WorkerSetup *setup, Fault *why);
int worker_process_port(const WorkerProcess *process); // -1: none
// Runs until SIGINT or SIGTERM, then releases its jobs. A second signal ends it at once.
void worker_process_run(WorkerProcess *process);
void worker_process_free(WorkerProcess *process);

#endif
