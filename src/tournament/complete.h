// SPDX-License-Identifier: MIT
// Can all vertices of a graph be paired? A matching with the most edges (Edmonds), started from a
// greedy one, so that dense graphs take linear time per vertex.
#ifndef MEYDAN_TOURNAMENT_COMPLETE_H
#define MEYDAN_TOURNAMENT_COMPLETE_H

#include "base/types.h"

// edge[u * vertices + v], symmetric. Writes mate[v], -1 for a vertex without one. Returns the
// number of pairs, or -1 if out of memory.
int complete_matching(const bool *edge, int vertices, int *mate);

#endif
