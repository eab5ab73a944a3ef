// SPDX-License-Identifier: MIT
#include "tournament/standings.h"

#include <stdlib.h>
#include <string.h>

// --- direct encounter ----------------------------------------------------------------------------

// One tied player. Sums are in units of 1 / TIEBREAK_UNIT.
typedef struct Tied {
    int player, index; // index in the group
    i64 sum;
    int missing; // opponents in the group not met
} Tied;

typedef struct Encounter {
    const Crosstable *table;
    const TiebreakRules *rules;
    const Tiebreak *tiebreak;
    int rounds;
    int *place;
} Encounter;

// The mean of the player's points in the games between them. Returns false if there is none.
static bool meeting(const Encounter *e, int player, int opponent, i64 *points)
{
    i64 sum = 0;
    int games = 0;
    bool forfeits = e->rules->fixed_pairings || e->tiebreak->forfeits;
    for (int round = 0; round < e->rounds; round++) {
        const TableCell *cell = crosstable_cell(e->table, player, round);
        bool forfeit =
            cell->outcome == OUTCOME_FORFEIT_WIN || cell->outcome == OUTCOME_FORFEIT_LOSS;
        if (cell->opponent != opponent) continue;
        if (!outcome_played(cell->outcome) && !(forfeits && forfeit)) continue;
        sum += cell_points(e->table, cell);
        games++;
    }
    *points = games ? sum * (TIEBREAK_UNIT / POINTS_ONE) / games : 0;
    return games > 0;
}

static int by_sum(const void *a, const void *b)
{
    const Tied *one = a, *two = b;
    if (one->sum != two->sum) return one->sum > two->sum ? -1 : 1;
    return one->index - two->index;
}

// Gives the players their places, the first of which is `place`.
static void encounter(Encounter *e, Tied *tied, int count, int place)
{
    bool all_met = true;
    for (int i = 0; i < count; i++) {
        tied[i].sum = 0;
        tied[i].missing = 0;
        e->place[tied[i].index] = place;
        for (int j = 0; j < count; j++) {
            i64 points;
            if (i == j) continue;
            if (meeting(e, tied[i].player, tied[j].player, &points))
                tied[i].sum += points;
            else
                tied[i].missing++;
        }
        all_met = all_met && !tied[i].missing;
    }
    qsort(tied, (size_t)count, sizeof *tied, by_sum);
    if (all_met) {
        // 6.2: by the sums, and again among those with the same sum.
        for (int first = 0, last; first < count; first = last) {
            for (last = first + 1; last < count && tied[last].sum == tied[first].sum;)
                last++;
            if (last - first == count) return;
            encounter(e, tied + first, last - first, place + first);
        }
        return;
    }
    // 6.3: a player who is alone at the top in any case, then the next one.
    i64 win = e->table->value[OUTCOME_WIN] * (i64)(TIEBREAK_UNIT / POINTS_ONE);
    int placed = 0;
    for (; placed < count; placed++) {
        int top = -1;
        for (int i = placed; i < count && top < 0; i++) {
            bool alone = true;
            for (int j = placed; j < count && alone; j++)
                alone = i == j || tied[j].sum + tied[j].missing * win < tied[i].sum;
            if (alone) top = i;
        }
        if (top < 0) break;
        Tied first = tied[top];
        memmove(tied + placed + 1, tied + placed, (size_t)(top - placed) * sizeof *tied);
        tied[placed] = first;
        e->place[first.index] = place + placed;
    }
    if (placed && placed < count) encounter(e, tied + placed, count - placed, place + placed);
}

bool direct_encounter(const Crosstable *table, const TiebreakRules *rules, const Tiebreak *tiebreak,
                      const int *player, int players, int rounds, int *place)
{
    Tied *tied = malloc(((size_t)players + 1) * sizeof *tied);
    if (!tied) return false;
    for (int i = 0; i < players; i++)
        tied[i] = (Tied){ .player = player[i], .index = i };
    Encounter e = { table, rules, tiebreak, rounds, place };
    encounter(&e, tied, players, 1);
    free(tied);
    return true;
}

// --- standings -----------------------------------------------------------------------------------

typedef struct Ranking {
    const Crosstable *table;
    const TiebreakRules *rules;
    int rounds;
    int *player, *place; // scratch for direct encounter
} Ranking;

typedef struct Sorted {
    i64 value;
    Standing standing;
} Sorted;

static int by_value(const void *a, const void *b)
{
    const Sorted *one = a, *two = b;
    if (one->value != two->value) return one->value > two->value ? -1 : 1;
    return one->standing.player - two->standing.player;
}

// Ranks players who are tied after the tie-breaks before `index`; -1 stands for the points. The
// first rank is `rank`.
static bool rank_tied(Ranking *r, Sorted *tied, int count, int index, int rank)
{
    const TiebreakRules *rules = r->rules;
    if (count == 1 || index == rules->count) {
        for (int i = 0; i < count; i++)
            tied[i].standing.rank = rank;
        return true;
    }
    bool direct = index >= 0 && rules->tiebreak[index].kind == TIEBREAK_DIRECT_ENCOUNTER;
    for (int i = 0; direct && i < count; i++)
        r->player[i] = tied[i].standing.player;
    if (direct && !direct_encounter(r->table, rules, &rules->tiebreak[index], r->player, count,
                                    r->rounds, r->place))
        return false;
    for (int i = 0; i < count; i++) {
        Standing *s = &tied[i].standing;
        if (direct) s->value[index] = -r->place[i] * (i64)TIEBREAK_UNIT;
        tied[i].value = index < 0 ? s->points : s->value[index];
    }
    qsort(tied, (size_t)count, sizeof *tied, by_value);
    for (int first = 0, last; first < count; first = last) {
        for (last = first + 1; last < count && tied[last].value == tied[first].value;)
            last++;
        if (!rank_tied(r, tied + first, last - first, index + 1, rank + first)) return false;
    }
    return true;
}

bool standings_compute(const Crosstable *table, const TiebreakRules *rules, int rounds,
                       Standing *standing)
{
    size_t n = (size_t)table->players;
    Sorted *sorted = calloc(n + 1, sizeof *sorted);
    Ranking r = { table, rules, rounds, calloc(n + 1, sizeof(int)), calloc(n + 1, sizeof(int)) };
    bool ok = sorted && r.player && r.place;
    for (int player = 0; ok && player < table->players; player++) {
        Standing *s = &sorted[player].standing;
        *s = (Standing){ .player = player, .points = crosstable_score(table, player, rounds) };
        for (int i = 0; i < rules->count; i++)
            if (rules->tiebreak[i].kind != TIEBREAK_DIRECT_ENCOUNTER)
                s->value[i] =
                    tiebreak_value(table, rules, &rules->tiebreak[i], player, rounds, NULL, NULL);
    }
    ok = ok && (n == 0 || rank_tied(&r, sorted, table->players, -1, 1));
    for (size_t i = 0; ok && i < n; i++)
        standing[i] = sorted[i].standing;
    free(sorted);
    free(r.player);
    free(r.place);
    return ok;
}
