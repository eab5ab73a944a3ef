// SPDX-License-Identifier: MIT
#include "runner/stats.h"

#include <math.h>

#define Z95 1.959963984540054

u64 tally_games(const Tally *tally)
{
    return tally->win + tally->draw + tally->loss;
}

u64 tally_pairs(const Tally *tally)
{
    u64 pairs = 0;
    for (int i = 0; i < PAIR_SCORES; i++)
        pairs += tally->pair[i];
    return pairs;
}

double elo_of_score(double score)
{
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 400 * log10(score / (1 - score));
}

double score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

// A distribution of scores in equal steps from 0 to 1.
typedef struct Sample {
    const u64 *count;
    int scores;
    double n, mean, variance;
} Sample;

static Sample sample_of(const u64 *count, int scores)
{
    Sample sample = { .count = count, .scores = scores };
    double sum = 0, squares = 0;
    for (int i = 0; i < scores; i++) {
        double score = (double)i / (scores - 1), n = (double)count[i];
        sample.n += n;
        sum += n * score;
        squares += n * score * score;
    }
    if (sample.n > 0) {
        sample.mean = sum / sample.n;
        sample.variance = squares / sample.n - sample.mean * sample.mean;
        if (sample.variance < 0) sample.variance = 0; // rounding error
    }
    return sample;
}

static Interval wilson_share(double share, double n)
{
    if (n <= 0) return (Interval){ 0, 0.5, 1 };
    double z2 = Z95 * Z95;
    double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
    double half = Z95 / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    Interval interval = { middle - half, share, middle + half };
    // Exact where rounding would leave a remainder.
    if (share <= 0 || interval.low < 0) interval.low = 0;
    if (share >= 1 || interval.high > 1) interval.high = 1;
    return interval;
}

Interval wilson(u64 won, u64 games)
{
    return wilson_share(games ? (double)won / (double)games : 0, (double)games);
}

static Interval sample_elo(const Sample *sample)
{
    Interval share = { 0, 0.5, 1 };
    if (sample->n > 0 && sample->variance > 0) {
        double half = Z95 * sqrt(sample->variance / sample->n);
        share = (Interval){ sample->mean - half, sample->mean, sample->mean + half };
    } else if (sample->n > 0) {
        // All scores are equal, so their spread is uninformative. Use that of wins and losses.
        share = wilson_share(sample->mean, sample->n);
    }
    return (Interval){ elo_of_score(share.low), elo_of_score(share.mid), elo_of_score(share.high) };
}

Interval tally_elo(const Tally *tally)
{
    u64 count[3] = { tally->loss, tally->draw, tally->win };
    Sample sample = sample_of(count, 3);
    return sample_elo(&sample);
}

Interval tally_elo_pairs(const Tally *tally)
{
    Sample sample = sample_of(tally->pair, PAIR_SCORES);
    return sample_elo(&sample);
}

double tally_superiority(const Tally *tally)
{
    u64 count[3] = { tally->loss, tally->draw, tally->win };
    Sample sample = sample_of(tally->pair, PAIR_SCORES);
    if (sample.n <= 0) sample = sample_of(count, 3);
    if (sample.n <= 0) return 0.5;
    // One more game of each kind would have produced a spread, so assume at least that much.
    double least = 0.25 / (sample.n + 1);
    double variance = sample.variance > least ? sample.variance : least;
    return 0.5 * erfc(-(sample.mean - 0.5) / sqrt(2 * variance / sample.n));
}

// --- the sequential test -------------------------------------------------------------------------

double sprt_lower(const Sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const Sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

// Of all distributions with the given mean, the likeliest has p[i] / (1 + x * (score[i] - mean))
// with the x that produces the mean. Finds x by bisection: the sum decreases with x over the whole
// range in which all the probabilities are positive.
static double best_tilt(const double p[PAIR_SCORES], double mean)
{
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int step = 0; step < 100; step++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < PAIR_SCORES; i++) {
            double off = i / 4.0 - mean;
            sum += p[i] * off / (1 + x * off);
        }
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double sprt_llr(const Sprt *sprt, const u64 pair[PAIR_SCORES])
{
    double mean0 = score_of_elo(sprt->elo0), mean1 = score_of_elo(sprt->elo1);
    double p[PAIR_SCORES], n = 0, ratio = 0;
    for (int i = 0; i < PAIR_SCORES; i++)
        n += (double)pair[i];
    if (n <= 0) return 0;
    // A score that hasn't occurred is still possible. A tiny probability keeps every mean possible.
    double sum = 0;
    for (int i = 0; i < PAIR_SCORES; i++)
        sum += p[i] = pair[i] ? (double)pair[i] : 1e-3;
    for (int i = 0; i < PAIR_SCORES; i++)
        p[i] /= sum;
    double x0 = best_tilt(p, mean0), x1 = best_tilt(p, mean1);
    for (int i = 0; i < PAIR_SCORES; i++)
        ratio += p[i] * log((1 + x0 * (i / 4.0 - mean0)) / (1 + x1 * (i / 4.0 - mean1)));
    return n * ratio;
}

SprtVerdict sprt_verdict(const Sprt *sprt, const u64 pair[PAIR_SCORES])
{
    double llr = sprt_llr(sprt, pair);
    return llr >= sprt_upper(sprt) ? SPRT_H1 : llr <= sprt_lower(sprt) ? SPRT_H0 : SPRT_OPEN;
}
