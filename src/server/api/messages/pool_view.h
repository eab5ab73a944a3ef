// SPDX-License-Identifier: MIT
// A pool of quick pairing as clients see it: POOL of docs/api.md.
#ifndef MEYDAN_SERVER_API_MESSAGES_POOL_VIEW_H
#define MEYDAN_SERVER_API_MESSAGES_POOL_VIEW_H

#include "platform/shape.h"

typedef struct PoolView {
    const char *variant, *clock;
    bool rated;
    int waiting;
} PoolView;
extern const Shape POOL_VIEW;

PoolView pool_view(int pool, int waiting);

#endif
