// SPDX-License-Identifier: MIT
// Preloaded into a server to make allocations fail on command (tests/faults).
//
// The file named by ALLOCATIONS has four numbers of 8 bytes, shared with the controlling process:
//     left     allocations before the first failure; 0: none fails
//     refuse   how many fail from then on
//     refused  number of failures so far
//     made     number of allocations so far
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

typedef struct Command {
    atomic_long left, refuse, refused, made;
} Command;
static Command *command;

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("ALLOCATIONS");
    int fd = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) return;
    void *shared = mmap(NULL, sizeof *command, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (shared != MAP_FAILED) command = shared;
}

static bool is_refused(void)
{
    Command *c = command;
    if (!c) return false;
    atomic_fetch_add(&c->made, 1);
    long left = atomic_load(&c->left);
    if (!left) return false;
    if (left > 1) {
        atomic_compare_exchange_strong(&c->left, &left, left - 1);
        return false;
    }
    if (atomic_fetch_sub(&c->refuse, 1) <= 1) atomic_store(&c->left, 0);
    atomic_fetch_add(&c->refused, 1);
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return is_refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return is_refused() ? NULL : __libc_realloc(old, size);
}
