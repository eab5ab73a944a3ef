// SPDX-License-Identifier: MIT
// Quick pairing: bounds, repeats, tables, computers, seats; and invariants with random crowds.
#include "support/check.h"

#include "server/games/pairing/pairing.h"
#include "server/games/pairing/seating.h"

#include <stdlib.h>
#include <string.h>

enum { TABLES_MAX = 4000 };

typedef struct Seen {
    int count;
    Paired table[TABLES_MAX];
} Seen;

static void see(void *context, const Paired *paired)
{
    Seen *seen = context;
    assert_true(seen->count < TABLES_MAX);
    seen->table[seen->count++] = *paired;
}

static int pool_of(const char *variant, const char *clock)
{
    int pool = pool_find(variant_find(text_of(variant)), text_of(clock), true);
    assert_true(pool != NO_POOL);
    return pool;
}

static void enter(Pairing *pairing, int pool, i64 person, i32 rating, i64 now)
{
    const Entrant entrant = { person, rating, 60 };
    assert_int_equal(pairing_enter(pairing, pool, &entrant, now), ENTERED);
}

// The tables of one round, in memory that the next call reuses.
static const Seen *round_at(Pairing *pairing, i64 now)
{
    static Seen seen;
    seen.count = 0;
    int tables = pairing_round(pairing, now, see, &seen);
    assert_int_equal(tables, seen.count);
    return &seen;
}

static bool sits(const Paired *table, i64 person)
{
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (table->person[seat] == person) return true;
    return false;
}

static bool refuse_odd(void *context, i64 one, i64 other)
{
    (void)context;
    return (one + other) % 2 == 0;
}

// --- pools ---------------------------------------------------------------------------------------

static void pools_have_names(void **state)
{
    (void)state;
    assert_int_equal(pool_count(), variant_count() * 12);
    for (int pool = 0; pool < pool_count(); pool++) {
        Pool found = pool_at(pool);
        ClockSpec clock = pool_clock(&found);
        assert_int_equal(pool_find(found.variant, text_of(found.clock), found.rated), pool);
        assert_int_equal(pool_is_slow(&found), clock_spec_days(&clock) == 3);
        assert_false(clock_spec_none(&clock));
        assert_non_null(pool_layout(&found));
    }
    assert_int_equal(pool_find(variant_at(0), text_of("600"), true), NO_POOL);
    assert_int_equal(pool_find(NULL, text_of("300+3"), true), NO_POOL);
}

// --- two -----------------------------------------------------------------------------------------

static void two_who_are_alike_meet_at_once(void **state)
{
    (void)state;
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 1 });
    int blitz = pool_of("abalone", "300+3"), other = pool_of("quoridor", "300+3");
    enter(pairing, blitz, 1, 1500, 0);
    assert_int_equal(round_at(pairing, 0)->count, 0); // a person can't be paired alone
    enter(pairing, other, 2, 1500, 0);
    assert_int_equal(round_at(pairing, 0)->count, 0);
    enter(pairing, blitz, 3, 1590, 0);
    const Seen *seen = round_at(pairing, 0);
    assert_int_equal(seen->count, 1);
    assert_int_equal(seen->table[0].pool, blitz);
    assert_int_equal(seen->table[0].people, 2);
    assert_true(sits(&seen->table[0], 1) && sits(&seen->table[0], 3));
    assert_int_equal(pairing_waiting(pairing, blitz), 0);
    assert_int_equal(pairing_people(pairing), 1);
    pairing_free(pairing);
}

