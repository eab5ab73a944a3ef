// SPDX-License-Identifier: MIT
// Statistics of match results: Elo with error bars, sequential tests, win rates.
//
// All intervals are 95 % intervals. Nothing here divides by zero: no games give the widest possible
// interval, and all games won give an Elo of +INFINITY with a finite lower end.
#ifndef MEYDAN_RUNNER_STATS_H
#define MEYDAN_RUNNER_STATS_H

#include "base/types.h"

// Games of one player against another. Two games with the same opening and reversed seats are a
// pair; `pair` counts them by half points scored, 0 to 4. Games in a pair are correlated, so the
// error is computed from the pairs if there are any (pentanomial), otherwise from the games
// (trinomial).
enum { PAIR_SCORES = 5 };
typedef struct Tally {
    u64 win, draw, loss;
    u64 pair[PAIR_SCORES];
} Tally;

typedef struct Interval {
    double low, mid, high;
} Interval;

u64 tally_games(const Tally *tally);
u64 tally_pairs(const Tally *tally);

double elo_of_score(double score); // -INFINITY and +INFINITY at 0 and 1
double score_of_elo(double elo);

Interval tally_elo(const Tally *tally);       // trinomial
Interval tally_elo_pairs(const Tally *tally); // pentanomial
// The probability that the player is the stronger one, from the pairs if there are any.
double tally_superiority(const Tally *tally);

// Wilson's interval for a proportion, such as games won.
Interval wilson(u64 won, u64 games);

// A sequential probability ratio test: is the Elo difference elo0 (or less) or elo1 (or more)?
typedef struct Sprt {
    double elo0, elo1, alpha, beta;
} Sprt;

typedef enum SprtVerdict { SPRT_OPEN, SPRT_H0, SPRT_H1 } SprtVerdict;

// The test continues between these bounds.
double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);
// The log likelihood ratio of the best-fitting pair distributions with either mean. It grows with
// every pair won, even if all are won, so the test always ends.
double sprt_llr(const Sprt *sprt, const u64 pair[PAIR_SCORES]);
SprtVerdict sprt_verdict(const Sprt *sprt, const u64 pair[PAIR_SCORES]);

#endif
