// SPDX-License-Identifier: MIT
// Rankings: annulled games (annul.h).
#include "server/api/feature.h"
#include "server/features/rankings/rankings_ops.h"

extern const Feature RANKINGS;

const Feature RANKINGS = {
    .name = "rankings",
    .tables = (const char *const[]){ "game", "rating", "rating_change", NULL },
    .ops = RANKING_OPS,
    .ops_count = RANKINGS_OPS,
};