static void bounds_widen(void **state)
{
    (void)state;
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 1 });
    int pool = pool_of("abalone", "300+3");
    enter(pairing, pool, 1, 1500, 0);
    enter(pairing, pool, 2, 1500 + BOUND_MIN + 4 * BOUND_PER_S, 1000);
    assert_int_equal(round_at(pairing, 1000)->count, 0);
    assert_int_equal(round_at(pairing, 4960)->count, 0); // the bound of the one who came later
                                                         // counts
    assert_int_equal(round_at(pairing, 5000)->count, 1);
    enter(pairing, pool, 1, 1200, 10000);
    enter(pairing, pool, 3, 4900, 10000);
    assert_int_equal(round_at(pairing, 10000 + BOUND_NONE_MS - 1)->count, 0);
    assert_int_equal(round_at(pairing, 10000 + BOUND_NONE_MS)->count, 1);
    // A new player is matched more widely from the start.
    const Seeker fresh = { .rating = 1500, .deviation = 350, .since_ms = 0 };
    assert_int_equal(matching_bound(&fresh, 0), BOUND_MAX);
    assert_int_equal(matching_bound(&fresh, 2000), BOUND_MAX + 2 * BOUND_PER_S);
    pairing_free(pairing);
}

static void the_nearest_is_chosen_and_the_longest_waiting_first(void **state)
{
    (void)state;
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 1 });
    int pool = pool_of("quoridor", "180+2");
    enter(pairing, pool, 1, 1500, 0);
    enter(pairing, pool, 2, 1560, 0);
    enter(pairing, pool, 3, 1470, 0);
    const Seen *seen = round_at(pairing, 0);
    assert_int_equal(seen->count, 1);
    assert_true(sits(&seen->table[0], 1) && sits(&seen->table[0], 3));
    // Of three equal people the last one keeps waiting.
    enter(pairing, pool, 4, 1560, 500);
    enter(pairing, pool, 5, 1560, 400);
    seen = round_at(pairing, 500);
    assert_true(sits(&seen->table[0], 2) && sits(&seen->table[0], 5));
    pairing_free(pairing);
}

static void the_last_opponent_comes_last(void **state)
{
    (void)state;
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 1 });
    int pool = pool_of("abalone", "300+3");
    enter(pairing, pool, 1, 1500, 0);
    enter(pairing, pool, 2, 1500, 0);
    assert_int_equal(round_at(pairing, 0)->count, 1);
    // They are the only ones waiting, so they meet again.
    enter(pairing, pool, 1, 1500, 1000);
    enter(pairing, pool, 2, 1500, 1000);
    assert_int_equal(round_at(pairing, 1000)->count, 1);
    // A third person waits, even if out of reach for now.
    enter(pairing, pool, 1, 1500, 2000);
    enter(pairing, pool, 2, 1500, 2000);
    enter(pairing, pool, 3, 3000, 2000);
    assert_int_equal(round_at(pairing, 2000)->count, 0);
    assert_int_equal(round_at(pairing, 2000 + REPEAT_MS - 1)->count, 0);
    const Seen *seen = round_at(pairing, 2000 + REPEAT_MS);
    assert_int_equal(seen->count, 1);
    assert_true(sits(&seen->table[0], 1) && sits(&seen->table[0], 2));
    // The third person is within reach and taken at once.
    pairing_leave(pairing, 3);
    enter(pairing, pool, 1, 1500, 30000);
    enter(pairing, pool, 2, 1500, 30000);
    enter(pairing, pool, 4, 1580, 30000);
    seen = round_at(pairing, 30000);
    assert_int_equal(seen->count, 1);
    assert_true(sits(&seen->table[0], 4));
    pairing_free(pairing);
}

static void who_may_not_meet_does_not(void **state)
{
    (void)state;
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 1, .may_meet = refuse_odd });
    int pool = pool_of("abalone", "300+3");
    enter(pairing, pool, 1, 1500, 0);
    enter(pairing, pool, 2, 1500, 0);
    assert_int_equal(round_at(pairing, 10 * BOUND_NONE_MS)->count, 0);
    enter(pairing, pool, 3, 1550, 0);
    const Seen *seen = round_at(pairing, 10 * BOUND_NONE_MS);
    assert_int_equal(seen->count, 1);
    assert_true(sits(&seen->table[0], 1) && sits(&seen->table[0], 3));
    pairing_free(pairing);
}

