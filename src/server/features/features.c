// SPDX-License-Identifier: MIT
#include "server/features/features.h"

#include "server/identity/ties.h"

extern const Feature CHAT, EXPLORER, FOLLOWS, PREFERENCES, PUZZLES;

// The operations of a layer below features, in a row so that they are checked like the others.
static const Feature IDENTITY = {
    .name = "identity",
    .tables = (const char *const[]){ NULL },
    .ops = TIE_READS,
    .ops_count = TIE_READS_COUNT,
};

const Feature *const FEATURES[] = { &IDENTITY,    &CHAT,    &EXPLORER, &FOLLOWS,
                                    &PREFERENCES, &PUZZLES, NULL };
