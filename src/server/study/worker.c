// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "server/study/worker.h"

#include <errno.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

enum {
    REST_S = 60, // then it looks by itself, should a store have failed
    NICENESS = 15,
};
static const size_t STACK = (size_t)8 << 20; // see protocol/thinker.c

// With the lock held.
static void rest(Worker *worker)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += worker->rest_s ? worker->rest_s : REST_S;
    while (!worker->nudged && !worker->quits)
        if (pthread_cond_timedwait(&worker->changed, &worker->lock, &until) == ETIMEDOUT) return;
}

static void *run(void *context)
{
    Worker *worker = context;
    const struct sched_param none = { 0 };
    setpriority(PRIO_PROCESS, 0, NICENESS); // of this thread only, on Linux
    if (worker->idle) pthread_setschedparam(pthread_self(), SCHED_IDLE, &none); // anybody may
    pthread_mutex_lock(&worker->lock);
    while (!worker->quits) {
        worker->nudged = false;
        pthread_mutex_unlock(&worker->lock);
        worker->work(worker->context);
        pthread_mutex_lock(&worker->lock);
        rest(worker);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

bool worker_start(Worker *worker, bool idle, void (*work)(void *context), void *context)
{
    pthread_condattr_t clock;
    pthread_attr_t attributes;
    *worker = (Worker){ .work = work, .context = context, .idle = idle };
    pthread_mutex_init(&worker->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&worker->changed, &clock);
    pthread_condattr_destroy(&clock);
    pthread_attr_init(&attributes);
    worker->started = !pthread_attr_setstacksize(&attributes, STACK) &&
                      !pthread_create(&worker->thread, &attributes, run, worker);
    pthread_attr_destroy(&attributes);
    return worker->started;
}

void worker_nudge(Worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    worker->nudged = true;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

bool worker_quits(Worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool quits = worker->quits;
    pthread_mutex_unlock(&worker->lock);
    return quits;
}

void worker_ask_to_quit(Worker *worker)
{
    if (!worker->started) return;
    pthread_mutex_lock(&worker->lock);
    worker->quits = true;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_stop(Worker *worker)
{
    if (!worker->started) return;
    worker_ask_to_quit(worker);
    pthread_join(worker->thread, NULL);
    worker->started = false;
}
