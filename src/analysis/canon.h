// SPDX-License-Identifier: MIT
// Positions that are the same but for symmetry, under one key: for puzzles and the explorer.
//
// A symmetry turns or mirrors the board and renames the players so that the order of turns, the
// teams and, in Quoridor, the goals fit again:
//
//     Abalone      the 12 of the hexagon, with every fair renaming (two players: colours swapped)
//     Quoridor     mirror; half a turn with the players swapped; for four, quarter turns
//
// The canonical position is the one whose bytes come first. A view tells which symmetry leads
// there, so that moves can be carried over and back.
#ifndef MEYDAN_ANALYSIS_CANON_H
#define MEYDAN_ANALYSIS_CANON_H

#include "game/game.h"

enum { CANON_VIEWS_MAX = 12 * 4 };

typedef struct CanonView {
    u8 turn;                // of the board: Abalone 0..11, Quoridor 0..7
    u8 player[PLAYERS_MAX]; // the new number of each
} CanonView;

// The symmetries of a variant; fill it once.
typedef struct Canon {
    const Variant *variant;
    int count;
    CanonView view[CANON_VIEWS_MAX];
    u8 cell[12][CELLS_MAX]; // by turn: where a cell goes
} Canon;

void canon_init(Canon *canon, const Variant *variant);
// The key that all symmetric positions share; `view` leads to the canonical one. History and who
// has left in which order do not matter.
Key canon_key(const Canon *canon, const Position *position, CanonView *view);
// The same with every view that leads there: several where the position is symmetric in itself.
typedef struct CanonPlace {
    Key key;
    int count;
    CanonView view[CANON_VIEWS_MAX];
} CanonPlace;
void canon_place(const Canon *canon, const Position *position, CanonPlace *place);
// Moves that are the same but for the position's own symmetry have one number; back comes one of
// them.
Move canon_place_move(const Canon *canon, const CanonPlace *place, Move move);
Move canon_place_move_back(const Canon *canon, const CanonPlace *place, Move move);
// A move of the position as the canonical position has it, and back.
Move canon_move(const Canon *canon, CanonView view, Move move);
Move canon_move_back(const Canon *canon, CanonView view, Move move);

#endif