static void somebody_waits_once_and_leaves_everywhere(void **state)
{
    (void)state;
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 1 });
    int abalone = pool_of("abalone", "300+3"), quoridor = pool_of("quoridor", "300+3");
    const Entrant again = { 1, 1500, 60 };
    enter(pairing, abalone, 1, 1500, 0);
    assert_int_equal(pairing_enter(pairing, abalone, &again, 5000), ENTERED_BEFORE);
    enter(pairing, quoridor, 1, 1500, 0);
    assert_int_equal(pairing_waiting(pairing, abalone), 1);
    assert_int_equal(pairing_people(pairing), 1);
    int pools[OWN_POOLS_MAX];
    assert_int_equal(pairing_pools_of(pairing, 1, pools), 2);
    assert_true(pools[0] == abalone && pools[1] == quoridor);
    // A seat in one pool removes the person from the other.
    enter(pairing, quoridor, 2, 1500, 0);
    assert_int_equal(round_at(pairing, 0)->count, 1);
    assert_int_equal(pairing_waiting(pairing, abalone), 0);
    assert_false(pairing_leave(pairing, 1));
    enter(pairing, abalone, 1, 1500, 0);
    enter(pairing, quoridor, 1, 1500, 0);
    assert_true(pairing_leave(pairing, 1));
    assert_int_equal(pairing_people(pairing), 0);
    // Only a few pools at once.
    for (int pool = 0; pool < OWN_POOLS_MAX; pool++)
        enter(pairing, pool, 9, 1500, 0);
    assert_int_equal(pairing_enter(pairing, OWN_POOLS_MAX, &(Entrant){ 9, 1500, 60 }, 0),
                     ENTERED_TOO_MANY);
    pairing_free(pairing);
}

static void both_move_first_as_often(void **state)
{
    (void)state;
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 3 });
    int pool = pool_of("abalone", "300+3"), first = 0;
    for (int game = 1; game <= 20; game++) {
        enter(pairing, pool, 1, 1500, game);
        enter(pairing, pool, 2, 1500, game);
        const Seen *seen = round_at(pairing, game);
        first += seen->table[0].person[0] == 1;
        if (game % 2 == 0) assert_int_equal(first, game / 2);
    }
    pairing_free(pairing);
}

static const Paired *pair_of(Pairing *pairing, int pool, i64 now)
{
    enter(pairing, pool, 1, 1500, now);
    enter(pairing, pool, 2, 1500, now);
    const Seen *seen = round_at(pairing, now);
    assert_int_equal(seen->count, 1);
    return &seen->table[0];
}

static void off(Pairing *pairing, const Paired *table, i64 game, i64 by, i64 now)
{
    pairing_begun(pairing, table, game);
    for (int seat = 0; seat < 2; seat++)
        pairing_called_off(pairing, game, table->person[seat], by, now);
}

static void nobody_gains_by_calling_off(void **state)
{
    (void)state;
    int pool = pool_of("abalone", "300+3");
    for (u64 seed = 1; seed < 9; seed++) {
        Pairing *pairing = pairing_new(&(PairingSetup){ .seed = seed });
        // The person who called off moves second next time; the other loses nothing.
        off(pairing, pair_of(pairing, pool, 1), 7, 1, 1);
        assert_int_equal(pair_of(pairing, pool, 2)->person[0], 2);
        off(pairing, pair_of(pairing, pool, 3), 8, 0, 3);
        // A game that is already counted, or unknown, changes nothing.
        pairing_called_off(pairing, 8, 1, 1, 3);
        pairing_called_off(pairing, 9, 1, 1, 3);
        off(pairing, pair_of(pairing, pool, 4), 9, 1, 4);
        off(pairing, pair_of(pairing, pool, 5), 10, 1, 5);
        const Entrant again = { 1, 1500, 60 };
        assert_int_equal(pairing_enter(pairing, pool, &again, 6), ENTERED_CALLED_OFF);
        enter(pairing, pool, 2, 1500, 6);
        // Once the first of them is forgiven:
        assert_int_equal(pairing_enter(pairing, pool, &again, OFF_FORGIVEN), ENTERED_CALLED_OFF);
        enter(pairing, pool, 1, 1500, OFF_FORGIVEN + 5);
        pairing_free(pairing);
    }
}

