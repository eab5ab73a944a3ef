// SPDX-License-Identifier: MIT
// Fair play: statistics of each player's moves, and their comparison.
#ifndef MEYDAN_CLI_FAIRPLAY_FAIRPLAY_H
#define MEYDAN_CLI_FAIRPLAY_FAIRPLAY_H

#include "analysis/analysis.h"
#include "record/replay.h"

#include <stdatomic.h>

enum {
    FAIR_SKIP = 8,     // plies at the start of a game that are skipped: openings are known by heart
    FAIR_DECIDED = 50, // permille: moves are ignored if the chance is this close to 0 or 1
    FAIR_MATTERS = 50, // the best move's advantage over the second best
    FAIR_MOVES_MIN = 20, // per compared player
};

// Sums over moves.
typedef struct FairSums {
    i64 moves;              // analysed moves in undecided positions
    i64 loss, loss_squares; // in permille of the chance to win
    i64 matters, agrees;    // moves where the best one stands out; of these, moves that match it
    i64 timed;              // moves with a clock
    i64 time, time_squares; // hundredths of a second
} FairSums;

void fair_add(FairSums *sums, const FairSums *more);

// --- moves.c -------------------------------------------------------------------------------------

typedef struct FairLooker {
    Engine *engine;
    ProofMemo *memo;
    i64 nodes; // per search
    atomic_bool *stop;
} FairLooker;

// Analyses all moves of a game whose record is legal. Returns false if interrupted or out of
// memory.
bool fair_look(FairLooker *looker, const Record *record, FairSums sums[PLAYERS_MAX]);

// --- people.c ------------------------------------------------------------------------------------

typedef struct FairPlayer {
    char name[64];
    int games;
    FairSums sums;
} FairPlayer;

// Sorts the players, most conspicuous first, and prints them.
void fair_print(FairPlayer *players, int count, i64 nodes, bool json);

#endif
