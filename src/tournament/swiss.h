// SPDX-License-Identifier: MIT
// Pairs a round of a Swiss tournament by the FIDE Dutch system (C.04.3, in force since 1 February
// 2026).
//
// The pairing depends only on the crosstable before the round, on the players present and on the
// organiser's decisions. In chess the first player of a pair has White.
#ifndef MEYDAN_TOURNAMENT_SWISS_H
#define MEYDAN_TOURNAMENT_SWISS_H

#include "tournament/crosstable.h"

typedef struct Pairing {
    int first, second; // players; second is -1 for a bye
} Pairing;

typedef struct SwissRound {
    int round;           // from 0 (the crosstable's earlier cells are complete)
    const bool *present; // [player]
    // Pairs and byes that the organiser made. Their players take no part in the pairing.
    const Pairing *manual;
    int manuals;
} SwissRound;

// Writes the pairings by board: the highest scores first, the bye last. `pairing` has space for
// (players + 1) / 2 + manuals. Returns ILLEGAL if no pairing satisfies the absolute criteria, FULL
// if out of memory.
Status swiss_pair(const Crosstable *table, const SwissRound *round, Pairing *pairing, int *count,
                  Fault *why);

// The initial side, from the sides in the first round; SIDE_NONE if no player has one.
Side swiss_initial_side(const Crosstable *table);

#endif
