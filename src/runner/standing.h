// SPDX-License-Identifier: MIT
// The sum of a match: counted from the results of its games, whenever somebody wants to know.
#ifndef MEYDAN_RUNNER_STANDING_H
#define MEYDAN_RUNNER_STANDING_H

#include "runner/game.h"
#include "runner/schedule.h"
#include "runner/stats.h"

enum { PAIRINGS_MAX = ENTRANTS_MAX * (ENTRANTS_MAX - 1) / 2 };

typedef struct Pairing {
    int a, b;    // entrants
    Tally tally; // as a sees it
} Pairing;

// Wins, draws and losses: of games for two sides, of seats for players each alone.
typedef struct Counts {
    u64 win, draw, loss;
} Counts;

typedef struct Standing {
    u32 games;
    u64 plies;
    Counts entrant[ENTRANTS_MAX];
    Counts seat[PLAYERS_MAX];
    u64 trouble[ENTRANTS_MAX][TROUBLES];
    u64 reason[REASONS], verdict[VERDICTS];
    int pairings; // none for players each alone
    Pairing pairing[PAIRINGS_MAX];
} Standing;

// Of the first `games` games, those that are done.
void standing_count(const Schedule *schedule, const GameResult *results, u32 games,
                    Standing *standing);

#endif
