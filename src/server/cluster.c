// SPDX-License-Identifier: MIT
#include "server/cluster.h"
#include "server/games/correspondence_ops.h"
#include "server/games/game_ops.h"
#include "server/identity/persons.h"

#include "platform/hash.h"
#include "server/identity/ties.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_MS = 250,    // how often the store is asked while Redis is away
    FORGET_EVERY = 4, // looks
    LATE_LOOKS = 8,   // then it is said that there is no bus, even if there has been none yet
    RETELL_MS = 100,  // for several who ask at once
    GIVEN_UP_MAX = 64,
    SPENT_MAX = 100000,
};

// Something that was told by another node and ends with it: a socket of somebody's, watchers of a
// game, somebody who waits for a game.
typedef enum ElseKind { ELSE_SOCKETS, ELSE_WATCHERS, ELSE_WAITS, ELSE_KINDS } ElseKind;
typedef struct Elsewhere {
    HashLink link; // by `what`
    struct Elsewhere *next, *previous;
    NodeId node;
    i64 what; // a person, or a game
    i64 count;
    bool stale; // its node has not told it again yet
} Elsewhere;

struct Cluster {
    ClusterSetup setup;
    const App *app; // NULL before it is started
    Nodes *nodes;
    NodeId self;
    Rooms *rooms;
    MoveRequests *requests;
    Hub *hub;
    People *people;
    HashTable elsewhere[ELSE_KINDS];
    Elsewhere *first[ELSE_KINDS];
    uv_timer_t look;
    uv_timer_t retell; // of what others may have missed
    int looks;
    bool told_down;
    NodeId given_up[GIVEN_UP_MAX]; // the last ones; they may come back
    u32 given_ups;
};

static void tell(Cluster *cluster, const NodeNews *news)
{
    nodes_tell(cluster->nodes, news);
}

// --- what others have ----------------------------------------------------------------------------

static Elsewhere *find(const Cluster *cluster, ElseKind kind, NodeId node, i64 what)
{
    for (HashLink *at = hash_first(&cluster->elsewhere[kind], (u64)what); at; at = hash_next(at))
        if (((Elsewhere *)at)->node == node) return (Elsewhere *)at;
    return NULL;
}

static Elsewhere *find_or_add(Cluster *cluster, ElseKind kind, NodeId node, i64 what)
{
    Elsewhere *found = find(cluster, kind, node, what);
    if (found) found->stale = false;
    if (found) return found;
    found = calloc(1, sizeof *found);
    if (!found) return NULL;
    found->node = node;
    found->what = what;
    found->next = cluster->first[kind];
    if (found->next) found->next->previous = found;
    cluster->first[kind] = found;
    hash_add_first(&cluster->elsewhere[kind], &found->link, (u64)what);
    return found;
}

static void forget(Cluster *cluster, ElseKind kind, Elsewhere *gone)
{
    if (gone->previous)
        gone->previous->next = gone->next;
    else
        cluster->first[kind] = gone->next;
    if (gone->next) gone->next->previous = gone->previous;
    hash_remove(&cluster->elsewhere[kind], &gone->link);
    free(gone);
}

static bool waits_elsewhere(const Cluster *cluster, i64 person)
{
    return hash_first(&cluster->elsewhere[ELSE_WAITS], (u64)person) != NULL;
}

static int watchers_elsewhere(void *owner, i64 game)
{
    const Cluster *cluster = owner;
    i64 count = 0;
    for (HashLink *at = hash_first(&cluster->elsewhere[ELSE_WATCHERS], (u64)game); at;
         at = hash_next(at))
        if (((Elsewhere *)at)->node != cluster->self) count += ((Elsewhere *)at)->count;
    return (int)count;
}

// --- hearing -------------------------------------------------------------------------------------

static void forget_all(Cluster *cluster, NodeId node, bool only_stale);

static void on_here_changed(void *context, i64 game)
{
    Cluster *cluster = context;
    hub_tell_here(cluster->hub, game);
}

