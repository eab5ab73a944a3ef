// SPDX-License-Identifier: MIT
// Questions about a position that a player asks: what is the threat, what should I play?
#include "base/bits.h"
#include "study/review.h"

// The next player of another side, to move in the position as it is. False if there is none.
static bool pass_to_other(Position *position)
{
    u8 us = variant_teammates(position->head.variant, position->head.turn);
    for (int i = 0; i < PLAYERS_MAX; i++) {
        head_advance(&position->head);
        if (!bits_has(us, position->head.turn)) return true;
    }
    return false;
}

static bool wins_something(const StudyReasons *why)
{
    for (int i = 0; i < why->count; i++)
        if (why->at[i].code == WHY_WINS || why->at[i].code == WHY_EJECTS) return true;
    return false;
}

bool study_threat(Study *study, const StudyPlace *place, StudyThreat *threat)
{
    const Variant *variant = place->position.head.variant;
    Position passed = place->position;
    Look now;
    if (variant->game->winners(&passed) || !pass_to_other(&passed)) return false;
    look_begin(study);
    if (!look_at(study, place, NULL, 0, 0, &now)) return false;
    int share[PLAYERS_MAX], ours = chance_of_score(&place->position, now.score);
    chance_shares(&place->position, place->position.head.turn, ours, share);
    *threat = (StudyThreat){ .player = passed.head.turn };
    StudyPlace other = study_place(&passed, NULL, 0);
    look_begin(study);
    if (!look_at(study, &other, NULL, 0, 0, &threat->look)) return false;
    threat->chance = chance_of_score(&passed, threat->look.score);
    threat->gain = threat->chance - share[threat->player];
    reasons_for(&passed, &threat->look, study->memo, &threat->why);
    threat->real =
        wins_something(&threat->why) || threat->gain * chance_sides(variant) / 2 >= LOSS_MISTAKE;
    return true;
}

bool study_hint(Study *study, const StudyPlace *place, StudyHint *hint)
{
    *hint = (StudyHint){ 0 };
    if (place->position.head.variant->game->winners(&place->position)) return false;
    look_begin(study);
    if (!look_at(study, place, NULL, 0, 0, &hint->look)) return false;
    hint->chance = chance_of_score(&place->position, hint->look.score);
    reasons_for(&place->position, &hint->look, study->memo, &hint->why);
    return true;
}
