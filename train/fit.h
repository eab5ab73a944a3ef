// SPDX-License-Identifier: MIT
// What the trainers of both games do alike: options, rates, Adam, the loss, writing the net.
#ifndef MEYDAN_TRAIN_FIT_H
#define MEYDAN_TRAIN_FIT_H

#include "base/types.h"
#include "file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SCALE 128.0f // score of one unit of log odds
#define UNIT  64.0f  // of the quantised tables: 1.0 is 64

// PROGRAM VARIANT OUT.net [--epochs N] [--result SHARE] [--rate R] [--from STATE] FILE...
typedef struct Fit {
    int epochs;
    float share, rate; // how much results weigh, the rest is the search's; the first rate
    const char *from;  // a state to go on from, or NULL
} Fit;

// Returns which argument is the first file; none if that is argc.
static inline int fit_options(Fit *fit, int argc, char **argv)
{
    int i = 3;
    for (; i + 1 < argc && !strncmp(argv[i], "--", 2); i += 2) {
        if (!strcmp(argv[i], "--epochs")) fit->epochs = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--result")) fit->share = (float)atof(argv[i + 1]);
        if (!strcmp(argv[i], "--rate")) fit->rate = (float)atof(argv[i + 1]);
        if (!strcmp(argv[i], "--from")) fit->from = argv[i + 1];
    }
    return i < argc ? i : argc;
}

static inline float fit_rate(const Fit *fit, int epoch)
{
    int epochs = fit->epochs;
    return fit->rate * (epoch < epochs / 2 ? 1 : epoch < epochs * 3 / 4 ? 0.3f : 0.1f);
}

// A step by the sums of a batch's gradients, which become 0.
static inline void adam(float *x, float *m, float *v, float *g, size_t count, int batch, float rate)
{
    for (size_t i = 0; i < count; i++) {
        float d = g[i] / batch;
        g[i] = 0;
        m[i] = 0.9f * m[i] + 0.1f * d;
        v[i] = 0.999f * v[i] + 0.001f * d * d;
        x[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-8f);
    }
}

static inline float chance(float value)
{
    return 1 / (1 + expf(-value));
}

static inline float entropy(float p, float target)
{
    return -(target * logf(p + 1e-7f) + (1 - target) * logf(1 - p + 1e-7f));
}

static inline int16_t round16(float x)
{
    return (int16_t)lrintf(x > 32000 ? 32000 : x < -32000 ? -32000 : x);
}

// The quantised net, and beside it the exact one to go on from.
static inline void fit_write(const char *path, const void *net, size_t net_size, const void *exact,
                             size_t exact_size)
{
    char state[512];
    snprintf(state, sizeof state, "%s.state", path);
    if (file_put(path, net, net_size) && file_put(state, exact, exact_size)) return;
    fprintf(stderr, "cannot write %s and its state\n", path);
    exit(2);
}

#endif
