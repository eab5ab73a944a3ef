// SPDX-License-Identifier: MIT
// One key for all symmetric forms of a position, for puzzles and the explorer.
//
// A symmetry turns or mirrors the board and renames the players so that the order of turns, the
// teams and, in Quoridor, the goals fit again:
//
//     Abalone      the 12 of the hexagon, with every fair renaming (two players: colours swapped)
//     Quoridor     mirror; half a turn with the players swapped; for four, quarter turns
//
// The canonical form is the one whose bytes sort first. A view is the symmetry that leads there; it
// converts moves in both directions.
#ifndef MEYDAN_ANALYSIS_CANON_H
#define MEYDAN_ANALYSIS_CANON_H

#include "game/game.h"

enum { CANON_VIEWS_MAX = 12 * 4 };

typedef struct CanonView {
    u8 turn;                // of the board: Abalone 0..11, Quoridor 0..7
    u8 player[PLAYERS_MAX]; // each player's new number
} CanonView;

// The symmetries of a variant, initialised once.
typedef struct Canon {
    const Variant *variant;
    int count;
    CanonView view[CANON_VIEWS_MAX];
    u8 cell[12][CELLS_MAX]; // by turn: the image of each cell
} Canon;

void canon_init(Canon *canon, const Variant *variant);
// The key shared by all symmetric positions; `view` leads to the canonical one. History and the
// order in which players left don't matter.
Key canon_key(const Canon *canon, const Position *position, CanonView *view);
// Like canon_key(), with every view that leads to the canonical position: several if the position
// itself is symmetric.
typedef struct CanonPlace {
    Key key;
    int count;
    CanonView view[CANON_VIEWS_MAX];
} CanonPlace;
void canon_place(const Canon *canon, const Position *position, CanonPlace *place);
// Maps moves that are equal under the position's own symmetry to one of them.
Move canon_place_move(const Canon *canon, const CanonPlace *place, Move move);
Move canon_place_move_back(const Canon *canon, const CanonPlace *place, Move move);
// Converts a move to the canonical position, and back.
Move canon_move(const Canon *canon, CanonView view, Move move);
Move canon_move_back(const Canon *canon, CanonView view, Move move);

#endif
