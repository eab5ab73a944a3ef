// SPDX-License-Identifier: MIT
// Tables of three and four: opponents and seats.
//
// First the seats stay even: no player has had one seat two times more often than another. Then
// partners and opponents repeat as little as possible, a second repetition costing more than two
// first ones. Then the players of a table have similar scores.
#ifndef MEYDAN_TOURNAMENT_FORMATS_TABLE_SEATS_H
#define MEYDAN_TOURNAMENT_FORMATS_TABLE_SEATS_H

#include "base/types.h"

enum { SEATING_SEATS = 4, SEATING_EXACT = 12 };

typedef struct SeatingPlayer {
    int number;             // of the caller
    int score;              // players of one table should have similar ones
    int had[SEATING_SEATS]; // how often it has had each seat
} SeatingPlayer;

typedef struct Seating {
    const SeatingPlayer *player; // the best first
    int players;
    int seats[2], tables[2]; // tables of seats[0], then tables of seats[1]
    const u8 *met;           // [player][player]: how often as opponents
    const u8 *partnered;     // the same for partners; NULL in events without teams
} Seating;

// The cost of a seating, compared from the first number on.
typedef struct SeatingCost {
    i64 seats, repeats, spread;
} SeatingCost;

// Writes the players, as indexes, table by table in the order of their seats. Up to SEATING_EXACT
// players the cost is the smallest there is. Returns false if out of memory.
bool seating_find(const Seating *seating, int *seat);
// Without trying all: as for more than SEATING_EXACT players.
bool seating_improve(const Seating *seating, int *seat);
SeatingCost seating_cost(const Seating *seating, const int *seat);
int seating_compare(SeatingCost a, SeatingCost b);

#endif
