// SPDX-License-Identifier: MIT
// The engine for a program that waits for it, and for flags and signals at the same time: between
// terminal_open() and terminal_close().
#ifndef MEYDAN_CLI_ENGINE_THINK_H
#define MEYDAN_CLI_ENGINE_THINK_H

#include "cli/terminal.h"
#include "protocol/thinker.h"

typedef struct Think {
    Thinker *thinker; // NULL: not open
    int wake[2];      // a pipe: a byte comes when a search has ended
} Think;

// False if the system has not enough memory, threads or files.
bool think_open(Think *think, int hash_mb, int threads);
void think_close(Think *think);

// Between searches only.
Engine *think_engine(Think *think);
// Searches the engine's position until the limits, or until `deadline` of terminal_now() or
// INT64_MAX. INPUT_LINE if the search has come to its own end; INPUT_TIMEOUT, INPUT_SIGNAL or
// INPUT_END if it was cut short, as with terminal_wait(). The engine then rests in any case.
Input think_run(Think *think, const SearchLimits *limits, i64 deadline);

#endif
