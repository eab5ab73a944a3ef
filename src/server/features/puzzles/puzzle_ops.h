// SPDX-License-Identifier: MIT
// The stored part of puzzles: a person's first try of each puzzle (`attempt`), the rating of each
// person who tried one (`solver`) and of each puzzle that was tried (`puzzle`).
//
// Ratings are read first and written by statements that state which ones were read. A statement
// that meets other ones is a conflict, and its caller reads again. So the writer never waits for a
// read, and tries at the same time count one after the other without a lock.
#ifndef MEYDAN_SERVER_FEATURES_PUZZLES_PUZZLE_OPS_H
#define MEYDAN_SERVER_FEATURES_PUZZLES_PUZZLE_OPS_H

#include "server/games/rating_ops.h"

enum {
    PUZZLES_ADD_TRY,
    PUZZLES_SET_SOLVER,
    PUZZLES_SET_RATING,
    PUZZLES_SOLVER,
    PUZZLES_BEFORE_TRIES,
    PUZZLES_TRIES,
    PUZZLES_RATED,
    PUZZLES_FORGET_TRIES,
    PUZZLES_FORGET_SOLVER,
    PUZZLES_OPS
};
extern const StoreOp PUZZLE_OPS[PUZZLES_OPS];

// PUZZLES_ADD_TRY. A conflict if the person has tried the puzzle, or has a try with that number.
typedef struct AddedTry {
    i64 person;
    int number; // 1, 2 ... of the person
    i64 puzzle;
    bool solved;
    i64 at_ms;
    Rating after; // the person's
} AddedTry;

// PUZZLES_SET_SOLVER. It conflicts if the person was deleted or hasn't `tried_before` tries.
typedef struct SolverChange {
    i64 person;
    Rating now;
    i64 at_ms;
    int tried, solved, tried_before;
} SolverChange;

// PUZZLES_SET_RATING. A conflict if the puzzle hasn't `tries` - 1 tries.
typedef struct PuzzleChange {
    i64 puzzle;
    Rating now;
    int tries;
} PuzzleChange;

// PUZZLES_SOLVER, a read of PersonArg: none before the first try.
typedef struct SolverNow {
    Rating now;
    i64 at_ms; // of the last try
    int tried, solved;
} SolverNow;

// PUZZLES_BEFORE_TRIES: a row for each puzzle, zeros before its first try.
typedef struct PuzzlesWanted {
    i64 person;
    Text puzzles; // a JSON array of numbers
} PuzzlesWanted;
typedef struct PuzzleBefore {
    i64 puzzle;
    bool tried; // by the person
    Rating now;
    int tries;
} PuzzleBefore;

// PUZZLES_TRIES: those of a person with numbers above `after`, in order.
enum { TRIES_ALL = 1 << 20 }; // more than a person can have
typedef struct TriesWanted {
    i64 person, after;
    int limit;
} TriesWanted;
typedef struct StoredTry {
    i64 number, puzzle;
    bool solved;
    i64 at_ms;
    double rating; // the person's after it
} StoredTry;

// PUZZLES_RATED: all puzzles that were tried.
typedef struct RatedPuzzle {
    i64 puzzle;
    double rating, deviation;
    int tries;
} RatedPuzzle;

#endif
