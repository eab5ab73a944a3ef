// SPDX-License-Identifier: MIT
// Reads and atomically writes whole files.
#ifndef MEYDAN_CLI_FILE_H
#define MEYDAN_CLI_FILE_H

#include "base/text.h"

// Reads a file, or standard input for "-", into memory to be freed. Returns NULL with errno set on
// error.
char *file_read(const char *path, size_t *length);
// Writes the text to disk under that name, all of it or nothing. With `backup` an existing file is
// kept as `path~`. Returns false with errno set on error.
bool file_write(const char *path, Text text, bool backup);

#endif
