// SPDX-License-Identifier: MIT
// A monotonic clock in milliseconds from any origin, for timeouts.
#ifndef MEYDAN_PROTOCOL_NOW_H
#define MEYDAN_PROTOCOL_NOW_H

#include "base/types.h"

#include <time.h>

static inline i64 now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (i64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
