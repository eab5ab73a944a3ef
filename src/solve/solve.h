// SPDX-License-Identifier: MIT
// Solves Quoridor on a small board exactly: finds the winner from the start and from every position
// that can arise.
//
// Walls are never removed, so the positions with N walls on the board depend only on each other and
// on those with N + 1. solve_run() works from the fullest boards to the empty one, a layer for each
// number of walls. Within a layer each set of walls is independent of the others, and a retrograde
// analysis of the two pawns settles it. Without progress for ever a game is a draw, as repetition
// makes it (docs/rules.md, R2).
//
// The files of a run are its checkpoint: after an interruption the same call continues.
#ifndef MEYDAN_SOLVE_SOLVE_H
#define MEYDAN_SOLVE_SOLVE_H

#include "solve/layer.h"

typedef enum SolveResult {
    SOLVE_FIRST_WINS,
    SOLVE_SECOND_WINS,
    SOLVE_DRAW,
    SOLVE_STOPPED, // by `watch`
    SOLVE_FAILED,  // the cause was printed
} SolveResult;

typedef struct SolveProgress {
    int size; // walls on the board in this layer
    u64 done, total;
    double seconds; // since this layer was opened
    u64 done_before;
} SolveProgress;

typedef struct SolveSetup {
    SolvedGame game;
    const char *folder;
    int threads;
    bool forget; // deletes layers that aren't needed any longer
    bool (*watch)(void *context,
                  const SolveProgress *progress); // several times a second; false stops
    void *context;
} SolveSetup;

// The cause if a board is too large or too small, or NULL.
const char *solve_refuses(SolvedGame game);

// The most walls that fit on the board.
int solve_fullest(SolvedGame game);

SolveResult solve_run(const SolveSetup *setup);

// The start: both pawns in the middle column, or right of the middle if the width is even.
int solve_start(SolvedGame game, int player);

// Whether player `to_move` wins (1), loses (-1) or draws (0) from the start.
int solve_outcome(const Layer *empty, int to_move, int first, int second);

#endif
