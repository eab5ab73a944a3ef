// SPDX-License-Identifier: MIT
// All variants by name. No other file knows all the games.
#ifndef MEYDAN_VARIANTS_VARIANTS_H
#define MEYDAN_VARIANTS_VARIANTS_H

#include "game/game.h"

enum {
    VARIANTS = 6,      // in this program
    VARIANTS_MAX = 16, // upper bound, including a test's own variants
};

int variant_count(void);
const Variant *variant_at(int index); // 0 .. variant_count()-1
const Variant *variant_find(Text id); // NULL if there is none

#endif