// A node tells all of its people again, in one message: what it does not tell is not true any more.
static void hear_own(Cluster *cluster, NodeId from, bool begins)
{
    for (int kind = 0; begins && kind < ELSE_KINDS; kind++)
        for (Elsewhere *at = cluster->first[kind]; at; at = at->next)
            at->stale |= at->node == from;
    if (begins) return rooms_presence_sync_begin(cluster->rooms, from);
    forget_all(cluster, from, true);
    rooms_presence_sync_end(cluster->rooms, from, on_here_changed, cluster);
}

static void hear_crowd(Cluster *cluster, NodeId from, const NodeNews *news)
{
    const ClusterSetup *setup = &cluster->setup;
    i64 now = setup->now(setup->owner);
    Elsewhere *sockets = find(cluster, ELSE_SOCKETS, from, news->person);
    if (sockets) sockets->stale = false;
    if (news->yes == (sockets != NULL)) return;
    if (news->yes) {
        sockets = find_or_add(cluster, ELSE_SOCKETS, from, news->person);
        if (sockets && !presence_enter(setup->presence, news->person, now))
            forget(cluster, ELSE_SOCKETS, sockets);
    } else {
        presence_leave(setup->presence, news->person, news->on_purpose, now);
        forget(cluster, ELSE_SOCKETS, sockets);
    }
}

static void hear_watchers(Cluster *cluster, NodeId from, const NodeNews *news)
{
    Elsewhere *watchers = find_or_add(cluster, ELSE_WATCHERS, from, news->game);
    if (!watchers) return;
    watchers->count = news->count;
    if (news->count <= 0) forget(cluster, ELSE_WATCHERS, watchers);
    hub_watchers_changed(cluster->hub, news->game);
}

static void hear_waiting(Cluster *cluster, NodeId from, const NodeNews *news)
{
    if (news->kind == NODE_WAITS) {
        if (!find_or_add(cluster, ELSE_WAITS, from, news->person)) return;
        hub_waits(cluster->hub, news->person, (int)news->game, (i32)news->count, (i32)news->other,
                  news->yes);
        return;
    }
    Elsewhere *waits = find(cluster, ELSE_WAITS, from, news->person);
    if (waits) forget(cluster, ELSE_WAITS, waits);
    if (!waits_elsewhere(cluster, news->person)) hub_waits_not(cluster->hub, news->person);
}

// A node of version 0.2.0 sends ties like this. Delete it with Topic.older.
static void hear_standing(Cluster *cluster, const NodeNews *news)
{
    Access *access = cluster->app->access;
    if (!news->person)
        audit_watch_look(cluster->app->audit);
    else if (news->count == TIE_BLOCK && news->yes)
        access_block(access, news->person, news->other);
    else if (news->count == TIE_BLOCK)
        access_unblock(access, news->person, news->other);
}

static void hear_vacation(Cluster *cluster, const NodeNews *news)
{
    Vacation vacation;
    if (vacation_read(news->body, &vacation))
        rooms_vacation(cluster->rooms, news->person, &vacation);
}

static void retell(Cluster *cluster);

