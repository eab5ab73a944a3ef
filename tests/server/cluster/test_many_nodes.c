// SPDX-License-Identifier: MIT
// Membership without a Redis: messages are handed to the node as its link would.
#include "server/cluster/older.h"

#include "platform/redis_link.h"
#include "server/cluster/nodes.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

// --- the link ------------------------------------------------------------------------------------

static RedisLinkSetup link_setup;
static char said[1 << 16]; // the last message to all
static size_t said_length;
static int alone; // messages to one node

RedisLink *redis_link_new(const RedisLinkSetup *setup)
{
    link_setup = *setup;
    return (RedisLink *)&link_setup;
}
void redis_link_close(RedisLink *link)
{
    (void)link;
}
void redis_link_free(RedisLink *link)
{
    (void)link;
}
bool redis_link_up(const RedisLink *link)
{
    (void)link;
    return true;
}
bool redis_link_publish(RedisLink *link, Text message)
{
    (void)link;
    said_length = message.length < sizeof said ? message.length : 0;
    memcpy(said, message.at, said_length);
    return true;
}
bool redis_link_publish_to(RedisLink *link, const char *channel, Text message)
{
    (void)link;
    (void)channel;
    (void)message;
    alone++;
    return true;
}
void redis_link_flush(RedisLink *link)
{
    (void)link;
}
void redis_link_restart(RedisLink *link)
{
    (void)link;
}
bool redis_address_read(Text text, RedisAddress *address, Fault *why)
{
    (void)text;
    (void)address;
    (void)why;
    return true;
}

// --- a node --------------------------------------------------------------------------------------

static uv_loop_t loop;
static Nodes *nodes;
static int events[NODE_RETOLD + 1];
static int heard;

static void on_event(void *owner, const NodeEvent *event)
{
    (void)owner;
    events[event->kind]++;
}

static void on_heard(void *owner, NodeId from, const NodeRecord *record)
{
    (void)owner;
    (void)from;
    (void)record;
    heard++;
}

static int open_node(void **state)
{
    Fault why;
    (void)state;
    memset(events, 0, sizeof events);
    heard = alone = 0;
    uv_loop_init(&loop);
    nodes = nodes_new(&(NodesSetup){ .loop = &loop,
                                     .where = "redis://",
                                     .self = 1,
                                     .abilities = NODE_HAS_PEOPLE,
                                     .identity = 7,
                                     .on_event = on_event,
                                     .heard = on_heard },
                      &why);
    return nodes ? 0 : -1;
}

static int close_node(void **state)
{
    (void)state;
    nodes_close(nodes);
    uv_run(&loop, UV_RUN_DEFAULT);
    nodes_free(nodes);
    return uv_loop_close(&loop);
}

// --- other nodes ---------------------------------------------------------------------------------

typedef struct TestBeat {
    int abilities;
    i64 identity, age_ms, stuck_ms;
} TestBeat;
static const Field BEAT_FIELDS[] = { FIELD(TestBeat, abilities), FIELD(TestBeat, identity),
                                     FIELD(TestBeat, age_ms), FIELD(TestBeat, stuck_ms) };
static const Shape BEAT_SHAPE = SHAPE_OF(TestBeat, BEAT_FIELDS);
static const Topic BEAT = { .name = "nodes.beat",
                            .shape = &BEAT_SHAPE,
                            .older = { OLDER_BEAT, "aogc" } };
typedef struct Word {
    i64 number;
} Word;
static const Field WORD_FIELDS[] = { FIELD(Word, number) };
static const Shape WORD_SHAPE = SHAPE_OF(Word, WORD_FIELDS);
static const Topic WORD = { .name = "test.word",
                            .shape = &WORD_SHAPE,
                            .older = { OLDER_MADE, "g" } };

enum { TOPICS = 1, OLDER = 2 };
// Sends a message of that node, with a beat if it has abilities, in these forms.
static void hear(NodeId from, u64 number, int forms, u32 abilities, bool word)
{
    static char bytes[MESSAGE_HEADER + 4 * RECORD_MAX];
    const TestBeat beat = { (int)abilities, 7, 0, 0 };
    size_t length = MESSAGE_HEADER;
    node_message_write(bytes, from, number);
    if (abilities && forms & TOPICS) length += node_record_write(bytes + length, &BEAT, &beat);
    if (abilities && forms & OLDER) length += older_write(bytes + length, &BEAT, &beat);
    if (word && forms & TOPICS) length += node_record_write(bytes + length, &WORD, &(Word){ 5 });
    if (word && forms & OLDER) length += older_write(bytes + length, &WORD, &(Word){ 5 });
    link_setup.heard(link_setup.owner, (Text){ bytes, length });
}

