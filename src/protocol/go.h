// SPDX-License-Identifier: MIT
// The words after `go`, and what they mean for a player.
#ifndef MEYDAN_PROTOCOL_GO_H
#define MEYDAN_PROTOCOL_GO_H

#include "engine/engine.h"

enum { GO_NOT_GIVEN = -1 };

typedef struct Go {
    i64 time[PLAYERS_MAX], inc[PLAYERS_MAX]; // by player, ms
    i64 movetime, depth, nodes;
    bool infinite;
} Go;

void go_init(Go *go);
// Takes the next limit off the front of `*rest`; false when nothing is left. MALFORMED in `*status`
// with a message for a word that is not a limit or has no number; `go` is then untouched.
bool go_read(Go *go, Text *rest, Status *status, Fault *why);
// Nothing but `stop` ends such a search.
bool go_endless(const Go *go);
// The limits for a player, when `spent` ms are gone since the command came.
SearchLimits go_limits(const Go *go, int player, i64 spent);

#endif
