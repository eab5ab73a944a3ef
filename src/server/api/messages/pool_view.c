// SPDX-License-Identifier: MIT
#include "server/api/messages/pool_view.h"

#include "server/games/pairing/pools.h"

static const Field POOL_FIELDS[] = {
    FIELD(PoolView, variant, .type = "string"),
    FIELD(PoolView, clock, .type = "string"),
    FIELD(PoolView, rated),
    FIELD(PoolView, waiting, .says = "people who wait in it"),
};
const Shape POOL_VIEW = SHAPE_NAMED("PoolInfo", PoolView, POOL_FIELDS);

PoolView pool_view(int pool, int waiting)
{
    Pool found = pool_at(pool);
    return (PoolView){ found.variant->id, found.clock, found.rated, waiting };
}
