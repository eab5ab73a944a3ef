// SPDX-License-Identifier: MIT
// Seatings. A round is a list of seatings that share one opening; rounds repeat until there
// are enough games.
//
// Two sides (two players, or two teams): all players meet each other in turn, each pairing twice
// with seats reversed. Those two games are a pair.
// Each alone: every seating in which each player has a seat at least, or, rotating, only the seats
// A B C .. C (the last one takes those that are left) and their rotations.
#ifndef MEYDAN_RUNNER_SCHEDULE_H
#define MEYDAN_RUNNER_SCHEDULE_H

#include "game/game.h"

enum { ENTRANTS_MAX = 16, SEATINGS_MAX = ENTRANTS_MAX * (ENTRANTS_MAX - 1) };

typedef struct Seating {
    u8 entrant[PLAYERS_MAX]; // by seat, that is by the variant's player
} Seating;

typedef struct Schedule {
    const Variant *variant;
    int entrants;
    int round; // games in a round
    Seating seating[SEATINGS_MAX];
} Schedule;

// MALFORMED if so many players do not fit the variant.
Status schedule_make(const Variant *variant, int entrants, bool rotate, Schedule *schedule,
                     Fault *why);
// Of the game with that index from 0.
const Seating *schedule_seating(const Schedule *schedule, u32 game);
// The number of games in the fewest whole rounds that have so many.
u32 schedule_whole(const Schedule *schedule, u32 games);

#endif
