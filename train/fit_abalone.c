// SPDX-License-Identifier: MIT
// Fits the Abalone evaluation to self-play samples: Adam on the line tables, in single precision.
//
//     fit_abalone VARIANT OUT.net [--epochs N] [--result SHARE] [--rate R] [--from STATE]
//                 [--ahead WEIGHT] [--quiet 1] FILE...
//
// A state and its mirror image share a row, so the evaluation is symmetric by construction. OUT.net
// receives the quantised net, OUT.net.state the exact one to continue from. "--from -" starts with
// the net in the binary. Units beyond its width start at random.
#include "abalone/position.h"
#include "base/rng.h"
#include "engine/lines.h"
#include "fit.h"
#include "guess.h"
#include "sample.h"
#include "variants/variants.h"

enum { PLAIN = 16 }; // units used directly; the others are squared
enum { BATCH = 512 };

typedef struct Weights {
    float table[AB_STATES][AB_WIDTH];
    float bias[AB_WIDTH], out[AB_STAGES][AB_WIDTH];
    float material[AB_SCORES][AB_SCORES];
    float tempo[4];
    float ahead[AB_STAGES][AB_WIDTH]; // outputs for the final lead
} Weights;

static Weights w, m, v, g, start;
static u16 row_of[AB_STATES]; // the row that a state shares with its mirror image
static u32 touched[AB_STATES];
static u32 step_number;
static int known = 1; // units with a meaning before training: the guess's, or a net's

typedef struct Ready {
    u16 state[AB_LINES];
    u8 own, other, turns, stage;
    float target, lead;
} Ready;

static void find_rows(void)
{
    int first = 0;
    for (int length = 5; length <= 9; length++) {
        int states = (int)(pow(3, length) + 0.5);
        for (int s = 0; s < states; s++) {
            int r = state_reversed(s, length);
            row_of[first + s] = (u16)(first + (r < s ? r : s));
        }
        first += states;
    }
}

static void begin(void)
{
    Rng rng = { 7 };
    for (int i = 0; i < AB_STATES; i++)
        for (int k = 0; k < AB_WIDTH; k++)
            w.table[i][k] = ((float)rng_below(&rng, 2001) / 1000.0f - 1) * (k ? 0.05f : 0.0f);
    for (int k = 1; k < AB_WIDTH; k++) {
        w.out[0][k] = ((float)rng_below(&rng, 2001) / 1000.0f - 1) * 0.3f;
        w.bias[k] = 0.5f;
    }
    w.out[0][0] = 1;
    for (int stage = 1; stage < AB_STAGES; stage++)
        memcpy(w.out[stage], w.out[0], sizeof w.out[0]);
    int first = 0;
    for (int length = 5; length <= 9; length++) {
        int states = (int)(pow(3, length) + 0.5);
        for (int state = 0; state < states; state++)
            w.table[first + state][0] = (float)(2 * line_guess(state, length)) / SCALE;
        first += states;
    }
    for (int a = 0; a < AB_SCORES; a++)
        for (int b = 0; b < AB_SCORES; b++)
            w.material[a][b] = 0.6f * (float)(a - b);
}

// Copies as many units as the net in the binary has.
static void begin_shipped(int which)
{
    const AbNet *net = net_default()->abalone[which];
    int width = AB_WIDTH;
    for (bool used = false; width > 0 && !used; width -= !used)
        for (int stage = 0; stage < AB_STAGES; stage++)
            used |= net->out[stage][width - 1] != 0;
    for (int k = 0; k < AB_WIDTH; k++) {
        for (int i = 0; i < AB_STATES && k < width; i++)
            w.table[i][k] = net->table[i][k] / UNIT;
        if (k < width) w.bias[k] = net->bias[k] / UNIT;
        for (int stage = 0; stage < AB_STAGES; stage++)
            w.out[stage][k] = k < width ? net->out[stage][k] / SCALE : 0.1f * w.out[stage][k];
    }
    for (int a = 0; a < AB_SCORES; a++)
        for (int b = 0; b < AB_SCORES; b++)
            w.material[a][b] = net->material[a][b] / SCALE;
    for (int k = 0; k < 4; k++)
        w.tempo[k] = net->tempo[k] / SCALE;
    known = width;
    start = w;
}

