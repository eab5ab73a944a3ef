// SPDX-License-Identifier: MIT
// Fair play: what is counted of each player, move by move, and how that compares.
#ifndef MEYDAN_CLI_FAIRPLAY_FAIRPLAY_H
#define MEYDAN_CLI_FAIRPLAY_FAIRPLAY_H

#include "analysis/analysis.h"
#include "record/replay.h"

#include <stdatomic.h>

enum {
    FAIR_SKIP = 8,       // plies of a game that are not looked at: openings are known by heart
    FAIR_DECIDED = 50,   // permille: a chance this near to 0 or 1, and moves matter no more
    FAIR_MATTERS = 50,   // the best move gives this much more than the second best
    FAIR_MOVES_MIN = 20, // of a player who is compared
};

// Sums over moves.
typedef struct FairSums {
    i64 moves;              // looked at, in positions that were not decided
    i64 loss, loss_squares; // in permille of the chance to win
    i64 matters, agrees;    // where the best move stands out; and it was played
    i64 timed;              // with a clock
    i64 time, time_squares; // hundredths of a second
} FairSums;

void fair_add(FairSums *sums, const FairSums *more);

// --- moves.c -------------------------------------------------------------------------------------

typedef struct FairLooker {
    Engine *engine;
    ProofMemo *memo;
    i64 nodes; // of each look
    atomic_bool *stop;
} FairLooker;

// All moves of a game, whose record is legal. False if it was interrupted, or without memory.
bool fair_look(FairLooker *looker, const Record *record, FairSums sums[PLAYERS_MAX]);

// --- people.c ------------------------------------------------------------------------------------

typedef struct FairPlayer {
    char name[64];
    int games;
    FairSums sums;
} FairPlayer;

// Sorts them, the most remarkable first, and prints them.
void fair_print(FairPlayer *players, int count, i64 nodes, bool json);

#endif
