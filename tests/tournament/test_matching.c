// SPDX-License-Identifier: MIT
// The weighted matching against all perfect matchings, before and after changes of the edges of one
// vertex, and with pairs that are retired.
#include "support/check.h"

#include "base/rng.h"
#include "tournament/complete.h"
#include "tournament/weighted_matching.h"

#include <string.h>

enum { VERTICES_MAX = 13, WIDTH_MAX = 3 };

typedef struct Graph {
    int vertices, width;
    bool edge[VERTICES_MAX][VERTICES_MAX];
    i64 weight[VERTICES_MAX][VERTICES_MAX][WIDTH_MAX];
    bool found;
    i64 best[WIDTH_MAX];
} Graph;

static bool vector_above(const i64 *a, const i64 *b, int width)
{
    for (int i = 0; i < width; i++)
        if (a[i] != b[i]) return a[i] > b[i];
    return false;
}

static void try_all(Graph *g, u32 used, const i64 *sum)
{
    int u = 1;
    while (u <= g->vertices && (used >> u & 1))
        u++;
    if (u > g->vertices) {
        if (!g->found || vector_above(sum, g->best, g->width)) memcpy(g->best, sum, sizeof g->best);
        g->found = true;
        return;
    }
    for (int v = u + 1; v <= g->vertices; v++) {
        if ((used >> v & 1) || !g->edge[u][v]) continue;
        i64 more[WIDTH_MAX] = { 0 };
        for (int i = 0; i < g->width; i++)
            more[i] = sum[i] + g->weight[u][v][i];
        try_all(g, used | 1u << u | 1u << v, more);
    }
}

static void change_edge(Graph *g, Matching *m, int u, int v, Rng *rng, u32 range, u32 density)
{
    g->edge[u][v] = g->edge[v][u] = rng_below(rng, 100) < density;
    if (!g->edge[u][v]) {
        matching_cut(m, u, v);
        return;
    }
    for (int i = 0; i < g->width; i++)
        g->weight[u][v][i] = g->weight[v][u][i] = (i64)rng_below(rng, range) - 1;
    matching_edge(m, u, v, g->weight[u][v]);
}

static bool same_as_all(Graph *g, Matching *m, u32 retired)
{
    const i64 none[WIDTH_MAX] = { 0 };
    g->found = false;
    try_all(g, retired, none);
    bool solved = matching_solve(m);
    assert_int_equal(solved, g->found);
    if (!solved) return false;
    i64 sum[WIDTH_MAX] = { 0 };
    for (int u = 1; u <= g->vertices; u++) {
        int v = matching_mate(m, u);
        assert_int_equal(matching_mate(m, v), u);
        for (int i = 0; u < v && !(retired >> u & 1) && i < g->width; i++)
            sum[i] += g->weight[u][v][i];
    }
    assert_memory_equal(sum, g->best, sizeof(i64) * (size_t)g->width);
    return true;
}

static void matching_equals_all(void **state)
{
    (void)state;
    Rng rng = { 25 };
    for (int trial = 0; trial < 3000; trial++) {
        Graph g = { .vertices = 2 + 2 * (int)rng_below(&rng, 5),
                    .width = 1 + (int)rng_below(&rng, WIDTH_MAX) };
        u32 range = 1 + rng_below(&rng, 6), density = 30 + rng_below(&rng, 71), retired = 0;
        Matching *m = matching_new(g.vertices, g.width);
        for (int u = 1; u <= g.vertices; u++)
            for (int v = u + 1; v <= g.vertices; v++)
                change_edge(&g, m, u, v, &rng, range, density);
        for (int round = 0; round < 6 && same_as_all(&g, m, retired); round++) {
            int u = 1 + (int)rng_below(&rng, (u32)g.vertices);
            if (retired >> u & 1) continue;
            if (rng_below(&rng, 4) == 0) {
                int v = matching_mate(m, u);
                assert_true(matching_possible(m, u, v));
                matching_retire(m, u, v);
                retired |= 1u << u | 1u << v;
                continue;
            }
            matching_open(m, u);
            for (int v = 1; v <= g.vertices; v++)
                if (v != u && !(retired >> v & 1) && rng_below(&rng, 2))
                    change_edge(&g, m, u, v, &rng, range, density);
        }
        matching_free(m);
    }
}

// An edge that matching_possible() excludes is in no best matching.
static void impossible_edges(void **state)
{
    (void)state;
    Rng rng = { 26 };
    for (int trial = 0; trial < 500; trial++) {
        Graph g = { .vertices = 8, .width = 1 };
        Matching *m = matching_new(g.vertices, g.width);
        for (int u = 1; u <= g.vertices; u++)
            for (int v = u + 1; v <= g.vertices; v++)
                change_edge(&g, m, u, v, &rng, 3, 100);
        assert_true(same_as_all(&g, m, 0));
        i64 best = g.best[0];
        for (int u = 1; u <= g.vertices; u++)
            for (int v = u + 1; v <= g.vertices; v++) {
                g.found = false;
                try_all(&g, 1u << u | 1u << v, g.weight[u][v]);
                if (g.best[0] == best) assert_true(matching_possible(m, u, v));
            }
        matching_free(m);
    }
}

static int most_pairs(const bool *edge, int n, u32 used)
{
    int u = 0, best = 0;
    while (u < n && (used >> u & 1))
        u++;
    if (u == n) return 0;
    best = most_pairs(edge, n, used | 1u << u);
    for (int v = u + 1; v < n; v++) {
        if ((used >> v & 1) || !edge[u * n + v]) continue;
        int pairs = 1 + most_pairs(edge, n, used | 1u << u | 1u << v);
        if (pairs > best) best = pairs;
    }
    return best;
}

static void complete_equals_all(void **state)
{
    (void)state;
    Rng rng = { 27 };
    for (int trial = 0; trial < 2000; trial++) {
        int n = 1 + (int)rng_below(&rng, 10), mate[10];
        u32 density = 5 + rng_below(&rng, 60);
        bool edge[100] = { 0 };
        for (int u = 0; u < n; u++)
            for (int v = u + 1; v < n; v++)
                edge[u * n + v] = edge[v * n + u] = rng_below(&rng, 100) < density;
        assert_int_equal(complete_matching(edge, n, mate), most_pairs(edge, n, 0));
        for (int v = 0; v < n; v++)
            if (mate[v] >= 0) assert_true(mate[mate[v]] == v && edge[v * n + mate[v]]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matching_equals_all),
        cmocka_unit_test(impossible_edges),
        cmocka_unit_test(complete_equals_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
