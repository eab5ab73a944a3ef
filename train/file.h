// SPDX-License-Identifier: MIT
// Files of a fixed size: nets, and the states of the trainers.
#ifndef MEYDAN_TRAIN_FILE_H
#define MEYDAN_TRAIN_FILE_H

#include <stdbool.h>
#include <stdio.h>

// Returns false if the file is missing or has another size: then it is for another kind of net.
static inline bool file_get(const char *path, void *to, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    bool whole = fread(to, size, 1, file) == 1 && fgetc(file) == EOF;
    fclose(file);
    return whole;
}

static inline bool file_put(const char *path, const void *from, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    bool whole = fwrite(from, size, 1, file) == 1;
    return !fclose(file) && whole;
}

#endif
