// SPDX-License-Identifier: MIT
// Maximum weight perfect matching in a general graph, and its revision after a change of the edges
// of one vertex: Edmonds' blossom algorithm with one search tree at a time, O(n^3) for all, O(n^2)
// for a revision.
//
// A weight is a vector of `width` numbers that are compared in order, so that the first difference
// decides. Each number stays below MATCHING_LIMIT in absolute value.
//
//     Matching *matching = matching_new(vertices, width);
//     matching_edge(matching, u, v, weight);
//     if (matching_solve(matching)) ... matching_mate(matching, u) ...
//
// To change edges of a vertex later: matching_open(v), then matching_edge() or matching_cut(), then
// matching_solve(). Vertices have the numbers 1 to `vertices`.
#ifndef MEYDAN_TOURNAMENT_WEIGHTED_MATCHING_H
#define MEYDAN_TOURNAMENT_WEIGHTED_MATCHING_H

#include "base/types.h"

// The labels of vertices are alternating sums of weights: this leaves 20 bits for them.
#define MATCHING_LIMIT ((i64)1 << 42)

typedef struct Matching Matching;

Matching *matching_new(int vertices, int width); // without edges; NULL if out of memory
void matching_free(Matching *matching);

// Adds the edge, or changes its weight.
void matching_edge(Matching *matching, int u, int v, const i64 *weight);
void matching_cut(Matching *matching, int u, int v);
bool matching_has(const Matching *matching, int u, int v);
const i64 *matching_weight(const Matching *matching, int u, int v);

// Announces a change of edges of a vertex.
void matching_open(Matching *matching, int v);
// Makes the matching perfect with maximum weight. Returns false if no perfect matching exists.
bool matching_solve(Matching *matching);
int matching_mate(const Matching *matching, int v);
// Suggests a pair to the first matching_solve(), which takes it if it belongs to a best matching
// as far as the labels show.
void matching_suggest(Matching *matching, int u, int v);

// Returns false only if the edge is in no perfect matching of maximum weight.
bool matching_possible(const Matching *matching, int u, int v);
// Keeps the pair forever and removes both vertices from the graph. The pair must be in a perfect
// matching of maximum weight. Call matching_solve() afterwards.
void matching_retire(Matching *matching, int u, int v);

#endif
