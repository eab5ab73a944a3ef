// SPDX-License-Identifier: MIT
#include "server/games/live/counting.h"

#include "base/bits.h"
#include "server/games/rating_ops.h"
#include "server/identity/identity_ops.h"

// The discount of the first, second ... game between two people within a day.
static const double DISCOUNT[] = { 0, 0.2, 0.4, 0.6, 0.8 };
enum {
    PAIR_GAMES_MAX = sizeof DISCOUNT / sizeof *DISCOUNT,
    OPPONENTS_MIN = 3, // opponents of an established account
    GAMES_MIN = 10,    // with them
    // Of a circle: games against accounts without other opponents, and such accounts. Two friends
    // who play only each other, and a strong player whom newcomers try once, have fewer.
    CIRCLE_GAMES_MIN = 10,
    CIRCLE_ACCOUNTS_MIN = 3,
};
static const i64 PAIR_MS = CLOCK_DAY, SHARED_MS = 7 * (i64)CLOCK_DAY,
                 CIRCLE_MS = 90 * (i64)CLOCK_DAY;

static bool long_enough(const Match *match)
{
    int moves[PLAYERS_MAX] = { 0 };
    for (u32 i = 0; i < match->count; i++)
        moves[match->plies[i].player]++;
    for (int i = 0; i < match_variant(match)->players; i++)
        if (moves[i] < COUNTING_MOVES_MIN) return false;
    return true;
}

static bool established(Store *store, i64 person, i64 but)
{
    OtherGames others = { 0 };
    store_find(store, &RATING_OPS[RATINGS_OTHERS], &(OthersWanted){ person, but }, &others);
    return others.opponents >= OPPONENTS_MIN && others.games >= GAMES_MIN;
}

// Whether `other` has no other opponent, and most of the person's rated games are against such
// accounts.
static bool in_circle(Store *store, i64 person, i64 other, i64 at_ms)
{
    OtherGames others = { 0 };
    CircleGames circle = { 0 };
    store_find(store, &RATING_OPS[RATINGS_OTHERS], &(OthersWanted){ other, person }, &others);
    if (others.games) return false;
    store_find(store, &RATING_OPS[RATINGS_CIRCLE], &(CircleWanted){ person, at_ms - CIRCLE_MS },
               &circle);
    return circle.alone >= CIRCLE_GAMES_MIN && circle.accounts >= CIRCLE_ACCOUNTS_MIN &&
           2 * circle.alone > circle.games;
}

Counting counting_of(Store *store, const Room *room, i64 at_ms, bool rate_shared)
{
    Counting counting = { .why = COUNTED };
    int players = room_players(room), games = 0;
    bool known = true; // all who share a trace are established
    for (int i = 0; i < players; i++)
        for (int k = 0; k < i; k++) {
            i64 one = room->seat[i].person, other = room->seat[k].person;
            if (bits_has(variant_teammates(room_variant(room), i), k)) continue;
            int met = ratings_games_between(store, one, other, at_ms - PAIR_MS);
            if (met > games) games = met;
            if (in_circle(store, one, other, at_ms)) counting.circle = one;
            if (in_circle(store, other, one, at_ms)) counting.circle = other;
            if (rate_shared || !trace_shared(store, one, other, at_ms - SHARED_MS)) continue;
            counting.shared = true;
            known = known && established(store, one, other) && established(store, other, one);
        }
    if (!long_enough(&room->match))
        counting.why = UNCOUNTED_SHORT;
    else if (counting.shared && !known)
        counting.why = UNCOUNTED_SHARED;
    else if (counting.circle)
        counting.why = UNCOUNTED_CIRCLE;
    else if (games >= PAIR_GAMES_MAX)
        counting.why = UNCOUNTED_PAIR;
    else
        counting.discount = DISCOUNT[games];
    return counting;
}
