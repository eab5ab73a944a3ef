// SPDX-License-Identifier: MIT
#include "server/cluster/nodes.h"

#include "platform/array.h"
#include "platform/redis_link.h"
#include "server/cluster/older.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum {
    BEAT_MS = 250,
    SILENT_MS = 2000, // after this silence a node, or Redis, counts as lost
    STILL_MS = 400,   // a loop that does not run for this long has stalled
    STUCK_MS = 400,   // a node with commits pending for longer than this had an outage
    STUCK_MAX_MS = 60000,
    REPORTED_MAX = 64,
    SAME_AGE_MS = 10, // ages this close are equal, since a message may take as long: ids decide
    CHANNEL = 40,
    LATER_MAX = 64 << 10, // bytes that wait for the next beat
};
static const char PATTERN[] = "meydan:node:*", WORK[] = "meydan:work";

// --- the membership's own topics -----------------------------------------------------------------

// It is there.
typedef struct Beat {
    int abilities;
    i64 identity; // of its store
    i64 age_ms;
    i64 stuck_ms; // for how long it could not save
} Beat;
static const Shape BEAT_SHAPE = SHAPE(Beat, FIELD(Beat, abilities), FIELD(Beat, identity),
                                      FIELD(Beat, age_ms), FIELD(Beat, stuck_ms));
static const Topic BEAT = { .name = "nodes.beat",
                            .shape = &BEAT_SHAPE,
                            .older = { OLDER_BEAT, "aogc" } };

// It is leaving.
static const Topic BYE = { .name = "nodes.bye", .shape = &NOTHING, .older = { OLDER_BYE, "-" } };

// Its process stood still until now, and served no player.
typedef struct Stood {
    i64 ms;
} Stood;
static const Shape STOOD_SHAPE = SHAPE(Stood, FIELD(Stood, ms));
static const Topic STOOD = { .name = "nodes.stood",
                             .shape = &STOOD_SHAPE,
                             .older = { OLDER_STOOD, "c" } };

// To workers: there are jobs in that store.
typedef struct JobsThere {
    i64 identity;
} JobsThere;
static const Shape JOBS_SHAPE = SHAPE(JobsThere, FIELD(JobsThere, identity));
static const Topic JOBS = { .name = "nodes.jobs",
                            .shape = &JOBS_SHAPE,
                            .older = { OLDER_JOBS, "o" } };

// --- the nodes -----------------------------------------------------------------------------------

// A message under construction.
typedef struct Saying {
    char *bytes;
    size_t said, capacity;
} Saying;

typedef struct Node {
    NodeId id;
    Saying saying; // to it alone
    u64 number;    // of its last message
    i64 met_ms, heard_ms;
    i64 chance_ms; // when we last became able to receive its messages, after a stall of our own
    i64 stuck_ms;  // how long it could not save, by its last message
    u32 abilities;
} Node;

struct Nodes {
    NodesSetup setup;
    RedisLink *link;
    char channel[CHANNEL], inbox[CHANNEL];
    Node *other;
    int others;
    size_t capacity;
    u64 number;    // of our last message
    i64 self_ms;   // when we last heard ourselves
    i64 ran_ms;    // when our loop last ran
    Saying saying; // to all
    bool urgent;   // `saying` has a message that must not wait for the next beat
    uv_timer_t beat;
    uv_prepare_t prepare; // active while messages are queued
    uv_check_t check;
    NodesCounts counts;
    NodeId reported[REPORTED_MAX]; // the last strangers and ignored nodes, each reported once
    u32 reports;
    i64 began_ms;
    bool refused;
    bool closing;
};

static i64 now_ms(void)
{
    return (i64)(uv_hrtime() / 1000000);
}

static bool is_worker(u32 abilities)
{
    return abilities & NODE_IS_WORKER;
}

static Node *find(const Nodes *nodes, NodeId id)
{
    for (int i = 0; i < nodes->others; i++)
        if (nodes->other[i].id == id) return (Node *)&nodes->other[i];
    return NULL;
}

static void emit(Nodes *nodes, NodeEventKind kind, NodeId node, i64 ms, bool yes)
{
    const NodeEvent event = { .kind = kind, .node = node, .ms = ms, .yes = yes };
    nodes->setup.on_event(nodes->setup.owner, &event);
}

static bool understands_topics(u32 abilities)
{
    return abilities & NODE_HAS_TOPICS;
}

