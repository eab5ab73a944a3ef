// SPDX-License-Identifier: MIT
// Iterates over a match: its moves and departures, in the order in which they happened.
//
//     for (MatchWalk walk = match_walk(match); match_walk_next(&walk);) {
//         if (walk.departure) ...   a player leaves the position walk.position
//         if (walk.ply) ...         a move is played in it
//     }
//
// At the end walk.position is the current position. The match must not change during the walk.
#ifndef MEYDAN_GAME_WALK_H
#define MEYDAN_GAME_WALK_H

#include "game/match.h"

typedef struct MatchWalk {
    const Match *match;
    Position position;          // before the step
    const Ply *ply;             // the step, if it is a move,
    const Departure *departure; // or a departure; never both
    u32 plies;                  // moves before the step
    int departures;             // departures before the step
} MatchWalk;

// Starts before the first step.
MatchWalk match_walk(const Match *match);
// Advances to the next step; returns false at the end.
bool match_walk_next(MatchWalk *walk);

// The position after the first `plies` moves (or all, if fewer), departures until then included.
Position match_walk_position(const Match *match, u32 plies);
// The first ply that an engine needs to know if it considers `most` positions of the game:
// positions before a departure can't recur.
u32 match_walk_base(const Match *match, u32 most);

#endif
