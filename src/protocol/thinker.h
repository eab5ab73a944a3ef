// SPDX-License-Identifier: MIT
// Threads around the engine: one search at a time, in the background.
//
//     Thinker *thinker = thinker_new(hash_mb, threads, host);       memory and threads, all of them
//     engine_set_position(thinker_engine(thinker), ...);            while no search runs
//     thinker_go(thinker, &limits);                                 returns at once
//     thinker_stop(thinker);                                        from any thread, if wanted
//     thinker_wait(thinker);                                        then engine_best() and so on
//
// Everything is allocated, and the table touched, in thinker_new(); a search allocates nothing.
#ifndef MEYDAN_PROTOCOL_THINKER_H
#define MEYDAN_PROTOCOL_THINKER_H

#include "engine/engine.h"

// The listener. Both functions run in a thread of the thinker and may be NULL.
typedef struct ThinkerHost {
    void (*report)(void *context, const Report *report);
    // The search is over, all threads have stopped, and the engine may be asked for its answer. Not
    // the place for the next thinker_go(): the search counts as running until this returns.
    void (*done)(void *context);
    void *context;
} ThinkerHost;

typedef struct Thinker Thinker;

// NULL if the system has not enough memory or threads.
Thinker *thinker_new(int hash_mb, int threads, ThinkerHost host);
// Stops and waits first. NULL is nothing to free.
void thinker_free(Thinker *thinker);

// Only for calls while no search runs (engine_nodes() and engine_stop() at any time).
Engine *thinker_engine(Thinker *thinker);

// Waits for the search before, if one is still ending.
void thinker_go(Thinker *thinker, const SearchLimits *limits);
void thinker_stop(Thinker *thinker);
void thinker_wait(Thinker *thinker);

// Milliseconds of a clock that nobody sets.
i64 thinker_now(void);

#endif
