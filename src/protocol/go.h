// SPDX-License-Identifier: MIT
// The words after `go`, and the limits they set for a player.
#ifndef MEYDAN_PROTOCOL_GO_H
#define MEYDAN_PROTOCOL_GO_H

#include "engine/engine.h"

enum { GO_NOT_GIVEN = -1 };

typedef struct Go {
    i64 time[PLAYERS_MAX], inc[PLAYERS_MAX]; // by player, ms
    i64 movetime, depth, nodes;
    bool infinite, ponder;
    Text searchmoves; // the words behind it, up to the end of the line; empty: not given
} Go;

void go_init(Go *go);
// Removes the next limit from the front of `*rest`; returns false when nothing is left. An unknown
// word or a missing number sets `*status` to MALFORMED with a message and leaves `go` untouched.
bool go_read(Go *go, Text *rest, Status *status, Fault *why);
// Whether only `stop` ends the search. Pondering isn't considered.
bool go_endless(const Go *go);
// The limits for a player, `spent` ms after the command arrived.
SearchLimits go_limits(const Go *go, int player, i64 spent);

#endif
