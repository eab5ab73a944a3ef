// SPDX-License-Identifier: MIT
// When a computer takes a draw, in `meydan play` and `meydan bot`. Scores are its own, in
// hundredths.
#ifndef MEYDAN_CLI_DRAWS_H
#define MEYDAN_CLI_DRAWS_H

#include "base/types.h"

enum {
    DRAW_EARLY = 20,    // plies: before, it plays on
    DRAW_BEHIND = -100, // as bad as that, a draw is welcome
    DRAW_LONG = 100,    // plies: from then on it is
    DRAW_EVEN = 25,     // if it is not better than that
};

static inline bool draw_is_early(u32 plies)
{
    return plies < DRAW_EARLY;
}

static inline bool draw_is_welcome(u32 plies, int score)
{
    return !draw_is_early(plies) && score <= (plies >= DRAW_LONG ? DRAW_EVEN : DRAW_BEHIND);
}

#endif
