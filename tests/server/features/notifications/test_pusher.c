// SPDX-License-Identifier: MIT
// Messages to browsers: one person's slow push service doesn't delay those of others.
#include "support/check.h"

#include "server/features/notifications/pusher.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SENDER = 1, OTHER, THIRD };

static int listen_here(int *port)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(listener, 64), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    *port = ntohs(address.sin_port);
    return listener;
}

static PushDevice device_of(i64 person, int port, const PushReceiver *receiver)
{
    PushDevice device = { .person = person, .key = person * 100, .receiver = *receiver };
    Out out = out_to(device.endpoint, sizeof device.endpoint);
    out_format(&out, "http://127.0.0.1:%d/push", port);
    return device;
}

static void send_about(Pusher *pusher, const PushDevice *device, const char *topic)
{
    assert_true(pusher_send(pusher, device,
                            &(PushMessage){ .plain = text_of("{}"), .topic = topic, .ttl_s = 60 }));
}

// Waits for a request there, and answers with success.
static void answer_one(int listener)
{
    char asked[4096];
    size_t length = 0;
    int line = accept(listener, NULL, NULL);
    assert_true(line >= 0);
    while (length < sizeof asked - 1) {
        ssize_t more = read(line, asked + length, sizeof asked - 1 - length);
        assert_true(more > 0);
        length += (size_t)more;
        asked[length] = '\0';
        if (strstr(asked, "\r\n\r\n")) break;
    }
    assert_memory_equal(asked, "POST /push", 10);
    static const char FINE[] = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
    assert_int_equal(write(line, FINE, sizeof FINE - 1), sizeof FINE - 1);
    close(line);
}

static void wake(void *context)
{
    (void)context;
}

static void nobody_holds_up_the_others(void **state)
{
    (void)state;
    PusherSetup setup = { .contact = "mailto:a@example.org", .anywhere = true, .wake = wake };
    PushKeys browser;
    PushReceiver receiver = { 0 };
    int dead_port, port;
    int dead = listen_here(&dead_port), alive = listen_here(&port); // the first never answers
    assert_true(push_keys_make(&setup.own) && push_keys_make(&browser));
    memcpy(receiver.point, browser.point, sizeof receiver.point);
    Pusher *pusher = pusher_new(&setup);
    assert_non_null(pusher);

    // One person has many messages for an address that never answers.
    const PushDevice silent = device_of(SENDER, dead_port, &receiver);
    enum { MANY = 100 };
    for (int i = 0; i < MANY; i++) {
        char topic[PUSH_TOPIC_MAX];
        Out out = out_to(topic, sizeof topic);
        out_format(&out, "ended-%d", i);
        send_about(pusher, &silent, topic);
    }
    // Outdated messages of another person are dropped.
    const PushDevice slow = device_of(THIRD, dead_port, &receiver);
    static const char *const TOPICS[] = { "a", "b", "c", "d", "turn", "turn", "turn" };
    for (size_t i = 0; i < sizeof TOPICS / sizeof *TOPICS; i++)
        send_about(pusher, &slow, TOPICS[i]);

    const PushDevice quick = device_of(OTHER, port, &receiver);
    send_about(pusher, &quick, "challenge-1");
    answer_one(alive);

    PusherCounts counts = pusher_counts(pusher);
    assert_int_equal(counts.dropped, MANY - PUSH_PERSON_MAX);
    assert_int_equal(counts.replaced, 2);
    pusher_free(pusher);
    close(dead);
    close(alive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_holds_up_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
