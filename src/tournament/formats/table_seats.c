// SPDX-License-Identifier: MIT
#include "tournament/formats/table_seats.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

enum { STARTS = 12 };

int seating_compare(SeatingCost a, SeatingCost b)
{
    if (a.seats != b.seats) return a.seats < b.seats ? -1 : 1;
    if (a.repeats != b.repeats) return a.repeats < b.repeats ? -1 : 1;
    return a.spread < b.spread ? -1 : a.spread > b.spread;
}

static SeatingCost add(SeatingCost a, SeatingCost b)
{
    return (SeatingCost){ a.seats + b.seats, a.repeats + b.repeats, a.spread + b.spread };
}

static int met(const u8 *times, int players, int a, int b)
{
    return times[(size_t)a * (size_t)players + (size_t)b];
}

// What one more meeting adds to the squares 1, 4, 9 ... of repetitions.
static i64 repeat_cost(int times)
{
    return times > 0 ? 2 * times - 1 : 0;
}

static SeatingCost table_cost(const Seating *s, const int *seat, int seats)
{
    SeatingCost cost = { 0 };
    for (int i = 0; i < seats; i++) {
        const SeatingPlayer *one = &s->player[seat[i]];
        int least = one->had[0];
        for (int j = 1; j < seats; j++)
            if (one->had[j] < least) least = one->had[j];
        cost.seats += one->had[i] - least;
        for (int j = i + 1; j < seats; j++) {
            const SeatingPlayer *two = &s->player[seat[j]];
            bool partners = s->partnered && j == i + 2;
            const u8 *times = partners ? s->partnered : s->met;
            cost.repeats +=
                repeat_cost(met(times, s->players, seat[i], seat[j])) * (partners ? 3 : 1);
            i64 apart = one->score - two->score;
            cost.spread += apart * apart;
        }
    }
    return cost;
}

SeatingCost seating_cost(const Seating *s, const int *seat)
{
    SeatingCost cost = { 0 };
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < s->tables[kind]; i++, seat += s->seats[kind])
            cost = add(cost, table_cost(s, seat, s->seats[kind]));
    return cost;
}

// --- all seatings --------------------------------------------------------------------------------

typedef struct Search {
    const Seating *s;
    int now[SEATING_EXACT], best[SEATING_EXACT];
    bool used[SEATING_EXACT], found;
    SeatingCost least;
} Search;

// The cheapest order of one table's players.
static SeatingCost seat_table(const Seating *s, int *seat, int seats, int from, int *best,
                              SeatingCost least, bool *found)
{
    if (from == seats) {
        SeatingCost cost = table_cost(s, seat, seats);
        if (*found && seating_compare(cost, least) >= 0) return least;
        *found = true;
        memcpy(best, seat, (size_t)seats * sizeof *seat);
        return cost;
    }
    for (int i = from; i < seats; i++) {
        int swap = seat[from];
        seat[from] = seat[i];
        seat[i] = swap;
        least = seat_table(s, seat, seats, from + 1, best, least, found);
        seat[i] = seat[from];
        seat[from] = swap;
    }
    return least;
}

// Places the rest of the tables. If all have one size, each begins with the first player who has
// none, so that every set of tables is tried once.
static void search_tables(Search *search, int table, int at, SeatingCost cost);

static void search_table(Search *search, int table, int at, int filled, int seats, int above,
                         SeatingCost cost)
{
    const Seating *s = search->s;
    if (filled == seats) {
        int best[SEATING_SEATS], keep[SEATING_SEATS];
        bool found = false;
        memcpy(keep, search->now + at, sizeof *keep * (size_t)seats);
        SeatingCost one = seat_table(s, keep, seats, 0, best, (SeatingCost){ 0 }, &found);
        memcpy(keep, search->now + at, sizeof *keep * (size_t)seats);
        memcpy(search->now + at, best, sizeof *best * (size_t)seats);
        search_tables(search, table + 1, at + seats, add(cost, one));
        memcpy(search->now + at, keep, sizeof *keep * (size_t)seats);
        return;
    }
    for (int i = above; i < s->players; i++) {
        if (search->used[i]) continue;
        search->used[i] = true;
        search->now[at + filled] = i;
        search_table(search, table, at, filled + 1, seats, i + 1, cost);
        search->used[i] = false;
    }
}

static void search_tables(Search *search, int table, int at, SeatingCost cost)
{
    const Seating *s = search->s;
    if (search->found && seating_compare(cost, search->least) >= 0) return;
    if (table == s->tables[0] + s->tables[1]) {
        search->found = true;
        search->least = cost;
        memcpy(search->best, search->now, sizeof search->now);
        return;
    }
    int kind = table >= s->tables[0], first = 0;
    while (search->used[first])
        first++;
    // The first free player needn't sit at a table of this size, if there are two.
    int last = s->tables[0] && s->tables[1] ? s->players - 1 : first;
    for (int i = first; i <= last; i++) {
        if (search->used[i]) continue;
        search->used[i] = true;
        search->now[at] = i;
        search_table(search, table, at, 1, s->seats[kind], i + 1, cost);
        search->used[i] = false;
    }
}