// --- three and four ------------------------------------------------------------------------------

static void tables_fill_up(void **state)
{
    (void)state;
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 1 });
    int three = pool_of("abalone-3", "600+5"), four = pool_of("quoridor-4", "600+5");
    for (i64 person = 1; person <= 3; person++) {
        enter(pairing, three, person, 1500, 0);
        enter(pairing, four, person + 10, 1500, 0);
        const Seen *seen = round_at(pairing, 0);
        assert_int_equal(seen->count, person == 3);
        if (person == 3) assert_int_equal(seen->table[0].people, 3);
    }
    enter(pairing, four, 14, 1520, 0);
    const Seen *seen = round_at(pairing, 0);
    assert_int_equal(seen->count, 1);
    for (i64 person = 11; person <= 14; person++)
        assert_true(sits(&seen->table[0], person));
    pairing_free(pairing);
}

static int computers_at(const Paired *table)
{
    int computers = 0;
    for (int seat = 0; seat < pool_at(table->pool).variant->players; seat++)
        computers += !table->person[seat];
    return computers;
}

static void free_seats_are_offered_to_computers(void **state)
{
    (void)state;
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 1 });
    int pool = pool_of("quoridor-4", "600+5");
    enter(pairing, pool, 1, 1500, 0);
    enter(pairing, pool, 2, 1500, 0);
    pairing_agree(pairing, 1, 1000); // before the offer
    assert_int_equal(round_at(pairing, OFFER_MS - 1)->count, 0);
    assert_int_equal(round_at(pairing, OFFER_MS - 1)->count, 0);
    // Both got the offer and agreed.
    pairing_agree(pairing, 2, OFFER_MS);
    const Seen *seen = round_at(pairing, OFFER_MS);
    assert_int_equal(seen->count, 1);
    assert_int_equal(seen->table[0].people, 2);
    assert_int_equal(computers_at(&seen->table[0]), 2);
    // One agreed: they wait a little for the other, then play alone.
    enter(pairing, pool, 3, 1500, 0);
    enter(pairing, pool, 4, 1500, 0);
    pairing_agree(pairing, 3, OFFER_MS);
    assert_int_equal(round_at(pairing, OFFER_MS + OFFER_WAIT_MS - 1)->count, 0);
    seen = round_at(pairing, OFFER_MS + OFFER_WAIT_MS);
    assert_int_equal(seen->count, 1);
    assert_int_equal(computers_at(&seen->table[0]), 3);
    assert_true(sits(&seen->table[0], 3));
    assert_int_equal(pairing_waiting(pairing, pool), 1);
    // People come before computers.
    enter(pairing, pool, 5, 1500, OFFER_MS);
    enter(pairing, pool, 6, 1500, OFFER_MS);
    enter(pairing, pool, 7, 1500, OFFER_MS);
    pairing_agree(pairing, 4, OFFER_MS);
    seen = round_at(pairing, 2 * OFFER_MS);
    assert_int_equal(seen->table[0].people, 4);
    pairing_free(pairing);
    // No person gets a computer while a person is available.
    pairing = pairing_new(&(PairingSetup){ .seed = 1 });
    int two = pool_of("abalone", "300+3");
    enter(pairing, two, 1, 1500, 0);
    pairing_agree(pairing, 1, OFFER_MS);
    assert_int_equal(round_at(pairing, 10 * OFFER_MS)->count, 0);
    pairing_free(pairing);
}

