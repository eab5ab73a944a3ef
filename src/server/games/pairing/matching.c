// SPDX-License-Identifier: MIT
#include "server/games/pairing/matching.h"

#include <stdlib.h>

enum { LOOKED_AT_MAX = 64 }; // neighbours by rating that one seeker considers

// A seeker in the order of ratings. Seated seekers leave the list, so that neighbours are found at
// once however many have left.
typedef struct Place {
    int seeker;
    int lower, higher; // places; -1: none
} Place;

typedef struct Round {
    const Seeker *seekers;
    int count;
    const MatchRules *rules;
    i64 now_ms;
    Place *place;  // in the order of ratings
    int *place_of; // by seeker
    int *order;    // seekers, the longest waiting first
    bool *seated;
} Round;

// --- bounds --------------------------------------------------------------------------------------

i32 matching_bound(const Seeker *seeker, i64 now_ms)
{
    i64 waited = now_ms - seeker->since_ms;
    i32 least = seeker->deviation < BOUND_MIN   ? BOUND_MIN
                : seeker->deviation > BOUND_MAX ? BOUND_MAX
                                                : seeker->deviation;
    if (waited >= BOUND_NONE_MS) return INT32_MAX;
    return least + (i32)(waited > 0 ? waited * BOUND_PER_S / 1000 : 0);
}

bool matching_offered(const Seeker *seeker, int seats, i64 now_ms)
{
    return seats > 2 && now_ms - seeker->since_ms >= OFFER_MS;
}

static bool met(const Seeker *one, const Seeker *other)
{
    for (int i = 0; i < MET_MAX; i++)
        if (one->met[i] == other->person || other->met[i] == one->person) return true;
    return false;
}

static bool waited_long(const Round *round, const Seeker *seeker)
{
    return round->now_ms - seeker->since_ms >= REPEAT_MS;
}

static bool may_meet(const Round *round, const Seeker *one, const Seeker *other)
{
    const MatchRules *rules = round->rules;
    return one->person != other->person &&
           (!rules->may_meet || rules->may_meet(rules->context, one->person, other->person));
}

static bool fit(const Round *round, const Seeker *one, const Seeker *other)
{
    i32 gap = abs(one->rating - other->rating);
    if (gap > matching_bound(one, round->now_ms) || gap > matching_bound(other, round->now_ms))
        return false;
    bool others_wait = round->count > round->rules->seats;
    if (met(one, other) && others_wait && !(waited_long(round, one) && waited_long(round, other)))
        return false;
    return may_meet(round, one, other);
}

// --- orders --------------------------------------------------------------------------------------

// A sort key and its index, since qsort takes no context.
typedef struct Sorted {
    i64 key, then, person;
    int seeker;
} Sorted;

static int by_key(const void *a, const void *b)
{
    const Sorted *one = a, *other = b;
    if (one->key != other->key) return one->key < other->key ? -1 : 1;
    if (one->then != other->then) return one->then < other->then ? -1 : 1;
    return (one->person > other->person) - (one->person < other->person);
}

static Sorted sorted_of(const Seeker *seekers, int seeker, i64 key, i64 then)
{
    return (Sorted){ key, then, seekers[seeker].person, seeker };
}

static void sort_round(Round *round, Sorted *sorted)
{
    int count = round->count;
    for (int i = 0; i < count; i++)
        sorted[i] =
            sorted_of(round->seekers, i, round->seekers[i].rating, round->seekers[i].since_ms);
    qsort(sorted, (size_t)count, sizeof *sorted, by_key);
    for (int i = 0; i < count; i++) {
        round->place[i] = (Place){ sorted[i].seeker, i - 1, i + 1 < count ? i + 1 : -1 };
        round->place_of[sorted[i].seeker] = i;
    }
    for (int i = 0; i < count; i++)
        sorted[i] = sorted_of(round->seekers, i, round->seekers[i].since_ms, 0);
    qsort(sorted, (size_t)count, sizeof *sorted, by_key);
    for (int i = 0; i < count; i++)
        round->order[i] = sorted[i].seeker;
}

static void seat(Round *round, int seeker)
{
    Place *place = &round->place[round->place_of[seeker]];
    round->seated[seeker] = true;
    if (place->lower >= 0) round->place[place->lower].higher = place->higher;
    if (place->higher >= 0) round->place[place->higher].lower = place->lower;
}

// --- tables --------------------------------------------------------------------------------------

static bool fits_all(const Round *round, const MatchedTable *table, int seeker)
{
    for (int i = 0; i < table->people; i++)
        if (!fit(round, &round->seekers[table->seeker[i]], &round->seekers[seeker])) return false;
    return true;
}

