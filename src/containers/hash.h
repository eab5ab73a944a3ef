// SPDX-License-Identifier: MIT
// A hash table by number, of members that belong to its owner. A member begins with a HashLink, so
// that a link can be cast to it; several may have one key, and keep their order.
//
//     for (HashLink *at = hash_first(&table, key); at; at = hash_next(at)) ...
//
// Members may be added and removed in such a loop, but for the one it stands at. Without memory to
// grow, the chains only get longer.
#ifndef MEYDAN_CONTAINERS_HASH_H
#define MEYDAN_CONTAINERS_HASH_H

#include "base/types.h"

#include <stddef.h>

typedef struct HashLink {
    struct HashLink *next; // in its chain
    u64 key;
} HashLink;

typedef struct HashTable {
    HashLink **chain;
    size_t chains; // a power of two
    size_t count;
} HashTable;

bool hash_init(HashTable *table); // false without memory
void hash_free(HashTable *table); // not the members

// Before or after all members with the same key.
void hash_add_first(HashTable *table, HashLink *link, u64 key);
void hash_add_last(HashTable *table, HashLink *link, u64 key);
void hash_remove(HashTable *table, HashLink *link);
// The members with that key, one after the other; NULL after the last one.
HashLink *hash_first(const HashTable *table, u64 key);
HashLink *hash_next(const HashLink *link);

#endif
