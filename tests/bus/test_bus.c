// SPDX-License-Identifier: MIT
// The bus: who hears what, in which order, and what may happen while it is being said.
#include "support/check.h"

#include "bus/bus.h"

#include <stdlib.h>
#include <string.h>

typedef struct Heard {
    char text[64];
    Bus *bus;
    Subscription *drop; // ends with the first message
    BusTopic join;      // subscribed to at the first message
} Heard;

static void hear(void *context, BusTopic topic, Text message)
{
    Heard *heard = context;
    size_t at = strlen(heard->text);
    heard->text[at] = (char)('0' + topic % 10);
    memcpy(heard->text + at + 1, message.at, message.length);
    heard->text[at + 1 + message.length] = '\0';
    if (heard->drop) bus_unsubscribe(heard->bus, heard->drop);
    heard->drop = NULL;
    if (heard->join) assert_non_null(bus_subscribe(heard->bus, heard->join, hear, heard));
    heard->join = 0;
}

static void topics(void **state)
{
    (void)state;
    Bus *bus = bus_new();
    Heard a = { .bus = bus }, b = { .bus = bus };
    Subscription *a1 = bus_subscribe(bus, 1, hear, &a);
    Subscription *a2 = bus_subscribe(bus, 2, hear, &a);
    Subscription *b1 = bus_subscribe(bus, 1, hear, &b);
    assert_true(bus_wanted(bus, 1) && bus_wanted(bus, 2) && !bus_wanted(bus, 3));
    bus_publish(bus, 1, text_of("x"));
    bus_publish(bus, 2, text_of("y"));
    bus_publish(bus, 3, text_of("z"));
    bus_publish(bus, 1, text_of(""));
    assert_string_equal(a.text, "1x2y1");
    assert_string_equal(b.text, "1x1");
    bus_unsubscribe(bus, a1);
    bus_unsubscribe(bus, b1);
    assert_false(bus_wanted(bus, 1));
    bus_unsubscribe(bus, a2);
    bus_free(bus);
}

static void changes_on_the_way(void **state)
{
    (void)state;
    Bus *bus = bus_new();
    Heard a = { .bus = bus }, b = { .bus = bus };
    Subscription *first = bus_subscribe(bus, 1, hear, &a);
    Subscription *second = bus_subscribe(bus, 1, hear, &b);
    a.drop = second; // b does not hear it any more
    b.drop = NULL;
    bus_publish(bus, 1, text_of("x"));
    assert_string_equal(a.text, "1x");
    assert_string_equal(b.text, "");
    a.drop = first; // itself
    a.join = 7;
    bus_publish(bus, 1, text_of("y"));
    assert_false(bus_wanted(bus, 1));
    assert_true(bus_wanted(bus, 7));
    bus_publish(bus, 7, text_of("z"));
    assert_string_equal(a.text, "1x1y7z");
    bus_free(bus); // with a subscription left
}

static void many(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    Bus *bus = bus_new();
    Subscription **all = malloc(COUNT * sizeof *all);
    Heard heard = { .bus = bus };
    for (int i = 0; i < COUNT; i++)
        all[i] = bus_subscribe(bus, (BusTopic)i * 62, hear, &heard);
    bus_publish(bus, 62 * 4321, text_of("!"));
    assert_string_equal(heard.text, "2!");
    for (int i = 0; i < COUNT; i += 2)
        bus_unsubscribe(bus, all[i]);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(bus_wanted(bus, (BusTopic)i * 62), i % 2);
    for (int i = 1; i < COUNT; i += 2)
        bus_unsubscribe(bus, all[i]);
    free(all);
    bus_free(bus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(topics),
        cmocka_unit_test(changes_on_the_way),
        cmocka_unit_test(many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
