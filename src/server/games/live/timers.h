// SPDX-License-Identifier: MIT
// Deadlines in order: a binary heap whose members know their place, so that the next one is found
// at once, and any one is moved in a few steps.
#ifndef MEYDAN_SERVER_GAMES_LIVE_TIMERS_H
#define MEYDAN_SERVER_GAMES_LIVE_TIMERS_H

#include "base/types.h"

// Embedded in the struct with the deadline.
typedef struct Timer {
    i64 at;
    u32 place; // in the heap, from 1; 0 if it is not set
} Timer;

typedef struct Timers {
    Timer **heap; // heap[0] is not used
    u32 count;
    size_t capacity; // of the heap, whose first place is empty
} Timers;

void timers_free(Timers *timers);
// Reserves space for this many in all; false if out of memory. Then timer_set() cannot fail.
bool timers_reserve(Timers *timers, size_t count);
void timer_set(Timers *timers, Timer *timer, i64 at);
void timer_clear(Timers *timers, Timer *timer);
// The timer with the earliest deadline, or NULL.
Timer *timers_first(const Timers *timers);

#endif
