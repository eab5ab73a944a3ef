// SPDX-License-Identifier: MIT
// Named positions: Quoridor's known openings and Abalone's layouts, in any symmetry.
#ifndef MEYDAN_ANALYSIS_OPENINGS_H
#define MEYDAN_ANALYSIS_OPENINGS_H

#include "analysis/canon.h"

typedef struct Opening {
    const char *id;   // "shiller", or a layout's id; never changes because programs depend on it
    const char *name; // "Shiller opening"
} Opening;

// All names of a variant with the canonical keys of their positions, for callers with many lookups.
// Returns their number.
enum { OPENING_KEYS_MAX = 64 };
typedef struct OpeningKey {
    Key key;
    Opening opening;
} OpeningKey;
int opening_keys(const Canon *canon, OpeningKey keys[OPENING_KEYS_MAX]);

// Returns false if the position has no name. `key` is the canonical one.
bool opening_of(const Canon *canon, Key key, Opening *opening);

#endif
