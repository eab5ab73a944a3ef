// SPDX-License-Identifier: MIT
#include "analysis/chance.h"

#include "abalone/position.h"
#include "engine/chance.h"
#include "quoridor/position.h"
#include "variants/variants.h"

static bool is_abalone(const Position *position)
{
    return position->head.variant->game == &AB_GAME;
}

int chance_progress(const Position *position)
{
    int progress = 0;
    if (is_abalone(position)) {
        for (int team = 0; team < PLAYERS_MAX; team++)
            progress += ((const AbPosition *)position)->score[team];
        return progress;
    }
    const QrPosition *quoridor = (const QrPosition *)position;
    const QrVariant *variant = qr_variant(quoridor);
    for (int player = 0; player < variant->common.players; player++)
        progress += variant->walls - quoridor->walls[player];
    return progress;
}

int chance_stage(const Position *position)
{
    // The progress at which each later stage begins.
    static const u8 ABALONE[CHANCE_STAGES - 1] = { 1, 4, 7 };
    static const u8 QUORIDOR[CHANCE_STAGES - 1] = { 5, 11, 16 };
    const u8 *begin = is_abalone(position) ? ABALONE : QUORIDOR;
    int progress = chance_progress(position), stage = 0;
    while (stage < CHANCE_STAGES - 1 && progress >= begin[stage])
        stage++;
    return stage;
}

// --- curves --------------------------------------------------------------------------------------

enum { KNOT = 128, KNOTS = 64, SCORE_MOST = 2000 };

// One stage's curve: logits in 1024ths.
typedef struct Curve {
    int bias, slope; // the slope per 100 of score
} Curve;

typedef struct Curves {
    const char *variant;
    Curve stage[CHANCE_STAGES];
    int half; // where each plays alone: the static evaluation that halves a share
} Curves;

#include "analysis/chance.inc"

// A variant without fitted curves uses those of a variant of its game with as many players.
static const Curves *curves_of(const Variant *variant)
{
    for (int i = 0; i < VARIANTS; i++)
        if (text_is(text_of(CURVES[i].variant), variant->id)) return &CURVES[i];
    for (int i = 0; i < VARIANTS; i++) {
        const Variant *alike = variant_find(text_of(CURVES[i].variant));
        if (alike->game == variant->game && alike->players == variant->players) return &CURVES[i];
    }
    return &CURVES[0];
}

static int sigmoid(int logit)
{
    int size = logit < 0 ? -logit : logit;
    if (size >= KNOT * KNOTS) size = KNOT * KNOTS - 1;
    u32 low = SIGMOID[size / KNOT], high = SIGMOID[size / KNOT + 1];
    u32 part = low + (high - low) * (u32)(size % KNOT) / KNOT;
    int chance = (int)((part * CHANCE_ONE + 32768) / 65536);
    return logit < 0 ? CHANCE_ONE - chance : chance;
}

int chance_of_score(const Position *position, Score score)
{
    if (score >= SCORE_MATED_MAX) return CHANCE_ONE;
    if (score <= -SCORE_MATED_MAX) return 0;
    if (score > SCORE_MOST) score = SCORE_MOST;
    if (score < -SCORE_MOST) score = -SCORE_MOST;
    const Curve *curve = &curves_of(position->head.variant)->stage[chance_stage(position)];
    int chance = sigmoid(curve->bias + curve->slope * score / 100);
    return chance < 1 ? 1 : chance >= CHANCE_ONE ? CHANCE_ONE - 1 : chance;
}

// Splits the share not taken by one player among the others who are in.
static void split_rest(const Position *position, int player, int rest, int share[PLAYERS_MAX])
{
    const Variant *variant = position->head.variant;
    int half = curves_of(variant)->half, last = player;
    Score value[PLAYERS_MAX] = { 0 }, top = -SCORE_NONE;
    for (int other = 0; other < variant->players; other++) {
        if (other == player || bits_has(position->head.out, other)) continue;
        value[other] = engine_evaluate_for(position, other);
        if (value[other] > top) top = value[other];
        last = other;
    }
    u32 weight[PLAYERS_MAX] = { 0 }, sum = 0;
    for (int other = 0; other < variant->players; other++) {
        if (other == player || bits_has(position->head.out, other)) continue;
        weight[other] = chance_exact(top - value[other], half) + 1;
        sum += weight[other];
    }
    int left = rest;
    for (int other = 0; other < variant->players; other++) {
        if (!weight[other]) continue;
        share[other] = other == last ? left : (int)((u64)weight[other] * (u32)rest / sum);
        left -= share[other];
    }
}

void chance_shares(const Position *position, int player, int chance, int share[PLAYERS_MAX])
{
    const Variant *variant = position->head.variant;
    u8 ours = variant_teammates(variant, player);
    for (int p = 0; p < PLAYERS_MAX; p++)
        share[p] = p >= variant->players ? 0 : bits_has(ours, p) ? chance : CHANCE_ONE - chance;
    if (!variant_each_alone(variant)) return;
    for (int p = 0; p < variant->players; p++)
        if (p != player) share[p] = 0;
    u8 winners = variant->game->winners(position);
    if (!winners) {
        split_rest(position, player, CHANCE_ONE - chance, share);
        return;
    }
    for (int p = 0; p < variant->players; p++)
        share[p] = bits_has(winners, p) ? CHANCE_ONE : 0;
}

int chance_sides(const Variant *variant)
{
    return variant_each_alone(variant) ? variant->players : 2;
}
