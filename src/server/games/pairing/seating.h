// SPDX-License-Identifier: MIT
// The seats at one table. The person who has moved first less often than the others does so now.
// The other seats are drawn by lot. Partners are chosen so that the sides are as equal as their
// ratings allow.
#ifndef MEYDAN_SERVER_GAMES_PAIRING_SEATING_H
#define MEYDAN_SERVER_GAMES_PAIRING_SEATING_H

#include "base/rng.h"
#include "game/game.h"

typedef struct Sitting {
    i64 person; // 0: a computer
    i32 rating; // 0 of a computer
    int firsts; // by how much they exceed their share of first moves
} Sitting;

// Puts as many people as the variant has players into the order of its seats.
void seating_order(const Variant *variant, Rng *rng, Sitting sitting[PLAYERS_MAX]);
// The change of `firsts` by a game in that seat: 0 on average, over many games with equal chances.
int seating_firsts(const Variant *variant, int seat);

#endif
