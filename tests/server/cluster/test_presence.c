// SPDX-License-Identifier: MIT
// Presence: of people and not of sockets, and for how long after they were seen.
#include "support/check.h"

#include "server/cluster/presence.h"

static void people_not_sockets(void **state)
{
    (void)state;
    Presence *presence = presence_new();
    for (int i = 0; i < 5; i++)
        assert_true(presence_enter(presence, 7, 0));
    assert_true(presence_enter(presence, 8, 0));
    i64 nobody = presence_visitor(text_of("192.0.2.1")),
        other = presence_visitor(text_of("192.0.2.2"));
    assert_true(nobody < 0 && other < 0 && nobody != other);
    presence_enter(presence, nobody, 0);
    presence_enter(presence, nobody, 0);
    assert_int_equal(presence_count(presence), 3);
    for (int i = 0; i < 4; i++)
        presence_leave(presence, 7, false, 0);
    assert_int_equal(presence_count(presence), 3);
    presence_leave(presence, 7, false, 0);
    assert_int_equal(presence_count(presence), 2);
    presence_free(presence);
}

static void for_a_while(void **state)
{
    (void)state;
    Presence *presence = presence_new();
    assert_false(presence_here(presence, 7, 0));
    presence_seen(presence, 7, 1000);
    assert_true(presence_here(presence, 7, 60999));
    assert_false(presence_here(presence, 7, 61000));
    assert_int_equal(presence_count(presence), 0);
    presence_enter(presence, 7, 100000);
    assert_true(presence_here(presence, 7, 1000000000));
    presence_leave(presence, 7, false, 200000);
    assert_true(presence_here(presence, 7, 219999));
    assert_false(presence_here(presence, 7, 220000));
    // A client that says goodbye leaves sooner, whatever it requested before.
    presence_enter(presence, 7, 300000);
    presence_seen(presence, 7, 300000);
    presence_leave(presence, 7, true, 300000);
    assert_true(presence_here(presence, 7, 304999));
    assert_false(presence_here(presence, 7, 305000));
    // Also despite messages that were still under way.
    presence_enter(presence, 7, 400000);
    presence_leave(presence, 7, true, 400000);
    presence_seen(presence, 7, 400100);
    presence_seen_at_other_node(presence, 7, 400200);
    assert_true(presence_here(presence, 7, 404999));
    assert_false(presence_here(presence, 7, 405000));
    presence_seen(presence, 7, 406000); // a person returns without a socket
    assert_true(presence_here(presence, 7, 465999));
    presence_free(presence);
}

static void tell_peer(void *context, const Topic *topic, const void *message)
{
    topic->receive(context, (Arrival){ .from = 2, .now_ms = 30000 }, message);
}

// A node that joins learns who was seen without a socket, and for how long that still counts.
static void seen_is_announced_again(void **state)
{
    (void)state;
    Presence *presence = presence_new(), *joins = presence_new();
    presence_seen(presence, 7, 1000);
    presence_seen_at_other_node(presence, 8, 1000); // whose node announces them
    presence_seen(presence, 9, 1000 - 60000);
    presence_share(presence, (Teller){ tell_peer, joins });
    presence_on_event(presence, &(NodeEvent){ .kind = NODE_ANNOUNCE, .now_ms = 30000 });
    assert_true(presence_here(joins, 7, 60999));
    assert_false(presence_here(joins, 7, 61000));
    assert_false(presence_here(joins, 8, 30000));
    assert_false(presence_here(joins, 9, 30000));
    presence_free(presence);
    presence_free(joins);
}

// The list forgets people who left, but never those who are present.
static void many(void **state)
{
    (void)state;
    Presence *presence = presence_new();
    for (i64 i = 1; i <= 20000; i++) {
        presence_seen(presence, i, i * 100);
        if (i % 10 == 0) assert_true(presence_enter(presence, i, i * 100));
    }
    assert_int_equal(presence_count(presence), 2000);
    for (i64 i = 10; i <= 20000; i += 10)
        assert_true(presence_here(presence, i, (i64)1 << 40));
    presence_free(presence);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_not_sockets),
        cmocka_unit_test(for_a_while),
        cmocka_unit_test(seen_is_announced_again),
        cmocka_unit_test(many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
