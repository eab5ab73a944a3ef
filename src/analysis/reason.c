// SPDX-License-Identifier: MIT
// The parts common to all games. reason_abalone.c and reason_quoridor.c have the rest.
#include "analysis/reason.h"

#include "analysis/reason_games.h"
#include "base/bits.h"

const char *why_name(int code)
{
    static const char *const NAME[WHY_CODES] = {
        [WHY_MISSED_WIN] = "missed-win",
        [WHY_ALLOWS_WIN] = "allows-win",
        [WHY_MARBLE_LOST] = "marble-lost",
        [WHY_EJECTION_MISSED] = "ejection-missed",
        [WHY_SPLIT] = "split",
        [WHY_EDGE] = "edge",
        [WHY_CENTRE] = "centre",
        [WHY_RACE] = "race",
        [WHY_MISSED_CUT] = "missed-cut",
        [WHY_MISSED_DEFENCE] = "missed-defence",
        [WHY_WRONG_SIDE] = "wrong-side",
        [WHY_WASTED_WALL] = "wasted-wall",
        [WHY_SELF_BLOCK] = "self-block",
        [WHY_TEMPO] = "tempo",
        [WHY_WINS] = "wins",
        [WHY_EJECTS] = "ejects",
        [WHY_CUTS] = "cuts",
        [WHY_JUMPS] = "jumps",
        [WHY_ADVANCES] = "advances",
        [WHY_SAVES] = "saves",
        [WHY_PRESSES] = "presses",
        [WHY_JOINS] = "joins",
        [WHY_CENTRES] = "centres",
    };
    return NAME[code];
}

const char *certainty_name(int certainty)
{
    static const char *const NAME[] = { "proven", "searched", "static" };
    return NAME[certainty];
}

void reasons_add(MoveReasons *reasons, MoveReason reason)
{
    if (reasons->count < REASONS_MAX) reasons->at[reasons->count++] = reason;
}

Position reason_after(const Position *position, const Move *moves, int count)
{
    Position after = *position;
    for (int i = 0; i < count; i++)
        after.head.variant->game->play(&after, moves[i]);
    return after;
}

int reason_moves_by(const Position *position, u8 side, int plies)
{
    Head head = position->head;
    int count = 0;
    for (int i = 0; i < plies; i++) {
        count += bits_has(side, head.turn);
        head_advance(&head);
    }
    return count;
}

// The line's first move leads to a forced win of the side: returns its length and whether it is
// proven.
static MoveReason forced(const Position *position, const SearchResult *result, u8 side,
                         WhyCode code, ProofMemo *memo)
{
    int plies = SCORE_MATE - (result->score < 0 ? -result->score : result->score);
    Position next = reason_after(position, result->line, 1);
    bool proven = proof_wins(memo, &next, side, plies - 1);
    return (MoveReason){ .code = (u8)code,
                         .sure = proven ? CERTAINTY_PROVEN : CERTAINTY_SEARCHED,
                         .player = (u8)bits_first(side),
                         .length = (u8)result->length,
                         .number = reason_moves_by(position, side, plies),
                         .move = result->line[0] };
}

// The side that makes the last move of a line that ends the game.
static u8 winner_of(const Position *position, const SearchResult *result)
{
    Head head = position->head;
    for (int plies = SCORE_MATE + result->score; plies > 1; plies--)
        head_advance(&head);
    return variant_teammates(head.variant, head.turn);
}

void reasons_against(const Position *position, const SearchResult *better,
                     const SearchResult *played, ProofMemo *memo, MoveReasons *reasons)
{
    u8 us = variant_teammates(position->head.variant, position->head.turn);
    *reasons = (MoveReasons){ 0 };
    if (better->score >= SCORE_MATED_MAX && played->score < SCORE_MATED_MAX)
        reasons_add(reasons, forced(position, better, us, WHY_MISSED_WIN, memo));
    if (played->score <= -SCORE_MATED_MAX && better->score > -SCORE_MATED_MAX) {
        u8 them = winner_of(position, played);
        if (!(them & us)) {
            MoveReason reason = forced(position, played, them, WHY_ALLOWS_WIN, memo);
            reason.after = true;
            reasons_add(reasons, reason);
        }
    }
    if (text_is(text_of(position->head.variant->game->name), "abalone"))
        ab_reasons_against(position, better, played, reasons);
    else
        qr_reasons_against(position, better, played, reasons);
}

void reasons_for(const Position *position, const SearchResult *result, ProofMemo *memo,
                 MoveReasons *reasons)
{
    u8 us = variant_teammates(position->head.variant, position->head.turn);
    *reasons = (MoveReasons){ 0 };
    if (result->score >= SCORE_MATED_MAX)
        reasons_add(reasons, forced(position, result, us, WHY_WINS, memo));
    if (text_is(text_of(position->head.variant->game->name), "abalone"))
        ab_reasons_for(position, result, reasons);
    else
        qr_reasons_for(position, result, reasons);
}