static void on_heard(void *owner, NodeId from, const NodeNews *news)
{
    Cluster *cluster = owner;
    if (!cluster->rooms) return;
    const SecretHash *hash = news->has_hash ? &news->hash : NULL;
    switch (news->kind) {
    case NODE_EVENTS: rooms_receive_events(cluster->rooms, news->event, news->events); break;
    case NODE_MADE: rooms_receive_made(cluster->rooms, news->game); break;
    case NODE_HERE:
        if (rooms_presence_at(cluster->rooms, from, news->game, news->person, news->yes,
                              news->on_purpose))
            hub_tell_here(cluster->hub, news->game);
        break;
    case NODE_CROWD: hear_crowd(cluster, from, news); break;
    case NODE_WATCHERS: hear_watchers(cluster, from, news); break;
    case NODE_FORGET: persons_forget(cluster->setup.store, news->person, hash); break;
    case NODE_SIGNED_OUT:
        hub_sign_out(cluster->hub, news->person, hash, news->has_but ? &news->but : NULL,
                     news->yes);
        break;
    case NODE_DROPPED:
        hub_drop(cluster->hub, news->person);
        access_forget(cluster->app->access, news->person);
        break;
    case NODE_PERSON:
        persons_forget(cluster->setup.store, news->person, NULL);
        persons_forget(cluster->setup.store, news->other, NULL);
        rooms_person(cluster->rooms, news->person, news->other);
        break;
    case NODE_STANDING: hear_standing(cluster, news); break;
    case NODE_TOPIC: hub_tell_person(cluster->hub, news->person, news->body); break;
    case NODE_WAITS:
    case NODE_WAITS_NOT: hear_waiting(cluster, from, news); break;
    case NODE_PAIRED: hub_paired(cluster->hub, news->person, news->game); break;
    case NODE_SAID: hub_send_to_seats(cluster->hub, news->game, (u8)news->count, news->body); break;
    case NODE_WORK_KEY: people_trust_work(cluster->people, news->body); break;
    case NODE_SEEN:
        presence_seen_at_other_node(cluster->setup.presence, news->person,
                                    cluster->setup.now(cluster->setup.owner));
        break;
    case NODE_SPENT:
        if (news->game >= 0 && news->game < LIMITS && news->count <= SPENT_MAX)
            limits_spent(cluster->setup.limits, (Limit)news->game, news->body, (int)news->count,
                         cluster->setup.now(cluster->setup.owner));
        break;
    case NODE_VACATION: hear_vacation(cluster, news); break;
    case NODE_ANSWERED:
        move_requests_receive(cluster->requests, news->game, (int)news->count, news->body);
        break;
    case NODE_OWN: hear_own(cluster, from, news->yes); break;
    case NODE_WHO: retell(cluster); break;
    case NODE_FEATURE: features_receive(cluster->app, news->body); break;
    case NODE_OUTAGE:
        rooms_receive_outage(cluster->rooms, (u64)news->other, news->game, news->count);
        break;
    case NODE_BEAT:
    case NODE_BYE:
    case NODE_JOBS:
    case NODE_STOOD:
    case NODE_KINDS: break;
    }
}

// --- nodes come and go ---------------------------------------------------------------------------

static void tell_here(void *context, i64 game, i64 person)
{
    tell(context, &(NodeNews){ .kind = NODE_HERE, .game = game, .person = person, .yes = true });
}

static void tell_outage(void *context, u64 node, i64 from_ago, i64 until_ago)
{
    tell(context,
         &(NodeNews){
             .kind = NODE_OUTAGE, .other = (i64)node, .game = from_ago, .count = until_ago });
}

// A newcomer has heard nothing yet; to the others it is nothing new.
static void tell_own(Cluster *cluster)
{
    tell(cluster, &(NodeNews){ .kind = NODE_OWN, .yes = true });
    for (Elsewhere *at = cluster->first[ELSE_SOCKETS]; at; at = at->next)
        if (at->node == cluster->self)
            tell(cluster, &(NodeNews){ .kind = NODE_CROWD, .person = at->what, .yes = true });
    for (Elsewhere *at = cluster->first[ELSE_WATCHERS]; at; at = at->next)
        if (at->node == cluster->self)
            tell(cluster,
                 &(NodeNews){ .kind = NODE_WATCHERS, .game = at->what, .count = at->count });
    rooms_each_here(cluster->rooms, tell_here, cluster);
    tell(cluster, &(NodeNews){ .kind = NODE_WORK_KEY, .body = people_work_key(cluster->people) });
    hub_tell_waiting(cluster->hub);
    tell(cluster, &(NodeNews){ .kind = NODE_OWN });
    rooms_each_outage(cluster->rooms, tell_outage, cluster);
}

static void on_retell(uv_timer_t *timer)
{
    Cluster *cluster = timer->data;
    if (cluster->rooms && nodes_up(cluster->nodes)) tell_own(cluster);
}

static void retell(Cluster *cluster)
{
    if (!uv_is_active((uv_handle_t *)&cluster->retell))
        uv_timer_start(&cluster->retell, on_retell, RETELL_MS, 0);
}

// A node that was silent and comes back has told us who is there, and we have forgotten it: it does
// not know that.
static bool was_given_up(const Cluster *cluster, NodeId node)
{
    for (int i = 0; i < GIVEN_UP_MAX; i++)
        if (cluster->given_up[i] == node) return true;
    return false;
}

