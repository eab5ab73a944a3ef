// SPDX-License-Identifier: MIT
#include "server/kernel/memory.h"

#include "base/types.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

// Ends the program without allocating or locking.
_Noreturn static void give_up(void)
{
    static const char LINE[] = "meydan: error: out of memory: an allocation was refused inside a "
                               "library; the server ends, and all it acknowledged is in the "
                               "store\n";
    ssize_t written = write(STDERR_FILENO, LINE, sizeof LINE - 1);
    (void)written;
    _exit(EXIT_NO_MEMORY);
}

static void *checked(void *got)
{
    if (!got) give_up();
    return got;
}

static void *checked_malloc(size_t size)
{
    return checked(malloc(size ? size : 1));
}

static void *checked_calloc(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

static void *checked_realloc(void *old, size_t size)
{
    return checked(realloc(old, size ? size : 1));
}

// The sanitizers replace strdup themselves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Libraries call this one instead of libc's, since the program comes first in the search order.
__attribute__((visibility("default"))) char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(checked(malloc(size)), text, size);
}
#endif

static void no_work(uv_work_t *work)
{
    (void)work;
}

// libuv starts its pool with the first work, and aborts if that fails.
static void start_thread_pool(void)
{
    uv_loop_t loop;
    uv_work_t work;
    if (uv_loop_init(&loop)) give_up();
    uv_queue_work(&loop, &work, no_work, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
}

void memory_guard(void)
{
    uv_replace_allocator(checked_malloc, checked_realloc, checked_calloc, free);
    start_thread_pool();
}
