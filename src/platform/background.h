// SPDX-License-Identifier: MIT
// A background thread: sleeps until it is woken, then works until there is nothing to do. Its
// priority is lower than that of the computers that play. An `idle` thread is scheduled with
// SCHED_IDLE.
#ifndef MEYDAN_PLATFORM_BACKGROUND_H
#define MEYDAN_PLATFORM_BACKGROUND_H

#include "base/types.h"

#include <pthread.h>

typedef struct BackgroundThread {
    void (*work)(void *context); // returns soon once background_stopping() is true
    void *context;
    int sleep_s; // the longest sleep; 0: a minute. Only the thread itself may change it
    pthread_t thread;
    pthread_mutex_t lock; // guards the fields below, and any data of the owner
    pthread_cond_t changed;
    bool idle, woken, stopping, started;
} BackgroundThread;

// The thread begins with one run of `work`. Returns false if it cannot be created.
bool background_start(BackgroundThread *background, bool idle, void (*work)(void *context),
                      void *context);
// From any thread.
void background_wake(BackgroundThread *background);
bool background_stopping(BackgroundThread *background);
// Makes background_stopping() true; background_stop() also joins the thread. Both do nothing if the
// thread does not run.
void background_request_stop(BackgroundThread *background);
void background_stop(BackgroundThread *background);

#endif