// Whether a receiver may not understand topics. A worker doesn't know its receivers, so it assumes
// that one doesn't.
static bool has_older(const Nodes *nodes)
{
    bool found = is_worker(nodes->setup.abilities);
    for (int i = 0; !found && i < nodes->others; i++)
        found = !understands_topics(nodes->other[i].abilities);
    return found;
}

// --- saying --------------------------------------------------------------------------------------

static void inbox_of(NodeId node, char channel[CHANNEL])
{
    snprintf(channel, CHANNEL, "meydan:to:%016llx", (unsigned long long)node);
}

static void flush_all(Nodes *nodes)
{
    Saying *saying = &nodes->saying;
    nodes->urgent = false;
    if (nodes->refused) saying->said = 0;
    if (saying->said <= MESSAGE_HEADER) return;
    node_message_write(saying->bytes, nodes->setup.self, ++nodes->number);
    redis_link_publish(nodes->link, (Text){ saying->bytes, saying->said });
    saying->said = 0;
}

static void flush_one(Nodes *nodes, Node *node)
{
    Saying *saying = &node->saying;
    char channel[CHANNEL];
    if (nodes->refused) saying->said = 0;
    if (!saying->said) return;
    inbox_of(node->id, channel);
    node_message_write(saying->bytes, nodes->setup.self, 0);
    redis_link_publish_to(nodes->link, channel, (Text){ saying->bytes, saying->said });
    saying->said = 0;
}

// Messages to all go first, so that a stall is received before the moves that follow it.
static void flush_urgent(Nodes *nodes)
{
    uv_check_stop(&nodes->check);
    uv_prepare_stop(&nodes->prepare);
    if (nodes->urgent) flush_all(nodes);
    for (int i = 0; i < nodes->others; i++)
        flush_one(nodes, &nodes->other[i]);
    redis_link_flush(nodes->link);
}

static void flush_now(Nodes *nodes)
{
    nodes->urgent = true;
    flush_urgent(nodes);
}

// Messages queued by timers are sent before the loop waits, later ones afterwards (`check`).
static void on_prepare(uv_prepare_t *prepare)
{
    flush_urgent(prepare->data);
}

static void on_check(uv_check_t *check)
{
    flush_urgent(check->data);
}

static void flush_soon(Nodes *nodes)
{
    uv_prepare_start(&nodes->prepare, on_prepare);
    uv_check_start(&nodes->check, on_check);
}

// Adds it in the forms asked for.
static bool add(Saying *saying, const Topic *topic, const void *message, bool topics, bool older)
{
    size_t begin = saying->said ? saying->said : MESSAGE_HEADER, end = begin;
    char *bytes =
        array_grow(saying->bytes, &saying->capacity, begin + 2 * (size_t)RECORD_MAX, sizeof *bytes);
    if (!bytes) return false;
    saying->bytes = bytes;
    if (topics) end += node_record_write(bytes + end, topic, message);
    if (older) end += older_write(bytes + end, topic, message);
    if (end > begin) saying->said = end;
    return end > begin;
}

static bool add_for_all(Nodes *nodes, const Topic *topic, const void *message)
{
    return redis_link_up(nodes->link) &&
           add(&nodes->saying, topic, message, true, topic == &BEAT || has_older(nodes));
}

void nodes_tell_nothing(Nodes *nodes)
{
    nodes->number++;
}

// Checks whether our loop stalled. If so, the silence of others proves nothing, and they must know
// that we served no player. Call before sending anything or judging silence.
static void look_at_self(Nodes *nodes)
{
    i64 now = now_ms(), still = now - nodes->ran_ms;
    nodes->ran_ms = now;
    if (still <= STILL_MS) return;
    nodes->self_ms = now;
    // Their messages from that time may still be unread.
    for (int i = 0; i < nodes->others; i++)
        nodes->other[i].chance_ms = now;
    if (!is_worker(nodes->setup.abilities)) nodes_tell(nodes, &STOOD, &(Stood){ still });
}

void nodes_tell(Nodes *nodes, const Topic *topic, const void *message)
{
    look_at_self(nodes);
    if (!add_for_all(nodes, topic, message)) return nodes_tell_nothing(nodes);
    nodes->urgent = true;
    flush_soon(nodes);
}

void nodes_tell_later(Nodes *nodes, const Topic *topic, const void *message)
{
    if (nodes->urgent || nodes->saying.said > LATER_MAX) return nodes_tell(nodes, topic, message);
    look_at_self(nodes);
    if (!add_for_all(nodes, topic, message)) nodes_tell_nothing(nodes);
}

