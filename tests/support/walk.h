// SPDX-License-Identifier: MIT
// Endless random positions of a variant: games played in different styles from the layouts and from
// odd boards that no game reaches (dense, sparse, surrounded marbles, mazes, pawns in a bunch),
// with departures where the rules allow them (R5).
//
// A Walk always has a current position. An odd board may have numbers of marbles or walls that the
// game doesn't allow; its variant is then `odd`, a copy with matching numbers.
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
// Starts from another position: a layout or an odd board. No player is shut in, but it may be won
// already.
void walk_fresh(Walk *walk);
// Does so if the game is over or has lasted long enough. Returns false if it continues.
bool walk_rest(Walk *walk);
// A legal move in the style of this game. The game must not be over.
Move walk_choose(Walk *walk);
// Sometimes, where each plays alone: a player who leaves now; otherwise -1.
int walk_leaver(Walk *walk);
// Goes to the next position of any kind.
void walk_on(Walk *walk);

// Random Quoridor pawns and walls, without derived data; players may be shut in.
void walk_maze(Walk *walk, QrPosition *position);

// MEYDAN_SEED (default 1), MEYDAN_POSITIONS (default `positions`, limited to MEYDAN_POSITIONS_MAX).
u64 walk_seed(void);
int walk_positions(int positions);

#endif
