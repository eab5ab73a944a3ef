// SPDX-License-Identifier: MIT
// One table: who sits where. Whoever has moved first less often than the others does so now, the
// rest is drawn by lot; partners are chosen so that the sides are as equal as their ratings allow.
#ifndef MEYDAN_SERVER_PAIRING_SEATING_H
#define MEYDAN_SERVER_PAIRING_SEATING_H

#include "base/rng.h"
#include "game/game.h"

typedef struct Sitting {
    i64 person; // 0: a computer
    i32 rating; // 0 of a computer
    int firsts; // how much more often than their share they have moved first
} Sitting;

// Puts as many as the variant has players in the order of its seats.
void seating_order(const Variant *variant, Rng *rng, Sitting sitting[PLAYERS_MAX]);
// What a game in that seat adds to `firsts`: over many games with chances alike it is 0.
int seating_firsts(const Variant *variant, int seat);

#endif
