// SPDX-License-Identifier: MIT
// A thread in the background: rests until it is nudged, then works until there is nothing to do. It
// is below everything else in priority, computers included; `idle`: it runs only when nobody else
// does.
#ifndef MEYDAN_SERVER_STUDY_WORKER_H
#define MEYDAN_SERVER_STUDY_WORKER_H

#include "base/types.h"

#include <pthread.h>

typedef struct Worker {
    void (*work)(void *context); // ends soon once worker_quits says so
    void *context;
    int rest_s; // how long it rests at most; 0: a minute. Its own thread may change it
    pthread_t thread;
    pthread_mutex_t lock; // of what follows, and of whatever the owner likes
    pthread_cond_t changed;
    bool idle, nudged, quits, started;
} Worker;

// It is nudged to begin with. False if there is no thread.
bool worker_start(Worker *worker, bool idle, void (*work)(void *context), void *context);
// From any thread.
void worker_nudge(Worker *worker);
bool worker_quits(Worker *worker);
// Sets worker_quits and waits for the end; without worker_start, or again, it does nothing.
void worker_ask_to_quit(Worker *worker);
void worker_stop(Worker *worker);

#endif