void nodes_tell_one(Nodes *nodes, NodeId to, const Topic *topic, const void *message)
{
    look_at_self(nodes);
    Node *node = find(nodes, to);
    bool topics = node && understands_topics(node->abilities);
    if (!node || !redis_link_up(nodes->link) ||
        !add(&node->saying, topic, message, topics, !topics))
        return;
    flush_soon(nodes);
}

static Beat beat_now(const Nodes *nodes)
{
    const NodesSetup *setup = &nodes->setup;
    return (Beat){ .abilities = (int)setup->abilities,
                   .identity = setup->identity,
                   .age_ms = now_ms() - nodes->began_ms,
                   .stuck_ms = setup->stuck_ms ? setup->stuck_ms(setup->owner) : 0 };
}

// Sends the message at once and without a number. Workers also poll, so a lost message is harmless.
void nodes_call_workers(Nodes *nodes)
{
    const Beat beat = beat_now(nodes);
    const JobsThere jobs = { nodes->setup.identity };
    Saying saying = { 0 };
    bool worker = is_worker(nodes->setup.abilities);
    if (nodes->refused) return;
    if (worker ? add(&saying, &BEAT, &beat, true, true)
               : add(&saying, &JOBS, &jobs, true, has_older(nodes))) {
        node_message_write(saying.bytes, nodes->setup.self, 0);
        redis_link_publish_to(nodes->link, WORK, (Text){ saying.bytes, saying.said });
        redis_link_flush(nodes->link);
    }
    free(saying.bytes);
}

// --- who is there --------------------------------------------------------------------------------

static void worker_changed(Nodes *nodes)
{
    emit(nodes, NODE_WORKERS, 0, 0, false);
}

static void remove_node(Nodes *nodes, Node *node, bool bye)
{
    NodeId id = node->id;
    i64 since = now_ms() - node->heard_ms + node->stuck_ms;
    bool worker = is_worker(node->abilities);
    free(node->saying.bytes);
    *node = nodes->other[--nodes->others];
    if (worker)
        worker_changed(nodes);
    else
        emit(nodes, NODE_LEFT, id, since, bye);
}

static void tell_beat(Nodes *nodes)
{
    const Beat beat = beat_now(nodes);
    nodes_tell(nodes, &BEAT, &beat);
}

static bool find_beat(NodeMessage message, Beat *beat)
{
    NodeRecord record;
    while (node_record_next(&message, &record))
        if (node_record_read(&record, &BEAT, beat)) return true;
    return false;
}

// --- strangers -----------------------------------------------------------------------------------

// `identity` is 0 if a node of an older version sent it.
static bool has_other_store(const Nodes *nodes, i64 identity)
{
    return identity && identity != nodes->setup.identity;
}

static void report_once(Nodes *nodes, NodeEventKind kind, NodeId id)
{
    for (int i = 0; i < REPORTED_MAX; i++)
        if (nodes->reported[i] == id) return;
    nodes->reported[nodes->reports++ % REPORTED_MAX] = id;
    emit(nodes, kind, id, 0, false);
}

// Leaves the bus: nodes of an older version may have let this one join.
static void leave_for(Nodes *nodes, NodeId stranger)
{
    nodes_tell(nodes, &BYE, &(Nothing){ 0 });
    flush_now(nodes);
    nodes->refused = true;
    while (nodes->others)
        remove_node(nodes, &nodes->other[nodes->others - 1], true);
    emit(nodes, NODE_STRANGER, stranger, 0, true);
}

// A message that is late makes its sender look younger than it is, so that the older node never
// leaves; the younger one leaves at the latest with a later beat.
static void meet_stranger(Nodes *nodes, NodeId id, const Beat *beat)
{
    i64 older_ms = beat->age_ms - (now_ms() - nodes->began_ms);
    bool same_age = older_ms > -SAME_AGE_MS && older_ms < SAME_AGE_MS;
    bool worker = is_worker((u32)beat->abilities);
    if (!worker && (same_age ? id < nodes->setup.self : older_ms > 0)) return leave_for(nodes, id);
    if (worker) nodes_call_workers(nodes); // so that it learns which store is ours
    report_once(nodes, NODE_STRANGER, id);
}

