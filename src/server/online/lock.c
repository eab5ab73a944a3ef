// SPDX-License-Identifier: MIT
#include "server/online/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

int lock_take(const char *store, Fault *why)
{
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s.lock", store) >= (int)sizeof name) {
        fault(why, MALFORMED, "the name of the store is too long");
        return -1;
    }
    int lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock >= 0 && !flock(lock, LOCK_EX | LOCK_NB)) return lock;
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
