// SPDX-License-Identifier: MIT
// The walk of a match: its moves and the players who left, in the order in which it happened.
//
//     for (MatchWalk walk = match_walk(match); match_walk_next(&walk);) {
//         if (walk.departure) ...   a player leaves the position walk.position
//         if (walk.ply) ...         a move is played in it
//     }
//
// At the end walk.position is where all of it led to. The match must not change during the walk.
#ifndef MEYDAN_GAME_WALK_H
#define MEYDAN_GAME_WALK_H

#include "game/match.h"

typedef struct MatchWalk {
    const Match *match;
    Position position;          // before the step
    const Ply *ply;             // the step, if it is a move,
    const Departure *departure; // or if a player leaves; never both
    u32 plies;                  // how many were played before the step
    int departures;             // how many had left before it
} MatchWalk;

// Before the first step.
MatchWalk match_walk(const Match *match);
// Goes to the next step; false if there is none.
bool match_walk_next(MatchWalk *walk);

// After the first `plies` (or all, if there are fewer), with all who had left by then.
Position match_walk_position(const Match *match, u32 plies);
// The ply from which on an engine needs to know the game, if it looks at `most` positions of it:
// what stood before a player left cannot stand again.
u32 match_walk_base(const Match *match, u32 most);

#endif
