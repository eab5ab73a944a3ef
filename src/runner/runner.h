// SPDX-License-Identifier: MIT
// The runner: plays the games of a match, several at a time, each thread with players of its own.
//
// Every game depends on the settings and its number only, so games may end in any order, be broken
// off and be played again: with players that are limited by nodes or depth (one thread) the results
// are always the same. The sequential test looks at the pairs in their order, not in the order they
// end: quick games have no more say than slow ones, and games after the deciding pair do not count.
#ifndef MEYDAN_RUNNER_RUNNER_H
#define MEYDAN_RUNNER_RUNNER_H

#include "runner/journal.h"
#include "runner/standing.h"

enum { CONCURRENCY_MAX = 256 };

typedef struct RunnerSetup {
    Position start;
    const PlayerSpec *spec; // all of these are lent for as long as the runner lives
    int entrants;
    bool rotate;
    u32 games; // rounded up to whole rounds
    u64 seed;
    const char *openings;
    int opening_plies;
    Budget budget;
    i64 grace_ms;
    PlayRules rules;
    int concurrency;
    bool has_sprt;
    Sprt sprt;
    const char *event;
    const char *record_path; // NULL: no records
    Journal *journal;        // NULL: no state
    bool resumed;            // take over the games in the journal
} RunnerSetup;

typedef struct Runner Runner;

// Checks the settings, starts every player once, reads openings and state. NULL if something is
// wrong; `why` says what.
Runner *runner_new(const RunnerSetup *setup, Fault *why);
void runner_free(Runner *runner);

const Schedule *runner_schedule(const Runner *runner);
const char *runner_name(const Runner *runner, int entrant);
u32 runner_games(const Runner *runner); // to be played in all

// Plays until all is done, the test is decided, or `watch` (called from this thread, several times
// a second) answers true. What was finished is safe by then. OK, or what went wrong.
typedef bool RunnerWatch(void *context, Runner *runner);
Status runner_run(Runner *runner, RunnerWatch *watch, void *context, Fault *why);

bool runner_complete(const Runner *runner); // nothing is left to play
// These may be called by the watch, and after the run.
void runner_standing(Runner *runner, Standing *standing);
SprtVerdict runner_sprt(Runner *runner, double *llr);
// The games that count, for looking at them one by one; after the run only.
const GameResult *runner_results(const Runner *runner, u32 *games);

#endif