static void on_joined(void *owner, NodeId node)
{
    Cluster *cluster = owner;
    char line[80];
    snprintf(line, sizeof line, "node %016llx has joined: %d nodes", (unsigned long long)node,
             nodes_count(cluster->nodes));
    cluster->setup.say(cluster->setup.owner, LEVEL_WARNING, line);
    if (!cluster->rooms) return;
    tell_own(cluster);
    if (was_given_up(cluster, node)) tell(cluster, &(NodeNews){ .kind = NODE_WHO });
    rooms_owners_changed(cluster->rooms);
}

static void on_stranger(void *owner, NodeId node, bool refuses_us)
{
    Cluster *cluster = owner;
    char line[160];
    snprintf(line, sizeof line,
             refuses_us ? "this node's store is not that of node %016llx, so it does not join: "
                          "correct the setting \"store\" and restart it"
                        : "node %016llx has another store and is refused",
             (unsigned long long)node);
    cluster->setup.say(cluster->setup.owner, refuses_us ? LEVEL_ERROR : LEVEL_WARNING, line);
}

static void on_missed(void *owner);

// What that node has told: all, or what it has not told again.
static void forget_all(Cluster *cluster, NodeId node, bool only_stale)
{
    const ClusterSetup *setup = &cluster->setup;
    for (int kind = 0; kind < ELSE_KINDS; kind++)
        for (Elsewhere *at = cluster->first[kind], *next; at; at = next) {
            next = at->next;
            if (at->node != node || (only_stale && !at->stale)) continue;
            i64 what = at->what;
            forget(cluster, (ElseKind)kind, at);
            if (kind == ELSE_SOCKETS)
                presence_leave(setup->presence, what, false, setup->now(setup->owner));
            if (!cluster->hub) continue;
            if (kind == ELSE_WATCHERS) hub_watchers_changed(cluster->hub, what);
            if (kind == ELSE_WAITS && !waits_elsewhere(cluster, what))
                hub_waits_not(cluster->hub, what);
        }
}

static void on_ignored(void *owner, NodeId node)
{
    Cluster *cluster = owner;
    char line[96];
    snprintf(line, sizeof line, "node %016llx is ignored: %d other nodes are the most",
             (unsigned long long)node, NODES_MAX);
    cluster->setup.say(cluster->setup.owner, LEVEL_ERROR, line);
}

static void on_left(void *owner, NodeId node, i64 since_ms, bool bye)
{
    Cluster *cluster = owner;
    const ClusterSetup *setup = &cluster->setup;
    char line[96];
    snprintf(line, sizeof line, "node %016llx %s: %d nodes", (unsigned long long)node,
             bye ? "has left" : "is silent", nodes_count(cluster->nodes));
    setup->say(setup->owner, LEVEL_WARNING, line);
    if (!bye) cluster->given_up[cluster->given_ups++ % GIVEN_UP_MAX] = node;
    forget_all(cluster, node, false);
    if (!cluster->rooms) return;
    rooms_node_left(cluster->rooms, node, since_ms, on_here_changed, cluster);
    if (!bye) on_missed(cluster); // it may have died between a commit and the news of it
}

static void on_stood(void *owner, NodeId node, i64 ms)
{
    Cluster *cluster = owner;
    char line[96];
    snprintf(line, sizeof line, "node %016llx stood still for %lld ms", (unsigned long long)node,
             (long long)ms);
    cluster->setup.say(cluster->setup.owner, LEVEL_WARNING, line);
    if (cluster->rooms) rooms_node_stalled(cluster->rooms, node, ms);
}

static void on_saves(void *owner, NodeId node, i64 ms)
{
    Cluster *cluster = owner;
    if (cluster->rooms) rooms_node_unreachable(cluster->rooms, node, ms);
}

static void on_deaf(void *owner, i64 ms)
{
    Cluster *cluster = owner;
    if (cluster->rooms) rooms_link_lost(cluster->rooms, ms);
}

static void on_changed(void *owner)
{
    Cluster *cluster = owner;
    if (cluster->rooms) rooms_owners_changed(cluster->rooms);
}

static i64 on_stuck_ms(void *owner)
{
    const Cluster *cluster = owner;
    return cluster->rooms ? rooms_stuck_ms(cluster->rooms) : 0;
}

