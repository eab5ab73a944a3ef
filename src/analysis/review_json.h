// SPDX-License-Identifier: MIT
// The findings of an analysis, as JSON: the page, the server and `meydan analyse --json` have the
// same words. docs/analysis.md describes them.
#ifndef MEYDAN_ANALYSIS_REVIEW_JSON_H
#define MEYDAN_ANALYSIS_REVIEW_JSON_H

#include "analysis/review.h"

enum { REVIEW_JSON_MAX = 4096 }; // each of them is shorter

// Chances by player, as an array.
void json_shares(const Variant *variant, const int share[PLAYERS_MAX], Out *out);
// `position` is the one before the move; `number` the ply, from 1.
void review_ply_json(const Position *position, const ReviewPly *ply, int number, Out *out);
void review_total_json(const Variant *variant, const ReviewTotal *total, int plies, Out *out);
// `position` as it is, with the player to move whose turn it really is.
void threat_json(const Position *position, const Threat *threat, Out *out);
void hint_json(const Position *position, const Hint *hint, Out *out);

#endif
