// SPDX-License-Identifier: MIT
// Yardsticks: three simple players to measure the engine by. They never change, so that a score
// against them means the same next year.
//
//   random  any legal move, each as likely as the others
//   greedy  the move after which the plain value is best: one ply
//   plain   alpha-beta of three plies on the same value
//
// The plain value of a player: in Abalone a thousand for each marble pushed out and one for each
// step that an own marble is nearer the centre than the edge; in Quoridor the steps to the goal,
// negative. What counts is a side's value less that of the best other side. Equally good moves are
// chosen among at random. History is not looked at.
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

// The plain value of a position for a player who is in; nobody has won yet.
Score yardstick_value(const Position *position, int player);
// MOVE_NONE if the game is over.
Move yardstick_move(Yardstick yardstick, const Position *position, Rng *rng);

#endif
