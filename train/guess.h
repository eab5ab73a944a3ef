// SPDX-License-Identifier: MIT
// An initial guess for Abalone: near the centre, close together.
#ifndef MEYDAN_TRAIN_GUESS_H
#define MEYDAN_TRAIN_GUESS_H

#include <stdlib.h>

// The guess for a line of that many cells; lines.h numbers its states.
static inline int line_guess(int state, int length)
{
    int value = 0, before = 0;
    for (int i = 0; i < length; i++, state /= 3) {
        int here = state % 3, sign = here == 1 ? 1 : here == 2 ? -1 : 0;
        int aside = 9 - length, along = abs(i - 4), slant = abs(i - 4 + aside);
        int far = along > slant ? along : slant;
        if (aside > far) far = aside;
        value += sign * (4 - far);
        if (here && here == before) value += 3 * sign;
        before = here;
    }
    return value;
}

#endif
