// SPDX-License-Identifier: MIT
// Ratings of games between two: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system").
//
// A rating has an estimate of strength, a deviation that measures its uncertainty, and a volatility
// that measures how fast the strength changes. Games are grouped into rating periods. A server that
// rates each game at its end treats each game as a period, and grows the deviation by the time
// between games with glicko_rest.
#ifndef MEYDAN_SERVER_GAMES_RATING_GLICKO_H
#define MEYDAN_SERVER_GAMES_RATING_GLICKO_H

typedef struct Glicko {
    double rating, deviation, volatility;
} Glicko;

typedef struct GlickoGame {
    Glicko opponent; // before the game
    double score;    // 1, 0.5 or 0
} GlickoGame;

// The rating of a new player.
Glicko glicko_new(void);

// The rating after a period with these games; without games, the deviation grows by one period.
Glicko glicko_rate(Glicko player, const GlickoGame *games, int count);

// The rating after periods without a game, or a fraction of one; the deviation never exceeds a
// beginner's.
Glicko glicko_rest(Glicko player, double periods);

#endif
