// SPDX-License-Identifier: MIT
// The output of `meydan match`: the live line, the standing, the standing as JSON.
#ifndef MEYDAN_CLI_MATCH_MATCH_H
#define MEYDAN_CLI_MATCH_MATCH_H

#include "runner/runner.h"

typedef struct MatchShow {
    const RunnerSetup *setup;
    char limits[160]; // the players' limits, as text
    bool quiet, json;
    // of the live line
    bool terminal;
    i64 began, last;
    u32 shown, before; // number of games in the last live line; number done at the start
} MatchShow;

void match_progress(MatchShow *show, Runner *runner, bool end);
void match_print(const MatchShow *show, Runner *runner);
// Returns false if out of memory.
bool match_print_json(const MatchShow *show, Runner *runner);

#endif