static void tell_workers(Cluster *cluster)
{
    const ClusterSetup *setup = &cluster->setup;
    bool there = nodes_up(cluster->nodes) && nodes_workers(cluster->nodes);
    if (setup->workers) setup->workers(setup->owner, there);
}

static void on_workers(void *owner)
{
    Cluster *cluster = owner;
    char line[80];
    snprintf(line, sizeof line, "workers: %d", nodes_workers(cluster->nodes));
    cluster->setup.say(cluster->setup.owner, LEVEL_WARNING, line);
    tell_workers(cluster);
    move_requests_poll(cluster->requests);
}

static void call_workers(void *owner)
{
    cluster_call_workers(owner);
}

static int workers_there(void *owner)
{
    const Cluster *cluster = owner;
    return nodes_workers(cluster->nodes);
}

static bool bus_up(void *owner)
{
    const Cluster *cluster = owner;
    return nodes_up(cluster->nodes);
}

static void on_missed(void *owner)
{
    Cluster *cluster = owner;
    if (!cluster->rooms) return;
    move_requests_poll(cluster->requests);
    persons_forget(cluster->setup.store, 0, NULL);
    rooms_poll(cluster->rooms);
    audit_watch_look(cluster->app->audit);
}

static void say_down(Cluster *cluster)
{
    const ClusterSetup *setup = &cluster->setup;
    if (!cluster->told_down)
        setup->say(setup->owner, LEVEL_ERROR,
                   "the bus is away: nodes ask the store for what the others do; numbers of people "
                   "and watchers may be old");
    cluster->told_down = true;
}

// While nothing is heard, the store is asked.
static void on_look(uv_timer_t *timer)
{
    Cluster *cluster = timer->data;
    if (!cluster->rooms) return;
    rooms_poll(cluster->rooms);
    if (cluster->looks == LATE_LOOKS) say_down(cluster);
    if (cluster->looks++ % FORGET_EVERY) return;
    persons_forget(cluster->setup.store, 0, NULL);
    audit_watch_look(cluster->app->audit);
}

static void on_link(void *owner, bool up)
{
    Cluster *cluster = owner;
    const ClusterSetup *setup = &cluster->setup;
    if (up)
        uv_timer_stop(&cluster->look);
    else
        uv_timer_start(&cluster->look, on_look, LOOK_MS, LOOK_MS);
    if (!up) say_down(cluster);
    if (up && cluster->told_down) setup->say(setup->owner, LEVEL_WARNING, "the bus is back");
    if (up) cluster->told_down = false;
    // What was told while the link was down, here or elsewhere, has not been heard.
    if (up && cluster->rooms) {
        tell_own(cluster);
        tell(cluster, &(NodeNews){ .kind = NODE_WHO });
    }
    if (cluster->rooms) rooms_link(cluster->rooms, up);
    move_requests_link(cluster->requests, up);
    tell_workers(cluster);
}

// --- telling -------------------------------------------------------------------------------------

static void tell_forget(Cluster *cluster, i64 person, const SecretHash *session)
{
    NodeNews news = { .kind = NODE_FORGET, .person = person, .has_hash = session != NULL };
    if (session) news.hash = *session;
    tell(cluster, &news);
}

void cluster_tell(Cluster *cluster, const Topic *topic, const void *message)
{
    char body[NODE_BODY_MAX];
    size_t size = topic_pack(topic, message, body, sizeof body);
    if (size) tell(cluster, &(NodeNews){ .kind = NODE_FEATURE, .body = { body, size } });
    if (!topic->older) return;
    NodeNews older = { 0 };
    topic->older(message, &older);
    tell(cluster, &older);
}

static void tell_op(Cluster *cluster, const StoreOp *op, const void *args)
{
    if (op == &CORRESPONDENCE_OPS[VACATION_SET] || op == &CORRESPONDENCE_OPS[VACATION_ADD]) {
        const StoredVacation *vacation = args;
        tell(cluster, &(NodeNews){ .kind = NODE_VACATION,
                                   .person = vacation->person,
                                   .body = vacation->body });
    }
    switch (op->forgets) {
    case FORGETS_NOTHING: break;
    case FORGETS_PERSON: tell_forget(cluster, op_first(op, args), NULL); break;
    case FORGETS_SECRET: tell_forget(cluster, 0, args); break;
    case FORGETS_ALL: tell_forget(cluster, 0, NULL); break;
    }
    if (op->tells) cluster_tell(cluster, op->tells, args);
}

