// SPDX-License-Identifier: MIT
// Rankings: the best players (leaders.h), and annulled games (annul.h).
#include "server/features/rankings/leaders.h"
#include "server/features/rankings/rankings_ops.h"

extern const Feature RANKINGS;

const Feature RANKINGS = {
    .name = "rankings",
    .tables = (const char *const[]){ "game", "rating", "rating_change", NULL },
    .ops = RANKING_OPS,
    .ops_count = RANKINGS_OPS,
    .routes = LEADER_ROUTES,
    .routes_count = LEADER_ROUTES_COUNT,
};
