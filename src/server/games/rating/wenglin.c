// SPDX-License-Identifier: MIT
#include "server/games/rating/wenglin.h"

#include <assert.h>
#include <math.h>

static const double MU = 25, SIGMA = 25.0 / 3, BETA = 25.0 / 6;
static const double KAPPA = 0.0001; // a game leaves at least this part of a variance

WengLin wenglin_new(void)
{
    return (WengLin){ MU, SIGMA };
}

typedef struct WengLinSide {
    double mu, variance;
    double weight;       // exp(mu / c), of which only ratios matter
    double below;        // weights of the sides that did no better, its own included
    int sharing;         // how many share its place
    double omega, delta; // the game's effect on mu and on the variance
} WengLinSide;

// Who is best among the remaining sides? For each place up to that of side `i`: was it side i, and
// how likely was that?
static void judge(WengLinSide *sides, const int *place, int count, int i, double c)
{
    WengLinSide *side = &sides[i];
    for (int q = 0; q < count; q++) {
        if (place[q] > place[i]) continue;
        double chance = side->weight / sides[q].below;
        side->omega += ((q == i) - chance) / sides[q].sharing;
        side->delta += chance * (1 - chance) / sides[q].sharing;
    }
    side->omega *= side->variance / c;
    // The last factor keeps the uncertainty from shrinking too fast in large fields.
    side->delta *= side->variance / (c * c) * (sqrt(side->variance) / c);
}

void wenglin_rate(WengLinPlayer *players, int player_count, const int *place, int side_count)
{
    assert(side_count <= WENGLIN_SIDES_MAX && player_count <= WENGLIN_PLAYERS_MAX);
    WengLinSide sides[WENGLIN_SIDES_MAX] = { 0 };
    for (int i = 0; i < player_count; i++) {
        assert(players[i].side >= 0 && players[i].side < side_count);
        sides[players[i].side].mu += players[i].rating.mu;
        sides[players[i].side].variance += players[i].rating.sigma * players[i].rating.sigma;
    }
    double total = 0, best = -INFINITY;
    for (int i = 0; i < side_count; i++) {
        total += sides[i].variance + BETA * BETA;
        best = fmax(best, sides[i].mu);
    }
    double c = sqrt(total);
    for (int i = 0; i < side_count; i++)
        sides[i].weight = exp((sides[i].mu - best) / c);
    for (int i = 0; i < side_count; i++)
        for (int j = 0; j < side_count; j++) {
            if (place[j] >= place[i]) sides[i].below += sides[j].weight;
            sides[i].sharing += place[j] == place[i];
        }
    for (int i = 0; i < side_count; i++)
        judge(sides, place, side_count, i, c);

    // A team's change is divided by the uncertainty of its members.
    for (int i = 0; i < player_count; i++) {
        const WengLinSide *side = &sides[players[i].side];
        WengLin *rating = &players[i].rating;
        double share = rating->sigma * rating->sigma / side->variance;
        rating->mu += share * side->omega;
        rating->sigma *= sqrt(fmax(1 - share * side->delta, KAPPA));
    }
}
