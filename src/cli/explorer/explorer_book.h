// SPDX-License-Identifier: MIT
// `meydan explorer book`: generates the engine's book (analysis/book.h) as C.
#ifndef MEYDAN_CLI_EXPLORER_EXPLORER_BOOK_H
#define MEYDAN_CLI_EXPLORER_EXPLORER_BOOK_H

#include "cli/cli.h"

// `nodes` per search, or NULL for the default.
ExitStatus book_make(const char *path, const char *nodes);

#endif
