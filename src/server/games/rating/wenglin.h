// SPDX-License-Identifier: MIT
// Ratings of games with more than two sides, or with teams: Weng and Lin's method for the
// Plackett-Luce model ("A Bayesian Approximation Method for Online Ranking", algorithm 4).
//
// Strength is a normal distribution, mu and sigma. A team's is the sum of its members'. Sides that
// share a place have drawn.
#ifndef MEYDAN_SERVER_GAMES_RATING_WENGLIN_H
#define MEYDAN_SERVER_GAMES_RATING_WENGLIN_H

typedef struct WengLin {
    double mu, sigma;
} WengLin;

enum { WENGLIN_SIDES_MAX = 8, WENGLIN_PLAYERS_MAX = 8 };

typedef struct WengLinPlayer {
    WengLin rating; // before the game; wenglin_rate replaces it
    int side;       // 0 ..
} WengLinPlayer;

// The rating of a new player: 25 and 25/3.
WengLin wenglin_new(void);

// Rates one game. `place` is each side's, lowest best; every side has at least one player.
void wenglin_rate(WengLinPlayer *players, int player_count, const int *place, int side_count);

#endif
