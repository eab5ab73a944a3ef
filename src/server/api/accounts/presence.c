// SPDX-License-Identifier: MIT
#include "server/api/accounts/presence.h"

#include "platform/hash.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENTRIES_MIN = 64,
    RELOAD_MS = 5000, // a page that said goodbye may be loaded again
    LOST_MS = 20000,  // a connection that broke may come back
    SEEN_MS = 60000,  // after a request without a socket
    LAGS = 15,        // round trips whose median counts
    LAGS_MIN = 3,
};

typedef struct PresenceEntry {
    HashLink by_who;
    int sockets;
    i64 here_until; // without sockets
    bool leaving;   // the last socket said goodbye
    i32 lag[LAGS];  // the last round trips
    u32 lags;       // that there were
} PresenceEntry;

struct Presence {
    HashTable people;
    size_t full; // above this number of entries, absent people are removed
    int count;
    PresenceSeen *seen; // NULL: there are no other nodes
    void *owner;
};

Presence *presence_new(void)
{
    Presence *presence = calloc(1, sizeof *presence);
    if (presence && hash_init(&presence->people)) return presence;
    free(presence);
    return NULL;
}

// Frees the entries of people who are absent at that time.
static void forget_gone(Presence *presence, i64 now_ms)
{
    for (size_t i = 0; i < presence->people.chains; i++)
        for (HashLink *at = presence->people.chain[i], *next; at; at = next) {
            PresenceEntry *entry = (PresenceEntry *)at;
            next = at->next;
            if (entry->sockets || entry->here_until > now_ms) continue;
            hash_remove(&presence->people, at);
            free(entry);
        }
    presence->full = ENTRIES_MIN + 2 * presence->people.count;
}

void presence_free(Presence *presence)
{
    if (!presence) return;
    for (size_t i = 0; i < presence->people.chains; i++)
        for (HashLink *at = presence->people.chain[i], *next; at; at = next) {
            next = at->next;
            free(at);
        }
    hash_free(&presence->people);
    free(presence);
}

i64 presence_visitor(Text address)
{
    u64 hash[2];
    crypto_generichash((u8 *)hash, sizeof hash, (const u8 *)address.at, address.length, NULL, 0);
    return -(i64)(hash[0] >> 1) - 1;
}

static PresenceEntry *find(const Presence *presence, i64 who)
{
    return (PresenceEntry *)hash_first(&presence->people, (u64)who);
}

static PresenceEntry *find_or_add(Presence *presence, i64 who, i64 now_ms)
{
    PresenceEntry *entry = find(presence, who);
    if (entry) return entry;
    if (presence->people.count >= presence->full) forget_gone(presence, now_ms);
    entry = calloc(1, sizeof *entry);
    if (entry) hash_add_first(&presence->people, &entry->by_who, (u64)who);
    return entry;
}

bool presence_enter(Presence *presence, i64 who, i64 now_ms)
{
    PresenceEntry *entry = find_or_add(presence, who, now_ms);
    if (!entry) return false;
    if (!entry->sockets++) presence->count++;
    entry->leaving = false;
    return true;
}

void presence_leave(Presence *presence, i64 who, bool on_purpose, i64 now_ms)
{
    PresenceEntry *entry = find(presence, who);
    if (!entry || !entry->sockets || --entry->sockets) return;
    presence->count--;
    entry->here_until = now_ms + (on_purpose ? RELOAD_MS : LOST_MS);
    entry->leaving = on_purpose;
}

void presence_on_seen(Presence *presence, PresenceSeen *seen, void *owner)
{
    presence->seen = seen;
    presence->owner = owner;
}

static void see(Presence *presence, i64 who, i64 now_ms, bool elsewhere)
{
    PresenceEntry *entry = find_or_add(presence, who, now_ms);
    if (!entry) return;
    // Requests that a page had on their way when it was closed do not bring its person back.
    if (entry->leaving && now_ms < entry->here_until) return;
    entry->leaving = false;
    bool news = now_ms + SEEN_MS - entry->here_until > SEEN_MS / 4;
    entry->here_until = now_ms + SEEN_MS;
    if (news && !elsewhere && presence->seen) presence->seen(presence->owner, who);
}

void presence_seen(Presence *presence, i64 who, i64 now_ms)
{
    see(presence, who, now_ms, false);
}

void presence_seen_at_other_node(Presence *presence, i64 who, i64 now_ms)
{
    see(presence, who, now_ms, true);
}

void presence_add_lag(Presence *presence, i64 who, i32 lag_us)
{
    PresenceEntry *entry = find(presence, who);
    if (entry) entry->lag[entry->lags++ % LAGS] = lag_us;
}

static int compare_lags(const void *a, const void *b)
{
    const i32 *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

i32 presence_lag(const Presence *presence, i64 who)
{
    const PresenceEntry *entry = find(presence, who);
    i32 lag[LAGS];
    u32 count = entry ? entry->lags < LAGS ? entry->lags : LAGS : 0;
    if (count < LAGS_MIN) return -1;
    memcpy(lag, entry->lag, count * sizeof *lag);
    qsort(lag, count, sizeof *lag, compare_lags);
    return lag[(count - 1) / 2];
}

bool presence_here(const Presence *presence, i64 who, i64 now_ms)
{
    const PresenceEntry *entry = find(presence, who);
    return entry && (entry->sockets || entry->here_until > now_ms);
}

int presence_count(const Presence *presence)
{
    return presence->count;
}
