// SPDX-License-Identifier: MIT
#include "server/cluster/cluster.h"

#include "server/cluster/older.h"
#include "server/identity/persons.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

enum {
    LOOK_MS = 250,    // between polls of the store while Redis is away
    FORGET_EVERY = 4, // looks
    LATE_LOOKS = 8,   // then the log reports that the bus is away, even if it never was there
    RETELL_MS = 100,  // for several who ask at once
    GIVEN_UP_MAX = 64,
    OWNERS_MAX = 64,
    MESSAGE_MAX = 4096, // bytes of a topic's struct
};

struct Cluster {
    ClusterSetup setup;
    bool started;
    Nodes *nodes;
    ClusterOwner owner[OWNERS_MAX];
    int owners;
    uv_timer_t look;
    uv_timer_t retell; // of what others may have missed
    u32 looks;
    bool told_down;
    NodeId given_up[GIVEN_UP_MAX]; // the last silent nodes, which may come back
    u32 given_ups;
};

static i64 now_ms(const Cluster *cluster)
{
    return cluster->setup.now(cluster->setup.owner);
}

static void pass_on(Cluster *cluster, NodeEvent event)
{
    event.now_ms = now_ms(cluster);
    if (!cluster->started) return;
    for (int i = 0; i < cluster->owners; i++)
        if (cluster->owner[i].on_event) cluster->owner[i].on_event(cluster->owner[i].owner, &event);
}

// --- its own topics ------------------------------------------------------------------------------

// Caches of the person (0: of all people), or of the session, are outdated.
typedef struct Forgotten {
    i64 person;
    SecretHash session; // zeros: none
} Forgotten;
static const Shape FORGOTTEN =
    SHAPE(Forgotten, FIELD(Forgotten, person), FIELD(Forgotten, session));

static bool has_session(const Forgotten *forgotten)
{
    return !sodium_is_zero(forgotten->session.bytes, sizeof forgotten->session.bytes);
}

static void receive_forget(void *owner, Arrival arrival, const void *message)
{
    const Cluster *cluster = owner;
    const Forgotten *forgotten = message;
    (void)arrival;
    persons_forget(cluster->setup.store, forgotten->person,
                   has_session(forgotten) ? &forgotten->session : NULL);
}

static const Topic FORGET = { .name = "cluster.forget",
                              .shape = &FORGOTTEN,
                              .receive = receive_forget,
                              .older = { OLDER_FORGET, "ph" } };

// All that the sender has follows, sent again; or that was all.
typedef struct Retelling {
    bool begins;
} Retelling;
static const Shape RETELLING = SHAPE(Retelling, FIELD(Retelling, begins));

static void receive_retelling(void *owner, Arrival arrival, const void *message)
{
    bool begins = ((const Retelling *)message)->begins;
    pass_on(owner,
            (NodeEvent){ .kind = begins ? NODE_RETELLS : NODE_RETOLD, .node = arrival.from });
}

static const Topic RETELL = { .name = "cluster.retell",
                              .shape = &RETELLING,
                              .receive = receive_retelling,
                              .older = { OLDER_OWN, "y" } };

static void announce(Cluster *cluster)
{
    cluster_tell(cluster, &RETELL, &(Retelling){ true });
    pass_on(cluster, (NodeEvent){ .kind = NODE_ANNOUNCE });
    cluster_tell(cluster, &RETELL, &(Retelling){ false });
    pass_on(cluster, (NodeEvent){ .kind = NODE_ANNOUNCED });
}

static void on_retell(uv_timer_t *timer)
{
    Cluster *cluster = timer->data;
    if (cluster->started && nodes_up(cluster->nodes)) announce(cluster);
}

// The sender may have missed messages and asks the others to send their state again.
static void receive_ask(void *owner, Arrival arrival, const void *message)
{
    Cluster *cluster = owner;
    (void)arrival;
    (void)message;
    if (!uv_is_active((uv_handle_t *)&cluster->retell))
        uv_timer_start(&cluster->retell, on_retell, RETELL_MS, 0);
}

static const Topic ASK = {
    .name = "cluster.ask", .shape = &NOTHING, .receive = receive_ask, .older = { OLDER_WHO, "-" }
};

static const Topic *const CLUSTER_TOPICS[] = { &FORGET, &RETELL, &ASK, NULL };

// --- receiving -----------------------------------------------------------------------------------

static void receive(const ClusterOwner *owner, const Topic *topic, Arrival arrival,
                    const void *message)
{
    topic->receive(owner->owner, arrival, message);
}

static void on_heard(void *context, NodeId from, const NodeRecord *record)
{
    Cluster *cluster = context;
    _Alignas(16) char message[MESSAGE_MAX];
    Text name, packed;
    OlderNews older;
    bool named = node_record_topic(record, &name, &packed);
    if (!cluster->started || (!named && !older_read(record, &older))) return;
    const Arrival arrival = { from, now_ms(cluster) };
    for (int i = 0; i < cluster->owners; i++)
        for (const Topic *const *t = cluster->owner[i].topics; t && *t; t++) {
            if (named ? text_is(name, (*t)->name) && shape_unpack((*t)->shape, packed, message)
                      : record->kind == (*t)->older.kind && older_take(&older, *t, message))
                receive(&cluster->owner[i], *t, arrival, message);
        }
}

