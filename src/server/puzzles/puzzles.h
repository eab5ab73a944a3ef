// SPDX-License-Identifier: MIT
// All puzzles of the program, whether moves solve one, and what a try makes of the ratings.
//
// A try is a game between a person and a puzzle, rated by Glicko-2. A puzzle that nobody has tried
// has the rating of its level.
#ifndef MEYDAN_SERVER_PUZZLES_PUZZLES_H
#define MEYDAN_SERVER_PUZZLES_PUZZLES_H

#include "store/store.h"
#include "study/puzzle.h"

// The lines of data/puzzles, by variant; the last of each list is NULL. tools/embed-puzzles.py
// writes them.
typedef struct PuzzleFile {
    const char *variant;
    const char *const *line;
} PuzzleFile;
extern const PuzzleFile PUZZLE_FILES[];

typedef struct PuzzleSet PuzzleSet;

PuzzleSet *puzzle_set_new(Fault *why); // NULL, and why, without memory or with a line that is none
void puzzle_set_free(PuzzleSet *set);  // NULL is fine
int puzzle_set_count(const PuzzleSet *set);
const Puzzle *puzzle_set_at(const PuzzleSet *set, int index); // in the order of their ids
const Puzzle *puzzle_set_find(const PuzzleSet *set, u32 id);  // NULL: there is none

// `moves` are the solver's, with blanks between them; the answers are the puzzle's. Solved is who
// has played all of them. Else they end with the first other move, or where the solver asked for
// help. Refused: a move that is not legal, or one behind the end.
Status puzzle_judge(const Puzzle *puzzle, Text moves, bool *solved, Fault *why);

Rating puzzle_rating(const Puzzle *puzzle); // that nobody has tried
RateTry puzzle_rate;

#endif
