// SPDX-License-Identifier: MIT
// Shared by generator and checker: an engine with its own table, and searches of positions without
// history.
#ifndef MEYDAN_CLI_PUZZLES_PUZZLE_CHECKER_H
#define MEYDAN_CLI_PUZZLES_PUZZLE_CHECKER_H

#include "analysis/analysis.h"
#include "analysis/canon.h"
#include "analysis/chance.h"
#include "analysis/puzzle.h"
#include "cli/cli.h"

enum {
    PUZZLE_MARGIN = 350, // fraction of CHANCE_ONE, scaled like marks
    PUZZLE_NODES =
        3000, // for the search that finds a puzzle; the confirming one has ten times as many
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
    int count; // length of `among`; 0 for all moves
    u64 seed;  // if not 0, an independent search with different initial table contents
} CheckerLimits;
// The best line of a position without history. Returns false if there is no move.
bool checker_search(PuzzleChecker *checker, const Position *position, CheckerLimits limits,
                    SearchResult *result);
// How much better the move is than all others, as a scaled fraction of CHANCE_ONE; negative if it
// isn't the best. `chance` (may be NULL) receives the move's chance.
int checker_margin(PuzzleChecker *checker, const Position *position, Move move,
                   CheckerLimits limits, int *chance);

// --- make.c, themes.c, plain.c -------------------------------------------------------------------

typedef struct MakeOrder {
    const char *out;
    i64 want, seed, games;
    i64 level; // only puzzles that no lower level solves
} MakeOrder;
// Returns EXIT_DONE, or an error after printing it.
ExitStatus puzzles_make(PuzzleChecker *checker, const MakeOrder *order);

u32 themes_of(const Puzzle *puzzle);
int level_of_puzzle(PuzzleChecker *checker, const Puzzle *puzzle);

// Proves a puzzle again with only the rules, or with an independent search if it is one by margin.
// Returns false if the puzzle is wrong.
bool plain_holds(PuzzleChecker *checker, const Puzzle *puzzle);

#endif