static void partners_make_the_sides_equal(void **state)
{
    (void)state;
    const Variant *variant = variant_find(text_of("abalone-4-pairs"));
    Rng rng = { 7 };
    int first[4] = { 0 };
    for (int i = 0; i < 400; i++) {
        Sitting sitting[PLAYERS_MAX] = {
            { 1, 1900, 0 }, { 2, 1500, 0 }, { 3, 1600, 0 }, { 4, 1200, 0 }
        };
        seating_order(variant, &rng, sitting);
        i32 side[PLAYERS_MAX] = { 0 };
        for (int seat = 0; seat < 4; seat++)
            side[variant->team[seat]] += sitting[seat].rating;
        for (int seat = 0; seat < 4; seat++)
            assert_int_equal(side[variant->team[seat]], 3100);
        first[sitting[0].person - 1]++;
    }
    for (int person = 0; person < 4; person++)
        assert_true(first[person] > 60 && first[person] < 140);
    // Seat 0 goes to the person who moved first least often.
    Sitting sitting[PLAYERS_MAX] = {
        { 1, 1900, 1 }, { 2, 1500, 3 }, { 3, 1600, -2 }, { 4, 1200, 0 }
    };
    seating_order(variant, &rng, sitting);
    assert_int_equal(sitting[0].person, 3);
}

// --- any crowd -----------------------------------------------------------------------------------

// Checks every table of a round: full, of people who waited there and fit, each once.
static void check_round(const Seeker *seekers, int count, const MatchRules *rules, i64 now,
                        const MatchedTable *tables, int made)
{
    static bool seated[2000];
    memset(seated, 0, sizeof seated);
    for (int t = 0; t < made; t++) {
        assert_true(tables[t].people > 0 && tables[t].people <= rules->seats);
        for (int i = 0; i < tables[t].people; i++) {
            const Seeker *one = &seekers[tables[t].seeker[i]];
            assert_true(tables[t].seeker[i] >= 0 && tables[t].seeker[i] < count);
            assert_false(seated[tables[t].seeker[i]]);
            seated[tables[t].seeker[i]] = true;
            if (tables[t].people < rules->seats)
                assert_true(one->agreed_ms && matching_offered(one, rules->seats, now));
            for (int k = 0; k < i; k++) {
                const Seeker *other = &seekers[tables[t].seeker[k]];
                i32 gap = abs(one->rating - other->rating);
                assert_true(rules->may_meet(NULL, one->person, other->person));
                if (tables[t].people < rules->seats) continue;
                assert_true(gap <= matching_bound(one, now) && gap <= matching_bound(other, now));
            }
        }
    }
    if (rules->seats != 2 || count > 64) return;
    // No two of the remaining people fit, so the round considered all of them.
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++) {
            const Seeker *one = &seekers[i], *other = &seekers[k];
            i32 gap = abs(one->rating - other->rating);
            bool fits = gap <= matching_bound(one, now) && gap <= matching_bound(other, now) &&
                        rules->may_meet(NULL, one->person, other->person) &&
                        one->met[0] != other->person && other->met[0] != one->person;
            if (fits) assert_true(seated[i] || seated[k]);
        }
}

static void any_crowd(void **state)
{
    (void)state;
    static Seeker seekers[2000];
    static MatchedTable tables[2000];
    Rng rng = { 11 };
    for (int trial = 0; trial < 600; trial++) {
        int count = 1 + (int)rng_below(&rng, trial % 20 ? 64 : 2000);
        i64 now = 1 + rng_below(&rng, 90000);
        const MatchRules rules = { .seats = 2 + (int)rng_below(&rng, 3), .may_meet = refuse_odd };
        for (int i = 0; i < count; i++) {
            seekers[i] = (Seeker){ .person = 1 + i,
                                   .rating = 1000 + (i32)rng_below(&rng, 1000),
                                   .deviation = 30 + (i32)rng_below(&rng, 320),
                                   .since_ms = rng_below(&rng, (u32)now) };
            if (rng_below(&rng, 3) == 0) seekers[i].met[0] = 1 + rng_below(&rng, (u32)count);
            if (rng_below(&rng, 4) == 0) seekers[i].agreed_ms = now;
        }
        int made = matching_round(seekers, count, &rules, now, tables);
        check_round(seekers, count, &rules, now, tables, made);
        // The same input has the same result.
        static MatchedTable again[2000];
        assert_int_equal(matching_round(seekers, count, &rules, now, again), made);
        assert_memory_equal(tables, again, (size_t)made * sizeof *tables);
    }
}

