// SPDX-License-Identifier: MIT
// Wakes the loop from other threads with an eventfd.
//
// uv_async_t does the same, but its loop spins while a sender is preempted in the middle of its
// call. Here nothing waits for the sender.
#ifndef MEYDAN_PLATFORM_WAKE_H
#define MEYDAN_PLATFORM_WAKE_H

#include "base/types.h"

#include <sys/eventfd.h>
#include <unistd.h>
#include <uv.h>

typedef struct Wake {
    uv_poll_t poll; // `data` belongs to the owner
    int fd;         // -1 if none
} Wake;

// Returns false if file descriptors are exhausted. Before and after a failed call, `wake->fd` is
// -1.
static inline bool wake_init(Wake *wake, uv_loop_t *loop, uv_poll_cb woken)
{
    wake->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return wake->fd >= 0 && !uv_poll_init(loop, &wake->poll, wake->fd) &&
           !uv_poll_start(&wake->poll, UV_READABLE, woken);
}

// May be called from any thread.
static inline void wake_send(const Wake *wake)
{
    const u64 one = 1;
    if (write(wake->fd, &one, sizeof one) < 0) return; // the counter is full, so the loop is awake
}

// Call in `woken` before checking for work.
static inline void wake_take(const Wake *wake)
{
    u64 count;
    if (read(wake->fd, &count, sizeof count) < 0) return; // already read
}

// Call after closing the handle, when no thread sends.
static inline void wake_free(Wake *wake)
{
    if (wake->fd >= 0) close(wake->fd);
    wake->fd = -1;
}

#endif
