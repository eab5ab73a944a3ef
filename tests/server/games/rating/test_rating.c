// SPDX-License-Identifier: MIT
// Ratings: published figures, and invariants.
#include "support/check.h"

#include "base/rng.h"
#include "server/games/rating/glicko.h"
#include "server/games/rating/ratings.h"
#include "server/games/rating/wenglin.h"

#include <math.h>
#include <string.h>

static void assert_near(double value, double wanted, double most)
{
    if (!(fabs(value - wanted) <= most)) fail_msg("%.17g is not %.17g", value, wanted);
}

// "Example of the Glicko-2 system", page 4.
static void glickmans_example(void **state)
{
    (void)state;
    const GlickoGame games[] = { { { 1400, 30, 0.06 }, 1 },
                                 { { 1550, 100, 0.06 }, 0 },
                                 { { 1700, 300, 0.06 }, 0 } };
    Glicko after = glicko_rate((Glicko){ 1500, 200, 0.06 }, games, 3);
    assert_near(after.rating, 1464.05, 0.01);
    assert_near(after.deviation, 151.52, 0.01);
    assert_near(after.volatility, 0.05999, 0.00001);
}

static void glicko_at_rest(void **state)
{
    (void)state;
    Glicko player = { 1700, 50, 0.06 }, rested = glicko_rate(player, NULL, 0);
    assert_near(rested.deviation, sqrt(50 * 50 + pow(0.06 * 173.7178, 2)), 1e-9);
    assert_true(rested.rating == 1700 && rested.volatility == 0.06);
    Glicko twice = glicko_rest(glicko_rest(player, 0.5), 1.5), once = glicko_rest(player, 2);
    assert_near(twice.deviation, once.deviation, 1e-9);
    assert_near(glicko_rest(player, 1e6).deviation, 350, 0);
    assert_near(glicko_rest(player, 0).deviation, 50, 1e-9);
    assert_near(glicko_rest(player, -1).deviation, 50, 1e-9);
}

static void glicko_by_games(void **state)
{
    (void)state;
    Rng rng = { 5 };
    for (int i = 0; i < 20000; i++) {
        Glicko a = { 400 + (double)(rng_next(&rng) % 2800), 30 + (double)(rng_next(&rng) % 321),
                     0.06 };
        Glicko b = { 400 + (double)(rng_next(&rng) % 2800), 30 + (double)(rng_next(&rng) % 321),
                     0.06 };
        Glicko won = glicko_rate(a, &(GlickoGame){ b, 1 }, 1);
        Glicko drawn = glicko_rate(a, &(GlickoGame){ b, 0.5 }, 1);
        Glicko lost = glicko_rate(a, &(GlickoGame){ b, 0 }, 1);
        assert_true(won.rating > a.rating && lost.rating < a.rating);
        assert_true(won.rating > drawn.rating && drawn.rating > lost.rating);
        for (const Glicko *after = &won; after; after = after == &won ? &lost : NULL) {
            assert_true(isfinite(after->rating) && after->deviation > 0 && after->deviation <= 350);
            assert_true(after->volatility > 0.01 && after->volatility < 0.2);
        }
    }
}

static void wenglin_of(const double *mu, const double *sigma, const int *side, const int *place,
                       int players, int sides, WengLinPlayer *out)
{
    for (int i = 0; i < players; i++)
        out[i] = (WengLinPlayer){ { mu[i], sigma[i] }, side[i] };
    wenglin_rate(out, players, place, sides);
}

