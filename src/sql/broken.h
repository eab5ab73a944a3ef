// SPDX-License-Identifier: MIT
// Deliberate mistakes, which tests/cluster must find. They exist only in builds with -Dbroken=true,
// where the environment variable MEYDAN_BROKEN names one. In other builds is_broken is false and
// the compiler removes them.
#ifndef MEYDAN_SQL_BROKEN_H
#define MEYDAN_SQL_BROKEN_H

#include <stdbool.h>

#ifdef MEYDAN_BROKEN
#include <stdlib.h>
#include <string.h>

static inline bool is_broken(const char *what)
{
    const char *chosen = getenv("MEYDAN_BROKEN");
    return chosen && !strcmp(chosen, what);
}
#else
static inline bool is_broken(const char *what)
{
    (void)what;
    return false;
}
#endif

#endif