// --- moves ---------------------------------------------------------------------------------------

// Nodes that show a game to somebody: where its players have sockets, where it is watched, and
// where its computers are kept.
enum { SHOWN_MAX = 16 };
typedef struct Shown {
    NodeId node[SHOWN_MAX];
    int count;
    bool everywhere; // too many, or it cannot be said
} Shown;

static void add_shown(Shown *shown, const Cluster *cluster, NodeId node)
{
    if (node == cluster->self) return;
    for (int i = 0; i < shown->count; i++)
        if (shown->node[i] == node) return;
    if (shown->count == SHOWN_MAX)
        shown->everywhere = true;
    else
        shown->node[shown->count++] = node;
}

static void add_all(Shown *shown, const Cluster *cluster, ElseKind kind, i64 what)
{
    for (HashLink *at = hash_first(&cluster->elsewhere[kind], (u64)what); at; at = hash_next(at))
        add_shown(shown, cluster, ((Elsewhere *)at)->node);
}

static void find_shown(Shown *shown, const Cluster *cluster, i64 game)
{
    const Room *room = cluster->rooms ? rooms_find(cluster->rooms, game) : NULL;
    // During an upgrade some hear only what all hear.
    shown->everywhere = !room || !speed_is_live(room->speed) ||
                        nodes_others(cluster->nodes, 0, NODE_HAS_INBOX | NODE_IS_WORKER);
    shown->count = 0;
    if (shown->everywhere) return;
    add_all(shown, cluster, ELSE_WATCHERS, game);
    for (int i = 0; i < room_players(room); i++) {
        if (room->seat[i].person) add_all(shown, cluster, ELSE_SOCKETS, room->seat[i].person);
        if (room->seat[i].level)
            add_shown(shown, cluster, nodes_keeper(cluster->nodes, game, NODE_HAS_COMPUTERS));
    }
}

// A move of a live game is urgent where it is shown; anything else, everywhere.
static void tell_events(Cluster *cluster, const NodeNews *events)
{
    Shown shown = { .everywhere = false };
    for (int i = 0; i < events->events; i++)
        shown.everywhere |= events->event[i].kind != EVENT_MOVE;
    if (!shown.everywhere) find_shown(&shown, cluster, events->game);
    if (shown.everywhere) return tell(cluster, events);
    for (int i = 0; i < shown.count; i++)
        nodes_tell_one(cluster->nodes, shown.node[i], events);
    nodes_tell_later(cluster->nodes, events);
}

void cluster_committed(Cluster *cluster, const StoreWrite *writes, int count)
{
    NodeNews events = { .kind = NODE_EVENTS };
    if (nodes_count(cluster->nodes) == 1) return nodes_tell_nothing(cluster->nodes);
    for (int i = 0; i < count; i++) {
        const StoreOp *op = writes[i].op;
        if (op == &GAME_OPS[GAMES_ADD]) {
            const NewGame *game = writes[i].args;
            tell(cluster, &(NodeNews){ .kind = NODE_MADE, .game = game->id });
            return;
        }
        if (op != &GAME_OPS[GAMES_ADD_EVENT]) {
            tell_op(cluster, op, writes[i].args);
            continue;
        }
        const StoredEvent *event = writes[i].args;
        if (event->body.length > NODE_EVENT_BODY_MAX) continue; // they see the gap
        if (events.events && (event->game != events.game || events.events == NODE_EVENTS_MAX)) {
            tell_events(cluster, &events);
            events.events = 0;
        }
        events.game = event->game;
        events.event[events.events++] = *event;
    }
    if (events.events) tell_events(cluster, &events);
}

void cluster_sign_out(Cluster *cluster, i64 person, const SecretHash *session,
                      const SecretHash *except, bool tokens)
{
    NodeNews news = { .kind = NODE_SIGNED_OUT,
                      .person = person,
                      .has_hash = session != NULL,
                      .has_but = except != NULL,
                      .yes = tokens };
    if (session) news.hash = *session;
    if (except) news.but = *except;
    tell(cluster, &news);
}

