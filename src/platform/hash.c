// SPDX-License-Identifier: MIT
#include "platform/hash.h"

#include <stdlib.h>

enum { CHAINS_MIN = 256 };

static HashLink **chain_of(const HashTable *table, u64 key)
{
    return &table->chain[(key * 0x9e3779b97f4a7c15) >> 32 & (table->chains - 1)];
}

static void append(const HashTable *table, HashLink *link)
{
    HashLink **at = chain_of(table, link->key);
    while (*at)
        at = &(*at)->next;
    link->next = NULL;
    *at = link;
}

bool hash_init(HashTable *table)
{
    *table = (HashTable){ .chains = CHAINS_MIN };
    table->chain = calloc(CHAINS_MIN, sizeof(HashLink *));
    return table->chain;
}

void hash_free(HashTable *table)
{
    free(table->chain);
}

static void count_one_more(HashTable *table)
{
    if (table->count++ < table->chains) return;
    HashTable larger = { .chains = 2 * table->chains, .count = table->count };
    larger.chain = calloc(larger.chains, sizeof(HashLink *));
    if (!larger.chain) return;
    for (size_t i = 0; i < table->chains; i++)
        for (HashLink *at = table->chain[i], *next; at; at = next) {
            next = at->next;
            append(&larger, at);
        }
    free(table->chain);
    *table = larger;
}

void hash_add_first(HashTable *table, HashLink *link, u64 key)
{
    count_one_more(table);
    HashLink **chain = chain_of(table, key);
    *link = (HashLink){ .next = *chain, .key = key };
    *chain = link;
}

void hash_add_last(HashTable *table, HashLink *link, u64 key)
{
    count_one_more(table);
    link->key = key;
    append(table, link);
}

void hash_remove(HashTable *table, HashLink *link)
{
    HashLink **at = chain_of(table, link->key);
    while (*at != link)
        at = &(*at)->next;
    *at = link->next;
    table->count--;
}

// Searches the rest of the chain.
static HashLink *find(HashLink *at, u64 key)
{
    while (at && at->key != key)
        at = at->next;
    return at;
}

HashLink *hash_first(const HashTable *table, u64 key)
{
    return find(*chain_of(table, key), key);
}

HashLink *hash_next(const HashLink *link)
{
    return find(link->next, link->key);
}
