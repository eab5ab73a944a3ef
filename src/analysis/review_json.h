// SPDX-License-Identifier: MIT
// Writes the results of an analysis as JSON, shared by the page, the server and `meydan analyse
// --json`. docs/analysis.md describes the format.
#ifndef MEYDAN_ANALYSIS_REVIEW_JSON_H
#define MEYDAN_ANALYSIS_REVIEW_JSON_H

#include "analysis/review.h"

enum { REVIEW_JSON_MAX = 4096 }; // upper bound for each

// Chances by player, as an array.
void js_shares(Out *out, const char *key, const Variant *variant, const int share[PLAYERS_MAX]);
// `position` is the one before the move, `number` the ply from 1.
void review_ply_json(const Position *position, const ReviewPly *ply, int number, Out *out);
void review_total_json(const Variant *variant, const ReviewTotal *total, int plies, Out *out);
// `position` has the real player to move.
void threat_json(const Position *position, const Threat *threat, Out *out);
void hint_json(const Position *position, const Hint *hint, Out *out);

#endif
