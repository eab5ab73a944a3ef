// SPDX-License-Identifier: MIT
// The decisions that a tournament makes without an organiser: the next pairings and the end. Also
// the standings.
//
// Both depend only on the decisions so far, and in an arena on the time.
#ifndef MEYDAN_TOURNAMENT_FORMATS_NEXT_H
#define MEYDAN_TOURNAMENT_FORMATS_NEXT_H

#include "platform/json_heap.h"
#include "tournament/formats/decisions.h"
#include "tournament/standings.h"

// Writes the decision that is due: "pair ...", "end", "result ..." for a game of an entry that has
// left before it began, or nothing. ILLEGAL, and why, if a round is
// due that can't be paired: the organiser has to help.
Status tournament_next(const Tournament *tournament, i64 now_ms, Json *decision, Fault *why);
// Whether all tables of the rounds paired so far have their results.
bool tournament_idle(const Tournament *tournament);
// Whether the tournament is over: the champion is known, the last round is complete, or the time is
// up.
bool tournament_done(const Tournament *tournament, i64 now_ms);

// One row per entry, `entries` in all, in their order. `player` is the entry; tied ones share the
// best rank. The values are those of tournament_columns(). Returns false if out of memory.
bool tournament_rank(const Tournament *tournament, Standing *standing);
enum { COLUMN_NAME = 24 };
// The names of the values behind the points: codes of tie-breaks, or words. Returns their number.
int tournament_columns(const Tournament *tournament, char name[TIEBREAKS_MAX][COLUMN_NAME]);

#endif
