// SPDX-License-Identifier: MIT
// A puzzle: a position in which the player to move has one good move, and again after each answer.
//
// A file has a line for each, easiest first; lines that begin with # are remarks:
//
//     3f9a01c2 4 eject-2 proven ejection,double-threat; 5/6/... b 2-3; e4f5 d6e6 f5g6
//     id       |   |      |        |                      |            the line: every other move
//     is
//            level goal  proof   themes                   position     the solver's, others answer
//
// The id comes from the position, the same for all symmetric ones. The level is the lowest of the
// engine's that solves it, 10 if none below does. Goals: win-N, eject-N (a win, a marble off the
// board, in N moves by force), ahead (the other moves give the game away) and save (they lose it).
// Proofs: `proven` if every move was tried; else margin-M: the other moves are M points of the
// chance to win worse, by two searches.
#ifndef MEYDAN_CLI_PUZZLES_PUZZLE_H
#define MEYDAN_CLI_PUZZLES_PUZZLE_H

#include "cli/cli.h"
#include "study/canon.h"
#include "study/chance.h"
#include "study/look.h"

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
    PUZZLE_MARGIN = 350, // parts of CHANCE_ONE, scaled as marks are
    PUZZLE_NODES = 3000, // of the search that finds one; the one that confirms has ten times that
    PUZZLE_LEVEL_MAX = LEVELS,
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

Status puzzle_read(const Variant *variant, Text line, Puzzle *puzzle, Fault *why);
void puzzle_write(const Puzzle *puzzle, Out *out);

// The engine of a maker or checker.
typedef struct PuzzleDesk {
    const Variant *variant;
    Canon canon;
    Engine *engine;
    ProofMemo *memo;
    void *memory;
} PuzzleDesk;
bool desk_open(PuzzleDesk *desk, const Variant *variant);
void desk_close(PuzzleDesk *desk);

typedef struct DeskLimits {
    u64 nodes;
    const Move *among;
    int count; // of `among`, 0: all
    u64 seed;  // not 0: an independent search, whose memories begin elsewhere
} DeskLimits;
// The best line of a position without history; false if there is no move.
bool desk_look(PuzzleDesk *desk, const Position *position, DeskLimits limits, Look *look);
// How much better the move is than all others, in parts of CHANCE_ONE, scaled; `chance` (may be
// NULL) gets that of the move. Negative if it is not the best.
int desk_margin(PuzzleDesk *desk, const Position *position, Move move, DeskLimits limits,
                int *chance);

// --- make.c, themes.c, plain.c -------------------------------------------------------------------

typedef struct MakeOrder {
    const char *out;
    i64 want, seed, games;
} MakeOrder;
// EXIT_DONE, or after saying what is wrong.
ExitStatus puzzles_make(PuzzleDesk *desk, const MakeOrder *order);

u32 themes_of(const Puzzle *puzzle);
int level_of_puzzle(PuzzleDesk *desk, const Puzzle *puzzle);

// Proves a puzzle again with nothing but the rules, or with a search of its own if it is one by
// margin. False if it does not hold.
bool plain_holds(PuzzleDesk *desk, const Puzzle *puzzle);

#endif
