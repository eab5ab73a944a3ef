// SPDX-License-Identifier: MIT
// Whole files: read at once, written so that they are never there in part.
#ifndef MEYDAN_CLI_FILE_H
#define MEYDAN_CLI_FILE_H

#include "base/text.h"

// All of a file, to be freed, or of standard input for "-"; NULL with errno set if that fails.
char *file_read(const char *path, size_t *length);
// Puts the text on the disk under that name, all of it or nothing. With `backup` an older file is
// kept as `path~`. False with errno set if that fails.
bool file_write(const char *path, Text text, bool backup);

#endif
