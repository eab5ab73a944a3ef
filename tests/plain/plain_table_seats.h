// SPDX-License-Identifier: MIT
// The least cost of a seating, by trying all of them: sets of tables in the order of their lowest
// player, and all seats at each. Shares no code with src/tournament/formats/table_seats.c.
#ifndef MEYDAN_TESTS_PLAIN_TABLE_SEATS_H
#define MEYDAN_TESTS_PLAIN_TABLE_SEATS_H

#include "tournament/formats/table_seats.h"

// Unequal seats, repetitions, differences of scores.
void plain_seating(const Seating *seating, i64 best[3]);

#endif
