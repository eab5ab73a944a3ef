// SPDX-License-Identifier: MIT
// Plays the games of a match, several at a time. Each thread has its own players.
//
// Each game depends only on the settings and its number, so games may end in any order, be
// interrupted and be replayed. With players limited by nodes or depth (one thread) the results are
// always the same. The sequential test takes the pairs in their order, not in the order in which
// they end, so that quick games get no more weight than slow ones. Games after the deciding pair
// don't count.
#ifndef MEYDAN_RUNNER_RUNNER_H
#define MEYDAN_RUNNER_RUNNER_H

#include "runner/journal.h"
#include "runner/standing.h"

enum { CONCURRENCY_MAX = 256 };

typedef struct RunnerSetup {
    Position start;
    const PlayerSpec *spec; // all pointers must outlive the runner
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
    const char *record_path; // NULL for no records
    Journal *journal;        // NULL for no state
    bool resumed;            // continue with the journal's games
} RunnerSetup;

typedef struct Runner Runner;

// Checks the settings, starts every player once, and reads openings and state. On error returns
// NULL and sets `why`.
Runner *runner_new(const RunnerSetup *setup, Fault *why);
void runner_free(Runner *runner);

const Schedule *runner_schedule(const Runner *runner);
const char *runner_name(const Runner *runner, int entrant);
u32 runner_games(const Runner *runner); // total number

// Plays until all games are done, the test is decided, or `watch` (called from this thread, several
// times a second) returns true. Finished games are safely stored by then. Returns OK or the error.
typedef bool RunnerWatch(void *context, Runner *runner);
Status runner_run(Runner *runner, RunnerWatch *watch, void *context, Fault *why);

bool runner_complete(const Runner *runner); // all games are done
// The watch may call these; so may the caller after the run.
void runner_standing(Runner *runner, Standing *standing);
SprtVerdict runner_sprt(Runner *runner, double *llr);
// The games that count, for inspection; only after the run.
const GameResult *runner_results(const Runner *runner, u32 *games);

#endif
