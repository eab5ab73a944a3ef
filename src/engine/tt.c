// SPDX-License-Identifier: MIT
#include "engine/tt.h"

enum { AGES = 64 };

static TTBucket *bucket_of(const TransTable *table, Key key)
{
    return &table->bucket[key & (table->buckets - 1)];
}

void tt_clear(TransTable *table)
{
    for (u64 i = 0; i < table->buckets; i++)
        for (int j = 0; j < BUCKET; j++) {
            atomic_store_explicit(&table->bucket[i].entry[j].check, 0, memory_order_relaxed);
            atomic_store_explicit(&table->bucket[i].entry[j].data, 0, memory_order_relaxed);
        }
    table->age = 0;
}

// Wins and losses are stored relative to the position, not to the root.
static Score to_table(Score score, int ply)
{
    if (score >= SCORE_MATED_MAX) return score + ply;
    return score <= -SCORE_MATED_MAX ? score - ply : score;
}

static Score from_table(Score score, int ply)
{
    if (score >= SCORE_MATED_MAX) return score - ply;
    return score <= -SCORE_MATED_MAX ? score + ply : score;
}

static int data_depth(u64 data)
{
    return (int)(data >> 56);
}

static int data_age(u64 data)
{
    return (int)(data >> 50) & (AGES - 1);
}

bool tt_probe(const TransTable *table, Key key, int ply, TTHit *found)
{
    TTBucket *bucket = bucket_of(table, key);
    for (int i = 0; i < BUCKET; i++) {
        u64 data = atomic_load_explicit(&bucket->entry[i].data, memory_order_relaxed);
        u64 check = atomic_load_explicit(&bucket->entry[i].check, memory_order_relaxed);
        if ((check ^ data) != key || !data) continue;
        found->move = (Move)data;
        found->score = from_table((int16_t)(data >> 16), ply);
        found->eval = (int16_t)(data >> 32);
        found->bound = (Bound)(data >> 48 & 3);
        found->depth = data_depth(data);
        return true;
    }
    return false;
}

void tt_store(TransTable *table, Key key, int ply, const TTHit *found)
{
    TTBucket *bucket = bucket_of(table, key);
    TTEntry *victim = NULL;
    int least = 1000;
    Move move = found->move;
    for (int i = 0; i < BUCKET; i++) {
        TTEntry *entry = &bucket->entry[i];
        u64 data = atomic_load_explicit(&entry->data, memory_order_relaxed);
        u64 check = atomic_load_explicit(&entry->check, memory_order_relaxed);
        if ((check ^ data) == key) {
            // Keep a deeper result of this search unless the new one is exact.
            if (found->bound != BOUND_EXACT && data_depth(data) > found->depth + 2 &&
                data_age(data) == table->age)
                return;
            if (move == MOVE_NONE) move = (Move)data;
            victim = entry;
            break;
        }
        // Replace old and shallow entries first.
        int worth = data_depth(data) - 8 * ((table->age - data_age(data)) & (AGES - 1));
        if (!data) worth = -1000;
        if (worth < least) {
            least = worth;
            victim = entry;
        }
    }
    u64 data = (u64)move | (u64)(u16)to_table(found->score, ply) << 16 |
               (u64)(u16)found->eval << 32 | (u64)found->bound << 48 |
               (u64)(table->age & (AGES - 1)) << 50 | (u64)(u8)found->depth << 56;
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
}

int tt_permille(const TransTable *table)
{
    int used = 0, looked = 0;
    for (u64 i = 0; i < table->buckets && i < 250; i++)
        for (int j = 0; j < BUCKET; j++, looked++) {
            u64 data = atomic_load_explicit(&table->bucket[i].entry[j].data, memory_order_relaxed);
            used += data && data_age(data) == table->age;
        }
    return looked ? used * 1000 / looked : 0;
}
