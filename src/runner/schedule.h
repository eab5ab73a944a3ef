// SPDX-License-Identifier: MIT
// Seatings. A round is a list of seatings that share one opening. Rounds repeat until there are
// enough games.
//
// Two sides (two players, or two teams): each pair of players meets twice per opening, with seats
// reversed. Those two games are a pair.
//
// Each alone: every seating in which each player has at least one seat, or, rotating, only the
// seats A B C .. C (the last player takes the remaining ones) and their rotations.
#ifndef MEYDAN_RUNNER_SCHEDULE_H
#define MEYDAN_RUNNER_SCHEDULE_H

#include "game/game.h"

enum { ENTRANTS_MAX = 16, SEATINGS_MAX = ENTRANTS_MAX * (ENTRANTS_MAX - 1) };

typedef struct Seating {
    u8 entrant[PLAYERS_MAX]; // by seat, which is the variant's player
} Seating;

typedef struct Schedule {
    const Variant *variant;
    int entrants;
    int round; // games per round
    Seating seating[SEATINGS_MAX];
} Schedule;

// Returns MALFORMED if the variant doesn't allow that number of players.
Status schedule_make(const Variant *variant, int entrants, bool rotate, Schedule *schedule,
                     Fault *why);
// The seating of the game with that index from 0.
const Seating *schedule_seating(const Schedule *schedule, u32 game);
// The number of games rounded up to whole rounds.
u32 schedule_whole(const Schedule *schedule, u32 games);

#endif
