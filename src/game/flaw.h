// SPDX-License-Identifier: MIT
// The table of everything that can be wrong with a position. A reader reports the first flaw it
// finds; the editor for positions shows all of them.
#ifndef MEYDAN_GAME_FLAW_H
#define MEYDAN_GAME_FLAW_H

#include "base/text.h"

typedef enum FlawKind {
    FLAW_NONE = 0,
    FLAW_TOO_MANY_MARBLES, // `player` has `count` on the board, at most `most` (A9, A11, A12)
    FLAW_MARBLES_MISSING,  // the player's side lacks `count` marbles, but `most` were pushed off
    FLAW_SCORES,           // `count` marbles are missing in all, but `most` were pushed off
    FLAW_SCORE_TOO_HIGH,   // the player pushed off `count`, but the opponents lack only `most`
    FLAW_TWO_WON,
    FLAW_NOBODY_LEFT,     // everybody is out (R5)
    FLAW_TURN_OF_ONE_OUT, // (R5)
    FLAW_WALL_OVERLAPS,   // the wall `at` (Q4)
    FLAW_WALL_CROSSES,    // (Q4)
    FLAW_WALLS,           // `count` on the board, `rest` in hand, of `most` at the start (Q2)
    FLAW_PAWN_MISSING,    // of `player`
    FLAW_PAWNS_TOGETHER,  // on the square `at`
    FLAW_TWO_ARRIVED,
    FLAW_SHUT_IN, // `player` (Q5)
    FLAW_KINDS,
} FlawKind;

enum { FLAWS_MAX = 24 }; // reported at once

typedef struct Flaw {
    FlawKind kind;
    int player; // -1 if no player is concerned
    int count, rest, most;
    char at[4]; // a cell, or a wall in move notation
} Flaw;

// The stable name that the page uses, such as "wall-crosses".
const char *flaw_name(FlawKind kind);
// English text, lower case, without a full stop, with the placeholders {player} {count} {rest}
// {most} {at}. It is also the translation key.
const char *flaw_text(FlawKind kind);

struct Variant;
// Writes the flaw in English into `why` and returns MALFORMED.
Status flaw_refuse(const struct Variant *variant, const Flaw *flaw, Fault *why);

// A bounded list. Flaws that don't fit are dropped.
typedef struct Flaws {
    int count;
    Flaw flaw[FLAWS_MAX];
} Flaws;
// Returns the new entry, or a spare one if the list is full.
Flaw *flaws_add(Flaws *flaws, FlawKind kind, int player);

#endif
