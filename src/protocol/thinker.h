// SPDX-License-Identifier: MIT
// Runs the engine in background threads, one search at a time.
//
//     Thinker *thinker = thinker_new(hash_mb, threads, host);       allocates memory, starts
// threads
//     engine_set_position(thinker_engine(thinker), ...);            while no search runs
//     thinker_go(thinker, &limits);                                 returns at once
//     thinker_stop(thinker);                                        optional, from any thread
//     thinker_wait(thinker);                                        then engine_best() and so on
//
// thinker_new() allocates everything and touches the table. A search allocates nothing.
#ifndef MEYDAN_PROTOCOL_THINKER_H
#define MEYDAN_PROTOCOL_THINKER_H

#include "engine/engine.h"

// Callbacks. Both run in a thread of the thinker and may be NULL.
typedef struct ThinkerHost {
    void (*report)(void *context, const Report *report);
    // The search is over, all threads have stopped, and the engine's results can be read. Must not
    // call thinker_go(): the search counts as running until this returns.
    void (*done)(void *context);
    void *context;
} ThinkerHost;

typedef struct Thinker Thinker;

// Returns NULL if memory or threads are insufficient.
Thinker *thinker_new(int hash_mb, int threads, ThinkerHost host);
// Stops and waits first. Accepts NULL.
void thinker_free(Thinker *thinker);

// Only for calls while no search runs, except engine_nodes() and engine_stop().
Engine *thinker_engine(Thinker *thinker);

// Waits for the previous search if it is still ending.
void thinker_go(Thinker *thinker, const SearchLimits *limits);
void thinker_stop(Thinker *thinker);
void thinker_wait(Thinker *thinker);

// A monotonic clock in milliseconds.
i64 thinker_now(void);

#endif
