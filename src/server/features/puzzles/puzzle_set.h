// SPDX-License-Identifier: MIT
// All puzzles of the program; judging moves, and rating tries.
//
// A try is a game between a person and a puzzle, rated by Glicko-2. Before its first try a puzzle
// has the rating of its level.
#ifndef MEYDAN_SERVER_FEATURES_PUZZLES_PUZZLE_SET_H
#define MEYDAN_SERVER_FEATURES_PUZZLES_PUZZLE_SET_H

#include "analysis/puzzle.h"
#include "server/games/rating_ops.h"

// The lines of data/puzzles, by variant; the last of each list is NULL. tools/embed-puzzles.py
// writes them.
typedef struct PuzzleFile {
    const char *variant;
    const char *const *line;
} PuzzleFile;
extern const PuzzleFile PUZZLE_FILES[];

typedef struct PuzzleSet PuzzleSet;

PuzzleSet *puzzle_set_new(Fault *why); // NULL and `why` if out of memory or if a line is malformed
void puzzle_set_free(PuzzleSet *set);  // NULL is fine
int puzzle_set_count(const PuzzleSet *set);
const Puzzle *puzzle_set_at(const PuzzleSet *set, int index); // in the order of their ids
const Puzzle *puzzle_set_find(const PuzzleSet *set, u32 id);  // NULL: there is none

// `moves` are the solver's, with blanks between them; the answers are the puzzle's. All of the
// solver's moves solve the puzzle. Otherwise they end with the first other move, or where the
// solver asked for help. An illegal move and one behind the end are refused.
Status puzzle_judge(const Puzzle *puzzle, Text moves, bool *solved, Fault *why);

enum { ABOVE_PUZZLE_MAX = 300, PUZZLE_STEP_MAX = 50 };
Rating puzzle_rating(const Puzzle *puzzle); // before its first try
// Rates a try: the person's rating changes by at most PUZZLE_STEP_MAX, and rises to at most
// ABOVE_PUZZLE_MAX above the puzzle's. `rested_ms`: the time since the person's last one, 0 if this
// is the first.
void puzzle_rate(Rating *person, i64 rested_ms, Rating *puzzle, bool solved);

#endif
