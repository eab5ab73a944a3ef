// SPDX-License-Identifier: MIT
// Findings: formations, standoffs, pushes and paths that the program can point at on a board.
#ifndef MEYDAN_GAME_FINDING_H
#define MEYDAN_GAME_FINDING_H

#include "game/game.h"

typedef enum FindingKind {
    // Abalone, the glossary of docs/rules.md
    FOUND_GROUP,
    FOUND_SINGLE,
    FOUND_PAIR,
    FOUND_SPEAR,
    FOUND_ARC,
    FOUND_SHIELD,
    FOUND_BLOCK,
    FOUND_DET,
    FOUND_PAT,
    FOUND_SUMITO,
    FOUND_EJECTION,
    // Quoridor
    FOUND_PATH, // all squares on some shortest way to the goal
    FOUND_JUMP,
    FINDING_KINDS,
} FindingKind;

struct Finding {
    FindingKind kind;
    u8 player;
    bool whole;           // a formation that is a group of its own, not part of a larger one
    u8 ours, theirs;      // sumito, ejection, pat: how many against how many; path: its length
    Move move;            // sumito, ejection, jump; else MOVE_NONE
    u8 cells;             // how many there are of
    u8 cell[CELLS_MOST];  // the player's own cells (path: the squares)
    u8 others;            // how many there are of
    u8 other[CELLS_MOST]; // the opposing cells (pat, sumito, ejection, det, jump)
};

// "group", "single", ...: the word used in --json and as the key of its translation.
const char *finding_name(FindingKind kind);

#endif
