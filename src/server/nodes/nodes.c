// SPDX-License-Identifier: MIT
#include "server/nodes/nodes.h"

#include "bus/redis_link.h"
#include "containers/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEAT_MS = 500,
    SILENT_MS = 2000, // then a node is gone, or Redis is
    NODES_MAX = 64,
    CHANNEL = 40,
};
static const char PATTERN[] = "meydan:node:*";

typedef struct Node {
    NodeId id;
    u64 number; // of its last message
    i64 heard_ms;
    u32 abilities;
} Node;

struct Nodes {
    NodesSetup setup;
    RedisLink *link;
    char channel[CHANNEL];
    Node other[NODES_MAX];
    int others;
    u64 number;   // of our last message
    i64 self_ms;  // when we last heard ourselves
    char *saying; // the message that is being made
    size_t said, capacity;
    uv_timer_t beat;
    uv_prepare_t prepare; // while there is something to say
    uv_check_t check;
    bool closing;
};

static i64 now_ms(void)
{
    return (i64)(uv_hrtime() / 1000000);
}

// --- saying --------------------------------------------------------------------------------------

static void flush_now(Nodes *nodes)
{
    uv_check_stop(&nodes->check);
    uv_prepare_stop(&nodes->prepare);
    if (nodes->said <= NODE_HEADER) return;
    node_header_write(nodes->saying, nodes->setup.self, ++nodes->number);
    redis_link_publish(nodes->link, (Text){ nodes->saying, nodes->said });
    nodes->said = 0;
}

// What was told in a timer goes out before the loop waits, what was told after that behind it.
static void on_prepare(uv_prepare_t *prepare)
{
    flush_now(prepare->data);
}

static void on_check(uv_check_t *check)
{
    flush_now(check->data);
}

static bool add(Nodes *nodes, const NodeNews *news)
{
    size_t begin = nodes->said ? nodes->said : NODE_HEADER;
    char *saying =
        array_grow(nodes->saying, &nodes->capacity, begin + NODE_NEWS_MAX, sizeof *saying);
    if (!saying) return false;
    nodes->saying = saying;
    nodes->said = begin + node_news_write(saying + begin, news);
    return true;
}

void nodes_tell(Nodes *nodes, const NodeNews *news)
{
    // What is not said is missed: the gap in the numbers tells.
    if (!redis_link_up(nodes->link) || !add(nodes, news)) {
        nodes->number++;
        return;
    }
    uv_prepare_start(&nodes->prepare, on_prepare);
    uv_check_start(&nodes->check, on_check);
}

// --- who is there --------------------------------------------------------------------------------

static Node *find(const Nodes *nodes, NodeId id)
{
    for (int i = 0; i < nodes->others; i++)
        if (nodes->other[i].id == id) return (Node *)&nodes->other[i];
    return NULL;
}

static void remove_node(Nodes *nodes, Node *node, bool bye)
{
    NodeId id = node->id;
    i64 since = now_ms() - node->heard_ms;
    *node = nodes->other[--nodes->others];
    nodes->setup.left(nodes->setup.owner, id, since, bye);
}

static void tell_beat(Nodes *nodes)
{
    nodes_tell(nodes, &(NodeNews){ .kind = NODE_BEAT, .abilities = nodes->setup.abilities });
}

static Node *meet(Nodes *nodes, const NodeMessage *message)
{
    if (nodes->others == NODES_MAX) return NULL;
    Node *node = &nodes->other[nodes->others++];
    *node = (Node){ .id = message->from, .number = message->number, .heard_ms = now_ms() };
    nodes->setup.joined(nodes->setup.owner, message->from);
    tell_beat(nodes); // so that it knows us at once
    return find(nodes, message->from);
}

// Everything that Redis passes on, our own messages too.
static void on_heard(void *owner, Text text)
{
    Nodes *nodes = owner;
    NodeMessage message;
    NodeNews news;
    if (nodes->closing || !node_message_read(text, &message)) return;
    if (message.from == nodes->setup.self) {
        nodes->self_ms = now_ms();
        return;
    }
    Node *node = find(nodes, message.from);
    bool gap = node ? message.number != node->number + 1 : true;
    if (!node) node = meet(nodes, &message);
    if (!node) return;
    node->number = message.number;
    node->heard_ms = now_ms();
    if (gap) nodes->setup.missed(nodes->setup.owner);
    while (node_news_read(&message, &news)) {
        node = find(nodes, message.from);
        if (!node) return;
        if (news.kind == NODE_BEAT)
            node->abilities = news.abilities;
        else if (news.kind == NODE_BYE)
            remove_node(nodes, node, true);
        else
            nodes->setup.heard(nodes->setup.owner, message.from, &news);
    }
}

static void on_link(void *owner, bool up)
{
    Nodes *nodes = owner;
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
    i64 now = now_ms();
    if (!redis_link_up(nodes->link)) return;
    if (now - nodes->self_ms > SILENT_MS) return redis_link_restart(nodes->link);
    tell_beat(nodes);
    flush_now(nodes);
    // Only what we have missed ourselves, if our own words come late.
    if (now - nodes->self_ms > 2 * BEAT_MS) return;
    for (int i = nodes->others - 1; i >= 0; i--)
        if (now - nodes->other[i].heard_ms > SILENT_MS) remove_node(nodes, &nodes->other[i], false);
}

// --- who keeps what ------------------------------------------------------------------------------

static u64 weight(NodeId node, i64 game)
{
    u64 mixed = (node ^ (u64)game * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    mixed ^= mixed >> 29;
    mixed *= 0x94d049bb133111ebu;
    return mixed ^ mixed >> 32;
}

bool nodes_keeps(const Nodes *nodes, i64 game, u32 abilities)
{
    u64 own = weight(nodes->setup.self, game);
    bool able = (nodes->setup.abilities & abilities) == abilities;
    for (int i = 0; i < nodes->others; i++) {
        const Node *node = &nodes->other[i];
        if ((node->abilities & abilities) != abilities) continue;
        if (!able || weight(node->id, game) > own) return false;
    }
    return true;
}

bool nodes_up(const Nodes *nodes)
{
    return redis_link_up(nodes->link);
}

int nodes_count(const Nodes *nodes)
{
    return nodes->others + 1;
}

bool nodes_has(const Nodes *nodes, NodeId node)
{
    return node == nodes->setup.self || find(nodes, node);
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
    snprintf(nodes->channel, sizeof nodes->channel, "meydan:node:%016llx",
             (unsigned long long)setup->self);
    nodes->link = redis_link_new(&(RedisLinkSetup){ .loop = setup->loop,
                                                    .address = address,
                                                    .own = nodes->channel,
                                                    .pattern = PATTERN,
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
    free(nodes->saying);
    free(nodes);
}
