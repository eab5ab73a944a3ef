// SPDX-License-Identifier: MIT
// Endless random positions of a variant: games played in many moods from the layouts and from odd
// boards that no game reaches (dense, sparse, besieged marbles, mazes, pawns in a bunch), with
// players leaving where the rules let them (R5).
//
// A Walk always stands on a position. An odd board may hold other numbers of marbles or walls than
// the game does; its variant is then `odd`, a copy with numbers that add up.
#ifndef MEYDAN_TESTS_WALK_H
#define MEYDAN_TESTS_WALK_H

#include "abalone/position.h"
#include "base/rng.h"
#include "quoridor/position.h"

typedef enum Mood { ANYTHING, EAGER, WALKING, FENCING, MEETING, MOODS } Mood;

typedef struct Walk {
    Rng rng;
    const Variant *variant;
    union {
        Variant variant;
        AbVariant abalone;
        QrVariant quoridor;
    } odd;
    Mood mood;
    Position position;
} Walk;

void walk_begin(Walk *walk, const Variant *variant, u64 seed);
// Puts another position up: a layout or an odd board. Nobody is shut in; it may be won already.
void walk_fresh(Walk *walk);
// Does so when the game is over or has lasted long enough; false if it goes on.
bool walk_rest(Walk *walk);
// A legal move, picked in the mood of this game; the game must not be over.
Move walk_choose(Walk *walk);
// Now and then, where each plays alone: a player who leaves now. Else -1.
int walk_leaver(Walk *walk);
// To the next position, whichever it is.
void walk_on(Walk *walk);

// Quoridor pawns and walls at random, not derived: somebody may well be shut in.
void walk_maze(Walk *walk, QrPosition *position);

// MEYDAN_SEED (default 1), MEYDAN_POSITIONS (default `positions`, but MEYDAN_POSITIONS_MAX at
// most).
u64 walk_seed(void);
int walk_positions(int positions);

#endif
