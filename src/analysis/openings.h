// SPDX-License-Identifier: MIT
// Positions that have a name: Quoridor's known openings and Abalone's layouts, in any symmetry.
#ifndef MEYDAN_ANALYSIS_OPENINGS_H
#define MEYDAN_ANALYSIS_OPENINGS_H

#include "analysis/canon.h"

typedef struct Opening {
    const char *id;   // "shiller", or that of a layout: never changes, programs go by it
    const char *name; // "Shiller opening"
} Opening;

// All names of a variant with the canonical keys of their positions, for whoever looks up many;
// answers how many there are.
enum { OPENING_KEYS_MAX = 64 };
typedef struct OpeningKey {
    Key key;
    Opening opening;
} OpeningKey;
int opening_keys(const Canon *canon, OpeningKey keys[OPENING_KEYS_MAX]);

// False if the position has no name. `key` is the canonical one.
bool opening_of(const Canon *canon, Key key, Opening *opening);

#endif
