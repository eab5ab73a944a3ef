// SPDX-License-Identifier: MIT
// The standings of a crosstable: by points, then by each tie-break in turn within the players still
// tied (C.07, article 4.2).
#ifndef MEYDAN_TOURNAMENT_STANDINGS_H
#define MEYDAN_TOURNAMENT_STANDINGS_H

#include "tournament/tiebreak.h"

typedef struct Standing {
    int player;
    int rank; // from 1, shared by players who remain tied
    Points points;
    // For direct encounter the place among the tied players, negative; 0 where it wasn't needed.
    i64 value[TIEBREAKS_MAX];
} Standing;

// Writes `table->players` standings in their order; tied players by number. Returns false if out of
// memory.
bool standings_compute(const Crosstable *table, const TiebreakRules *rules, int rounds,
                       Standing *standing);

// Ranks tied players by their games against each other (article 6). Writes place[i], from 1, of
// each player in the group; tied ones share the best place. Returns false if out of memory.
bool direct_encounter(const Crosstable *table, const TiebreakRules *rules, const Tiebreak *tiebreak,
                      const int *player, int players, int rounds, int *place);

#endif
