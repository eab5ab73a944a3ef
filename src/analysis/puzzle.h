// SPDX-License-Identifier: MIT
// A puzzle: a position in which the player to move has one good move, and again after each answer.
//
// A file has a line for each, easiest first; lines that begin with # are remarks:
//
//     3f9a01c2 4 eject-2 proven ejection,double-threat; 5/6/... b 2-3; e4f5 d6e6 f5g6
//     id       |   |      |        |                      |            the line: the solver's
//     moves,
//            level goal  proof   themes                   position     and answers between them
//
// The id comes from the position, the same for all symmetric ones. The level is the lowest of the
// engine's that solves it, 10 if none below does. Goals: win-N, eject-N (a win, a marble off the
// board, in N moves by force), ahead (the other moves give the game away) and save (they lose it).
// Proofs: `proven` if every move was tried; else margin-M: the other moves are M points of the
// chance to win worse, by two searches.
#ifndef MEYDAN_ANALYSIS_PUZZLE_H
#define MEYDAN_ANALYSIS_PUZZLE_H

#include "game/game.h"

typedef enum PuzzleGoal { GOAL_WIN, GOAL_EJECT, GOAL_AHEAD, GOAL_SAVE, GOALS } PuzzleGoal;

typedef enum PuzzleTheme {
    THEME_EJECTION,
    THEME_DOUBLE_THREAT, // after the first move there are two pushes off the board
    THEME_DEFENCE,       // the other side threatens
    THEME_BREAK_PAT,     // lines of equal strength stood face to face, and the move undoes that
    THEME_SIDESTEP,
    THEME_CUT, // a wall that makes the way two steps longer, or more
    THEME_JUMP,
    THEME_RACE,      // nobody has a wall in hand
    THEME_LAST_WALL, // the solver puts the last one
    THEME_WIN,       // the line ends the game
    THEMES,
} PuzzleTheme;

enum {
    PUZZLE_LINE_MAX = 9,
    PUZZLE_TEXT_MAX = 512,
    PUZZLE_LEVEL_MAX = 10, // as the engine has levels
};

typedef struct Puzzle {
    u32 id;
    Position position;
    int length; // odd: it ends with the solver's move
    Move line[PUZZLE_LINE_MAX];
    u8 goal, moves, level; // moves: of the goal, if it has a number
    bool proven;
    int margin; // in points, if it is not
    u32 themes; // a bit each
} Puzzle;

const char *theme_name(int theme);

enum { PUZZLE_ID_LENGTH = 8 };
bool puzzle_id_read(Text text, u32 *id); // "540ca53b"
void puzzle_id_write(u32 id, Out *out);

Status puzzle_read(const Variant *variant, Text line, Puzzle *puzzle, Fault *why);
void puzzle_write(const Puzzle *puzzle, Out *out);

#endif
