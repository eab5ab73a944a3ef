// SPDX-License-Identifier: MIT
// Ratings of games between two: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system").
//
// A rating is a guess of strength, a deviation that says how good the guess is, and a volatility
// that says how fast the strength changes. Games are taken together by rating periods. A server
// that rates each game as it ends takes each game for a period of its own, and lets the deviation
// grow by the time between games with glicko_rest.
#ifndef MEYDAN_SERVER_RATING_GLICKO_H
#define MEYDAN_SERVER_RATING_GLICKO_H

typedef struct Glicko {
    double rating, deviation, volatility;
} Glicko;

typedef struct GlickoGame {
    Glicko opponent; // as before the game
    double score;    // 1, 0.5 or 0
} GlickoGame;

// Of somebody who has not played.
Glicko glicko_new(void);

// After a period with these games; without any, the deviation grows by one period.
Glicko glicko_rate(Glicko player, const GlickoGame *games, int count);

// After periods without a game, or a fraction of one; the deviation is never more than a
// beginner's.
Glicko glicko_rest(Glicko player, double periods);

#endif
