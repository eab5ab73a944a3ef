// SPDX-License-Identifier: MIT
// A puzzle: a position with a single good move, and again after each answer.
//
// A file has one line per puzzle, easiest first. Lines that begin with # are comments:
//
//     3f9a01c2 4 eject-2 proven ejection,double-threat; 5/6/... b 2-3; e4f5 d6e6 f5g6
//     id
//
//
//
//
//            the line: the solver's
//            level goal  proof   themes                   position     moves and the answers
//
// The id is computed from the position and shared by all symmetric ones. The level is the engine's
// lowest level that solves it, or 10. Goals: win-N, eject-N (a forced win, or a marble pushed off
// the board, in N moves), ahead (the other moves give the game away) and save (they lose it).
// Proofs: `proven` if every move was tried; otherwise margin-M: the other moves are M points of the
// chance to win worse, according to two searches.
#ifndef MEYDAN_ANALYSIS_PUZZLE_H
#define MEYDAN_ANALYSIS_PUZZLE_H

#include "game/game.h"

typedef enum PuzzleGoal { GOAL_WIN, GOAL_EJECT, GOAL_AHEAD, GOAL_SAVE, GOALS } PuzzleGoal;

typedef enum PuzzleTheme {
    THEME_EJECTION,
    THEME_DOUBLE_THREAT, // the first move creates two pushes off the board
    THEME_DEFENCE,       // the opponent threatens something
    THEME_BREAK_PAT,     // the move breaks a stalemate of equal lines
    THEME_SIDESTEP,
    THEME_CUT, // a wall that makes the path at least two steps longer
    THEME_JUMP,
    THEME_RACE,      // all walls have been placed
    THEME_LAST_WALL, // the solver places the last one
    THEME_WIN,       // the line wins the game
    THEMES,
} PuzzleTheme;

enum {
    PUZZLE_LINE_MAX = 9,
    PUZZLE_TEXT_MAX = 512,
    PUZZLE_LEVEL_MAX = 10, // the engine's highest level
};

typedef struct Puzzle {
    u32 id;
    Position position;
    int length; // odd, because the solver moves last
    Move line[PUZZLE_LINE_MAX];
    u8 goal, moves, level; // moves: the goal's number, if it has one
    bool proven;
    int margin; // in points, unless proven
    u32 themes; // one bit each
} Puzzle;

const char *theme_name(int theme);

enum { PUZZLE_ID_LENGTH = 8 };
bool puzzle_id_read(Text text, u32 *id); // "540ca53b"
void puzzle_id_write(u32 id, Out *out);

Status puzzle_read(const Variant *variant, Text line, Puzzle *puzzle, Fault *why);
void puzzle_write(const Puzzle *puzzle, Out *out);

#endif