static float forward(const Ready *r, float sum[AB_WIDTH])
{
    memcpy(sum, w.bias, sizeof w.bias);
    for (int i = 0; i < AB_LINES; i++)
        for (int k = 0; k < AB_WIDTH; k++)
            sum[k] += w.table[r->state[i]][k];
    const float *out = w.out[r->stage];
    float value = sum[0] * out[0] + w.material[r->own][r->other] + w.tempo[r->turns];
    for (int k = 1; k < AB_WIDTH; k++) {
        float unit = sum[k] < 0 ? 0 : sum[k] > AB_CLIP / UNIT ? AB_CLIP / UNIT : sum[k];
        value += (k < PLAIN ? unit : unit * unit) * out[k];
    }
    return value;
}

static float backward(const Ready *r, float ahead)
{
    float sum[AB_WIDTH];
    float p = chance(forward(r, sum));
    float error = p - r->target; // derivative of the cross entropy
    float down[AB_WIDTH], value[AB_WIDTH], lead = 0;
    for (int k = 0; k < AB_WIDTH; k++) {
        float unit = sum[k] < 0 ? 0 : sum[k] > AB_CLIP / UNIT ? AB_CLIP / UNIT : sum[k];
        value[k] = k == 0 ? sum[0] : k < PLAIN ? unit : unit * unit;
        lead += value[k] * w.ahead[r->stage][k];
    }
    float missed = ahead * (lead - r->lead);
    missed = missed > ahead ? ahead : missed < -ahead ? -ahead : missed; // Huber
    for (int k = 0; k < AB_WIDTH; k++) {
        bool open = k == 0 || (sum[k] > 0 && sum[k] < AB_CLIP / UNIT);
        g.out[r->stage][k] += error * value[k];
        g.ahead[r->stage][k] += missed * value[k];
        float pull = error * w.out[r->stage][k] + missed * w.ahead[r->stage][k];
        down[k] = open ? pull * (k < PLAIN ? 1 : 2 * sum[k]) : 0;
        g.bias[k] += k ? down[k] : 0;
    }
    for (int i = 0; i < AB_LINES; i++)
        for (int k = 0; k < AB_WIDTH; k++)
            g.table[r->state[i]][k] += down[k];
    g.material[r->own][r->other] += error;
    g.tempo[r->turns] += error;
    return divergence(p, r->target);
}

static void update(const Ready *batch, int count, float rate)
{
    step_number++;
    for (int i = 0; i < count; i++)
        for (int l = 0; l < AB_LINES; l++) {
            u16 row = batch[i].state[l];
            if (touched[row] == step_number) continue;
            touched[row] = step_number;
            adam(w.table[row], m.table[row], v.table[row], g.table[row], AB_WIDTH, BATCH, rate);
            for (int k = 0; k < AB_WIDTH; k++) { // the range of int8
                float most = 126.0f / UNIT;
                if (w.table[row][k] > most) w.table[row][k] = most;
                if (w.table[row][k] < -most) w.table[row][k] = -most;
            }
        }
    adam(w.bias, m.bias, v.bias, g.bias, AB_WIDTH, BATCH, rate);
    adam(&w.out[0][0], &m.out[0][0], &v.out[0][0], &g.out[0][0], AB_STAGES * AB_WIDTH, BATCH, rate);
    adam(&w.ahead[0][0], &m.ahead[0][0], &v.ahead[0][0], &g.ahead[0][0], AB_STAGES * AB_WIDTH,
         BATCH, rate);
    adam(&w.material[0][0], &m.material[0][0], &v.material[0][0], &g.material[0][0],
         AB_SCORES * AB_SCORES, BATCH, rate);
    adam(w.tempo, m.tempo, v.tempo, g.tempo, 4, BATCH, rate);
}

static void write_net(const char *path)
{
    static AbNet net;
    for (int i = 0; i < AB_STATES; i++) {
        // A state that never occurred in training keeps its initial value and has no noise.
        int row = row_of[i];
        bool met = memcmp(&w.table[row][1], &start.table[row][1], sizeof(float) * (AB_WIDTH - 1));
        for (int k = 0; k < AB_WIDTH; k++)
            net.table[i][k] = k >= known && !met ? 0 : (i8)lrintf(w.table[row][k] * UNIT);
    }
    for (int k = 0; k < AB_WIDTH; k++) {
        net.bias[k] = round16(w.bias[k] * UNIT);
        for (int stage = 0; stage < AB_STAGES; stage++)
            net.out[stage][k] = round16(w.out[stage][k] * SCALE); // unit * out / 64
    }
    for (int a = 0; a < AB_SCORES; a++)
        for (int b = 0; b < AB_SCORES; b++)
            net.material[a][b] = round16(w.material[a][b] * SCALE);
    for (int k = 0; k < 4; k++)
        net.tempo[k] = round16(w.tempo[k] * SCALE);
    net.plain = PLAIN;
    fit_write(path, &net, sizeof net, &w, sizeof w);
}