// The next place outwards from `lower` and `higher`, the one with the nearer rating first; -1 at
// the end.
static int next_nearest(const Round *round, int chooser, int *lower, int *higher)
{
    i32 rating = round->seekers[chooser].rating;
    bool down = *lower >= 0;
    if (down && *higher >= 0) {
        i32 below = rating - round->seekers[round->place[*lower].seeker].rating;
        i32 above = round->seekers[round->place[*higher].seeker].rating - rating;
        down = below <= above;
    }
    int place = down ? *lower : *higher;
    if (place < 0) return -1;
    if (down)
        *lower = round->place[place].lower;
    else
        *higher = round->place[place].higher;
    return round->place[place].seeker;
}

// A full table around the chooser, if there is one.
static bool choose(const Round *round, int chooser, MatchedTable *table)
{
    const Place *place = &round->place[round->place_of[chooser]];
    int lower = place->lower, higher = place->higher;
    *table = (MatchedTable){ .people = 1, .seeker = { chooser } };
    for (int i = 0; i < LOOKED_AT_MAX && table->people < round->rules->seats; i++) {
        int seeker = next_nearest(round, chooser, &lower, &higher);
        if (seeker < 0) break;
        if (fits_all(round, table, seeker)) table->seeker[table->people++] = seeker;
    }
    return table->people == round->rules->seats;
}

// --- computers -----------------------------------------------------------------------------------

// Whether the people who agreed to computers have waited long enough for the others.
static bool computers_due(const Round *round)
{
    bool all = true;
    i64 first_ms = INT64_MAX;
    for (int i = 0; i < round->count; i++) {
        const Seeker *seeker = &round->seekers[i];
        if (round->seated[i] || !matching_offered(seeker, round->rules->seats, round->now_ms))
            continue;
        if (!seeker->agreed_ms)
            all = false;
        else if (seeker->agreed_ms < first_ms)
            first_ms = seeker->agreed_ms;
    }
    return first_ms != INT64_MAX && (all || round->now_ms - first_ms >= OFFER_WAIT_MS);
}

static bool meets_all(const Round *round, const MatchedTable *table, int seeker)
{
    for (int i = 0; i < table->people; i++)
        if (!may_meet(round, &round->seekers[table->seeker[i]], &round->seekers[seeker]))
            return false;
    return true;
}

static bool agreed(const Round *round, int seeker)
{
    const Seeker *asked = &round->seekers[seeker];
    return !round->seated[seeker] && asked->agreed_ms &&
           matching_offered(asked, round->rules->seats, round->now_ms);
}

static int seat_with_computers(Round *round, MatchedTable *tables)
{
    int made = 0;
    for (int i = 0; i < round->count; i++) {
        MatchedTable *table = &tables[made];
        if (!agreed(round, round->order[i])) continue;
        *table = (MatchedTable){ 0 };
        for (int k = i; k < round->count && table->people < round->rules->seats; k++) {
            int seeker = round->order[k];
            if (!agreed(round, seeker) || !meets_all(round, table, seeker)) continue;
            table->seeker[table->people++] = seeker;
            seat(round, seeker);
        }
        made++;
    }
    return made;
}

// --- the round -----------------------------------------------------------------------------------

static int make_tables(Round *round, MatchedTable *tables)
{
    int made = 0;
    for (int i = 0; i < round->count; i++) {
        MatchedTable *table = &tables[made];
        if (round->seated[round->order[i]] || !choose(round, round->order[i], table)) continue;
        for (int k = 0; k < table->people; k++)
            seat(round, table->seeker[k]);
        made++;
    }
    if (computers_due(round)) made += seat_with_computers(round, tables + made);
    return made;
}

int matching_round(const Seeker *seekers, int count, const MatchRules *rules, i64 now_ms,
                   MatchedTable *tables)
{
    if (count < 1) return 0;
    size_t size = (size_t)count;
    Round round = { .seekers = seekers, .count = count, .rules = rules, .now_ms = now_ms };
    round.place = malloc(size * sizeof *round.place);
    round.place_of = malloc(size * sizeof *round.place_of);
    round.order = malloc(size * sizeof *round.order);
    round.seated = calloc(size, sizeof *round.seated);
    Sorted *sorted = malloc(size * sizeof *sorted);
    int made = 0;
    if (round.place && round.place_of && round.order && round.seated && sorted) {
        sort_round(&round, sorted);
        made = make_tables(&round, tables);
    }
    free(round.place);
    free(round.place_of);
    free(round.order);
    free(round.seated);
    free(sorted);
    return made;
}
