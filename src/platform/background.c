// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "platform/background.h"

#include <errno.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

enum {
    SLEEP_S = 60, // default interval between wake-ups, in case a store has failed
    NICENESS = 15,
};
static const size_t STACK = (size_t)8 << 20; // see protocol/thinker.c

// The caller holds the lock.
static void sleep_until_woken(BackgroundThread *background)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += background->sleep_s ? background->sleep_s : SLEEP_S;
    while (!background->woken && !background->stopping)
        if (pthread_cond_timedwait(&background->changed, &background->lock, &until) == ETIMEDOUT)
            return;
}

static void *run(void *context)
{
    BackgroundThread *background = context;
    const struct sched_param none = { 0 };
    setpriority(PRIO_PROCESS, 0, NICENESS); // affects only this thread on Linux
    if (background->idle)
        pthread_setschedparam(pthread_self(), SCHED_IDLE, &none); // needs no privilege
    pthread_mutex_lock(&background->lock);
    while (!background->stopping) {
        background->woken = false;
        pthread_mutex_unlock(&background->lock);
        background->work(background->context);
        pthread_mutex_lock(&background->lock);
        sleep_until_woken(background);
    }
    pthread_mutex_unlock(&background->lock);
    return NULL;
}

bool background_start(BackgroundThread *background, bool idle, void (*work)(void *context),
                      void *context)
{
    pthread_condattr_t clock;
    pthread_attr_t attributes;
    *background = (BackgroundThread){ .work = work, .context = context, .idle = idle };
    pthread_mutex_init(&background->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&background->changed, &clock);
    pthread_condattr_destroy(&clock);
    pthread_attr_init(&attributes);
    background->started = !pthread_attr_setstacksize(&attributes, STACK) &&
                          !pthread_create(&background->thread, &attributes, run, background);
    pthread_attr_destroy(&attributes);
    return background->started;
}

void background_wake(BackgroundThread *background)
{
    pthread_mutex_lock(&background->lock);
    background->woken = true;
    pthread_cond_broadcast(&background->changed);
    pthread_mutex_unlock(&background->lock);
}

bool background_stopping(BackgroundThread *background)
{
    pthread_mutex_lock(&background->lock);
    bool stopping = background->stopping;
    pthread_mutex_unlock(&background->lock);
    return stopping;
}

void background_request_stop(BackgroundThread *background)
{
    if (!background->started) return;
    pthread_mutex_lock(&background->lock);
    background->stopping = true;
    pthread_cond_broadcast(&background->changed);
    pthread_mutex_unlock(&background->lock);
}

void background_stop(BackgroundThread *background)
{
    if (!background->started) return;
    background_request_stop(background);
    pthread_join(background->thread, NULL);
    background->started = false;
}
