// SPDX-License-Identifier: MIT
// Fits the evaluation of Quoridor to self-play samples: Adam, single precision.
//
//     fit_quoridor VARIANT OUT.net [--epochs N] [--result SHARE] [--rate R] [--from STATE]
//                  [--ahead WEIGHT] [--quiet 1] FILE...
//
// With two players, every other position is mirrored (left and right are equivalent; with four
// players they aren't, because turns go clockwise). With four and results alone (--result 1) every
// position is taken from the view of a random player, otherwise from the mover's. OUT.net receives
// the quantised net, OUT.net.state the exact one to continue from. "--from -" starts with the net
// in the binary. Units beyond its width start at random.
#include "base/rng.h"
#include "engine/inputs.h"
#include "fit.h"
#include "sample.h"
#include "variants/variants.h"

enum { PLAIN = 16 }; // units used directly; the others are squared
enum { BATCH = 1024, ACTIVE = 200 };

typedef struct Weights {
    float table[QR_INPUTS][QR_WIDTH];
    float bias[QR_WIDTH], out[QR_STAGES][QR_WIDTH], last[QR_STAGES];
    float ahead[QR_STAGES][QR_WIDTH]; // outputs for the final lead
} Weights;

static Weights w, m, v, g;
static u16 mirror[QR_INPUTS];

typedef struct Ready {
    u16 input[ACTIVE];
    u8 count, stage;
    float target, lead;
} Ready;

static void find_mirror(void)
{
    for (int i = 0; i < QR_INPUTS; i++)
        mirror[i] = (u16)i;
    static const int BOARDS[] = { QR_OWN_PAWN, QR_FOE_PAWN, QR_OWN_WAY,
                                  QR_FOE_WAY,  QR_OWN_NECK, QR_FOE_NECK };
    for (int b = 0; b < 6; b++)
        for (int s = 0; s < 81; s++)
            mirror[BOARDS[b] + s] = (u16)(BOARDS[b] + s / 9 * 9 + 8 - s % 9);
    for (int s = 0; s < 128; s++)
        mirror[QR_WALLS + s] = (u16)(QR_WALLS + s / 8 * 8 + 7 - s % 8);
}

static void begin(void)
{
    Rng rng = { 7 };
    for (int i = 0; i < QR_INPUTS; i++)
        for (int k = 0; k < QR_WIDTH; k++)
            w.table[i][k] = ((float)rng_below(&rng, 2001) / 1000.0f - 1) * 0.05f;
    for (int k = 0; k < QR_WIDTH; k++) {
        w.out[0][k] = ((float)rng_below(&rng, 2001) / 1000.0f - 1) * 0.4f;
        for (int stage = 1; stage < QR_STAGES; stage++)
            w.out[stage][k] = w.out[0][k];
        w.bias[k] = 0.5f;
    }
}

// Copies as many units as the net in the binary has.
static void begin_shipped(int which)
{
    const QrNet *net = net_default()->quoridor[which];
    int width = QR_WIDTH;
    for (bool used = false; width > 0 && !used; width -= !used)
        for (int stage = 0; stage < QR_STAGES; stage++)
            used |= net->out[stage][width - 1] != 0;
    for (int k = 0; k < width; k++) {
        for (int i = 0; i < QR_INPUTS; i++)
            w.table[i][k] = net->table[i][k] / UNIT;
        w.bias[k] = net->bias[k] / UNIT;
        for (int stage = 0; stage < QR_STAGES; stage++)
            w.out[stage][k] = net->out[stage][k] / SCALE;
    }
    for (int k = width; k < QR_WIDTH; k++)
        for (int stage = 0; stage < QR_STAGES; stage++)
            w.out[stage][k] *= 0.1f;
    for (int stage = 0; stage < QR_STAGES; stage++)
        w.last[stage] = net->last[stage] / SCALE;
}

static float forward(const Ready *r, bool mirrored, float sum[QR_WIDTH])
{
    memcpy(sum, w.bias, sizeof w.bias);
    for (int i = 0; i < r->count; i++) {
        const float *row = w.table[mirrored ? mirror[r->input[i]] : r->input[i]];
        for (int k = 0; k < QR_WIDTH; k++)
            sum[k] += row[k];
    }
    float value = w.last[r->stage];
    for (int k = 0; k < QR_WIDTH; k++) {
        float unit = sum[k] < 0 ? 0 : sum[k] > QR_CLIP / UNIT ? QR_CLIP / UNIT : sum[k];
        value += (k < PLAIN ? unit : unit * unit) * w.out[r->stage][k];
    }
    return value;
}

static float backward(const Ready *r, bool mirrored, float ahead)
{
    float sum[QR_WIDTH], down[QR_WIDTH], value[QR_WIDTH], lead = 0;
    float p = chance(forward(r, mirrored, sum));
    float error = p - r->target;
    for (int k = 0; k < QR_WIDTH; k++) {
        float unit = sum[k] < 0 ? 0 : sum[k] > QR_CLIP / UNIT ? QR_CLIP / UNIT : sum[k];
        value[k] = k < PLAIN ? unit : unit * unit;
        lead += value[k] * w.ahead[r->stage][k];
    }
    float missed = ahead * (lead - r->lead);
    missed = missed > ahead ? ahead : missed < -ahead ? -ahead : missed; // Huber
    for (int k = 0; k < QR_WIDTH; k++) {
        bool open = sum[k] > 0 && sum[k] < QR_CLIP / UNIT;
        g.out[r->stage][k] += error * value[k];
        g.ahead[r->stage][k] += missed * value[k];
        float pull = error * w.out[r->stage][k] + missed * w.ahead[r->stage][k];
        down[k] = open ? pull * (k < PLAIN ? 1 : 2 * sum[k]) : 0;
        g.bias[k] += down[k];
    }
    for (int i = 0; i < r->count; i++) {
        float *row = g.table[mirrored ? mirror[r->input[i]] : r->input[i]];
        for (int k = 0; k < QR_WIDTH; k++)
            row[k] += down[k];
    }
    g.last[r->stage] += error;
    return divergence(p, r->target);
}

