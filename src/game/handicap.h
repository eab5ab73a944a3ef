// SPDX-License-Identifier: MIT
// A handicap (R11) is an advantage that the stronger of two players gives at the start. As text:
//
//     2 walls 3        player 2 has three walls fewer (Quoridor)
//     1 marbles 2      two of player 1's marbles are already pushed off (Abalone)
//     1 move           player 2 moves first
//     1 time 300       player 1 begins with 300 seconds (with up to three decimals)
//
// Nothing stores a handicap: the start position and the clock say which one it is.
#ifndef MEYDAN_GAME_HANDICAP_H
#define MEYDAN_GAME_HANDICAP_H

#include "base/clock.h"
#include "game/game.h"

typedef enum HandicapKind {
    HANDICAP_NONE,
    HANDICAP_PIECES, // walls or marbles
    HANDICAP_MOVE,
    HANDICAP_TIME,
} HandicapKind;

typedef struct Handicap {
    HandicapKind kind;
    u8 giver;
    u32 size; // number of pieces; ms
} Handicap;

enum { HANDICAP_TEXT_MAX = 32 };

// Changes the start position, one of the variant's layouts, or the clock. Returns MALFORMED for
// text that isn't a handicap of this game, ILLEGAL if the clock doesn't allow it.
Status handicap_give(Text text, Position *start, ClockSpec *clock, Fault *why);
// Finds out with which handicap a game began; `layout` receives the layout without it, or NULL if
// the start is none of the variant's. At most one is found: one on the board goes first.
Handicap handicap_of(const Position *start, const ClockSpec *clock, const Layout **layout);
// Empty for HANDICAP_NONE.
void handicap_write(const Handicap *handicap, const Game *game, Out *out);

#endif