static void three_in_order(void **state)
{
    (void)state;
    WengLinPlayer player[3];
    for (int i = 0; i < 3; i++)
        player[i] = (WengLinPlayer){ wenglin_new(), i };
    wenglin_rate(player, 3, (int[]){ 1, 2, 3 }, 3);
    assert_near(player[0].rating.mu, 27.868876552746237, 1e-12);
    assert_near(player[1].rating.mu, 25.717219138186557, 1e-12);
    assert_near(player[2].rating.mu, 21.413904309067206, 1e-12);
    for (int i = 0; i < 3; i++)
        assert_true(player[i].rating.sigma < 25.0 / 3 && player[i].rating.sigma > 7);

    // Only the order of the places matters, not the order of the players.
    WengLinPlayer other[3];
    for (int i = 0; i < 3; i++)
        other[i] = (WengLinPlayer){ wenglin_new(), i };
    wenglin_rate(other, 3, (int[]){ 30, -7, 0 }, 3);
    assert_near(other[1].rating.mu, player[0].rating.mu, 1e-12);
    assert_near(other[2].rating.mu, player[1].rating.mu, 1e-12);
    assert_near(other[0].rating.mu, player[2].rating.mu, 1e-12);
}

static void draws_and_teams(void **state)
{
    (void)state;
    const double mu[] = { 25, 25, 25, 25 }, sigma[] = { 8, 8, 8, 8 };
    WengLinPlayer out[4];
    // Equal players who draw keep their ratings.
    wenglin_of(mu, sigma, (int[]){ 0, 1, 2, 3 }, (int[]){ 1, 1, 1, 1 }, 4, 4, out);
    for (int i = 0; i < 4; i++)
        assert_near(out[i].rating.mu, 25, 1e-12);
    // Two share the win.
    wenglin_of(mu, sigma, (int[]){ 0, 1, 2, 3 }, (int[]){ 2, 1, 2, 1 }, 4, 4, out);
    assert_near(out[1].rating.mu, out[3].rating.mu, 1e-12);
    assert_near(out[0].rating.mu, out[2].rating.mu, 1e-12);
    assert_true(out[1].rating.mu > 25 && out[0].rating.mu < 25);
    // Pairs: partners with the same rating change alike, and both teams by the same amount.
    wenglin_of(mu, sigma, (int[]){ 0, 1, 0, 1 }, (int[]){ 2, 1 }, 4, 2, out);
    assert_near(out[0].rating.mu, out[2].rating.mu, 1e-12);
    assert_near(out[0].rating.mu - 25, 25 - out[1].rating.mu, 1e-12);
    assert_true(out[1].rating.mu > 25);
    // The less certain rating changes more than the partner's.
    const double known[] = { 8, 8, 2, 8 };
    wenglin_of(mu, known, (int[]){ 0, 1, 0, 1 }, (int[]){ 1, 2 }, 4, 2, out);
    assert_near((out[0].rating.mu - 25) / (out[2].rating.mu - 25), 16, 1e-9);
}

static void wenglin_by_games(void **state)
{
    (void)state;
    Rng rng = { 9 };
    for (int i = 0; i < 20000; i++) {
        int count = 2 + (int)(rng_next(&rng) % 3), place[4];
        WengLinPlayer player[4], before[4];
        for (int p = 0; p < count; p++) {
            place[p] = (int)(rng_next(&rng) % 4);
            before[p] = player[p] = (WengLinPlayer){
                { (double)(rng_next(&rng) % 60) - 5, 0.5 + (double)(rng_next(&rng) % 8) }, p
            };
        }
        wenglin_rate(player, count, place, count);
        for (int p = 0; p < count; p++) {
            assert_true(isfinite(player[p].rating.mu));
            assert_true(player[p].rating.sigma > 0 &&
                        player[p].rating.sigma <= before[p].rating.sigma);
            bool first = true, last = true;
            for (int q = 0; q < count; q++) {
                first = first && (q == p || place[q] > place[p]);
                last = last && (q == p || place[q] < place[p]);
            }
            if (first) assert_true(player[p].rating.mu > before[p].rating.mu);
            if (last) assert_true(player[p].rating.mu < before[p].rating.mu);
        }
    }
}

// --- games of the server -------------------------------------------------------------------------

static Outcome outcome_of(const char *variant, const char *result)
{
    Outcome outcome;
    Fault why;
    assert_int_equal(outcome_read(variant_find(text_of(variant)), text_of(result), &outcome, &why),
                     OK);
    return outcome;
}

static void rate(const char *variant, const char *result, i64 now_ms, RatedSeat *seats)
{
    const Outcome outcome = outcome_of(variant, result);
    ratings_rate(variant_find(text_of(variant)), &outcome, now_ms, 0, seats);
}

