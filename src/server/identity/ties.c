// SPDX-License-Identifier: MIT
#include "server/identity/ties.h"

#include "server/identity/identity_ops.h"

static const Field ENDS_FIELDS[] = { FIELD(TieEnds, person), FIELD(TieEnds, other) };
const Shape TIE_ENDS = SHAPE_OF(TieEnds, ENDS_FIELDS);

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
