// SPDX-License-Identifier: MIT
// What the results of games say about strength: Elo with error bars, sequential tests, win rates.
//
// All intervals are of 95 %. Nothing here divides by zero: no games at all give the widest interval
// there is, and all games won give an Elo of +INFINITY with a lower end that is finite.
#ifndef MEYDAN_RUNNER_STATS_H
#define MEYDAN_RUNNER_STATS_H

#include "base/types.h"

// Games of one player against another. Two games with the same opening and seats reversed are a
// pair; `pair` counts them by half points scored, 0 to 4. Games in a pair are correlated, so the
// error is taken from the pairs where there are any (pentanomial), else from the games (trinomial).
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
// The chance that the player is the better one, from the pairs if there are any.
double tally_superiority(const Tally *tally);

// Wilson's interval for a share, here of games won.
Interval wilson(u64 won, u64 games);

// A sequential probability ratio test: is the Elo difference elo0 (or less) or elo1 (or more)?
typedef struct Sprt {
    double elo0, elo1, alpha, beta;
} Sprt;

typedef enum SprtVerdict { SPRT_OPEN, SPRT_H0, SPRT_H1 } SprtVerdict;

// Between these the test goes on.
double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);
// The log likelihood ratio of the best-fitting pair distributions with either mean. It grows with
// every pair won, even when all are won, so the test always ends.
double sprt_llr(const Sprt *sprt, const u64 pair[PAIR_SCORES]);
SprtVerdict sprt_verdict(const Sprt *sprt, const u64 pair[PAIR_SCORES]);

#endif
