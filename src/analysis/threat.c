// SPDX-License-Identifier: MIT
// Threats and hints: what does the opponent threaten, and what should I play?
#include "analysis/review.h"
#include "base/bits.h"

// Makes the next player of another side the one to move. Returns false if there is none.
static bool pass_to_other(Position *position)
{
    u8 us = variant_teammates(position->head.variant, position->head.turn);
    for (int i = 0; i < PLAYERS_MAX; i++) {
        head_advance(&position->head);
        if (!bits_has(us, position->head.turn)) return true;
    }
    return false;
}

static bool wins_something(const MoveReasons *why)
{
    for (int i = 0; i < why->count; i++)
        if (why->at[i].code == WHY_WINS || why->at[i].code == WHY_EJECTS) return true;
    return false;
}

bool threat_find(Analysis *analysis, const AnalysisPosition *place, Threat *threat)
{
    const Variant *variant = place->position.head.variant;
    Position passed = place->position;
    SearchResult now;
    if (variant->game->winners(&passed) || !pass_to_other(&passed)) return false;
    analysis_begin(analysis);
    if (!analysis_search(analysis, place, NULL, 0, 0, &now)) return false;
    int share[PLAYERS_MAX], ours = chance_of_score(&place->position, now.score);
    chance_shares(&place->position, place->position.head.turn, ours, share);
    *threat = (Threat){ .player = passed.head.turn };
    AnalysisPosition other = analysis_position(&passed, NULL, 0);
    analysis_begin(analysis);
    if (!analysis_search(analysis, &other, NULL, 0, 0, &threat->result)) return false;
    threat->chance = chance_of_score(&passed, threat->result.score);
    threat->gain = threat->chance - share[threat->player];
    reasons_for(&passed, &threat->result, analysis->memo, &threat->why);
    threat->real =
        wins_something(&threat->why) || threat->gain * chance_sides(variant) / 2 >= LOSS_MISTAKE;
    return true;
}

bool hint_find(Analysis *analysis, const AnalysisPosition *place, Hint *hint)
{
    *hint = (Hint){ 0 };
    if (place->position.head.variant->game->winners(&place->position)) return false;
    analysis_begin(analysis);
    if (!analysis_search(analysis, place, NULL, 0, 0, &hint->result)) return false;
    hint->chance = chance_of_score(&place->position, hint->result.score);
    reasons_for(&place->position, &hint->result, analysis->memo, &hint->why);
    return true;
}
