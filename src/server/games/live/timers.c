// SPDX-License-Identifier: MIT
#include "server/games/live/timers.h"

#include "platform/array.h"

#include <assert.h>

void timers_free(Timers *timers)
{
    free(timers->heap);
    *timers = (Timers){ 0 };
}

bool timers_reserve(Timers *timers, size_t count)
{
    Timer **heap = array_grow(timers->heap, &timers->capacity, count + 1, sizeof *heap);
    if (heap) timers->heap = heap;
    return heap;
}

static void put(Timers *timers, Timer *timer, u32 place)
{
    timers->heap[place] = timer;
    timer->place = place;
}

static void rise(Timers *timers, Timer *timer, u32 place)
{
    for (; place > 1 && timers->heap[place / 2]->at > timer->at; place /= 2)
        put(timers, timers->heap[place / 2], place);
    put(timers, timer, place);
}

static void sink(Timers *timers, Timer *timer, u32 place)
{
    for (u32 below; (below = 2 * place) <= timers->count; place = below) {
        if (below < timers->count && timers->heap[below + 1]->at < timers->heap[below]->at) below++;
        if (timers->heap[below]->at >= timer->at) break;
        put(timers, timers->heap[below], place);
    }
    put(timers, timer, place);
}

void timer_set(Timers *timers, Timer *timer, i64 at)
{
    if (!timer->place) {
        assert(timers->count + 1 < timers->capacity);
        timer->place = ++timers->count;
    }
    timer->at = at;
    u32 place = timer->place;
    rise(timers, timer, place);
    if (timer->place == place) sink(timers, timer, place);
}

void timer_clear(Timers *timers, Timer *timer)
{
    if (!timer->place) return;
    Timer *last = timers->heap[timers->count--];
    if (last != timer) {
        u32 place = timer->place;
        rise(timers, last, place);
        if (last->place == place) sink(timers, last, place);
    }
    timer->place = 0;
}

Timer *timers_first(const Timers *timers)
{
    return timers->count ? timers->heap[1] : NULL;
}
