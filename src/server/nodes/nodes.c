// SPDX-License-Identifier: MIT
#include "server/nodes/nodes.h"

#include "platform/array.h"
#include "platform/redis_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEAT_MS = 250,
    SILENT_MS = 2000, // then a node is gone, or Redis is
    STILL_MS = 400,   // a loop that does not run for so long stood still
    STUCK_MS = 400,   // a node that could not save for so long was out
    STUCK_MAX_MS = 60000,
    STRANGERS_MAX = 16,
    SAME_AGE_MS = 10, // then the ids decide, since a message may take as long
    CHANNEL = 40,
    LATER_MAX = 64 << 10, // bytes that wait for the next beat
};
static const char PATTERN[] = "meydan:node:*", WORK[] = "meydan:work";

// A message that is being made.
typedef struct Saying {
    char *bytes;
    size_t said, capacity;
} Saying;

typedef struct Node {
    NodeId id;
    Saying saying; // to it alone
    u64 number;    // of its last message
    i64 met_ms, heard_ms;
    i64 chance_ms; // since when it could have been heard again, after our loop stood still
    i64 stuck_ms;  // for how long it could not save, when it was heard
    u32 abilities;
} Node;

struct Nodes {
    NodesSetup setup;
    RedisLink *link;
    char channel[CHANNEL], inbox[CHANNEL];
    Node other[NODES_MAX];
    int others;
    u64 number;    // of our last message
    i64 self_ms;   // when we last heard ourselves
    i64 ran_ms;    // when our loop last ran
    Saying saying; // to all
    bool urgent;   // that does not wait for the next beat
    uv_timer_t beat;
    uv_prepare_t prepare; // while there is something to say
    uv_check_t check;
    NodesCounts counts;
    NodeId stranger[STRANGERS_MAX]; // the last ones, each reported once
    int strangers;
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
    if (saying->said <= NODE_HEADER) return;
    node_header_write(saying->bytes, nodes->setup.self, ++nodes->number);
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
    node_header_write(saying->bytes, nodes->setup.self, 0);
    redis_link_publish_to(nodes->link, channel, (Text){ saying->bytes, saying->said });
    saying->said = 0;
}

// First what all hear, so that nobody hears of a move before they hear that we stood still.
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

// What was told in a timer goes out before the loop waits, what was told after that behind it.
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

static bool add(Saying *saying, const NodeNews *news)
{
    size_t begin = saying->said ? saying->said : NODE_HEADER;
    char *bytes =
        array_grow(saying->bytes, &saying->capacity, begin + NODE_NEWS_MAX, sizeof *bytes);
    if (!bytes) return false;
    saying->bytes = bytes;
    saying->said = begin + node_news_write(bytes + begin, news);
    return true;
}

void nodes_tell_nothing(Nodes *nodes)
{
    nodes->number++;
}

// Did our loop stand still? Then the others had no chance to be heard, and have to know that we
// served nobody. To be asked before anything is told or taken for silence.
static void look_at_self(Nodes *nodes)
{
    i64 now = now_ms(), still = now - nodes->ran_ms;
    nodes->ran_ms = now;
    if (still <= STILL_MS) return;
    nodes->self_ms = now;
    // What they said meanwhile is still to be read, if they said anything.
    for (int i = 0; i < nodes->others; i++)
        nodes->other[i].chance_ms = now;
    if (!is_worker(nodes->setup.abilities))
        nodes_tell(nodes, &(NodeNews){ .kind = NODE_STOOD, .count = still });
}

void nodes_tell(Nodes *nodes, const NodeNews *news)
{
    look_at_self(nodes);
    if (!redis_link_up(nodes->link) || !add(&nodes->saying, news)) return nodes_tell_nothing(nodes);
    nodes->urgent = true;
    flush_soon(nodes);
}

void nodes_tell_later(Nodes *nodes, const NodeNews *news)
{
    if (nodes->urgent || nodes->saying.said > LATER_MAX) return nodes_tell(nodes, news);
    look_at_self(nodes);
    if (!redis_link_up(nodes->link) || !add(&nodes->saying, news)) nodes_tell_nothing(nodes);
}

void nodes_tell_one(Nodes *nodes, NodeId to, const NodeNews *news)
{
    look_at_self(nodes);
    Node *node = find(nodes, to);
    if (!node || !redis_link_up(nodes->link) || !add(&node->saying, news)) return;
    flush_soon(nodes);
}