static void games_of_two(void **state)
{
    (void)state;
    RatedSeat seats[2] = { { .before = { 1500, 200, 0.06 } }, { .before = { 1400, 30, 0.06 } } };
    rate("quoridor", "1-0", 5, seats);
    Glicko won =
        glicko_rate((Glicko){ 1500, 200, 0.06 }, &(GlickoGame){ { 1400, 30, 0.06 }, 1 }, 1);
    assert_near(seats[0].after.rating, won.rating, 0);
    assert_near(seats[0].after.deviation, won.deviation, 0);
    assert_near(seats[0].after.volatility, won.volatility, 0);
    assert_true(seats[1].after.rating < 1400);
    rate("quoridor", "1/2-1/2", 5, seats);
    assert_true(seats[0].after.rating < 1500 && seats[1].after.rating > 1400);

    // After a year without a game a rating is provisional again, and changes more.
    const i64 year = 365LL * 24 * 60 * 60 * 1000;
    RatedSeat fresh[2] = { { .before = { 1500, 60, 0.06 }, .last_ms = year },
                           { .before = { 1500, 60, 0.06 }, .last_ms = year } };
    RatedSeat rested[2] = { fresh[0], fresh[1] };
    rate("abalone", "1-0", year, fresh);
    rate("abalone", "1-0", 2 * year, rested);
    assert_true(!rating_provisional(fresh[0].after) &&
                rested[0].after.rating > fresh[0].after.rating);
    assert_true(rating_provisional((Rating){ 1500, 110.1, 0.06 }) &&
                rating_provisional(rating_new()));
    assert_near(rested[0].after.rating + rested[1].after.rating, 3000, 1e-9);
    RatedSeat backwards[2] = { fresh[0], fresh[1] };
    rate("abalone", "1-0", 1, backwards); // a clock that was set back
    assert_near(backwards[0].after.rating, fresh[0].after.rating, 0);
}

static void games_of_more(void **state)
{
    (void)state;
    RatedSeat seats[4];
    for (int i = 0; i < 4; i++)
        seats[i] = (RatedSeat){ .before = rating_new() };
    // Weng and Lin's figures, on our scale.
    rate("abalone-3", "1-0-0", 5, seats);
    WengLinPlayer players[3] = { { wenglin_new(), 0 }, { wenglin_new(), 1 }, { wenglin_new(), 2 } };
    wenglin_rate(players, 3, (int[]){ 1, 2, 2 }, 3);
    for (int i = 0; i < 3; i++) {
        assert_near(seats[i].after.rating, 1500 + (players[i].rating.mu - 25) * 42, 1e-9);
        assert_near(seats[i].after.deviation, players[i].rating.sigma * 42, 1e-9);
    }
    assert_near(seats[1].after.rating, seats[2].after.rating, 1e-9);
    rate("abalone-3", "1/2-0-1/2", 5, seats);
    assert_true(seats[0].after.rating > 1500 && seats[1].after.rating < 1500);
    // Partners win together.
    rate("abalone-4", "1-0-1-0", 5, seats);
    assert_near(seats[0].after.rating, seats[2].after.rating, 1e-9);
    assert_true(seats[0].after.rating > 1500 && seats[3].after.rating < 1500);
    rate("abalone-4-pairs", "0-1-0-1", 5, seats);
    assert_true(seats[0].after.rating < 1500 && seats[3].after.rating > 1500);
    rate("quoridor-4", "0-0-0-1", 5, seats);
    assert_true(seats[3].after.rating > 1500);
    for (int i = 0; i < 4; i++)
        assert_true(seats[i].after.deviation < 350 && seats[i].after.volatility == 0.06);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glickmans_example), cmocka_unit_test(glicko_at_rest),
        cmocka_unit_test(glicko_by_games),   cmocka_unit_test(three_in_order),
        cmocka_unit_test(draws_and_teams),   cmocka_unit_test(wenglin_by_games),
        cmocka_unit_test(games_of_two),      cmocka_unit_test(games_of_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
