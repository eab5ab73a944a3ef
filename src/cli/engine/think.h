// SPDX-License-Identifier: MIT
// Runs the engine while reacting to flags and signals: use between terminal_open() and
// terminal_close().
#ifndef MEYDAN_CLI_ENGINE_THINK_H
#define MEYDAN_CLI_ENGINE_THINK_H

#include "cli/terminal.h"
#include "protocol/thinker.h"

typedef struct Think {
    Thinker *thinker; // NULL until opened
    int wake[2];      // a pipe that receives a byte when a search has ended
} Think;

// Returns false if memory, threads or file descriptors are insufficient.
bool think_open(Think *think, int hash_mb, int threads);
void think_close(Think *think);

// Only between searches.
Engine *think_engine(Think *think);
// Searches the engine's position until the limits, or until `deadline` of terminal_now() or
// INT64_MAX. Returns INPUT_LINE if the search ended by itself, or INPUT_TIMEOUT, INPUT_SIGNAL or
// INPUT_END if it was interrupted, as terminal_wait() does. No search runs afterwards.
Input think_run(Think *think, const SearchLimits *limits, i64 deadline);

#endif
