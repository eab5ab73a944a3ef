// SPDX-License-Identifier: MIT
// What `meydan match` prints: the live line, the standing, the standing as JSON.
#ifndef MEYDAN_CLI_MATCH_MATCH_H
#define MEYDAN_CLI_MATCH_MATCH_H

#include "runner/runner.h"

typedef struct MatchShow {
    const RunnerSetup *setup;
    char limits[160]; // what players may think, in words
    bool quiet, json;
    // of the live line
    bool terminal;
    i64 began, last;
    u32 shown, before; // games shown last; games that were done at the start
} MatchShow;

void match_progress(MatchShow *show, Runner *runner, bool end);
void match_print(const MatchShow *show, Runner *runner);
// False without memory.
bool match_print_json(const MatchShow *show, Runner *runner);

#endif