// Counts the records of one topic in the last message to all nodes, by form.
static void count_said(const Topic *topic, int *topics, int *older)
{
    NodeMessage message;
    NodeRecord record;
    char into[256];
    *topics = *older = 0;
    uv_run(&loop, UV_RUN_NOWAIT);
    assert_true(node_message_read((Text){ said, said_length }, &message));
    while (node_record_next(&message, &record))
        if (node_record_read(&record, topic, into))
            ++*(record.kind == RECORD_TOPIC ? topics : older);
}

enum { NEW_NODE = NODE_HAS_PEOPLE | NODE_HAS_INBOX | NODE_HAS_TOPICS };
enum { OLD_NODE = NODE_HAS_PEOPLE | NODE_HAS_INBOX };

static void there_are_many(void **state)
{
    (void)state;
    enum { OTHERS = 200 };
    for (NodeId id = 2; id < 2 + OTHERS; id++)
        hear(id, 1, TOPICS, NEW_NODE, false);
    assert_int_equal(nodes_count(nodes), OTHERS + 1);
    assert_int_equal(events[NODE_JOINED], OTHERS);
    assert_int_equal(events[NODE_IGNORED], 0);
    for (NodeId id = 2; id < 2 + OTHERS; id++)
        hear(id, 2, TOPICS, 0, true);
    assert_int_equal(heard, OTHERS);
}

static void one_too_many_is_reported_once(void **state)
{
    (void)state;
    for (NodeId id = 2; id < 2 + NODES_MAX; id++)
        hear(id, 1, TOPICS, NEW_NODE, false);
    assert_int_equal(events[NODE_IGNORED], 0);
    for (int i = 0; i < 5; i++)
        hear(1000000, 1 + (u64)i, TOPICS, NEW_NODE, true);
    assert_int_equal(nodes_count(nodes), NODES_MAX + 1);
    assert_int_equal(events[NODE_IGNORED], 1);
    assert_int_equal(heard, 0);
}

static void among_new_nodes_nothing_is_said_twice(void **state)
{
    (void)state;
    int topics, older;
    hear(2, 1, TOPICS | OLDER, NEW_NODE, false);
    hear(2, 2, TOPICS | OLDER, 0, true);
    assert_int_equal(heard, 1);
    nodes_tell(nodes, &WORD, &(Word){ 5 });
    count_said(&WORD, &topics, &older);
    assert_int_equal(topics, 1);
    assert_int_equal(older, 0);
    // A node that isn't known may be older: it shall see the beat.
    nodes_set(nodes, NODE_LEAVES, true);
    count_said(&BEAT, &topics, &older);
    assert_int_equal(topics, 1);
    assert_int_equal(older, 1);
}

static void an_older_node_is_heard_and_told(void **state)
{
    (void)state;
    int topics, older;
    hear(2, 1, TOPICS, NEW_NODE, false);
    nodes_tell(nodes, &WORD, &(Word){ 5 });
    count_said(&WORD, &topics, &older);
    u64 number = 0;
    memcpy(&number, said + 12, sizeof number);
    hear(3, 1, OLDER, OLD_NODE, true);
    assert_int_equal(heard, 1);
    nodes_tell(nodes, &WORD, &(Word){ 5 });
    count_said(&WORD, &topics, &older);
    assert_int_equal(topics, 1);
    assert_int_equal(older, 1);
    // It can't read messages that were sent before it was known, so it has to see a gap.
    u64 next = 0;
    memcpy(&next, said + 12, sizeof next);
    assert_true(next > number + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(there_are_many, open_node, close_node),
        cmocka_unit_test_setup_teardown(one_too_many_is_reported_once, open_node, close_node),
        cmocka_unit_test_setup_teardown(among_new_nodes_nothing_is_said_twice, open_node,
                                        close_node),
        cmocka_unit_test_setup_teardown(an_older_node_is_heard_and_told, open_node, close_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