// Neither numbered nor gathered: what is lost is found by whoever looks.
void nodes_call_workers(Nodes *nodes)
{
    const NodeNews news = { .kind = is_worker(nodes->setup.abilities) ? NODE_BEAT : NODE_JOBS,
                            .other = nodes->setup.identity };
    if (nodes->refused) return;
    char message[NODE_HEADER + NODE_NEWS_MAX];
    node_header_write(message, nodes->setup.self, 0);
    size_t length = NODE_HEADER + node_news_write(message + NODE_HEADER, &news);
    redis_link_publish_to(nodes->link, WORK, (Text){ message, length });
    redis_link_flush(nodes->link);
}

// --- who is there --------------------------------------------------------------------------------

static void worker_changed(Nodes *nodes)
{
    if (nodes->setup.workers) nodes->setup.workers(nodes->setup.owner);
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
        nodes->setup.left(nodes->setup.owner, id, since, bye);
}

static void tell_beat(Nodes *nodes)
{
    const NodesSetup *setup = &nodes->setup;
    nodes_tell(nodes, &(NodeNews){ .kind = NODE_BEAT,
                                   .abilities = setup->abilities,
                                   .other = setup->identity,
                                   .game = now_ms() - nodes->began_ms,
                                   .count = setup->stuck_ms ? setup->stuck_ms(setup->owner) : 0 });
}

static bool find_beat(NodeMessage message, NodeNews *news)
{
    while (node_news_read(&message, news))
        if (news->kind == NODE_BEAT) return true;
    return false;
}

// --- strangers -----------------------------------------------------------------------------------

// 0: a node of an older version, which announces none.
static bool has_other_store(const Nodes *nodes, i64 identity)
{
    return identity && identity != nodes->setup.identity;
}

static bool is_new_stranger(Nodes *nodes, NodeId id)
{
    for (int i = 0; i < STRANGERS_MAX; i++)
        if (nodes->stranger[i] == id) return false;
    nodes->stranger[nodes->strangers++ % STRANGERS_MAX] = id;
    return true;
}

// Leaves the bus: nodes of an older version may have let this one join.
static void leave_for(Nodes *nodes, NodeId stranger)
{
    nodes_tell(nodes, &(NodeNews){ .kind = NODE_BYE });
    flush_now(nodes);
    nodes->refused = true;
    while (nodes->others)
        remove_node(nodes, &nodes->other[nodes->others - 1], true);
    nodes->setup.stranger(nodes->setup.owner, stranger, true);
}

// A message that is late makes its sender look younger than it is, so that the older node never
// leaves; the younger one leaves at the latest with a later beat.
static void meet_stranger(Nodes *nodes, NodeId id, const NodeNews *beat)
{
    i64 older_ms = beat->game - (now_ms() - nodes->began_ms);
    bool same_age = older_ms > -SAME_AGE_MS && older_ms < SAME_AGE_MS;
    bool worker = is_worker(beat->abilities);
    if (!worker && (same_age ? id < nodes->setup.self : older_ms > 0)) return leave_for(nodes, id);
    if (worker) nodes_call_workers(nodes); // so that it hears which store is ours
    if (is_new_stranger(nodes, id)) nodes->setup.stranger(nodes->setup.owner, id, false);
}

// Only by a beat, which announces the sender's store. Until then the sender is no node, and what it
// told before is read from the store.
static Node *meet(Nodes *nodes, const NodeMessage *message)
{
    NodeNews beat;
    if (!find_beat(*message, &beat)) return NULL;
    if (has_other_store(nodes, beat.other)) {
        meet_stranger(nodes, message->from, &beat);
        return NULL;
    }
    if (nodes->others == NODES_MAX) {
        if (nodes->setup.ignored) nodes->setup.ignored(nodes->setup.owner, message->from);
        return NULL;
    }
    Node *node = &nodes->other[nodes->others++];
    i64 now = now_ms();
    *node = (Node){ .id = message->from,
                    .number = message->number,
                    .met_ms = now,
                    .heard_ms = now,
                    .abilities = beat.abilities };
    if (is_worker(node->abilities)) {
        worker_changed(nodes);
    } else {
        nodes->setup.joined(nodes->setup.owner, message->from);
        tell_beat(nodes); // so that it knows us at once
    }
    return find(nodes, message->from);
}

// A worker has nobody to keep an eye on.
static void hear_as_worker(Nodes *nodes, NodeMessage *message)
{
    NodeNews news;
    while (node_news_read(message, &news)) {
        if (news.kind != NODE_JOBS) continue;
        if (has_other_store(nodes, news.other)) return leave_for(nodes, message->from);
        nodes->setup.heard(nodes->setup.owner, message->from, &news);
    }
}

