// SPDX-License-Identifier: MIT
// The transposition table: what earlier searches found out about a position. Shared by all threads
// without locks: an entry is two words, and the first one is the key xor the second, so a torn or
// foreign entry does not match.
//
//     data:   63       56 55   50 49  48 47          32 31          16 15           0
//            [  depth    |  age  | bound |     eval     |    score     |     move     ]
#ifndef MEYDAN_ENGINE_TABLE_H
#define MEYDAN_ENGINE_TABLE_H

#include "engine/engine.h"

#include <stdatomic.h>

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct Entry {
    _Atomic u64 check, data;
} Entry;

enum { BUCKET = 4 };
typedef struct Bucket {
    _Alignas(64) Entry entry[BUCKET];
} Bucket;

typedef struct Table {
    Bucket *bucket;
    u64 buckets; // a power of two
    u8 age;
} Table;

typedef struct Found {
    Move move;
    Score score, eval;
    int depth;
    Bound bound;
} Found;

void table_clear(Table *table);
// Asks for the memory that table_probe() will look at.
static inline void table_prefetch(const Table *table, Key key)
{
    __builtin_prefetch(&table->bucket[key & (table->buckets - 1)]);
}
// False if nothing is known. Scores of forced wins are counted from `ply`.
bool table_probe(const Table *table, Key key, int ply, Found *found);
void table_store(Table *table, Key key, int ply, const Found *found);
int table_permille(const Table *table);

#endif
