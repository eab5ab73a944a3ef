// SPDX-License-Identifier: MIT
// Knockouts: the pairs follow from the seeds and from the tables of the rounds before.
//
// The best two seeds can only meet in the final, the best four in the semi-finals. If an entry is
// out after two defeats, the losers have a bracket of their own, whose winner meets the winner of
// the first in the final, and again after winning that.
#ifndef MEYDAN_TOURNAMENT_FORMATS_KNOCKOUT_H
#define MEYDAN_TOURNAMENT_FORMATS_KNOCKOUT_H

#include "tournament/formats/decisions.h"
#include "tournament/swiss.h"

typedef struct KnockoutRound {
    Pairing *pair; // entries; second -1: a bye
    int pairs;
    bool over; // there is no next round
} KnockoutRound;

// Computes the next round. It has no pairs if all of its players have left. `next->pair` has space
// for one pair per entry. Returns false if out of memory.
bool knockout_next(const Tournament *tournament, KnockoutRound *next);
// The winner of a finished match or bye, as an entry; -1 if neither appeared.
int knockout_winner(const Tournament *tournament, const Table *table);

#endif