static int turns_until(const Variant *variant, const AbSample *s, int team)
{
    Head head = { variant, s->turn, s->out };
    int turns = 0;
    for (; variant->team[head.turn] != team && turns < 3; turns++)
        head_advance(&head);
    return turns;
}

// A sample from the view of one team.
static Ready prepare(const Variant *variant, const AbSample *s, int team, float share)
{
    Ready r = { 0 };
    u16 own[AB_LINES] = { 0 }, foe[AB_LINES] = { 0 };
    for (int player = 0; player < variant->players; player++) {
        u16 *sum = variant->team[player] == team ? own : foe;
        for (u64 rest = s->marble[player]; rest; rest &= rest - 1) {
            const CellLines *lines = &CELL_LINES[bits_first(rest)];
            for (int axis = 0; axis < AXES; axis++)
                sum[lines->line[axis]] = (u16)(sum[lines->line[axis]] + lines->weight[axis]);
        }
    }
    for (int i = 0; i < AB_LINES; i++)
        r.state[i] = row_of[LINE_FIRST[i] + own[i] + 2 * foe[i]];
    r.own = s->score[team];
    r.stage = (u8)ab_stage(s->score, 0);
    for (int other = 0; other < 4; other++)
        if (other != team && s->score[other] > r.other) r.other = s->score[other];
    r.turns = (u8)turns_until(variant, s, team);
    bool mover = variant->team[s->turn] == team;
    float result = 1.0f / (variant_each_alone(variant) ? variant->players : 2);
    bool won = false;
    for (int player = 0; player < variant->players; player++)
        if (s->winners >> player & 1 && variant->team[player] == team) won = true;
    if (s->winners) result = won ? 1 : 0;
    float search = chance((float)s->search / SCALE);
    if (!mover) search = 1 - search;
    r.target = share * result + (1 - share) * search;
    // Marbles still to come; those already pushed out are an input.
    r.lead = mover ? (float)(s->lead - (r.own - r.other)) / 3 : 0;
    return r;
}

int main(int argc, char **argv)
{
    Fit fit = { .epochs = 6, .share = 0.3f, .rate = 0.002f };
    int i = fit_options(&fit, argc, argv);
    const Variant *variant = argc > 3 ? variant_find(text_of(argv[1])) : NULL;
    if (!variant || i >= argc) {
        fprintf(stderr, "usage: fit_abalone VARIANT OUT.net [options] FILE...\n");
        return 2;
    }
    lines_init();
    find_rows();
    begin();
    start = w;
    if (fit.from && !strcmp(fit.from, "-")) {
        begin_shipped(variant->players - 2);
    } else if (fit.from && !file_get(fit.from, &w, sizeof w)) {
        fprintf(stderr, "cannot read %s\n", fit.from);
        return 2;
    }
    size_t count;
    AbSample *samples = fit_read(argv + i, argc - i, sizeof *samples, &count);
    static Ready batch[BATCH];
    Rng rng = { 11 };
    size_t held = count / 50, train = count - held;
    for (int epoch = 0; epoch < fit.epochs; epoch++) {
        double loss = 0, test = 0;
        size_t seen = 0;
        int filled = 0;
        for (size_t k = 0; k < train; k++) {
            // Shuffle incrementally: the remaining samples follow.
            size_t j = k + rng_next(&rng) % (train - k);
            AbSample s = samples[j];
            samples[j] = samples[k];
            samples[k] = s;
            if (fit.quiet && s.loud) continue;
            // From the mover's view, because only the mover's search score is their own.
            batch[filled] = prepare(variant, &s, variant->team[s.turn], fit.share);
            loss += backward(&batch[filled], fit.ahead);
            if (++filled < BATCH) continue;
            update(batch, BATCH, fit_rate(&fit, (epoch + (double)k / train) / fit.epochs));
            seen += BATCH;
            filled = 0;
        }
        for (size_t k = train; k < count; k++) {
            float sum[AB_WIDTH];
            Ready r = prepare(variant, &samples[k], variant->team[samples[k].turn], fit.share);
            test += divergence(chance(forward(&r, sum)), r.target);
        }
        fprintf(stderr, "epoch %d/%d: %zu samples, loss %.5f, held out %.5f\n", epoch + 1,
                fit.epochs, count, seen ? loss / (double)seen : 0, held ? test / (double)held : 0);
        write_net(argv[2]);
    }
    return 0;
}