// Adds a node at its first beat, which announces its store. Events in its earlier messages are read
// from the store.
static Node *meet(Nodes *nodes, const NodeMessage *message)
{
    Beat beat;
    if (!find_beat(*message, &beat)) return NULL;
    if (has_other_store(nodes, beat.identity)) {
        meet_stranger(nodes, message->from, &beat);
        return NULL;
    }
    Node *other = nodes->others == NODES_MAX ? NULL
                                             : array_grow(nodes->other, &nodes->capacity,
                                                          (size_t)nodes->others + 1, sizeof *other);
    if (!other) {
        report_once(nodes, NODE_IGNORED, message->from);
        return NULL;
    }
    nodes->other = other;
    Node *node = &nodes->other[nodes->others++];
    i64 now = now_ms();
    *node = (Node){ .id = message->from,
                    .number = message->number,
                    .met_ms = now,
                    .heard_ms = now,
                    .abilities = (u32)beat.abilities };
    // It skipped the topics that we sent before, so it has to see a gap.
    if (!understands_topics(node->abilities)) nodes_tell_nothing(nodes);
    if (is_worker(node->abilities)) {
        worker_changed(nodes);
    } else {
        emit(nodes, NODE_JOINED, message->from, 0, false);
        tell_beat(nodes); // so that it knows us at once
    }
    return find(nodes, message->from);
}

// A worker keeps no list of nodes. Receiving a message in both forms does it no harm.
static void hear_as_worker(Nodes *nodes, NodeMessage *message)
{
    JobsThere jobs;
    NodeRecord record;
    while (node_record_next(message, &record)) {
        if (!node_record_read(&record, &JOBS, &jobs)) continue;
        if (has_other_store(nodes, jobs.identity)) return leave_for(nodes, message->from);
        emit(nodes, NODE_JOBS, message->from, 0, false);
    }
}

static void hear_stuck(Nodes *nodes, Node *node, i64 stuck)
{
    i64 before = node->stuck_ms;
    node->stuck_ms = stuck < 0 ? 0 : stuck < STUCK_MAX_MS ? stuck : STUCK_MAX_MS;
    if (before >= STUCK_MS && node->stuck_ms < before)
        emit(nodes, NODE_UNREACHABLE, node->id, before, false);
}

// The stall of a node that was declared dead meanwhile is refunded already.
static void hear_stood(Nodes *nodes, const Node *node, i64 ms)
{
    i64 known = now_ms() - node->met_ms;
    if (ms > 0 && ms <= known) emit(nodes, NODE_STALLED, node->id, ms, false);
}

static void hear_record(const Nodes *nodes, NodeId from, const NodeRecord *record)
{
    if (nodes->setup.heard) nodes->setup.heard(nodes->setup.owner, from, record);
}

// A node that understands topics sends the older form only for the others.
static bool is_repeated(const Node *node, const NodeRecord *record)
{
    return record->kind != RECORD_TOPIC && understands_topics(node->abilities);
}

// A message on this node's own channel has no number. The next beat repeats its content to all
// nodes, so a lost one is harmless.
static void hear_alone(Nodes *nodes, NodeMessage *message)
{
    NodeRecord record;
    nodes->counts.alone++;
    while (find(nodes, message->from) && node_record_next(message, &record))
        hear_record(nodes, message->from, &record);
}

static i64 silence_of(const Nodes *nodes, const Node *node, i64 now);

// Messages are delayed for as long as our own are.
static void hear_self(Nodes *nodes)
{
    i64 now = now_ms(), deaf = nodes->self_ms ? now - nodes->self_ms : 0;
    nodes->self_ms = now;
    if (deaf > 2 * BEAT_MS) emit(nodes, NODE_DEAF, 0, deaf, false);
}

// Handles a node that was cut off but not declared dead.
static void hear_again(Nodes *nodes, Node *node)
{
    i64 now = now_ms(), silent = silence_of(nodes, node, now);
    NodeId id = node->id;
    node->heard_ms = now;
    if (silent - node->stuck_ms > 2 * BEAT_MS && !is_worker(node->abilities))
        emit(nodes, NODE_UNREACHABLE, id, silent, false);
}

static void hear_beat(Nodes *nodes, Node *node, const Beat *beat)
{
    NodeId id = node->id;
    bool changed = node->abilities != (u32)beat->abilities;
    node->abilities = (u32)beat->abilities;
    hear_stuck(nodes, node, beat->stuck_ms);
    if (changed && is_worker((u32)beat->abilities))
        worker_changed(nodes);
    else if (changed)
        emit(nodes, NODE_CHANGED, id, 0, false);
}

