// SPDX-License-Identifier: MIT
#include "server/cluster/presence.h"

#include "platform/hash.h"
#include "server/cluster/older.h"

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
    i64 here_until; // without sockets
    i64 seen_ms;    // time of the last request here without a socket, or 0
    bool leaving;   // the last socket said goodbye
    i32 lag[LAGS];  // the last round trips
    u32 lags;       // that there were
} PresenceEntry;

typedef struct PlaceEntry {
    HashLink link; // by kind, and game or person
    Place place;
    struct PlaceEntry *next, *previous;
    bool doubted; // its node has not sent it again yet
} PlaceEntry;

struct Presence {
    HashTable people, places;
    PlaceEntry *first;
    size_t full; // above this number of entries, absent people are removed
    int count;
    Teller to;
};

// --- places --------------------------------------------------------------------------------------

static u64 key_of(PlaceKind kind, i64 game, i64 person)
{
    return (u64)(game ? game : person) * 4 + kind;
}

static bool is_of(const Place *place, PlaceKind kind, i64 game, i64 person)
{
    return place->kind == kind && place->game == game && place->person == person;
}

static const Place *place_from(const HashLink *at, PlaceKind kind, i64 game, i64 person)
{
    for (; at; at = hash_next(at))
        if (is_of(&((const PlaceEntry *)at)->place, kind, game, person))
            return &((const PlaceEntry *)at)->place;
    return NULL;
}

const Place *presence_first(const Presence *presence, PlaceKind kind, i64 game, i64 person)
{
    return place_from(hash_first(&presence->places, key_of(kind, game, person)), kind, game,
                      person);
}

static PlaceEntry *entry_of(const Place *place)
{
    return (PlaceEntry *)((char *)place - offsetof(PlaceEntry, place));
}

const Place *presence_next(const Place *place)
{
    return place_from(hash_next(&entry_of(place)->link), place->kind, place->game, place->person);
}

static PlaceEntry *find_place(const Presence *presence, PlaceKind kind, i64 game, i64 person,
                              NodeId node)
{
    const Place *at = presence_first(presence, kind, game, person);
    while (at && at->node != node)
        at = presence_next(at);
    return at ? entry_of(at) : NULL;
}

bool presence_is_at(const Presence *presence, PlaceKind kind, i64 game, i64 person, NodeId node)
{
    return find_place(presence, kind, game, person, node) != NULL;
}

static void end_place(Presence *presence, PlaceEntry *entry)
{
    if (entry->previous)
        entry->previous->next = entry->next;
    else
        presence->first = entry->next;
    if (entry->next) entry->next->previous = entry->previous;
    hash_remove(&presence->places, &entry->link);
    free(entry);
}

i64 presence_set(Presence *presence, const Place *place)
{
    PlaceEntry *entry = find_place(presence, place->kind, place->game, place->person, place->node);
    i64 before = entry ? entry->place.count : 0;
    if (entry) {
        entry->place.count = place->count;
        entry->doubted = false;
        if (place->count <= 0) end_place(presence, entry);
        return before;
    }
    if (place->count <= 0) return 0;
    entry = calloc(1, sizeof *entry);
    if (!entry) return -1;
    entry->place = *place;
    entry->next = presence->first;
    if (entry->next) entry->next->previous = entry;
    presence->first = entry;
    hash_add_first(&presence->places, &entry->link,
                   key_of(place->kind, place->game, place->person));
    return 0;
}

void presence_end(Presence *presence, PlaceKind kind, i64 game, i64 person)
{
    for (HashLink *at = hash_first(&presence->places, key_of(kind, game, person)), *next; at;
         at = next) {
        PlaceEntry *entry = (PlaceEntry *)at;
        next = hash_next(at);
        if (is_of(&entry->place, kind, game, person ? person : entry->place.person))
            end_place(presence, entry);
    }
}

void presence_each(const Presence *presence, PlaceKind kind, NodeId node, SeePlace *see,
                   void *context)
{
    for (PlaceEntry *at = presence->first, *next; at; at = next) {
        next = at->next;
        if (at->place.kind == kind && at->place.node == node) see(context, &at->place);
    }
}

