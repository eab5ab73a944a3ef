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

#endif
