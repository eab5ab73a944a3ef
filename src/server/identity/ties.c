// SPDX-License-Identifier: MIT
#include "server/identity/ties.h"

static const Field ENDS_FIELDS[] = { FIELD(TieEnds, person), FIELD(TieEnds, other) };
const Shape TIE_ENDS = SHAPE_OF(TieEnds, ENDS_FIELDS);

enum { FOLLOWS, BLOCKS };
const StoreOp TIE_READS[TIE_READS_COUNT] = {
    [FOLLOWS] = { .name = "identity.follows",
                  .does = OP_READS,
                  .args = &TIE_ENDS,
                  .row = &TIE_ENDS,
                  .sql = "SELECT person, other FROM tie"
                         " WHERE person = $1 AND kind = 0 AND other = $2" },
    [BLOCKS] = { .name = "identity.blocks",
                 .does = OP_READS_LONG,
                 .row = &TIE_ENDS,
                 .sql = "SELECT person, other FROM tie WHERE kind = 1 ORDER BY person, other" },
};
_Static_assert((int)TIE_FOLLOW == 0 && (int)TIE_BLOCK == 1, "numbers in statements");

bool ties_follows(Store *reading, i64 person, i64 other)
{
    TieEnds found;
    return store_find(reading, &TIE_READS[FOLLOWS], &(TieEnds){ person, other }, &found);
}

bool ties_blocks(Store *reading, SeeTie *see, void *context)
{
    return store_select(reading, &TIE_READS[BLOCKS], NULL, see, context);
}
