// SPDX-License-Identifier: MIT
// Criteria of decreasing importance as one vector of numbers. Each field counts something up to a
// bound, and one more in a field outweighs everything in the later fields. Several fields share a
// number of the vector as digits with different bases.
//
//     int rematches = scale_add(&scale, 10), repeats = scale_add(&scale, 4);
//     scale_pack(&scale);
//     scale_cost(&scale, vector, rematches, 2); // subtracts two of them
#ifndef MEYDAN_TOURNAMENT_SCALE_H
#define MEYDAN_TOURNAMENT_SCALE_H

#include "base/types.h"

typedef struct ScaleField {
    i64 bound, unit;
    int number; // index in the vector
} ScaleField;

typedef struct Scale {
    ScaleField *field;
    size_t capacity;
    int fields;
    int width;   // numbers in the vector
    bool failed; // out of memory
} Scale;

void scale_free(Scale *scale);
// Adds a less important field whose sum over a whole matching never exceeds the bound. Returns its
// index.
int scale_add(Scale *scale, i64 bound);
// Adds `extra` numbers at the end of the vector for the caller. No fields can be added afterwards.
void scale_pack(Scale *scale, int extra);
void scale_cost(const Scale *scale, i64 *vector, int field, i64 count);

#endif
