// SPDX-License-Identifier: MIT
#include "server/people/crowd.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUCKETS_FIRST = 64,
    RELOAD_MS = 5000, // a page that said goodbye may be loaded again
    LOST_MS = 20000,  // a connection that broke may come back
    SEEN_MS = 60000,  // somebody without a socket asks again
    LAGS = 15,        // round trips whose median counts
    LAGS_MIN = 3,
};

typedef struct CrowdEntry {
    struct CrowdEntry *next;
    i64 who;
    int sockets;
    i64 here_until; // without sockets
    bool leaving;   // the last socket said goodbye
    i32 lag[LAGS];  // the last round trips
    u32 lags;       // that there were
} CrowdEntry;

struct Crowd {
    CrowdEntry **bucket;
    u32 buckets, entries;
    int count;
    CrowdTell *tell; // other nodes; NULL: there are none
    void *owner;
};

static u32 place(const Crowd *crowd, i64 who)
{
    return (u32)((u64)who * 0x9e3779b97f4a7c15u >> 32) & (crowd->buckets - 1);
}

Crowd *crowd_new(void)
{
    Crowd *crowd = calloc(1, sizeof *crowd);
    if (!crowd) return NULL;
    crowd->buckets = BUCKETS_FIRST;
    crowd->bucket = calloc(crowd->buckets, sizeof *crowd->bucket);
    if (crowd->bucket) return crowd;
    free(crowd);
    return NULL;
}

void crowd_free(Crowd *crowd)
{
    if (!crowd) return;
    for (u32 i = 0; i < crowd->buckets; i++)
        for (CrowdEntry *entry = crowd->bucket[i], *next; entry; entry = next) {
            next = entry->next;
            free(entry);
        }
    free(crowd->bucket);
    free(crowd);
}

i64 crowd_nobody(Text address)
{
    u64 hash[2];
    crypto_generichash((u8 *)hash, sizeof hash, (const u8 *)address.at, address.length, NULL, 0);
    return -(i64)(hash[0] >> 1) - 1;
}

static CrowdEntry *find(const Crowd *crowd, i64 who)
{
    CrowdEntry *entry = crowd->bucket[place(crowd, who)];
    while (entry && entry->who != who)
        entry = entry->next;
    return entry;
}

static void forget_gone(Crowd *crowd, i64 now_ms)
{
    for (u32 i = 0; i < crowd->buckets; i++)
        for (CrowdEntry **at = &crowd->bucket[i]; *at;) {
            CrowdEntry *entry = *at;
            if (entry->sockets || entry->here_until > now_ms) {
                at = &entry->next;
                continue;
            }
            *at = entry->next;
            crowd->entries--;
            free(entry);
        }
}

// More chains if that helps; without memory the old ones are only longer.
static void grow(Crowd *crowd)
{
    CrowdEntry **bucket = calloc((size_t)crowd->buckets * 2, sizeof *bucket);
    if (!bucket) return;
    CrowdEntry **old = crowd->bucket;
    u32 buckets = crowd->buckets;
    crowd->bucket = bucket;
    crowd->buckets *= 2;
    for (u32 i = 0; i < buckets; i++)
        for (CrowdEntry *entry = old[i], *next; entry; entry = next) {
            next = entry->next;
            CrowdEntry **to = &bucket[place(crowd, entry->who)];
            entry->next = *to;
            *to = entry;
        }
    free(old);
}

static CrowdEntry *find_or_add(Crowd *crowd, i64 who, i64 now_ms)
{
    CrowdEntry *entry = find(crowd, who);
    if (entry) return entry;
    if (crowd->entries >= crowd->buckets) {
        forget_gone(crowd, now_ms);
        if (crowd->entries > crowd->buckets / 2) grow(crowd);
    }
    entry = calloc(1, sizeof *entry);
    if (!entry) return NULL;
    CrowdEntry **to = &crowd->bucket[place(crowd, who)];
    *entry = (CrowdEntry){ .next = *to, .who = who };
    *to = entry;
    crowd->entries++;
    return entry;
}

bool crowd_enter(Crowd *crowd, i64 who, i64 now_ms)
{
    CrowdEntry *entry = find_or_add(crowd, who, now_ms);
    if (!entry) return false;
    if (!entry->sockets++) crowd->count++;
    entry->leaving = false;
    return true;
}

void crowd_leave(Crowd *crowd, i64 who, bool on_purpose, i64 now_ms)
{
    CrowdEntry *entry = find(crowd, who);
    if (!entry || !entry->sockets || --entry->sockets) return;
    crowd->count--;
    entry->here_until = now_ms + (on_purpose ? RELOAD_MS : LOST_MS);
    entry->leaving = on_purpose;
}

void crowd_tells(Crowd *crowd, CrowdTell *tell, void *owner)
{
    crowd->tell = tell;
    crowd->owner = owner;
}

static void see(Crowd *crowd, i64 who, i64 now_ms, bool elsewhere)
{
    CrowdEntry *entry = find_or_add(crowd, who, now_ms);
    if (!entry) return;
    // Requests that a page had on their way when it was closed do not bring its person back.
    if (entry->leaving && now_ms < entry->here_until) return;
    entry->leaving = false;
    bool news = now_ms + SEEN_MS - entry->here_until > SEEN_MS / 4;
    entry->here_until = now_ms + SEEN_MS;
    if (news && !elsewhere && crowd->tell) crowd->tell(crowd->owner, who);
}

void crowd_seen(Crowd *crowd, i64 who, i64 now_ms)
{
    see(crowd, who, now_ms, false);
}

void crowd_seen_elsewhere(Crowd *crowd, i64 who, i64 now_ms)
{
    see(crowd, who, now_ms, true);
}

void crowd_add_lag(Crowd *crowd, i64 who, i32 lag_us)
{
    CrowdEntry *entry = find(crowd, who);
    if (entry) entry->lag[entry->lags++ % LAGS] = lag_us;
}

static int compare_lags(const void *a, const void *b)
{
    const i32 *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

i32 crowd_lag(const Crowd *crowd, i64 who)
{
    const CrowdEntry *entry = find(crowd, who);
    i32 lag[LAGS];
    u32 count = entry ? entry->lags < LAGS ? entry->lags : LAGS : 0;
    if (count < LAGS_MIN) return -1;
    memcpy(lag, entry->lag, count * sizeof *lag);
    qsort(lag, count, sizeof *lag, compare_lags);
    return lag[(count - 1) / 2];
}

bool crowd_here(const Crowd *crowd, i64 who, i64 now_ms)
{
    const CrowdEntry *entry = find(crowd, who);
    return entry && (entry->sockets || entry->here_until > now_ms);
}

int crowd_count(const Crowd *crowd)
{
    return crowd->count;
}
