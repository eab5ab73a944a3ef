// SPDX-License-Identifier: MIT
#include "server/features/features.h"

#include "server/identity/identity_ops.h"

extern const Feature CHAT, EXPLORER, FOLLOWS, PREFERENCES, PUZZLES;

// The operations of a layer below features, in a row so that they are checked like the others.
static const Feature IDENTITY = {
    .name = "identity",
    .tables = (const char *const[]){ "factor", "kept_name", "recovery", "trace", NULL },
    .ops = IDENTITY_OPS,
    .ops_count = IDENTITY_OPS_COUNT,
    .person = { .forget = { &IDENTITY_OPS[IDENTITY_END_FACTOR],
                            &IDENTITY_OPS[IDENTITY_END_RECOVERIES],
                            &IDENTITY_OPS[IDENTITY_FORGET_TRACES] },
                .export = { { .key = "seen", .op = &IDENTITY_OPS[IDENTITY_TRACES] } } },
};

const Feature *const FEATURES[] = { &IDENTITY,    &CHAT,    &EXPLORER, &FOLLOWS,
                                    &PREFERENCES, &PUZZLES, NULL };
