// SPDX-License-Identifier: MIT
// Waking the loop from other threads, by an eventfd.
//
// uv_async_t does the same, but its loop waits, turning round and round, for a sender that has lost
// the processor in the middle of its call. Here nothing waits for the sender.
#ifndef MEYDAN_PLATFORM_WAKE_H
#define MEYDAN_PLATFORM_WAKE_H

#include "base/types.h"

#include <sys/eventfd.h>
#include <unistd.h>
#include <uv.h>

typedef struct Wake {
    uv_poll_t poll; // its data is the owner's
    int fd;         // -1: none
} Wake;

// False if there are no more files. Then, and always before it: `wake->fd = -1`.
static inline bool wake_init(Wake *wake, uv_loop_t *loop, uv_poll_cb woken)
{
    wake->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return wake->fd >= 0 && !uv_poll_init(loop, &wake->poll, wake->fd) &&
           !uv_poll_start(&wake->poll, UV_READABLE, woken);
}

// From any thread.
static inline void wake_send(const Wake *wake)
{
    const u64 one = 1;
    if (write(wake->fd, &one, sizeof one) < 0) return; // it is full: awake it is
}

// In `woken`, before it looks for what there is.
static inline void wake_take(const Wake *wake)
{
    u64 count;
    if (read(wake->fd, &count, sizeof count) < 0) return; // nothing: somebody was faster
}

// After the handle has been closed and nobody sends any more.
static inline void wake_free(Wake *wake)
{
    if (wake->fd >= 0) close(wake->fd);
    wake->fd = -1;
}

#endif
