// SPDX-License-Identifier: MIT
// The six variants by name: the only place that knows all the games.
#ifndef MEYDAN_VARIANTS_VARIANTS_H
#define MEYDAN_VARIANTS_VARIANTS_H

#include "game/game.h"

enum { VARIANTS = 6 };

const Variant *variant_at(int index); // 0 .. VARIANTS-1
const Variant *variant_find(Text id); // NULL if there is none

#endif