// --- nodes come and go ---------------------------------------------------------------------------

// A node that was silent and comes back has told us who is there, and we have forgotten it: it does
// not know that.
static bool was_given_up(const Cluster *cluster, NodeId node)
{
    for (int i = 0; i < GIVEN_UP_MAX; i++)
        if (cluster->given_up[i] == node) return true;
    return false;
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

static void say(const Cluster *cluster, const NodeEvent *event)
{
    const ClusterSetup *setup = &cluster->setup;
    unsigned long long node = event->node;
    int nodes = cluster->nodes ? nodes_count(cluster->nodes) : 1;
    LogLevel level = LEVEL_WARNING;
    char line[160] = "";
    switch (event->kind) {
    case NODE_JOINED:
        level = LEVEL_INFO;
        snprintf(line, sizeof line, "node %016llx has joined: %d nodes", node, nodes);
        break;
    case NODE_LEFT:
        if (event->yes) level = LEVEL_INFO;
        snprintf(line, sizeof line, "node %016llx %s: %d nodes", node,
                 event->yes ? "has left" : "is silent", nodes);
        break;
    case NODE_IGNORED:
        level = LEVEL_ERROR;
        snprintf(line, sizeof line, "node %016llx is ignored: %d other nodes are the most", node,
                 NODES_MAX);
        break;
    case NODE_STALLED:
        snprintf(line, sizeof line, "node %016llx stood still for %lld ms", node,
                 (long long)event->ms);
        break;
    case NODE_WORKERS:
        level = LEVEL_INFO;
        snprintf(line, sizeof line, "workers: %d", nodes_workers(cluster->nodes));
        break;
    case NODE_STRANGER:
        if (event->yes) level = LEVEL_ERROR;
        snprintf(line, sizeof line,
                 event->yes ? "this node's store is not that of node %016llx, so it does not join: "
                              "correct the setting \"store\" and restart it"
                            : "node %016llx has another store and is refused",
                 node);
        break;
    case NODE_LINK:
        level = LEVEL_INFO;
        if (event->yes && cluster->told_down) snprintf(line, sizeof line, "the bus is back");
        break;
    case NODE_UNREACHABLE:
    case NODE_DEAF:
    case NODE_CHANGED:
    case NODE_MISSED:
    case NODE_JOBS:
    case NODE_POLL:
    case NODE_ANNOUNCE:
    case NODE_ANNOUNCED:
    case NODE_RETELLS:
    case NODE_RETOLD: break;
    }
    if (line[0]) setup->say(setup->owner, level, line);
}

// Polls the store while the link is down.
static void on_look(uv_timer_t *timer)
{
    Cluster *cluster = timer->data;
    if (!cluster->started) return;
    bool forgets = cluster->looks % FORGET_EVERY == 0;
    if (cluster->looks++ == LATE_LOOKS) say_down(cluster);
    if (forgets) persons_forget(cluster->setup.store, 0, NULL);
    pass_on(cluster, (NodeEvent){ .kind = forgets ? NODE_MISSED : NODE_POLL });
}

static void on_link(Cluster *cluster, bool up)
{
    if (up)
        uv_timer_stop(&cluster->look);
    else
        uv_timer_start(&cluster->look, on_look, LOOK_MS, LOOK_MS);
    if (!up) say_down(cluster);
    if (up) cluster->told_down = false;
    // Messages sent while the link was down, here or elsewhere, are lost.
    if (!up || !cluster->started) return;
    announce(cluster);
    cluster_tell(cluster, &ASK, &(Nothing){ 0 });
}

static void missed(Cluster *cluster)
{
    if (!cluster->started) return;
    persons_forget(cluster->setup.store, 0, NULL);
    pass_on(cluster, (NodeEvent){ .kind = NODE_MISSED });
}

static void on_event(void *owner, const NodeEvent *event)
{
    Cluster *cluster = owner;
    say(cluster, event);
    if (event->kind == NODE_MISSED) return missed(cluster);
    if (event->kind == NODE_JOINED && cluster->started) {
        announce(cluster);
        if (was_given_up(cluster, event->node)) cluster_tell(cluster, &ASK, &(Nothing){ 0 });
    }
    if (event->kind == NODE_LINK) on_link(cluster, event->yes);
    pass_on(cluster, *event);
    if (event->kind != NODE_LEFT || event->yes) return;
    cluster->given_up[cluster->given_ups++ % GIVEN_UP_MAX] = event->node;
    missed(cluster); // it may have died between a commit and its announcement
}

static i64 stuck_ms(void *owner)
{
    const Cluster *cluster = owner;
    i64 longest = 0;
    for (int i = 0; i < cluster->owners; i++) {
        const ClusterOwner *one = &cluster->owner[i];
        i64 ms = cluster->started && one->stuck_ms ? one->stuck_ms(one->owner) : 0;
        if (ms > longest) longest = ms;
    }
    return longest;
}

// --- telling -------------------------------------------------------------------------------------

void cluster_tell(void *cluster, const Topic *topic, const void *message)
{
    if (cluster) nodes_tell(((Cluster *)cluster)->nodes, topic, message);
}

Teller cluster_teller(Cluster *cluster)
{
    return (Teller){ cluster ? cluster_tell : NULL, cluster };
}

static void tell_forget(Cluster *cluster, i64 person, const SecretHash *session)
{
    Forgotten forgotten = { .person = person };
    if (session) forgotten.session = *session;
    cluster_tell(cluster, &FORGET, &forgotten);
}

static void tell_op(Cluster *cluster, const StoreOp *op, const void *args)
{
    switch (op->forgets) {
    case FORGETS_NOTHING:
    case FORGETS_UNUSED: break;
    case FORGETS_PERSON: tell_forget(cluster, op_first(op, args), NULL); break;
    case FORGETS_SECRET: tell_forget(cluster, 0, args); break;
    case FORGETS_ALL: tell_forget(cluster, 0, NULL); break;
    }
    if (op->tells) cluster_tell(cluster, op->tells, args);
}

void cluster_committed(Cluster *cluster, const StoreWrite *writes, int count)
{
    if (nodes_count(cluster->nodes) == 1) return nodes_tell_nothing(cluster->nodes);
    for (int i = 0; i < count; i++)
        tell_op(cluster, writes[i].op, writes[i].args);
}

// --- the whole -----------------------------------------------------------------------------------

bool cluster_keeps(const Cluster *cluster, i64 game, u32 abilities)
{
    return nodes_keeps(cluster->nodes, game, abilities);
}

i64 cluster_silent_ms(const Cluster *cluster, NodeId node)
{
    return node ? nodes_silent_ms(cluster->nodes, node) : nodes_longest_silent_ms(cluster->nodes);
}

void cluster_call_workers(Cluster *cluster)
{
    nodes_call_workers(cluster->nodes);
}

bool cluster_has_workers(const Cluster *cluster)
{
    return nodes_workers(cluster->nodes) > 0;
}

bool cluster_up(const Cluster *cluster)
{
    return nodes_up(cluster->nodes);
}

Nodes *cluster_nodes(const Cluster *cluster)
{
    return cluster->nodes;
}

ClusterHealth cluster_health(const Cluster *cluster)
{
    const u32 unwell = NODE_LEAVES | NODE_CANNOT_SAVE;
    return (ClusterHealth){ .up = nodes_up(cluster->nodes),
                            .nodes = nodes_count(cluster->nodes),
                            .workers = nodes_workers(cluster->nodes),
                            .refused = nodes_refused(cluster->nodes),
                            .news = nodes_counts(cluster->nodes),
                            .elsewhere = nodes_others(cluster->nodes, NODE_HAS_PEOPLE, unwell) };
}

Cluster *cluster_new(const ClusterSetup *setup, Fault *why)
{
    NodeId self;
    Cluster *cluster = calloc(1, sizeof *cluster);
    fault(why, FULL, "out of memory");
    if (!cluster) return NULL;
    cluster->setup = *setup;
    cluster_add(cluster, &(ClusterOwner){ .owner = cluster, .topics = CLUSTER_TOPICS });
    i64 identity = store_identity(setup->store);
    fault(why, MALFORMED, "cannot read which store this is");
    if (!identity) goto fail;
    randombytes_buf(&self, sizeof self);
    cluster->nodes = nodes_new(
        &(NodesSetup){ .loop = setup->loop,
                       .where = setup->where,
                       .self = self | 1, // 0 is none
                       .abilities = (setup->computers ? NODE_HAS_COMPUTERS : 0u) | NODE_HAS_PEOPLE,
                       .identity = identity,
                       .owner = cluster,
                       .on_event = on_event,
                       .heard = on_heard,
                       .stuck_ms = stuck_ms },
        why);
    if (!cluster->nodes) goto fail;
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

void cluster_add(Cluster *cluster, const ClusterOwner *owner)
{
    if (cluster->owners < OWNERS_MAX) cluster->owner[cluster->owners++] = *owner;
}

void cluster_start(Cluster *cluster)
{
    cluster->started = true;
    pass_on(cluster, (NodeEvent){ .kind = NODE_LINK, .yes = nodes_up(cluster->nodes) });
    missed(cluster); // since the rooms were read
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
    cluster->started = false;
    nodes_close(cluster->nodes);
    uv_close((uv_handle_t *)&cluster->look, NULL);
    uv_close((uv_handle_t *)&cluster->retell, NULL);
}

void cluster_free(Cluster *cluster)
{
    if (!cluster) return;
    nodes_free(cluster->nodes);
    free(cluster);
}
