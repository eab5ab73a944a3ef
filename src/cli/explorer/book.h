// SPDX-License-Identifier: MIT
// `meydan explorer book`: the engine's own book (analysis/book.h), searched and written as C.
#ifndef MEYDAN_CLI_EXPLORER_BOOK_H
#define MEYDAN_CLI_EXPLORER_BOOK_H

#include "cli/cli.h"

// `nodes` of each search, or NULL for the default.
ExitStatus book_make(const char *path, const char *nodes);

#endif
