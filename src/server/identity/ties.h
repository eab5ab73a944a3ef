// SPDX-License-Identifier: MIT
// One person's ties to others: follows and blocks. The feature follows writes them; here are the
// questions that the rest of the server asks.
#ifndef MEYDAN_SERVER_IDENTITY_TIES_H
#define MEYDAN_SERVER_IDENTITY_TIES_H

#include "sql/op.h"

typedef enum TieKind { TIE_FOLLOW, TIE_BLOCK } TieKind;
enum { TIES_MAX = 500 }; // of each kind, for one person

typedef struct TieEnds {
    i64 person, other;
} TieEnds;
extern const Shape TIE_ENDS;

// Whether the person follows the other; false on a read error too.
bool ties_follows(Store *reading, i64 person, i64 other);
// All blocks; false on a read error.
typedef bool SeeTie(void *context, const void *ends); // a TieEnds
bool ties_blocks(Store *reading, SeeTie *see, void *context);

#endif
