// SPDX-License-Identifier: MIT
#include "server/identity/ties.h"

#include "server/identity/identity_ops.h"

const Shape TIE_ENDS = SHAPE(TieEnds, FIELD(TieEnds, person), FIELD(TieEnds, other));

bool ties_follows(Store *reading, i64 person, i64 other)
{
    TieEnds found;
    return store_find(reading, &IDENTITY_OPS[IDENTITY_FOLLOWS], &(TieEnds){ person, other },
                      &found);
}

bool ties_blocks(Store *reading, SeeTie *see, void *context)
{
    return store_select(reading, &IDENTITY_OPS[IDENTITY_BLOCKS], NULL, see, context);
}
