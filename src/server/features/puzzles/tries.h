// SPDX-License-Identifier: MIT
// Stores tries of puzzles, a few at a time: a reader's thread reads the ratings and rates the
// tries, the writer commits them unless a rating has changed. A call of the writer has at most
// TRY_WRITES_MAX statements and waits for no answer, so that moves don't wait for a person who
// sends fifty tries.
#ifndef MEYDAN_SERVER_FEATURES_PUZZLES_TRIES_H
#define MEYDAN_SERVER_FEATURES_PUZZLES_TRIES_H

#include "server/api/call.h"
#include "server/features/puzzles/puzzle_ops.h"
#include "server/features/puzzles/puzzle_set.h"

enum { TRIES_AT_ONCE = 10, TRY_WRITES_MAX = 1 + 2 * TRIES_AT_ONCE };

// A try that was judged.
typedef struct Try {
    const Puzzle *puzzle;
    bool solved;
    i64 at_ms;
    bool unrated; // made faster than a person solves puzzles: it counts as tried, without ratings
} Try;

typedef struct TryStep {
    i64 person, now_ms;
    const Try *try; // in the order in which they are rated
    int count;      // at most TRIES_AT_ONCE

    // The result of tries_rate. Only the first try of a puzzle counts, so there may be none.
    StoreWrite write[TRY_WRITES_MAX];
    int writes;
    PuzzleBefore before[TRIES_AT_ONCE];
    int befores;
    SolverChange solver;
    PuzzleChange puzzle[TRIES_AT_ONCE];
    AddedTry added[TRIES_AT_ONCE];
    int adds;
} TryStep;

// The writes are a conflict if a rating changes before they are committed.
void tries_rate(TryStep *step, Store *reading);

// --- POST /puzzles -------------------------------------------------------------------------------

extern const Feature PUZZLES; // its state is the PuzzleSet
extern const Shape TRIES_BODY, TRIES_REPLY;
void tries_post(Call *call);

#endif
