// SPDX-License-Identifier: MIT
// The standing of a match, computed from the results of its games on demand.
#ifndef MEYDAN_RUNNER_STANDING_H
#define MEYDAN_RUNNER_STANDING_H

#include "runner/game.h"
#include "runner/schedule.h"
#include "runner/stats.h"

enum { PAIRINGS_MAX = ENTRANTS_MAX * (ENTRANTS_MAX - 1) / 2 };

typedef struct Pairing {
    int a, b;    // entrants
    Tally tally; // from a's view
} Pairing;

// Wins, draws and losses: of games between two sides, or of seats where each plays alone.
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
    int pairings; // 0 where each plays alone
    Pairing pairing[PAIRINGS_MAX];
} Standing;

// Counts the finished games among the first `games`.
void standing_count(const Schedule *schedule, const GameResult *results, u32 games,
                    Standing *standing);

#endif
