// SPDX-License-Identifier: MIT
#include "plain/plain_table_seats.h"

#include <assert.h>

enum { SETS = 1 << SEATING_EXACT };

// The best cost of a table by its players, as a set.
static i64 table[SETS][3];
static bool known[SETS];

static bool less(const i64 *a, const i64 *b)
{
    for (int i = 0; i < 3; i++)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

static void try_order(const Seating *s, int *order, int size, int set)
{
    i64 cost[3] = { 0 };
    for (int i = 0; i < size; i++) {
        const int *had = s->player[order[i]].had;
        int least = had[0];
        for (int j = 0; j < size; j++)
            least = had[j] < least ? had[j] : least;
        cost[0] += had[i] - least;
        for (int j = 0; j < i; j++) {
            int at = order[i] * s->players + order[j];
            bool partners = s->partnered && i - j == 2;
            i64 times = partners ? s->partnered[at] : s->met[at];
            i64 more = times * times - (times ? (times - 1) * (times - 1) : 0);
            cost[1] += partners ? 3 * more : more;
            i64 apart = s->player[order[i]].score - s->player[order[j]].score;
            cost[2] += apart * apart;
        }
    }
    if (!known[set] || less(cost, table[set]))
        for (int i = 0; i < 3; i++)
            table[set][i] = cost[i];
    known[set] = true;
}

static void orders(const Seating *s, int *order, int filled, int size, int left, int set)
{
    if (filled == size) {
        try_order(s, order, size, set);
        return;
    }
    for (int i = 0; i < s->players; i++)
        if (left >> i & 1) {
            order[filled] = i;
            orders(s, order, filled + 1, size, left & ~(1 << i), set);
        }
}

static int members(int set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static void divide(const Seating *s, int left, int of4, int of3, const i64 *cost, i64 *best,
                   bool *found)
{
    if (!left) {
        if (!*found || less(cost, best))
            for (int i = 0; i < 3; i++)
                best[i] = cost[i];
        *found = true;
        return;
    }
    int low = left & -left;
    for (int set = left; set; set = (set - 1) & left) {
        int size = members(set), order[SEATING_EXACT];
        if (!(set & low) || !((size == 4 && of4) || (size == 3 && of3))) continue;
        if (!known[set]) orders(s, order, 0, size, set, set);
        i64 sum[3];
        for (int i = 0; i < 3; i++)
            sum[i] = cost[i] + table[set][i];
        divide(s, left & ~set, of4 - (size == 4), of3 - (size == 3), sum, best, found);
    }
}

void plain_seating(const Seating *s, i64 best[3])
{
    assert(s->players <= SEATING_EXACT && s->seats[0] == 4 && s->seats[1] == 3);
    bool found = false;
    for (int i = 0; i < SETS; i++)
        known[i] = false;
    divide(s, (1 << s->players) - 1, s->tables[0], s->tables[1], (i64[3]){ 0 }, best, &found);
    assert(found);
}
