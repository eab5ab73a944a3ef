// SPDX-License-Identifier: MIT
// A background thread: sleeps until woken, then works until there is nothing left to do. It has a
// lower priority than computers' moves. An `idle` thread is scheduled with SCHED_IDLE.
#ifndef MEYDAN_PLATFORM_BACKGROUND_H
#define MEYDAN_PLATFORM_BACKGROUND_H

#include "base/types.h"

#include <pthread.h>

typedef struct BackgroundThread {
    void (*work)(void *context); // must return soon after background_stopping() becomes true
    void *context;
    int sleep_s; // maximum sleep; 0 means a minute. Only the thread itself may change it
    pthread_t thread;
    pthread_mutex_t lock; // guards the fields below and the owner's data
    pthread_cond_t changed;
    bool idle, woken, stopping, started;
} BackgroundThread;

// Starts the thread, which calls `work` once. Returns false if it can't be created.
bool background_start(BackgroundThread *background, bool idle, void (*work)(void *context),
                      void *context);
// May be called from any thread.
void background_wake(BackgroundThread *background);
bool background_stopping(BackgroundThread *background);
// Makes background_stopping() true; background_stop() also joins the thread. Both accept a thread
// that isn't running.
void background_request_stop(BackgroundThread *background);
void background_stop(BackgroundThread *background);

#endif
