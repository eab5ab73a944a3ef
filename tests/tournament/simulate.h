// SPDX-License-Identifier: MIT
// Random Swiss tournaments: results, forfeits, byes, withdrawals.
#ifndef MEYDAN_TESTS_SIMULATE_H
#define MEYDAN_TESTS_SIMULATE_H

#include "base/rng.h"
#include "tournament/swiss.h"

typedef struct Habits {
    int draws, forfeits, absences, upsets; // per cent
} Habits;

// Chooses who is present and gives the absent a result.
void simulate_absences(Crosstable *table, int round, Habits habits, Rng *rng, bool *present);
// Writes results of the pairings into the crosstable.
void simulate_results(Crosstable *table, int round, const Pairing *pairing, int count,
                      Habits habits, Rng *rng);

// Sets the results of a player from a text with a word for each round: "5w1 6b0 -- U".
void simulate_row(Crosstable *table, int player, const char *row);

#endif
