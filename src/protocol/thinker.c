// SPDX-License-Identifier: MIT
#include "protocol/thinker.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

// The search keeps the nodes of its path on the stack, so the system's default size may be too
// small.
static const size_t STACK = (size_t)8 << 20;
// The search accesses the table at random; large pages reduce TLB misses.
static const size_t LARGE_PAGE = (size_t)2 << 20;

typedef struct ThinkerSeat {
    Thinker *thinker;
    int number;
    pthread_t thread;
} ThinkerSeat;

struct Thinker {
    Engine *engine;
    void *memory;
    ThinkerHost host;

    pthread_mutex_t lock; // guards the following fields
    pthread_cond_t wake;  // signals the start of a search, or shutdown
    pthread_cond_t rest;  // signals that a thread has finished its part
    u64 round;            // number of searches started
    int busy;             // threads that have not finished their part of it
    bool quit;
    int seats; // number of running threads
    ThinkerSeat seat[THREADS_MAX];
};

i64 thinker_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (i64)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static i64 host_now(void *context)
{
    (void)context;
    return thinker_now();
}

static void host_report(void *context, const Report *report)
{
    Thinker *thinker = context;
    if (thinker->host.report) thinker->host.report(thinker->host.context, report);
}

// --- threads -------------------------------------------------------------------------------------

static void wait_for_helpers(Thinker *thinker)
{
    while (thinker->busy > 1)
        pthread_cond_wait(&thinker->rest, &thinker->lock);
}

static void *run_seat(void *context)
{
    ThinkerSeat *seat = context;
    Thinker *thinker = seat->thinker;
    u64 seen = 0;
    pthread_mutex_lock(&thinker->lock);
    for (;;) {
        while (thinker->round == seen && !thinker->quit)
            pthread_cond_wait(&thinker->wake, &thinker->lock);
        if (thinker->quit) break;
        seen = thinker->round;
        pthread_mutex_unlock(&thinker->lock);
        engine_think(thinker->engine, seat->number);
        pthread_mutex_lock(&thinker->lock);
        if (seat->number == 0) {
            wait_for_helpers(thinker);
            pthread_mutex_unlock(&thinker->lock);
            if (thinker->host.done) thinker->host.done(thinker->host.context);
            pthread_mutex_lock(&thinker->lock);
        }
        thinker->busy--;
        pthread_cond_broadcast(&thinker->rest);
    }
    pthread_mutex_unlock(&thinker->lock);
    return NULL;
}

static bool start_threads(Thinker *thinker, int threads)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    bool started = pthread_attr_setstacksize(&attributes, STACK) == 0;
    while (started && thinker->seats < threads) {
        ThinkerSeat *seat = &thinker->seat[thinker->seats];
        *seat = (ThinkerSeat){ .thinker = thinker, .number = thinker->seats };
        started = pthread_create(&seat->thread, &attributes, run_seat, seat) == 0;
        if (started) thinker->seats++;
    }
    pthread_attr_destroy(&attributes);
    return started;
}

// --- life ----------------------------------------------------------------------------------------

static void *allocate(size_t size)
{
    size = (size + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
    void *memory = aligned_alloc(LARGE_PAGE, size);
#ifdef MADV_HUGEPAGE
    if (memory) madvise(memory, size, MADV_HUGEPAGE); // optional: failure is harmless
#endif
    return memory;
}

Thinker *thinker_new(int hash_mb, int threads, ThinkerHost host)
{
    Thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker) return NULL;
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->wake, NULL);
    pthread_cond_init(&thinker->rest, NULL);
    thinker->host = host;
    size_t size = engine_size(hash_mb, threads);
    thinker->memory = allocate(size);
    if (!thinker->memory) goto fail;
    thinker->engine =
        engine_init(thinker->memory, size, threads,
                    (Host){ .now = host_now, .report = host_report, .context = thinker });
    if (!thinker->engine || !start_threads(thinker, threads)) goto fail;
    return thinker;
fail:
    thinker_free(thinker);
    return NULL;
}

void thinker_free(Thinker *thinker)
{
    if (!thinker) return;
    if (thinker->engine) thinker_stop(thinker);
    thinker_wait(thinker);
    pthread_mutex_lock(&thinker->lock);
    thinker->quit = true;
    pthread_cond_broadcast(&thinker->wake);
    pthread_mutex_unlock(&thinker->lock);
    for (int i = 0; i < thinker->seats; i++)
        pthread_join(thinker->seat[i].thread, NULL);
    pthread_cond_destroy(&thinker->rest);
    pthread_cond_destroy(&thinker->wake);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker->memory);
    free(thinker);
}

Engine *thinker_engine(Thinker *thinker)
{
    return thinker->engine;
}

// --- searches ------------------------------------------------------------------------------------

void thinker_wait(Thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    while (thinker->busy > 0)
        pthread_cond_wait(&thinker->rest, &thinker->lock);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_go(Thinker *thinker, const SearchLimits *limits)
{
    thinker_wait(thinker);
    pthread_mutex_lock(&thinker->lock);
    engine_go(thinker->engine, limits);
    thinker->round++;
    thinker->busy = thinker->seats;
    pthread_cond_broadcast(&thinker->wake);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_stop(Thinker *thinker)
{
    engine_stop(thinker->engine);
}