void cluster_drop(Cluster *cluster, i64 person)
{
    tell(cluster, &(NodeNews){ .kind = NODE_DROPPED, .person = person });
}

void cluster_tell_person(Cluster *cluster, i64 person, Text json)
{
    if (json.length > NODE_BODY_MAX) return; // they see it when they look
    tell(cluster, &(NodeNews){ .kind = NODE_TOPIC, .person = person, .body = json });
}

void cluster_person(Cluster *cluster, i64 from, i64 to)
{
    tell(cluster, &(NodeNews){ .kind = NODE_PERSON, .person = from, .other = to });
}

// --- the whole -----------------------------------------------------------------------------------

bool cluster_keeps(const Cluster *cluster, i64 game, OwnedPart what)
{
    return nodes_keeps(cluster->nodes, game, what == OWNS_COMPUTERS ? NODE_HAS_COMPUTERS : 0);
}

i64 cluster_silent_ms(const Cluster *cluster, u64 node)
{
    return node ? nodes_silent_ms(cluster->nodes, node) : nodes_longest_silent_ms(cluster->nodes);
}

void cluster_call_workers(Cluster *cluster)
{
    nodes_call_workers(cluster->nodes);
}

bool cluster_thinks(Cluster *cluster, const Room *room)
{
    return cluster->rooms && move_requests_send(cluster->requests, room);
}

// The first socket of somebody, and the last one, are news.
static bool note_socket(Cluster *cluster, const NodeNews *news)
{
    Elsewhere *own = find_or_add(cluster, ELSE_SOCKETS, cluster->self, news->person);
    if (!own) return false;
    own->count += news->yes ? 1 : -1;
    bool first = news->yes && own->count == 1, last = own->count <= 0;
    if (last) forget(cluster, ELSE_SOCKETS, own);
    return first || last;
}

static bool note_watchers(Cluster *cluster, const NodeNews *news)
{
    Elsewhere *own = find(cluster, ELSE_WATCHERS, cluster->self, news->game);
    if (news->count == (own ? own->count : 0)) return false;
    if (!own) own = find_or_add(cluster, ELSE_WATCHERS, cluster->self, news->game);
    if (!own) return false;
    own->count = news->count;
    if (!own->count) forget(cluster, ELSE_WATCHERS, own);
    return true;
}

static void share_tell(void *owner, const NodeNews *news)
{
    Cluster *cluster = owner;
    if (news->kind == NODE_CROWD && !note_socket(cluster, news)) return;
    // Players whose sockets we close have not left: the goodbye says that they have to move.
    if (news->kind == NODE_HERE && !news->yes && nodes_leaves(cluster->nodes)) return;
    if (news->kind == NODE_WATCHERS && !note_watchers(cluster, news)) return;
    tell(cluster, news);
}

// One node pairs people for all.
static bool share_pairs(void *owner)
{
    const Cluster *cluster = owner;
    return nodes_keeps(cluster->nodes, 0, NODE_HAS_PEOPLE);
}

HubShare cluster_share(Cluster *cluster)
{
    return (HubShare){
        .owner = cluster, .tell = share_tell, .watchers = watchers_elsewhere, .pairs = share_pairs
    };
}

ClusterHealth cluster_health(const Cluster *cluster)
{
    const u32 unwell = NODE_LEAVES | NODE_CANNOT_SAVE;
    return (ClusterHealth){ .up = nodes_up(cluster->nodes),
                            .nodes = nodes_count(cluster->nodes),
                            .workers = nodes_workers(cluster->nodes),
                            .refused = nodes_refused(cluster->nodes),
                            .news = nodes_counts(cluster->nodes),
                            .asked = move_requests_counts(cluster->requests),
                            .elsewhere = nodes_others(cluster->nodes, NODE_HAS_PEOPLE, unwell) };
}