// --- improving -----------------------------------------------------------------------------------

typedef struct Improving {
    const Seating *s;
    int *seat, *table; // of each place: the player, and its table
    int *start, *size; // of each table
    int places, tables;
} Improving;

static SeatingCost cost_of(const Improving *m, int table)
{
    return table_cost(m->s, m->seat + m->start[table], m->size[table]);
}

// Swaps pairs of places as long as that makes the seating cheaper.
static void descend(Improving *m)
{
    for (bool better = true; better;) {
        better = false;
        for (int i = 0; i < m->places; i++)
            for (int j = i + 1; j < m->places; j++) {
                int a = m->table[i], b = m->table[j], swap = m->seat[i];
                SeatingCost before = cost_of(m, a), after;
                if (a != b) before = add(before, cost_of(m, b));
                m->seat[i] = m->seat[j];
                m->seat[j] = swap;
                after = cost_of(m, a);
                if (a != b) after = add(after, cost_of(m, b));
                if (seating_compare(after, before) < 0) {
                    better = true;
                    continue;
                }
                m->seat[j] = m->seat[i];
                m->seat[i] = swap;
            }
    }
}

// A seat for every player such that no player's seats become unequal, if possible: augmenting paths
// in the graph of players and places.
static bool find_place(Improving *m, int player, int seat_limit, int *holder, bool *tried)
{
    const SeatingPlayer *one = &m->s->player[player];
    for (int place = 0; place < m->places; place++) {
        int table = m->table[place], seat = place - m->start[table], least = one->had[0];
        for (int j = 1; j < m->size[table]; j++)
            if (one->had[j] < least) least = one->had[j];
        if (tried[place] || one->had[seat] - least > seat_limit) continue;
        tried[place] = true;
        if (holder[place] < 0 || find_place(m, holder[place], seat_limit, holder, tried)) {
            holder[place] = player;
            return true;
        }
    }
    return false;
}

static bool seat_evenly(Improving *m)
{
    int *holder = malloc((size_t)m->places * sizeof *holder);
    bool *tried = malloc((size_t)m->places);
    bool ok = holder && tried;
    bool *placed = calloc((size_t)m->places, 1);
    ok = ok && placed;
    if (ok) memset(holder, -1, (size_t)m->places * sizeof *holder);
    for (int limit = 0, left = m->places; ok && left > 0; limit++)
        for (int player = 0; player < m->places; player++) {
            if (placed[player]) continue;
            memset(tried, 0, (size_t)m->places);
            placed[player] = find_place(m, player, limit, holder, tried);
            left -= placed[player];
        }
    free(placed);
    if (ok) memcpy(m->seat, holder, (size_t)m->places * sizeof *holder);
    free(holder);
    free(tried);
    return ok;
}

bool seating_improve(const Seating *s, int *best)
{
    Improving m = { .s = s, .places = s->players, .tables = s->tables[0] + s->tables[1] };
    size_t n = (size_t)m.places + 1;
    int *ints = malloc(4 * n * sizeof *ints), at = 0;
    if (!ints) return false;
    m.seat = ints;
    m.table = ints + n;
    m.start = ints + 2 * n;
    m.size = ints + 3 * n;
    for (int table = 0; table < m.tables; table++) {
        m.start[table] = at;
        m.size[table] = s->seats[table >= s->tables[0]];
        for (int i = 0; i < m.size[table]; i++)
            m.table[at++] = table;
    }
    Rng rng = { (u64)s->players };
    SeatingCost least = { 0 };
    bool ok = true;
    int starts = m.places > 200 ? 1 : STARTS;
    for (int i = 0; ok && i < starts; i++) {
        ok = seat_evenly(&m);
        // Shuffles players within one seat, which keeps the seats as even as they are.
        for (int j = m.places - 1; ok && i > 0 && j > 0; j--) {
            int k = (int)rng_below(&rng, (u32)j + 1), swap = m.seat[j];
            if (j - m.start[m.table[j]] != k - m.start[m.table[k]]) continue;
            m.seat[j] = m.seat[k];
            m.seat[k] = swap;
        }
        if (!ok) break;
        descend(&m);
        SeatingCost cost = seating_cost(s, m.seat);
        if (i > 0 && seating_compare(cost, least) >= 0) continue;
        least = cost;
        memcpy(best, m.seat, (size_t)m.places * sizeof *best);
    }
    free(ints);
    return ok;
}

bool seating_find(const Seating *s, int *seat)
{
    if (s->players > SEATING_EXACT) return seating_improve(s, seat);
    Search search = { .s = s };
    search_tables(&search, 0, 0, (SeatingCost){ 0 });
    memcpy(seat, search.best, (size_t)s->players * sizeof *seat);
    return search.found;
}
