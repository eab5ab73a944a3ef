// SPDX-License-Identifier: MIT
// Findings: formations, standoffs, pushes and paths that the program can highlight on a board.
//
// explain() of the Game table visits them by player and, for each player, by kind. A finding is
// valid only during the visit. Formations are found for all marbles on the board, pats only for
// players who are still in. Sumitos, ejections and jumps are moves that a player who is still in
// could make if it were their turn, so there are none once the game is over.
#ifndef MEYDAN_GAME_FINDING_H
#define MEYDAN_GAME_FINDING_H

#include "game/game.h"

typedef enum FindingKind {
    // Abalone: see the glossary of docs/rules.md
    FOUND_GROUP,    // all connected marbles of one colour, possibly just one
    FOUND_SINGLE,   // has no neighbour of its colour
    FOUND_PAIR,     // two neighbours; like the next four, also inside a larger group
    FOUND_SPEAR,    // three in a line
    FOUND_ARC,      // three in a bent line
    FOUND_SHIELD,   // three in a triangle
    FOUND_BLOCK,    // three rows of three
    FOUND_DET,      // a single in the middle of an opposing group
    FOUND_PAT,      // lines of equal strength, face to face
    FOUND_SUMITO,   // a push that keeps all marbles on the board
    FOUND_EJECTION, // a push over the edge; not counted as a sumito
    // Quoridor
    FOUND_PATH, // all squares on some shortest path to the goal
    FOUND_JUMP,
    FINDING_KINDS,
} FindingKind;

struct Finding {
    FindingKind kind;
    u8 player;
    bool whole;      // FINDING_PAIR to FINDING_BLOCK: not part of a larger group
    u8 ours, theirs; // pat, sumito, ejection: the sizes of both lines; path: its length in `ours`
    Move move;       // sumito, ejection, jump; else MOVE_NONE
    u8 cells;        // length of `cell`
    u8 cell[CELLS_MAX];  // formations: sorted by cell; lines: from the rear; path: from the pawn;
                         // jump: where it starts. A line may have partners' marbles in it (A12).
    u8 others;           // length of `other`
    u8 other[CELLS_MAX]; // pat, sumito, ejection: the opposing line, nearest first; det: the
                         // opposing marbles around it; jump: the pawn jumped over
};

// The name used in --json, such as "group". It is also the translation key.
const char *finding_name(FindingKind kind);
// Returns false for an unknown name.
bool finding_kind(Text name, FindingKind *kind);

// Tells which fields a kind uses. `cell` is always used, `move` if not MOVE_NONE, `other` if
// `others` > 0.
bool finding_has_whole(FindingKind kind);
bool finding_has_ours(FindingKind kind);
bool finding_has_theirs(FindingKind kind);

#endif