Cluster *cluster_new(const ClusterSetup *setup, Fault *why)
{
    Cluster *cluster = calloc(1, sizeof *cluster);
    fault(why, FULL, "out of memory");
    if (!cluster) return NULL;
    cluster->setup = *setup;
    for (int kind = 0; kind < ELSE_KINDS; kind++)
        if (!hash_init(&cluster->elsewhere[kind])) goto fail;
    i64 identity = store_identity(setup->store);
    fault(why, MALFORMED, "cannot read which store this is");
    if (!identity) goto fail;
    fault(why, FULL, "out of memory");
    randombytes_buf(&cluster->self, sizeof cluster->self);
    cluster->self |= 1; // 0 is none
    cluster->nodes =
        nodes_new(&(NodesSetup){ .loop = setup->loop,
                                 .where = setup->where,
                                 .self = cluster->self,
                                 .abilities = (setup->computers ? NODE_HAS_COMPUTERS : 0u) |
                                              (setup->people ? NODE_HAS_PEOPLE : 0u),
                                 .identity = identity,
                                 .owner = cluster,
                                 .heard = on_heard,
                                 .stuck_ms = on_stuck_ms,
                                 .joined = on_joined,
                                 .left = on_left,
                                 .ignored = on_ignored,
                                 .stood = on_stood,
                                 .saves = on_saves,
                                 .deaf = on_deaf,
                                 .changed = on_changed,
                                 .workers = on_workers,
                                 .stranger = on_stranger,
                                 .missed = on_missed,
                                 .link = on_link },
                  why);
    if (!cluster->nodes) goto fail;
    cluster->requests = move_requests_new(&(MoveRequestsSetup){ .loop = setup->loop,
                                                                .store = setup->store,
                                                                .holder = (i64)cluster->self,
                                                                .owner = cluster,
                                                                .workers = workers_there,
                                                                .up = bus_up,
                                                                .call = call_workers });
    if (!cluster->requests) goto fail;
    uv_timer_init(setup->loop, &cluster->retell);
    cluster->retell.data = cluster;
    uv_timer_init(setup->loop, &cluster->look);
    cluster->look.data = cluster;
    uv_timer_start(&cluster->look, on_look, LOOK_MS, LOOK_MS); // until the bus is there
    return cluster;
fail:
    cluster_free(cluster);
    return NULL;
}

static void tell_spent(void *owner, Limit limit, Text who, int count)
{
    if (who.length <= NODE_BODY_MAX)
        tell(owner, &(NodeNews){ .kind = NODE_SPENT, .game = limit, .count = count, .body = who });
}

static void tell_seen(void *owner, i64 who)
{
    tell(owner, &(NodeNews){ .kind = NODE_SEEN, .person = who });
}

void cluster_start(Cluster *cluster, const App *app)
{
    cluster->app = app;
    cluster->rooms = app->rooms;
    rooms_link(app->rooms, nodes_up(cluster->nodes));
    move_requests_start(cluster->requests, app->rooms);
    cluster->hub = app->hub;
    cluster->people = app->people;
    presence_on_seen(cluster->setup.presence, tell_seen, cluster);
    limits_tells(cluster->setup.limits, tell_spent, cluster);
    on_missed(cluster); // since the rooms were read
}

void cluster_leave(Cluster *cluster)
{
    nodes_set(cluster->nodes, NODE_LEAVES, true);
}

void cluster_fails(Cluster *cluster, bool fails)
{
    nodes_set(cluster->nodes, NODE_CANNOT_SAVE, fails);
}

void cluster_close(Cluster *cluster)
{
    cluster->rooms = NULL;
    presence_on_seen(cluster->setup.presence, NULL, NULL);
    limits_tells(cluster->setup.limits, NULL, NULL);
    nodes_close(cluster->nodes);
    move_requests_close(cluster->requests);
    uv_close((uv_handle_t *)&cluster->look, NULL);
    uv_close((uv_handle_t *)&cluster->retell, NULL);
}

void cluster_free(Cluster *cluster)
{
    if (!cluster) return;
    for (int kind = 0; kind < ELSE_KINDS; kind++) {
        while (cluster->first[kind])
            forget(cluster, (ElseKind)kind, cluster->first[kind]);
        hash_free(&cluster->elsewhere[kind]);
    }
    nodes_free(cluster->nodes);
    move_requests_free(cluster->requests);
    free(cluster);
}
