// SPDX-License-Identifier: MIT
// Yardsticks: three simple players to measure the engine against. They never change, so a score
// against them always has the same meaning.
//
//   random  any legal move with equal probability
//   greedy  the move with the best plain value after one ply
//   plain   alpha-beta search of three plies with the same value
//
// The plain value of a player: in Abalone 1000 for each marble pushed out, and for each own marble
// its distance from the edge in steps towards the centre; in Quoridor the negative number of steps
// to the goal. The score is a side's value minus that of the best other side. Ties are broken at
// random. History is ignored.
#ifndef MEYDAN_ENGINE_YARDSTICK_H
#define MEYDAN_ENGINE_YARDSTICK_H

#include "base/rng.h"
#include "engine/engine.h"

typedef enum Yardstick {
    YARDSTICK_RANDOM,
    YARDSTICK_GREEDY,
    YARDSTICK_PLAIN,
    YARDSTICKS,
} Yardstick;

// "random", "greedy", "plain"
const char *yardstick_name(Yardstick yardstick);
bool yardstick_find(Text name, Yardstick *yardstick);

// The plain value of a position for a player who is in. The game must not be won yet.
Score yardstick_value(const Position *position, int player);
// Returns MOVE_NONE if the game is over.
Move yardstick_move(Yardstick yardstick, const Position *position, Rng *rng);

#endif
