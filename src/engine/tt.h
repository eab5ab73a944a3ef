// SPDX-License-Identifier: MIT
// The transposition table: results of earlier searches by position. Shared by all threads without
// locks: an entry is two words, and the first one is the key xor the second, so a torn or foreign
// entry doesn't match.
//
//     data:   63       56 55   50 49  48 47          32 31          16 15           0
//            [  depth    |  age  | bound |     eval     |    score     |     move     ]
#ifndef MEYDAN_ENGINE_TT_H
#define MEYDAN_ENGINE_TT_H

#include "engine/engine.h"

#include <stdatomic.h>

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TTEntry {
    _Atomic u64 check, data;
} TTEntry;

enum { BUCKET = 4 };
typedef struct TTBucket {
    _Alignas(64) TTEntry entry[BUCKET];
} TTBucket;

typedef struct TransTable {
    TTBucket *bucket;
    u64 buckets; // a power of two
    u8 age;
} TransTable;

typedef struct TTHit {
    Move move;
    Score score, eval;
    int depth;
    Bound bound;
} TTHit;

void tt_clear(TransTable *table);
// Prefetches the memory that tt_probe() will read.
static inline void tt_prefetch(const TransTable *table, Key key)
{
    __builtin_prefetch(&table->bucket[key & (table->buckets - 1)]);
}
// Returns false if there is no entry. Scores of forced wins are relative to `ply`.
bool tt_probe(const TransTable *table, Key key, int ply, TTHit *found);
void tt_store(TransTable *table, Key key, int ply, const TTHit *found);
int tt_permille(const TransTable *table);

#endif