static void hear_from(Nodes *nodes, Node *node, const NodeRecord *record)
{
    Beat beat;
    Stood stood;
    Nothing bye;
    if (node_record_read(record, &BEAT, &beat))
        hear_beat(nodes, node, &beat);
    else if (node_record_read(record, &BYE, &bye))
        remove_node(nodes, node, true);
    else if (node_record_read(record, &STOOD, &stood))
        hear_stood(nodes, node, stood.ms);
    else
        hear_record(nodes, node->id, record);
}

// Receives all messages from Redis, our own too.
static void on_heard(void *owner, Text text)
{
    Nodes *nodes = owner;
    NodeMessage message;
    NodeRecord record;
    if (nodes->closing || !node_message_read(text, &message)) return;
    look_at_self(nodes);
    if (message.from == nodes->setup.self) return hear_self(nodes);
    if (nodes->refused) return;
    if (is_worker(nodes->setup.abilities)) return hear_as_worker(nodes, &message);
    nodes->counts.heard++;
    if (!message.number) return hear_alone(nodes, &message);
    Node *node = find(nodes, message.from);
    bool gap = node ? message.number != node->number + 1 : true;
    if (!node) node = meet(nodes, &message);
    if (!node) return;
    node->number = message.number;
    hear_again(nodes, node);
    if (gap) emit(nodes, NODE_MISSED, 0, 0, false);
    while (node_record_next(&message, &record)) {
        node = find(nodes, message.from);
        if (!node) return;
        if (!is_repeated(node, &record)) hear_from(nodes, node, &record);
    }
}

static void on_link(void *owner, bool up)
{
    Nodes *nodes = owner;
    if (!up && !is_worker(nodes->setup.abilities)) hear_self(nodes); // that was all
    i64 now = now_ms();
    nodes->self_ms = now;
    for (int i = 0; i < nodes->others; i++) // nothing could be received while the link was down
        nodes->other[i].heard_ms = now;
    emit(nodes, NODE_LINK, 0, 0, up);
    if (!up) return;
    tell_beat(nodes);
    flush_now(nodes);
    emit(nodes, NODE_MISSED, 0, 0, false);
}

static void on_beat(uv_timer_t *timer)
{
    Nodes *nodes = timer->data;
    look_at_self(nodes);
    i64 now = now_ms();
    if (!redis_link_up(nodes->link)) return;
    if (nodes->refused) return flush_now(nodes);
    if (now - nodes->self_ms > SILENT_MS) return redis_link_restart(nodes->link);
    tell_beat(nodes);
    flush_now(nodes);
    if (is_worker(nodes->setup.abilities)) nodes_call_workers(nodes); // to receive our own message
    // If our own messages are late, the others may be alive: judge none of them.
    if (now - nodes->self_ms > 4 * BEAT_MS) return;
    for (int i = nodes->others - 1; i >= 0; i--)
        if (now - nodes->other[i].heard_ms > SILENT_MS &&
            now - nodes->other[i].chance_ms > 2 * BEAT_MS)
            remove_node(nodes, &nodes->other[i], false);
}

// How long the node has been silent. 0 while the link is down, or right after our own stall, when
// its messages may still be unread. A silent Redis counts too: turns are then shown late.
static i64 silence_of(const Nodes *nodes, const Node *node, i64 now)
{
    bool reads = redis_link_up(nodes->link) && now - nodes->ran_ms <= STILL_MS &&
                 now - node->chance_ms > 2 * BEAT_MS;
    return reads ? now - node->heard_ms + node->stuck_ms : 0;
}

i64 nodes_silent_ms(const Nodes *nodes, NodeId id)
{
    const Node *node = find(nodes, id);
    return node ? silence_of(nodes, node, now_ms()) : 0;
}

i64 nodes_longest_silent_ms(const Nodes *nodes)
{
    i64 now = now_ms(), longest = 0;
    for (int i = 0; i < nodes->others; i++) {
        const Node *node = &nodes->other[i];
        i64 silent = is_worker(node->abilities) ? 0 : silence_of(nodes, node, now);
        if (silent > longest) longest = silent;
    }
    return longest;
}

// --- who keeps what ------------------------------------------------------------------------------

