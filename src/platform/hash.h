// SPDX-License-Identifier: MIT
// A hash table with numbers as keys. Its members belong to their owner and begin with a HashLink,
// so that a link can be cast to the member. Members with the same key keep their order.
//
//     for (HashLink *at = hash_first(&table, key); at; at = hash_next(at)) ...
//
// Such a loop may add and remove members, except the current one. If the table can't grow, its
// chains become longer.
#ifndef MEYDAN_PLATFORM_HASH_H
#define MEYDAN_PLATFORM_HASH_H

#include "base/types.h"

#include <stddef.h>

typedef struct HashLink {
    struct HashLink *next; // in the same chain
    u64 key;
} HashLink;

typedef struct HashTable {
    HashLink **chain;
    size_t chains; // a power of two
    size_t count;
} HashTable;

bool hash_init(HashTable *table); // returns false if out of memory
void hash_free(HashTable *table); // doesn't free the members

// Adds the link before or after all members with the same key.
void hash_add_first(HashTable *table, HashLink *link, u64 key);
void hash_add_last(HashTable *table, HashLink *link, u64 key);
void hash_remove(HashTable *table, HashLink *link);
// Iterates over the members with that key; NULL at the end.
HashLink *hash_first(const HashTable *table, u64 key);
HashLink *hash_next(const HashLink *link);

#endif
