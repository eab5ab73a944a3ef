// SPDX-License-Identifier: MIT
#include "server/kernel/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

int lock_take(const char *store, bool shared, Fault *why)
{
    // Locks the file itself, which is the same under every name; SQLite's own locks are of another
    // kind. It stays open until the store is closed.
    int lock = open(store, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock >= 0 && !flock(lock, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB)) return lock;
    if (lock >= 0 && errno == EWOULDBLOCK)
        fault(why, MALFORMED, "store '%s' is in use by another server", store);
    else
        fault(why, MALFORMED, "store '%s': %s", store, strerror(errno));
    if (lock >= 0) close(lock);
    return -1;
}

void lock_release(int lock)
{
    if (lock >= 0) close(lock);
}
