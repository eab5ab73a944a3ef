// SPDX-License-Identifier: MIT
// The free players are sorted by points and rating and cut into groups. In each group the pairs are
// a matching with the smallest sum of differences in rank and rating. Of an odd number the one who
// has waited for the shortest time waits on. Two who have just met cost so much that they are
// paired only if no other player is left, and not before one of them has waited ARENA_AGAIN_MS.
#include "tournament/formats/arena.h"

#include "tournament/weighted_matching.h"

#include <stdlib.h>

typedef struct Free {
    const Entry *entry;
    int number;
} Free;

int arena_compare(const Entry *a, const Entry *b)
{
    if (a->points != b->points) return a->points > b->points ? -1 : 1;
    if (a->wins != b->wins) return a->wins > b->wins ? -1 : 1;
    if (a->played != b->played) return a->played < b->played ? -1 : 1;
    return a->seed - b->seed;
}

static int by_rank(const void *a, const void *b)
{
    const Entry *one = ((const Free *)a)->entry, *two = ((const Free *)b)->entry;
    if (one->points != two->points) return one->points > two->points ? -1 : 1;
    if (one->rating != two->rating) return one->rating > two->rating ? -1 : 1;
    return one->seed - two->seed;
}

static int list_free(const Tournament *t, Free *list)
{
    int count = 0;
    for (size_t i = 0; i < t->entries; i++)
        if (entry_present(&t->entry[i], 0) && t->entry[i].open == 0)
            list[count++] = (Free){ &t->entry[i], (int)i };
    return count;
}

static bool forbidden(const Tournament *t, int a, int b)
{
    for (size_t i = 0; i < t->forbiddens; i++) {
        const Forbidden *pair = &t->forbidden[i];
        if (pair->to == ROUNDS_MAX && pair->a + pair->b == a + b && (pair->a == a || pair->a == b))
            return true;
    }
    return false;
}

static bool just_met(const Free *a, const Free *b)
{
    return a->entry->last == b->number && b->entry->last == a->number;
}

static i64 may_meet_ms(const Free *a, const Free *b)
{
    i64 since = a->entry->free_ms < b->entry->free_ms ? a->entry->free_ms : b->entry->free_ms;
    return since + ARENA_AGAIN_MS;
}

static i64 cost(const Free *a, const Free *b, int ranks)
{
    i64 rating = a->entry->rating - b->entry->rating;
    return (just_met(a, b) ? (i64)1 << 30 : 0) + (i64)ranks * 40 + (rating < 0 ? -rating : rating);
}

// The player who moved first less often moves first, or else the one who didn't last time, or else
// the worse seed.
static Pairing sides(const Free *a, const Free *b)
{
    int one = a->entry->firsts - a->entry->seconds, two = b->entry->firsts - b->entry->seconds;
    bool first = one != two                                     ? one < two
                 : a->entry->last_first != b->entry->last_first ? !a->entry->last_first
                                                                : a->entry->seed > b->entry->seed;
    return first ? (Pairing){ a->number, b->number } : (Pairing){ b->number, a->number };
}

static bool pair_group(const Tournament *t, i64 now_ms, const Free *group, int size,
                       Pairing *pairing, int *count)
{
    Matching *matching = matching_new(size, 1);
    if (!matching) return false;
    for (int i = 0; i < size; i++)
        for (int j = i + 1; j < size; j++) {
            // A forbidden pair costs more than all others, and isn't made.
            i64 weight = forbidden(t, group[i].number, group[j].number)
                             ? -((i64)1 << 37)
                             : -cost(&group[i], &group[j], j - i);
            matching_edge(matching, i + 1, j + 1, &weight);
        }
    bool ok = matching_solve(matching);
    for (int i = 0; ok && i < size; i++) {
        int j = matching_mate(matching, i + 1) - 1;
        if (j < i || forbidden(t, group[i].number, group[j].number)) continue;
        if (just_met(&group[i], &group[j]) && may_meet_ms(&group[i], &group[j]) > now_ms) continue;
        pairing[(*count)++] = sides(&group[i], &group[j]);
    }
    matching_free(matching);
    return ok;
}

bool arena_pair(const Tournament *t, i64 now_ms, Pairing *pairing, int *count)
{
    Free *list = malloc((t->entries + 1) * sizeof *list);
    *count = 0;
    if (!list) return false;
    int free_count = list_free(t, list);
    if (free_count % 2) {
        int newest = 0;
        for (int i = 1; i < free_count; i++)
            if (list[i].entry->free_ms >= list[newest].entry->free_ms) newest = i;
        list[newest] = list[--free_count];
    }
    qsort(list, (size_t)free_count, sizeof *list, by_rank);
    bool ok = true;
    for (int first = 0; ok && first < free_count; first += ARENA_GROUP) {
        int size = free_count - first < ARENA_GROUP ? free_count - first : ARENA_GROUP;
        ok = pair_group(t, now_ms, list + first, size, pairing, count);
    }
    free(list);
    return ok;
}

i64 arena_next_ms(const Tournament *t, i64 now_ms)
{
    i64 earliest = 0, oldest = 0;
    int count = 0;
    for (size_t i = 0; i < t->entries; i++) {
        const Entry *entry = &t->entry[i];
        if (!entry_present(entry, 0) || entry->open) continue;
        i64 at = entry->free_ms + ARENA_AGAIN_MS;
        count++;
        if (at > now_ms && (!earliest || at < earliest)) earliest = at;
        if (!oldest || entry->free_ms < oldest) oldest = entry->free_ms;
    }
    return count < 2 ? 0 : earliest;
}