static void hear_stuck(Nodes *nodes, Node *node, i64 stuck)
{
    i64 before = node->stuck_ms;
    node->stuck_ms = stuck < 0 ? 0 : stuck < STUCK_MAX_MS ? stuck : STUCK_MAX_MS;
    if (before >= STUCK_MS && node->stuck_ms < before)
        nodes->setup.saves(nodes->setup.owner, node->id, before);
}

// A node that was given up meanwhile has been accounted for.
static void hear_stood(Nodes *nodes, const Node *node, i64 ms)
{
    i64 known = now_ms() - node->met_ms;
    if (ms > 0 && ms <= known) nodes->setup.stood(nodes->setup.owner, node->id, ms);
}

// What was said to us alone, all will hear of later: it has no number, and nothing depends on it.
static void hear_alone(Nodes *nodes, NodeMessage *message)
{
    NodeNews news;
    nodes->counts.alone++;
    while (find(nodes, message->from) && node_news_read(message, &news))
        if (news.kind == NODE_EVENTS) nodes->setup.heard(nodes->setup.owner, message->from, &news);
}

static i64 silence_of(const Nodes *nodes, const Node *node, i64 now);

// What is said takes as long as we do not hear ourselves.
static void hear_self(Nodes *nodes)
{
    i64 now = now_ms(), deaf = nodes->self_ms ? now - nodes->self_ms : 0;
    nodes->self_ms = now;
    if (deaf > 2 * BEAT_MS && nodes->setup.deaf) nodes->setup.deaf(nodes->setup.owner, deaf);
}

// A node that was cut off, and was not given up meanwhile.
static void hear_again(Nodes *nodes, Node *node)
{
    i64 now = now_ms(), silent = silence_of(nodes, node, now);
    NodeId id = node->id;
    node->heard_ms = now;
    if (silent - node->stuck_ms > 2 * BEAT_MS && !is_worker(node->abilities))
        nodes->setup.saves(nodes->setup.owner, id, silent);
}

// Everything that Redis passes on, our own messages too.
static void on_heard(void *owner, Text text)
{
    Nodes *nodes = owner;
    NodeMessage message;
    NodeNews news;
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
    if (gap) nodes->setup.missed(nodes->setup.owner);
    while (node_news_read(&message, &news)) {
        node = find(nodes, message.from);
        if (!node) return;
        if (news.kind == NODE_BEAT) {
            bool changed = node->abilities != news.abilities;
            node->abilities = news.abilities;
            hear_stuck(nodes, node, news.count);
            if (changed && is_worker(news.abilities))
                worker_changed(nodes);
            else if (changed)
                nodes->setup.changed(nodes->setup.owner);
        } else if (news.kind == NODE_BYE)
            remove_node(nodes, node, true);
        else if (news.kind == NODE_STOOD)
            hear_stood(nodes, node, news.count);
        else
            nodes->setup.heard(nodes->setup.owner, message.from, &news);
    }
}

static void on_link(void *owner, bool up)
{
    Nodes *nodes = owner;
    if (!up && !is_worker(nodes->setup.abilities)) hear_self(nodes); // that was all
    i64 now = now_ms();
    nodes->self_ms = now;
    for (int i = 0; i < nodes->others; i++) // they have had no chance
        nodes->other[i].heard_ms = now;
    nodes->setup.link(nodes->setup.owner, up);
    if (!up) return;
    tell_beat(nodes);
    flush_now(nodes);
    nodes->setup.missed(nodes->setup.owner);
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
    if (is_worker(nodes->setup.abilities)) nodes_call_workers(nodes); // to hear ourselves
    // Only what we have missed ourselves, if our own words come late.
    if (now - nodes->self_ms > 4 * BEAT_MS) return;
    for (int i = nodes->others - 1; i >= 0; i--)
        if (now - nodes->other[i].heard_ms > SILENT_MS &&
            now - nodes->other[i].chance_ms > 2 * BEAT_MS)
            remove_node(nodes, &nodes->other[i], false);
}

// If we do not hear ourselves it is Redis that is silent: then nobody hears of anything, which is
// the same to players. If we stood still we have yet to read.
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
    nodes_tell(nodes, &(NodeNews){ .kind = NODE_BYE });
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
    free(nodes->saying.bytes);
    free(nodes);
}