// Coming, leaving, agreeing and rounds in any order: the counts match.
static void any_order(void **state)
{
    (void)state;
    enum { PEOPLE = 60, POOLS = 40 };
    static bool in[PEOPLE + 1][POOLS];
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 5, .may_meet = refuse_odd });
    Rng rng = { 23 };
    i64 now = 0;
    for (int step = 0; step < 20000; step++) {
        i64 person = 1 + rng_below(&rng, PEOPLE);
        int pool = (int)rng_below(&rng, POOLS);
        now += rng_below(&rng, 400);
        switch (rng_below(&rng, 8)) {
        case 0:
            pairing_leave(pairing, person);
            memset(in[person], 0, sizeof in[person]);
            break;
        case 1: pairing_agree(pairing, person, now); break;
        case 2: {
            const Seen *seen = round_at(pairing, now);
            for (int t = 0; t < seen->count; t++)
                for (int seat = 0; seat < PLAYERS_MAX; seat++) {
                    i64 seated = seen->table[t].person[seat];
                    if (!seated) continue;
                    assert_true(in[seated][seen->table[t].pool]);
                    memset(in[seated], 0, sizeof in[seated]);
                }
            break;
        }
        default: {
            const Entrant entrant = { person, 1400 + (i32)person, 60 };
            Entered entered = pairing_enter(pairing, pool, &entrant, now);
            assert_int_equal(entered == ENTERED_BEFORE, in[person][pool]);
            if (entered == ENTERED) in[person][pool] = true;
        }
        }
        int people = 0;
        for (int i = 1; i <= PEOPLE; i++) {
            bool any = false;
            for (int k = 0; k < POOLS; k++)
                any = any || in[i][k];
            people += any;
        }
        assert_int_equal(pairing_people(pairing), people);
    }
    for (int pool = 0; pool < POOLS; pool++) {
        int waiting = 0;
        for (int i = 1; i <= PEOPLE; i++)
            waiting += in[i][pool];
        assert_int_equal(pairing_waiting(pairing, pool), waiting);
    }
    pairing_free(pairing);
}

// More people than the pairing remembers.
static void the_latest_are_remembered(void **state)
{
    (void)state;
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 5 });
    int pool = pool_of("abalone", "300+3");
    for (i64 person = 1; person <= 50000; person += 2) {
        enter(pairing, pool, person, 1500, person);
        enter(pairing, pool, person + 1, 1500, person);
        assert_int_equal(round_at(pairing, person)->count, 1);
    }
    // The latest two do not meet again at once; the first two do.
    enter(pairing, pool, 49999, 1500, 60000);
    enter(pairing, pool, 50000, 1500, 60000);
    enter(pairing, pool, 7, 2500, 60000);
    assert_int_equal(round_at(pairing, 60000)->count, 0);
    pairing_leave(pairing, 49999);
    pairing_leave(pairing, 50000);
    enter(pairing, pool, 1, 1500, 60000);
    enter(pairing, pool, 2, 1500, 60000);
    assert_int_equal(round_at(pairing, 60000)->count, 1);
    pairing_free(pairing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pools_have_names),
        cmocka_unit_test(two_who_are_alike_meet_at_once),
        cmocka_unit_test(bounds_widen),
        cmocka_unit_test(the_nearest_is_chosen_and_the_longest_waiting_first),
        cmocka_unit_test(the_last_opponent_comes_last),
        cmocka_unit_test(who_may_not_meet_does_not),
        cmocka_unit_test(somebody_waits_once_and_leaves_everywhere),
        cmocka_unit_test(both_move_first_as_often),
        cmocka_unit_test(nobody_gains_by_calling_off),
        cmocka_unit_test(tables_fill_up),
        cmocka_unit_test(free_seats_are_offered_to_computers),
        cmocka_unit_test(partners_make_the_sides_equal),
        cmocka_unit_test(any_crowd),
        cmocka_unit_test(any_order),
        cmocka_unit_test(the_latest_are_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
