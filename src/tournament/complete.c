// SPDX-License-Identifier: MIT
#include "tournament/complete.h"

#include <stdlib.h>
#include <string.h>

typedef struct Search {
    const bool *edge;
    int vertices;
    int *mate, *parent, *base, *queue;
    bool *used, *blossom;
} Search;

static int common_base(const Search *s, int a, int b)
{
    memset(s->blossom, 0, (size_t)s->vertices);
    for (;;) {
        a = s->base[a];
        s->blossom[a] = true;
        if (s->mate[a] < 0) break;
        a = s->parent[s->mate[a]];
    }
    for (;;) {
        b = s->base[b];
        if (s->blossom[b]) return b;
        b = s->parent[s->mate[b]];
    }
}

static void mark_path(const Search *s, int v, int base, int child)
{
    while (s->base[v] != base) {
        s->blossom[s->base[v]] = s->blossom[s->base[s->mate[v]]] = true;
        s->parent[v] = child;
        child = s->mate[v];
        v = s->parent[s->mate[v]];
    }
}

// Returns the unmatched end of an augmenting path from the root, or -1.
static int find_path(const Search *s, int root)
{
    size_t n = (size_t)s->vertices;
    memset(s->used, 0, n);
    for (int i = 0; i < s->vertices; i++) {
        s->parent[i] = -1;
        s->base[i] = i;
    }
    s->used[root] = true;
    int head = 0, tail = 0;
    s->queue[tail++] = root;
    while (head < tail) {
        int v = s->queue[head++];
        for (int to = 0; to < s->vertices; to++) {
            if (!s->edge[(size_t)v * n + (size_t)to]) continue;
            if (s->base[v] == s->base[to] || s->mate[v] == to) continue;
            if (to == root || (s->mate[to] >= 0 && s->parent[s->mate[to]] >= 0)) {
                int base = common_base(s, v, to);
                memset(s->blossom, 0, n);
                mark_path(s, v, base, to);
                mark_path(s, to, base, v);
                for (int i = 0; i < s->vertices; i++) {
                    if (!s->blossom[s->base[i]]) continue;
                    s->base[i] = base;
                    if (s->used[i]) continue;
                    s->used[i] = true;
                    s->queue[tail++] = i;
                }
            } else if (s->parent[to] < 0) {
                s->parent[to] = v;
                if (s->mate[to] < 0) return to;
                s->used[s->mate[to]] = true;
                s->queue[tail++] = s->mate[to];
            }
        }
    }
    return -1;
}

int complete_matching(const bool *edge, int vertices, int *mate)
{
    size_t n = (size_t)vertices;
    int *ints = malloc((n ? n : 1) * 3 * sizeof *ints);
    bool *flags = malloc((n ? n : 1) * 2);
    int pairs = 0;
    if (!ints || !flags) {
        pairs = -1;
        goto done;
    }
    Search s = { edge, vertices, mate, ints, ints + n, ints + 2 * n, flags, flags + n };
    for (int v = 0; v < vertices; v++)
        mate[v] = -1;
    for (int v = 0; v < vertices; v++)
        for (int u = v + 1; u < vertices && mate[v] < 0; u++)
            if (mate[u] < 0 && edge[(size_t)v * n + (size_t)u]) {
                mate[u] = v;
                mate[v] = u;
            }
    for (int root = 0; root < vertices; root++) {
        if (mate[root] >= 0) continue;
        int v = find_path(&s, root);
        while (v >= 0) {
            int before = s.parent[v], next = mate[before];
            mate[v] = before;
            mate[before] = v;
            v = next;
        }
    }
    for (int v = 0; v < vertices; v++)
        pairs += mate[v] > v;
done:
    free(ints);
    free(flags);
    return pairs;
}
