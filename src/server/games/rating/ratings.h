// SPDX-License-Identifier: MIT
// New ratings of players after a rated game.
//
// Games of two sides of one use Glicko-2 (glicko.h), all others Weng and Lin's method (wenglin.h).
// All ratings are stored and shown on one scale, where a beginner has 1500 with a deviation of 350.
// That is mu 25, sigma 25/3 for Weng and Lin; one of their points is 42 of this scale.
#ifndef MEYDAN_SERVER_GAMES_RATING_RATINGS_H
#define MEYDAN_SERVER_GAMES_RATING_RATINGS_H

#include "game/result.h"
#include "server/games/rating_ops.h"

// The rating of a new player.
Rating rating_new(void);
// The deviation is too high to rely on the rating.
bool rating_provisional(Rating rating);

typedef struct RatedSeat {
    Rating before;
    i64 last_ms; // the time of `before`, 0 for a new player
    Rating after;
} RatedSeat;

// Sets `after` of every seat. The outcome is final and has winners or a draw: those share the first
// place, all others the last. The rating of a player who has not played for long is less certain
// (Glicko-2 only). `discount` is 0 for a game that counts fully; 0.4 means that ratings change by
// 0.6 of that.
void ratings_rate(const Variant *variant, const Outcome *outcome, i64 now_ms, double discount,
                  RatedSeat *seats);
// The same for any two parties, by Glicko-2; `score` is the first one's, from 0 to 1.
void ratings_rate_pair(double score, i64 now_ms, RatedSeat seats[2]);

#endif
