// SPDX-License-Identifier: MIT
// What makers and checkers of puzzles share: an engine with a table of its own, and searches of
// positions without history.
#ifndef MEYDAN_CLI_PUZZLES_PUZZLE_CHECKER_H
#define MEYDAN_CLI_PUZZLES_PUZZLE_CHECKER_H

#include "analysis/analysis.h"
#include "analysis/canon.h"
#include "analysis/chance.h"
#include "analysis/puzzle.h"
#include "cli/cli.h"

enum {
    PUZZLE_MARGIN = 350, // parts of CHANCE_ONE, scaled as marks are
    PUZZLE_NODES = 3000, // of the search that finds one; the one that confirms has ten times that
};

typedef struct PuzzleChecker {
    const Variant *variant;
    Canon canon;
    Engine *engine;
    ProofMemo *memo;
    void *memory;
} PuzzleChecker;
bool checker_open(PuzzleChecker *checker, const Variant *variant);
void checker_close(PuzzleChecker *checker);

typedef struct CheckerLimits {
    u64 nodes;
    const Move *among;
    int count; // of `among`, 0: all
    u64 seed;  // not 0: an independent search, whose memories begin elsewhere
} CheckerLimits;
// The best line of a position without history; false if there is no move.
bool checker_search(PuzzleChecker *checker, const Position *position, CheckerLimits limits,
                    SearchResult *result);
// How much better the move is than all others, in parts of CHANCE_ONE, scaled; `chance` (may be
// NULL) gets that of the move. Negative if it is not the best.
int checker_margin(PuzzleChecker *checker, const Position *position, Move move,
                   CheckerLimits limits, int *chance);

// --- make.c, themes.c, plain.c -------------------------------------------------------------------

typedef struct MakeOrder {
    const char *out;
    i64 want, seed, games;
    i64 level; // only what no lower one solves
} MakeOrder;
// EXIT_DONE, or after saying what is wrong.
ExitStatus puzzles_make(PuzzleChecker *checker, const MakeOrder *order);

u32 themes_of(const Puzzle *puzzle);
int level_of_puzzle(PuzzleChecker *checker, const Puzzle *puzzle);

// Proves a puzzle again with nothing but the rules, or with a search of its own if it is one by
// margin. False if it does not hold.
bool plain_holds(PuzzleChecker *checker, const Puzzle *puzzle);

#endif
