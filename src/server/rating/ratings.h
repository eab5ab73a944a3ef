// SPDX-License-Identifier: MIT
// Ratings of rated games: what a result makes of the ratings of those who played.
//
// Games of two sides of one go by Glicko-2 (glicko.h), all others by Weng and Lin (wenglin.h). All
// ratings are kept and shown on one scale, where a beginner has 1500 with a deviation of 350:
// mu 25, sigma 25/3 is that in Weng and Lin's terms, and one of theirs is 42 of ours.
#ifndef MEYDAN_SERVER_RATING_RATINGS_H
#define MEYDAN_SERVER_RATING_RATINGS_H

#include "game/result.h"
#include "server/games/rating_ops.h"

// Of somebody who has not played.
Rating rating_new(void);
// Too little is known to take it at its word.
bool rating_provisional(Rating rating);

typedef struct RatedSeat {
    Rating before;
    i64 last_ms; // when `before` came about; 0 for somebody who has not played
    Rating after;
} RatedSeat;

// Sets `after` of every seat. The outcome is over and has winners or a draw: those share the first
// place, all others the last. The rating of a player who has not played for long is less certain
// (Glicko-2 only). `discount` is 0 for a game that counts fully; 0.4: ratings change by 0.6 of
// that.
void ratings_rate(const Variant *variant, const Outcome *outcome, i64 now_ms, double discount,
                  RatedSeat *seats);
// The same for whatever two meet, by Glicko-2; `score` is the first one's, from 0 to 1.
void ratings_rate_pair(double score, i64 now_ms, RatedSeat seats[2]);

#endif
