// SPDX-License-Identifier: MIT
#include "game/result.h"

#include "base/bits.h"

static const char *const SCORE[] = { "0", "1/2", "1" }; // by half points

int outcome_halves(const Outcome *outcome, int player)
{
    return 2 * bits_has(outcome->winners, player) + bits_has(outcome->drawn, player);
}

int outcome_team_halves(const Outcome *outcome, const Variant *variant, int team)
{
    int most = 0;
    for (int player = 0; player < variant->players; player++) {
        int halves = outcome_halves(outcome, player);
        if (variant->team[player] == team && halves > most) most = halves;
    }
    return most;
}

void outcome_write(const Outcome *outcome, const Variant *variant, Out *out)
{
    if (!outcome->winners && !outcome->drawn) {
        out_char(out, '*');
        return;
    }
    for (int player = 0; player < variant->players; player++)
        out_format(out, player ? "-%s" : "%s", SCORE[outcome_halves(outcome, player)]);
}

static bool can_come_about(const Variant *variant, const Outcome *outcome)
{
    u8 winners = outcome->winners, drawn = outcome->drawn;
    if (winners) return !drawn && winners == variant_teammates(variant, bits_first(winners));
    if (variant_each_alone(variant)) return bits_count(drawn) > 1; // others may have left
    return drawn == variant_everyone(variant);
}

Status outcome_read(const Variant *variant, Text text, Outcome *outcome, Fault *why)
{
    Outcome read = { 0 };
    Text rest = text, score;
    int player = 0;
    if (text_is(text, "*")) {
        *outcome = read;
        return OK;
    }
    for (; text_split(&rest, '-', &score); player++) {
        if (player >= variant->players) continue; // reported below
        if (text_is(score, SCORE[2]))
            read.winners |= (u8)bit(player);
        else if (text_is(score, SCORE[1]))
            read.drawn |= (u8)bit(player);
        else if (!text_is(score, SCORE[0]))
            return fault(why, MALFORMED, "result %q: a score is 1, 1/2 or 0, not %q", text, score);
    }
    if (player != variant->players)
        return fault(why, MALFORMED, "result %q is not the scores of %d players", text,
                     variant->players);
    if (!can_come_about(variant, &read))
        return fault(why, MALFORMED, "result %q cannot come about in %s", text, variant->id);
    read.over = true;
    *outcome = read;
    return OK;
}

const char *reason_name(Reason reason)
{
    static const char *const NAME[REASONS] = {
        [REASON_NORMAL] = "normal",           [REASON_TIME] = "time",
        [REASON_RESIGNATION] = "resignation", [REASON_AGREEMENT] = "agreement",
        [REASON_REPETITION] = "repetition",   [REASON_ABANDONED] = "abandoned",
    };
    return NAME[reason];
}

Status reason_read(Text text, Reason *reason, Fault *why)
{
    for (int i = 0; i < REASONS; i++)
        if (text_is(text, reason_name((Reason)i))) {
            *reason = (Reason)i;
            return OK;
        }
    return fault(why, MALFORMED, "termination %q is unknown", text);
}