static void update(float rate)
{
    adam((float *)&w, (float *)&m, (float *)&v, (float *)&g, sizeof w / sizeof(float), BATCH, rate);
    float *table = &w.table[0][0];
    for (int i = 0; i < QR_INPUTS * QR_WIDTH; i++)
        table[i] = table[i] > 6 ? 6 : table[i] < -6 ? -6 : table[i];
}

static void write_net(const char *path)
{
    static QrNet net;
    for (int i = 0; i < QR_INPUTS; i++)
        for (int k = 0; k < QR_WIDTH; k++)
            net.table[i][k] = round16(w.table[i][k] * UNIT);
    for (int k = 0; k < QR_WIDTH; k++) {
        net.bias[k] = round16(w.bias[k] * UNIT);
        for (int stage = 0; stage < QR_STAGES; stage++)
            net.out[stage][k] = round16(w.out[stage][k] * SCALE);
    }
    for (int stage = 0; stage < QR_STAGES; stage++)
        net.last[stage] = round16(w.last[stage] * SCALE);
    net.plain = PLAIN;
    fit_write(path, &net, sizeof net, &w, sizeof w);
}

// A sample from a player's view. Only the mover's search score is their own.
static Ready prepare(const Variant *variant, const QrSample *s, int player, float share)
{
    Ready r = { 0 };
    QrPosition position = { .head = { variant, s->turn, s->out } };
    memcpy(position.wall, s->wall, sizeof s->wall);
    memcpy(position.pawn, s->pawn, sizeof s->pawn);
    memcpy(position.walls, s->walls, sizeof s->walls);
    Open open = open_of(&position);
    Way way[4];
    for (int i = 0; i < variant->players; i++)
        way[i] = way_find(&open, s->pawn[i], (Side)qr_variant(&position)->goal[i]);
    u16 input[QR_ACTIVE_MAX];
    int count = variant->players == 2 ? qr_inputs(&position, way, input)
                                      : qr4_inputs(&position, way, player, input);
    r.count = (u8)(count < ACTIVE ? count : ACTIVE);
    r.stage = (u8)qr_stage(&position);
    memcpy(r.input, input, r.count * sizeof *input);
    float result = !s->winners ? 1.0f / variant->players : s->winners >> player & 1 ? 1 : 0;
    float search = chance((float)s->search / SCALE);
    r.target = player == s->turn ? share * result + (1 - share) * search : result;
    r.lead = player == s->turn ? (float)s->lead / 8 : 0;
    return r;
}

int main(int argc, char **argv)
{
    Fit fit = { .epochs = 8, .share = 0.6f, .rate = 0.002f };
    int i = fit_options(&fit, argc, argv);
    const Variant *variant = argc > 3 ? variant_find(text_of(argv[1])) : NULL;
    if (!variant || i >= argc) {
        fprintf(stderr, "usage: fit_quoridor VARIANT OUT.net [options] FILE...\n");
        return 2;
    }
    find_mirror();
    begin();
    if (fit.from && !strcmp(fit.from, "-")) {
        begin_shipped(variant->players > 2);
    } else if (fit.from && !file_get(fit.from, &w, sizeof w)) {
        fprintf(stderr, "cannot read %s\n", fit.from);
        return 2;
    }
    size_t count;
    QrSample *samples = fit_read(argv + i, argc - i, sizeof *samples, &count);
    Rng rng = { 11 };
    size_t held = count / 50, train = count - held;
    // Only the mover's search score is their own; results apply to all players.
    bool any = variant_each_alone(variant) && fit.share >= 1;
    for (int epoch = 0; epoch < fit.epochs; epoch++) {
        double loss = 0, test = 0;
        size_t seen = 0;
        int filled = 0;
        for (size_t k = 0; k < train; k++) {
            // Shuffle incrementally: the remaining samples follow.
            size_t j = k + rng_next(&rng) % (train - k);
            QrSample s = samples[j];
            samples[j] = samples[k];
            samples[k] = s;
            if (fit.quiet && s.loud) continue;
            int player = any ? (int)rng_below(&rng, variant->players) : s.turn;
            Ready r = prepare(variant, &s, player, fit.share);
            loss += backward(&r, variant->players == 2 && rng_below(&rng, 2), fit.ahead);
            if (++filled < BATCH) continue;
            update(fit_rate(&fit, (epoch + (double)k / train) / fit.epochs));
            seen += BATCH;
            filled = 0;
        }
        for (size_t k = train; k < count; k++) {
            float sum[QR_WIDTH];
            Ready r = prepare(variant, &samples[k], samples[k].turn, fit.share);
            test += divergence(chance(forward(&r, false, sum)), r.target);
        }
        fprintf(stderr, "epoch %d/%d: %zu samples, loss %.5f, held out %.5f\n", epoch + 1,
                fit.epochs, count, seen ? loss / (double)seen : 0, held ? test / (double)held : 0);
        write_net(argv[2]);
    }
    return 0;
}
