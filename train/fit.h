// SPDX-License-Identifier: MIT
// Shared by the trainers of both games: options, rates, Adam, the loss, writing the net.
#ifndef MEYDAN_TRAIN_FIT_H
#define MEYDAN_TRAIN_FIT_H

#include "base/types.h"
#include "file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SCALE 128.0f // score of one unit of log odds
#define UNIT  64.0f  // of the quantised tables: 1.0 is 64

// PROGRAM VARIANT OUT.net [--epochs N] [--result SHARE] [--rate R] [--from STATE] [--ahead WEIGHT]
//         [--quiet 1] FILE...
typedef struct Fit {
    int epochs;
    float share, rate; // weight of results (the rest is the search's), first rate
    const char *from;  // a state to continue from, or NULL
    // The weight of the second target: the final lead. The same units have to predict it, through
    // outputs that the net doesn't keep.
    float ahead;
    bool quiet; // leave positions out whose best move is loud
} Fit;

// Returns the index of the first file argument; argc if there is none.
static inline int fit_options(Fit *fit, int argc, char **argv)
{
    int i = 3;
    for (; i + 1 < argc && !strncmp(argv[i], "--", 2); i += 2) {
        if (!strcmp(argv[i], "--epochs")) fit->epochs = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--result")) fit->share = (float)atof(argv[i + 1]);
        if (!strcmp(argv[i], "--rate")) fit->rate = (float)atof(argv[i + 1]);
        if (!strcmp(argv[i], "--from")) fit->from = argv[i + 1];
        if (!strcmp(argv[i], "--ahead")) fit->ahead = (float)atof(argv[i + 1]);
        if (!strcmp(argv[i], "--quiet")) fit->quiet = atoi(argv[i + 1]);
    }
    return i < argc ? i : argc;
}

// Half a cosine from the first rate down to a fiftieth; `done` is the part of the run, 0 to 1.
static inline float fit_rate(const Fit *fit, double done)
{
    return fit->rate * (0.02f + 0.98f * (float)(1 + cos(done * 3.14159265)) / 2);
}

// Reads all samples of the files, `size` bytes each; stops the program if out of memory.
static inline void *fit_read(char **file, int files, size_t size, size_t *count)
{
    size_t capacity = 1 << 20;
    char *samples = malloc(capacity * size);
    *count = 0;
    for (int i = 0; i < files; i++) {
        FILE *in = fopen(file[i], "rb");
        size_t got = 0;
        while (samples && in &&
               (got = fread(samples + *count * size, size, capacity - *count, in)) > 0) {
            *count += got;
            if (*count == capacity) samples = realloc(samples, (capacity *= 2) * size);
        }
        if (in) fclose(in);
    }
    if (samples) return samples;
    fprintf(stderr, "out of memory\n");
    exit(2);
}

// Applies the summed gradients of a batch and resets them to 0.
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

// The cross entropy minus its minimum for a perfect prediction.
static inline float divergence(float p, float target)
{
    return entropy(p, target) - entropy(target, target);
}

static inline int16_t round16(float x)
{
    return (int16_t)lrintf(x > 32000 ? 32000 : x < -32000 ? -32000 : x);
}

// Writes the quantised net, and beside it the exact one to continue from.
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
