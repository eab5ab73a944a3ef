// SPDX-License-Identifier: MIT
#include "game/walk.h"

MatchWalk match_walk(const Match *match)
{
    return (MatchWalk){ .match = match, .position = match->start };
}

// Plays the step that was reported last.
static void make_step(MatchWalk *walk)
{
    const Game *game = match_variant(walk->match)->game;
    if (walk->ply) {
        game->play(&walk->position, walk->ply->move);
        walk->plies++;
    }
    if (walk->departure) {
        game->leave(&walk->position, walk->departure->player);
        walk->departures++;
    }
    walk->ply = NULL;
    walk->departure = NULL;
}

bool match_walk_next(MatchWalk *walk)
{
    const Match *match = walk->match;
    make_step(walk);
    const Departure *departure = &match->departure[walk->departures];
    if (walk->departures < match->departures && departure->ply == walk->plies)
        walk->departure = departure;
    else if (walk->plies < match->count)
        walk->ply = &match->plies[walk->plies];
    return walk->ply || walk->departure;
}

Position match_walk_position(const Match *match, u32 plies)
{
    MatchWalk walk = match_walk(match);
    while (match_walk_next(&walk) && (walk.departure || walk.plies < plies))
        continue;
    return walk.position;
}

u32 match_walk_base(const Match *match, u32 most)
{
    u32 base = match->count >= most ? match->count - most + 1 : 0;
    u32 left = match->departures ? match->departure[match->departures - 1].ply : 0;
    return base > left ? base : left;
}
