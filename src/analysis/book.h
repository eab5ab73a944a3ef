// SPDX-License-Identifier: MIT
// A small book of the engine's own: for positions near the start, the moves that it likes and the
// chance to win with each. It is data (book.inc), made by `meydan explorer book`, and goes into the
// program and into the page, so that the explorer has something to say where nobody has played.
#ifndef MEYDAN_ANALYSIS_BOOK_H
#define MEYDAN_ANALYSIS_BOOK_H

#include "analysis/canon.h"

enum { BOOK_MOVES_MAX = 5 }; // of a position

typedef struct BookMove {
    Move move;  // as the position has it; when written, as the canonical one has it
    u16 chance; // of who moves, in thousandths
} BookMove;

typedef struct BookEntry {
    Key key;  // of the canonical position
    u16 from; // of the moves
    u8 variant, count;
} BookEntry;

// The moves of a position that is in the book, best first; 0 if it is not.
int book_find(const Canon *canon, const CanonPlace *place, BookMove moves[BOOK_MOVES_MAX]);

#endif
