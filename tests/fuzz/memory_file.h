// SPDX-License-Identifier: MIT
// A file in memory, for readers that take a path.
#ifndef MEYDAN_TESTS_MEMORY_FILE_H
#define MEYDAN_TESTS_MEMORY_FILE_H

#include "fuzz.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

// There is one file: its path is constant, and its text is the last one given.
static inline const char *memory_file(Text text)
{
    static char path[40];
    static int file = -1;
    if (file < 0) {
        file = (int)syscall(SYS_memfd_create, "fuzz", 0);
        must(file >= 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    must(!ftruncate(file, 0));
    must(pwrite(file, text.at, text.length, 0) == (ssize_t)text.length);
    return path;
}

#endif