void presence_sweep(Presence *presence, PlaceKind kind, const NodeEvent *event, SeePlace *see,
                    void *context)
{
    for (PlaceEntry *at = presence->first, *next; at; at = next) {
        const Place place = at->place;
        next = at->next;
        if (place.kind != kind || place.node != event->node) continue;
        if (event->kind == NODE_RETOLD && !at->doubted) continue;
        end_place(presence, at);
        see(context, &place);
    }
}

void presence_doubt(Presence *presence, NodeId node)
{
    for (PlaceEntry *at = presence->first; at; at = at->next)
        at->doubted |= at->place.node == node;
}

// --- people --------------------------------------------------------------------------------------

static bool has_socket(const Presence *presence, i64 who)
{
    return presence_first(presence, PLACE_SOCKETS, 0, who) != NULL;
}

Presence *presence_new(void)
{
    Presence *presence = calloc(1, sizeof *presence);
    if (!presence) return NULL;
    bool people = hash_init(&presence->people), places = hash_init(&presence->places);
    if (people && places) return presence;
    presence_free(presence);
    return NULL;
}

// Frees the entries of people who are absent at that time.
static void forget_gone(Presence *presence, i64 now_ms)
{
    for (size_t i = 0; i < presence->people.chains; i++)
        for (HashLink *at = presence->people.chain[i], *next; at; at = next) {
            PresenceEntry *entry = (PresenceEntry *)at;
            next = at->next;
            if (has_socket(presence, (i64)at->key) || entry->here_until > now_ms) continue;
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
    while (presence->first)
        end_place(presence, presence->first);
    hash_free(&presence->people);
    hash_free(&presence->places);
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

// A message between nodes: the first socket of a person was opened at a node, or the last one
// closed.
typedef struct SocketsNews {
    i64 person;
    bool here, on_purpose;
} SocketsNews;
static const Shape SOCKETS_SHAPE = SHAPE(SocketsNews, FIELD(SocketsNews, person),
                                         FIELD(SocketsNews, here), FIELD(SocketsNews, on_purpose));

static void receive_sockets(void *owner, Arrival arrival, const void *message);
static const Topic SOCKETS = { .name = "presence.sockets",
                               .shape = &SOCKETS_SHAPE,
                               .receive = receive_sockets,
                               .older = { OLDER_SOCKETS, "pyu" } };

// A request of a person without a socket, that long ago.
typedef struct SeenNews {
    i64 person, ago_ms;
} SeenNews;
static const Shape SEEN_SHAPE = SHAPE(SeenNews, FIELD(SeenNews, person), FIELD(SeenNews, ago_ms));

static void receive_seen(void *owner, Arrival arrival, const void *message);
static const Topic SEEN = { .name = "presence.seen",
                            .shape = &SEEN_SHAPE,
                            .receive = receive_seen,
                            .older = { OLDER_SEEN, "p" } };

const Topic *const PRESENCE_TOPICS[] = { &SOCKETS, &SEEN, NULL };

// A person's last socket at any node has closed.
static void gone(Presence *presence, i64 who, bool on_purpose, i64 now_ms)
{
    PresenceEntry *entry = find(presence, who);
    presence->count--;
    if (!entry) return;
    entry->here_until = now_ms + (on_purpose ? RELOAD_MS : LOST_MS);
    entry->leaving = on_purpose;
}

// One more socket at the node, or one less. Returns the number there; -1 if out of memory.
static i64 add_sockets(Presence *presence, i64 who, NodeId node, int more)
{
    const PlaceEntry *entry = find_place(presence, PLACE_SOCKETS, 0, who, node);
    i64 count = (entry ? entry->place.count : 0) + more;
    const Place place = { PLACE_SOCKETS, 0, who, node, count };
    return presence_set(presence, &place) < 0 ? -1 : count;
}

static i64 enter(Presence *presence, i64 who, NodeId node, i64 now_ms)
{
    PresenceEntry *entry = find_or_add(presence, who, now_ms);
    bool first = !has_socket(presence, who);
    i64 sockets = entry ? add_sockets(presence, who, node, 1) : -1;
    if (sockets < 0) return -1;
    presence->count += first;
    entry->leaving = false;
    return sockets;
}

// Returns whether it was the person's last socket at that node.
static bool leave(Presence *presence, i64 who, NodeId node, bool on_purpose, i64 now_ms)
{
    if (!find_place(presence, PLACE_SOCKETS, 0, who, node)) return false;
    if (add_sockets(presence, who, node, -1) > 0) return false;
    if (!has_socket(presence, who)) gone(presence, who, on_purpose, now_ms);
    return true;
}

bool presence_enter(Presence *presence, i64 who, i64 now_ms)
{
    i64 sockets = enter(presence, who, THIS_NODE, now_ms);
    if (sockets == 1) teller_tell(&presence->to, &SOCKETS, &(SocketsNews){ who, true, false });
    return sockets > 0;
}

void presence_leave(Presence *presence, i64 who, bool on_purpose, i64 now_ms)
{
    if (leave(presence, who, THIS_NODE, on_purpose, now_ms))
        teller_tell(&presence->to, &SOCKETS, &(SocketsNews){ who, false, on_purpose });
}

static void see(Presence *presence, i64 who, i64 now_ms, bool elsewhere)
{
    PresenceEntry *entry = find_or_add(presence, who, now_ms);
    if (!entry) return;
    // A request that was under way when its page closed doesn't make the person present again.
    if (entry->leaving && now_ms < entry->here_until) return;
    entry->leaving = false;
    bool news = now_ms + SEEN_MS - entry->here_until > SEEN_MS / 4;
    if (entry->here_until < now_ms + SEEN_MS) entry->here_until = now_ms + SEEN_MS;
    if (elsewhere) return;
    entry->seen_ms = now_ms;
    if (news) teller_tell(&presence->to, &SEEN, &(SeenNews){ .person = who });
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
    return entry && (has_socket(presence, who) || entry->here_until > now_ms);
}

int presence_count(const Presence *presence)
{
    return presence->count;
}

// --- as an owner of topics -----------------------------------------------------------------------

static void receive_sockets(void *owner, Arrival arrival, const void *message)
{
    Presence *presence = owner;
    const SocketsNews *news = message;
    PlaceEntry *entry = find_place(presence, PLACE_SOCKETS, 0, news->person, arrival.from);
    if (entry) entry->doubted = false;
    if (news->here && !entry) enter(presence, news->person, arrival.from, arrival.now_ms);
    if (!news->here) leave(presence, news->person, arrival.from, news->on_purpose, arrival.now_ms);
}

static void receive_seen(void *owner, Arrival arrival, const void *message)
{
    const SeenNews *news = message;
    i64 ago_ms = news->ago_ms > 0 ? news->ago_ms : 0;
    if (ago_ms < SEEN_MS) presence_seen_at_other_node(owner, news->person, arrival.now_ms - ago_ms);
}

void presence_share(Presence *presence, Teller to)
{
    presence->to = to;
}

typedef struct Sweep {
    Presence *presence;
    i64 now_ms;
} Sweep;

static void swept(void *context, const Place *place)
{
    const Sweep *sweep = context;
    if (!has_socket(sweep->presence, place->person))
        gone(sweep->presence, place->person, false, sweep->now_ms);
}

static void announce(void *context, const Place *place)
{
    const Presence *presence = context;
    teller_tell(&presence->to, &SOCKETS, &(SocketsNews){ place->person, true, false });
}

// A node that joins, or missed messages, learns too who made requests here without a socket.
static void announce_seen(Presence *presence, i64 now_ms)
{
    for (size_t i = 0; i < presence->people.chains; i++)
        for (const HashLink *at = presence->people.chain[i]; at; at = at->next) {
            const PresenceEntry *entry = (const PresenceEntry *)at;
            const SeenNews news = { (i64)at->key, now_ms - entry->seen_ms };
            if (entry->seen_ms && news.ago_ms < SEEN_MS) teller_tell(&presence->to, &SEEN, &news);
        }
}

void presence_on_event(void *owner, const NodeEvent *event)
{
    Presence *presence = owner;
    Sweep sweep = { presence, event->now_ms };
    if (event->kind == NODE_ANNOUNCE) {
        presence_each(presence, PLACE_SOCKETS, THIS_NODE, announce, presence);
        announce_seen(presence, event->now_ms);
    } else if (event->kind == NODE_RETELLS)
        presence_doubt(presence, event->node);
    else if (event->kind == NODE_LEFT || event->kind == NODE_RETOLD)
        presence_sweep(presence, PLACE_SOCKETS, event, swept, &sweep);
}
