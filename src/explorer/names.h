// SPDX-License-Identifier: MIT
// Positions that have a name: Quoridor's known openings and Abalone's layouts, in any symmetry.
#ifndef MEYDAN_EXPLORER_NAMES_H
#define MEYDAN_EXPLORER_NAMES_H

#include "game/game.h"

// "Shiller opening"; NULL if the position has no name.
const char *opening_name(const Position *position);

#endif
