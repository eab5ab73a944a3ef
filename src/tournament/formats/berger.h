// SPDX-License-Identifier: MIT
// Round robin pairings by the Berger tables (FIDE C.05, annex 1).
#ifndef MEYDAN_TOURNAMENT_FORMATS_BERGER_H
#define MEYDAN_TOURNAMENT_FORMATS_BERGER_H

#include "tournament/swiss.h"

enum { BERGER_PLAYERS_MAX = 32 };

// Rounds of one cycle, or of two.
int berger_rounds(int players, int cycles);
// Writes the pairs of a round, from 0, and returns their number. The player whose opponent is
// missing has the bye, in the last pair. The second cycle has the sides reversed; before it, the
// last two rounds of the first cycle change places, so that no player has the same side three times
// running.
int berger_pair(int players, int cycles, int round, Pairing *pairing);

#endif
