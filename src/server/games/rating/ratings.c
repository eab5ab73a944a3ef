// SPDX-License-Identifier: MIT
#include "server/games/rating/ratings.h"

#include "server/games/rating/glicko.h"
#include "server/games/rating/wenglin.h"

static const double CENTRE = 1500, PROVISIONAL = 110;
// Our points per one of Weng and Lin's: 350 to 25/3.
static const double SCALE = 42;
// A rating period without a game. A player with a deviation of 60, as active players have, is
// provisional again after a year without a game: that takes 78 periods.
static const double PERIOD_MS = 365.0 * 24 * 60 * 60 * 1000 / 78;

Rating rating_new(void)
{
    Glicko beginner = glicko_new();
    return (Rating){ beginner.rating, beginner.deviation, beginner.volatility };
}

bool rating_provisional(Rating rating)
{
    return rating.deviation > PROVISIONAL;
}

static Glicko rested(const RatedSeat *seat, i64 now_ms)
{
    const Rating *rating = &seat->before;
    Glicko player = { rating->rating, rating->deviation, rating->volatility };
    if (!seat->last_ms || now_ms <= seat->last_ms) return player;
    return glicko_rest(player, (double)(now_ms - seat->last_ms) / PERIOD_MS);
}

static double part_way(double from, double to, double discount)
{
    return discount > 0 ? from + (to - from) * (1 - discount) : to;
}

// `score` is the first seat's.
static void rate_two(double score, i64 now_ms, double discount, RatedSeat seats[2])
{
    const Glicko before[2] = { rested(&seats[0], now_ms), rested(&seats[1], now_ms) };
    for (int i = 0; i < 2; i++) {
        const GlickoGame game = { before[!i], i ? 1 - score : score };
        Glicko after = glicko_rate(before[i], &game, 1);
        const Glicko *from = &before[i];
        seats[i].after = (Rating){ part_way(from->rating, after.rating, discount),
                                   part_way(from->deviation, after.deviation, discount),
                                   part_way(from->volatility, after.volatility, discount) };
    }
}

static void rate_many(const Variant *variant, const Outcome *outcome, double discount,
                      RatedSeat *seats)
{
    const WengLin beginner = wenglin_new();
    WengLinPlayer players[PLAYERS_MAX];
    int place[PLAYERS_MAX], sides = 0;
    for (int i = 0; i < variant->players; i++) {
        const Rating *rating = &seats[i].before;
        int side = variant->team[i];
        players[i].rating.mu = beginner.mu + (rating->rating - CENTRE) / SCALE;
        players[i].rating.sigma = rating->deviation / SCALE;
        players[i].side = side;
        place[side] = outcome_halves(outcome, i) ? 1 : 2;
        if (side >= sides) sides = side + 1;
    }
    wenglin_rate(players, variant->players, place, sides);
    for (int i = 0; i < variant->players; i++)
        seats[i].after = (Rating){
            .rating = part_way(seats[i].before.rating,
                               CENTRE + (players[i].rating.mu - beginner.mu) * SCALE, discount),
            .deviation =
                part_way(seats[i].before.deviation, players[i].rating.sigma * SCALE, discount),
            .volatility = seats[i].before.volatility,
        };
}

void ratings_rate(const Variant *variant, const Outcome *outcome, i64 now_ms, double discount,
                  RatedSeat *seats)
{
    if (variant->players == 2)
        rate_two(outcome_halves(outcome, 0) / 2.0, now_ms, discount, seats);
    else
        rate_many(variant, outcome, discount, seats);
}

void ratings_rate_pair(double score, i64 now_ms, RatedSeat seats[2])
{
    rate_two(score, now_ms, 0, seats);
}
