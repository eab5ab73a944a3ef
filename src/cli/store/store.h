// SPDX-License-Identifier: MIT
// The parts of `meydan store`.
#ifndef MEYDAN_CLI_STORE_STORE_H
#define MEYDAN_CLI_STORE_STORE_H

#include "cli/cli.h"
#include "sql/store.h"

#include <stdio.h>

// Writes everything except secrets as JSON, one object per line. Returns false if the store can't
// be read. Write errors show up in ferror().
bool export_store(Store *store, FILE *out, Fault *why);

// Writes the public games, ratings and puzzles to a folder. Prints a line per month.
ExitStatus export_public(const char *file, const char *folder);

// The ids of all games in order, to read them one by one. To be freed; NULL on error.
typedef struct GameIds {
    i64 *id;
    int count;
    size_t capacity;
    bool lost; // out of memory
} GameIds;
bool game_ids(Store *store, GameIds *ids, Fault *why);

#endif
