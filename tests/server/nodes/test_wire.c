// SPDX-License-Identifier: MIT
// Messages between nodes, written and read, and input that is none.
#include "server/nodes/wire.h"

#include "support/check.h"

#include <string.h>

static char message[NODE_HEADER + 3 * NODE_NEWS_MAX];

static Text written(const NodeNews *news, int count)
{
    size_t length = NODE_HEADER;
    node_header_write(message, 0x123456789abcdef1u, 42);
    for (int i = 0; i < count; i++)
        length += node_news_write(message + length, &news[i]);
    return (Text){ message, length };
}

static void there_and_back(void **state)
{
    (void)state;
    NodeNews said[3] = {
        { .kind = NODE_EVENTS, .game = 77, .events = 2 },
        { .kind = NODE_SIGNED_OUT, .person = -5, .has_hash = true, .has_but = true, .yes = true },
        { .kind = NODE_TOPIC, .person = 9, .body = text_of("{\"t\":\"notice\"}") },
    };
    for (int i = 0; i < 2; i++)
        said[0].event[i] = (StoredEvent){ .game = 77,
                                          .number = 3 + i,
                                          .kind = 3,
                                          .ply = i ? NO_PLY : 5,
                                          .at_ms = 1794874480880,
                                          .body = text_of(i ? "" : "e2"),
                                          .takes_back = i };
    memset(said[1].hash.bytes, 7, sizeof said[1].hash.bytes);
    memset(said[1].but.bytes, 8, sizeof said[1].but.bytes);
    NodeMessage read;
    NodeNews heard;
    assert_true(node_message_read(written(said, 3), &read));
    assert_true(read.from == 0x123456789abcdef1u);
    assert_int_equal(read.number, 42);
    assert_true(node_news_read(&read, &heard));
    assert_int_equal(heard.events, 2);
    assert_int_equal(heard.event[0].ply, 5);
    assert_int_equal(heard.event[1].ply, NO_PLY);
    assert_true(heard.event[1].takes_back);
    assert_true(text_is(heard.event[0].body, "e2"));
    assert_true(heard.event[1].at_ms == 1794874480880);
    assert_true(node_news_read(&read, &heard));
    assert_int_equal(heard.person, -5);
    assert_true(heard.yes && heard.has_but && !heard.on_purpose);
    assert_memory_equal(&heard.but, &said[1].but, sizeof heard.but);
    assert_true(node_news_read(&read, &heard));
    assert_true(text_is(heard.body, "{\"t\":\"notice\"}"));
    assert_false(node_news_read(&read, &heard));
}

// A newer version sends more: the reader skips unknown kinds, and unknown fields of known ones.
static void newer_ones(void **state)
{
    (void)state;
    const NodeNews said[2] = { { .kind = NODE_MADE, .game = 1 }, { .kind = NODE_MADE, .game = 2 } };
    NodeMessage read;
    NodeNews heard;
    Text text = written(said, 2);
    message[NODE_HEADER] = (char)200;
    assert_true(node_message_read(text, &read));
    assert_true(node_news_read(&read, &heard));
    assert_int_equal(heard.game, 2);
    assert_false(node_news_read(&read, &heard));
}

static void broken_ones(void **state)
{
    (void)state;
    const NodeNews said = { .kind = NODE_MADE, .game = 1 };
    Text text = written(&said, 1);
    NodeMessage read;
    NodeNews heard;
    for (size_t length = 0; length < text.length; length++) {
        Text cut = { text.at, length };
        if (!node_message_read(cut, &read)) continue;
        assert_true(length >= NODE_HEADER);
        assert_false(node_news_read(&read, &heard));
    }
    message[0] = 'X';
    assert_false(node_message_read(text, &read));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(newer_ones),
        cmocka_unit_test(broken_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
