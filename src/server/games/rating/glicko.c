// SPDX-License-Identifier: MIT
// Names are the paper's: mu and phi are rating and deviation on the inner scale.
#include "server/games/rating/glicko.h"

#include <math.h>

static const double CENTRE = 1500, SCALE = 173.7178, DEVIATION_MAX = 350, VOLATILITY_NEW = 0.06;
static const double TAU = 0.5;          // limits the change of the volatility
static const double EPSILON = 0.000001; // the precision of its solution
enum { STEPS_MAX = 100 };

static double inner(double rating)
{
    return (rating - CENTRE) / SCALE;
}

// The weight of a game, which falls with the opponent's uncertainty.
static double g(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (M_PI * M_PI));
}

static double expected(double mu, double mu_j, double phi_j)
{
    return 1 / (1 + exp(-g(phi_j) * (mu - mu_j)));
}

static double f(double x, double delta, double phi, double v, double a)
{
    double e = exp(x), spread = phi * phi + v + e;
    return e * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (TAU * TAU);
}

// Step 5: the root of f between A and B, by the Illinois variant of regula falsi.
static double new_volatility(double sigma, double delta, double phi, double v)
{
    double a = log(sigma * sigma), A = a, B;
    if (delta * delta > phi * phi + v) {
        B = log(delta * delta - phi * phi - v);
    } else {
        int k = 1;
        while (k < STEPS_MAX && f(a - k * TAU, delta, phi, v, a) < 0)
            k++;
        B = a - k * TAU;
    }
    double fA = f(A, delta, phi, v, a), fB = f(B, delta, phi, v, a);
    for (int i = 0; i < STEPS_MAX && fabs(B - A) > EPSILON; i++) {
        double C = A + (A - B) * fA / (fB - fA), fC = f(C, delta, phi, v, a);
        if (fC * fB <= 0) {
            A = B;
            fA = fB;
        } else {
            fA /= 2;
        }
        B = C;
        fB = fC;
    }
    return exp(A / 2);
}

Glicko glicko_new(void)
{
    return (Glicko){ CENTRE, DEVIATION_MAX, VOLATILITY_NEW };
}

Glicko glicko_rest(Glicko player, double periods)
{
    double phi = player.deviation / SCALE;
    if (periods > 0) phi = sqrt(phi * phi + periods * player.volatility * player.volatility);
    player.deviation = fmin(phi * SCALE, DEVIATION_MAX);
    return player;
}

Glicko glicko_rate(Glicko player, const GlickoGame *games, int count)
{
    if (!count) return glicko_rest(player, 1);
    double mu = inner(player.rating), phi = player.deviation / SCALE;
    double information = 0, surprise = 0;
    for (int i = 0; i < count; i++) {
        double mu_j = inner(games[i].opponent.rating), phi_j = games[i].opponent.deviation / SCALE;
        double E = expected(mu, mu_j, phi_j);
        information += g(phi_j) * g(phi_j) * E * (1 - E);
        surprise += g(phi_j) * (games[i].score - E);
    }
    double v = 1 / information, delta = v * surprise;
    double sigma = new_volatility(player.volatility, delta, phi, v);
    double before = sqrt(phi * phi + sigma * sigma);
    double after = 1 / sqrt(1 / (before * before) + information);
    return (Glicko){
        .rating = (mu + after * after * surprise) * SCALE + CENTRE,
        .deviation = fmin(after * SCALE, DEVIATION_MAX),
        .volatility = sigma,
    };
}