static u64 weight(NodeId node, i64 game)
{
    u64 mixed = (node ^ (u64)game * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    mixed ^= mixed >> 29;
    mixed *= 0x94d049bb133111ebu;
    return mixed ^ mixed >> 32;
}

static bool can(u32 has, u32 abilities, u32 without)
{
    return (has & abilities) == abilities && !(has & without);
}

NodeId nodes_keeper(const Nodes *nodes, i64 game, u32 abilities)
{
    NodeId keeper = nodes->setup.self;
    bool able = can(nodes->setup.abilities, abilities, NODE_LEAVES);
    u64 most = weight(keeper, game);
    for (int i = 0; i < nodes->others; i++) {
        const Node *node = &nodes->other[i];
        if (!can(node->abilities, abilities, NODE_LEAVES | NODE_IS_WORKER)) continue;
        u64 one = weight(node->id, game);
        if (able && one <= most) continue;
        able = true;
        most = one;
        keeper = node->id;
    }
    return keeper;
}

bool nodes_keeps(const Nodes *nodes, i64 game, u32 abilities)
{
    return nodes_keeper(nodes, game, abilities) == nodes->setup.self;
}

bool nodes_up(const Nodes *nodes)
{
    return redis_link_up(nodes->link);
}

int nodes_workers(const Nodes *nodes)
{
    int count = 0;
    for (int i = 0; i < nodes->others; i++)
        count += is_worker(nodes->other[i].abilities);
    return count;
}

NodesCounts nodes_counts(const Nodes *nodes)
{
    return nodes->counts;
}

int nodes_count(const Nodes *nodes)
{
    return nodes->others + 1 - nodes_workers(nodes);
}

int nodes_others(const Nodes *nodes, u32 abilities, u32 without)
{
    int count = 0;
    for (int i = 0; i < nodes->others; i++)
        count += can(nodes->other[i].abilities, abilities, without);
    return count;
}

bool nodes_refused(const Nodes *nodes)
{
    return nodes->refused;
}

bool nodes_leaves(const Nodes *nodes)
{
    return nodes->setup.abilities & NODE_LEAVES;
}

void nodes_set(Nodes *nodes, u32 ability, bool has)
{
    u32 before = nodes->setup.abilities;
    nodes->setup.abilities = has ? before | ability : before & ~ability;
    if (nodes->setup.abilities != before) tell_beat(nodes);
}

// --- the whole -----------------------------------------------------------------------------------

Nodes *nodes_new(const NodesSetup *setup, Fault *why)
{
    RedisAddress address;
    if (!redis_address_read(text_of(setup->where), &address, why)) return NULL;
    Nodes *nodes = calloc(1, sizeof *nodes);
    fault(why, FULL, "out of memory");
    if (!nodes) return NULL;
    nodes->setup = *setup;
    nodes->setup.abilities |= NODE_HAS_TOPICS;
    if (!is_worker(setup->abilities)) nodes->setup.abilities |= NODE_HAS_INBOX;
    nodes->ran_ms = nodes->began_ms = now_ms();
    inbox_of(setup->self, nodes->inbox);
    snprintf(nodes->channel, sizeof nodes->channel, "meydan:node:%016llx",
             (unsigned long long)setup->self);
    nodes->link = redis_link_new(
        &(RedisLinkSetup){ .loop = setup->loop,
                           .address = address,
                           .own = nodes->channel,
                           .pattern = is_worker(setup->abilities) ? WORK : PATTERN,
                           .inbox = is_worker(setup->abilities) ? NULL : nodes->inbox,
                           .owner = nodes,
                           .heard = on_heard,
                           .changed = on_link });
    if (!nodes->link) {
        free(nodes);
        return NULL;
    }
    uv_timer_init(setup->loop, &nodes->beat);
    uv_prepare_init(setup->loop, &nodes->prepare);
    uv_check_init(setup->loop, &nodes->check);
    nodes->beat.data = nodes->prepare.data = nodes->check.data = nodes;
    uv_timer_start(&nodes->beat, on_beat, BEAT_MS, BEAT_MS);
    return nodes;
}

void nodes_close(Nodes *nodes)
{
    nodes_tell(nodes, &BYE, &(Nothing){ 0 });
    flush_now(nodes);
    nodes->closing = true;
    redis_link_close(nodes->link);
    uv_close((uv_handle_t *)&nodes->beat, NULL);
    uv_close((uv_handle_t *)&nodes->prepare, NULL);
    uv_close((uv_handle_t *)&nodes->check, NULL);
}

void nodes_free(Nodes *nodes)
{
    if (!nodes) return;
    redis_link_free(nodes->link);
    for (int i = 0; i < nodes->others; i++)
        free(nodes->other[i].saying.bytes);
    free(nodes->other);
    free(nodes->saying.bytes);
    free(nodes);
}
