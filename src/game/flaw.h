// SPDX-License-Identifier: MIT
// What can be wrong with a position that is written as one: the one table of it, for every surface.
// A reader refuses the first flaw it finds; whoever sets up a position by hand is told all of them.
#ifndef MEYDAN_GAME_FLAW_H
#define MEYDAN_GAME_FLAW_H

#include "base/text.h"

typedef enum FlawKind {
    FLAW_NONE = 0,
    FLAW_TOO_MANY_MARBLES, // `player` has `count` on the board, at most `most` (A9, A11, A12)
    FLAW_MARBLES_MISSING,  // `count` of the player's side are not there, `most` were pushed off
    FLAW_SCORES,           // `count` are not there, `most` were pushed off, by all together
    FLAW_SCORE_TOO_HIGH,   // the player pushed off `count`, the others are short of `most`
    FLAW_TWO_WON,
    FLAW_NOBODY_LEFT,     // everybody is out (R5)
    FLAW_TURN_OF_ONE_OUT, // (R5)
    FLAW_WALL_OVERLAPS,   // the wall `at` (Q4)
    FLAW_WALL_CROSSES,    // (Q4)
    FLAW_WALLS,           // `count` on the board, `rest` in hand, but there are `most` (Q2)
    FLAW_PAWN_MISSING,    // of `player`
    FLAW_PAWNS_TOGETHER,  // on the square `at`
    FLAW_TWO_ARRIVED,
    FLAW_SHUT_IN, // `player` (Q5)
    FLAW_KINDS,
} FlawKind;

enum { FLAWS_MAX = 24 }; // told at once

typedef struct Flaw {
    FlawKind kind;
    int player; // -1: nobody's
    int count, rest, most;
    char at[4]; // a cell, or a wall as moves name it
} Flaw;

// "wall-crosses": how the page knows it. It never changes.
const char *flaw_name(FlawKind kind);
// In English, lower case, without a full stop, with {player} {count} {rest} {most} {at} to be
// filled in; also the key of its translations.
const char *flaw_text(FlawKind kind);

struct Variant;
// MALFORMED, and the flaw in English as the message.
Status flaw_refuse(const struct Variant *variant, const Flaw *flaw, Fault *why);

// A growing list of them; what does not fit is left out.
typedef struct Flaws {
    int count;
    Flaw flaw[FLAWS_MAX];
} Flaws;
// The one that was added; a spare one if the list is full.
Flaw *flaws_add(Flaws *flaws, FlawKind kind, int player);

#endif
