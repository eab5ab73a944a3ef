// SPDX-License-Identifier: MIT
// Findings: formations, standoffs, pushes and paths that the program can point at on a board.
//
// explain() of the Game table visits them player by player, and for each player kind by kind; a
// finding is the visitor's only until the visit ends. Formations stand as long as the marbles do;
// pats are those of players who are still in; sumitos, ejections and jumps are moves that a player
// who is still in could make if it were their turn, so there are none once the game is over.
#ifndef MEYDAN_GAME_FINDING_H
#define MEYDAN_GAME_FINDING_H

#include "game/game.h"

typedef enum FindingKind {
    // Abalone, the glossary of docs/rules.md
    FOUND_GROUP,    // all connected marbles of one colour, even if it is only one
    FOUND_SINGLE,   // touches no other marble of its colour
    FOUND_PAIR,     // two neighbours; like the next four, also inside a larger group
    FOUND_SPEAR,    // three in a line
    FOUND_ARC,      // three in a bent line
    FOUND_SHIELD,   // three in a triangle
    FOUND_BLOCK,    // three rows of three
    FOUND_DET,      // a single in the middle of an opposing group
    FOUND_PAT,      // lines of equal strength, face to face
    FOUND_SUMITO,   // a push that keeps all marbles on the board
    FOUND_EJECTION, // a push over the edge; no sumito besides
    // Quoridor
    FOUND_PATH, // all squares on some shortest path to the goal
    FOUND_JUMP,
    FINDING_KINDS,
} FindingKind;

struct Finding {
    FindingKind kind;
    u8 player;
    bool whole;          // pair to block: it is a group of its own, not part of a larger one
    u8 ours, theirs;     // pat, sumito, ejection: how many against how many; path: ours, its length
    Move move;           // sumito, ejection, jump; else MOVE_NONE
    u8 cells;            // how many there are of
    u8 cell[CELLS_MAX];  // formations: by name; lines: from the rear on; path: from the pawn on;
                         // jump: where it starts. A line may have partners' marbles in it (A12).
    u8 others;           // how many there are of
    u8 other[CELLS_MAX]; // pat, sumito, ejection: the opposing line, nearest first; det: the
                         // opposing marbles around it; jump: the pawn jumped over
};

// "group", "single", ...: the word used in --json and as the key of its translation.
const char *finding_name(FindingKind kind);
// The kind by that word; false if there is none.
bool finding_kind(Text name, FindingKind *kind);

// Which of the fields mean something for a kind. `cell` always does, `move` if not MOVE_NONE,
// `other` if there are any.
bool finding_has_whole(FindingKind kind);
bool finding_has_ours(FindingKind kind);
bool finding_has_theirs(FindingKind kind);

#endif
