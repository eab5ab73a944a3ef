// SPDX-License-Identifier: MIT
// The Dutch system as the rules describe it: all candidates of a bracket in their order, each with
// the values of all criteria. For at most PLAIN_SWISS_MAX players. Shares only the crosstable's
// struct with src/tournament.
#ifndef MEYDAN_TESTS_PLAIN_SWISS_H
#define MEYDAN_TESTS_PLAIN_SWISS_H

#include "tournament/crosstable.h"

enum { PLAIN_SWISS_MAX = 12 };

// Writes for each player of the crosstable: the opponent, the player itself for the bye, -1 if not
// present; and whether the player moves first. Returns false if no legal pairing exists.
bool plain_swiss(const Crosstable *table, int round, const bool *present, int *opponent,
                 bool *first);

#endif
