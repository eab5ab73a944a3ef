// SPDX-License-Identifier: MIT
#include "bus/bus.h"

#include "containers/hash.h"

#include <stdlib.h>

// While something is being published nothing is freed: a subscription that ends then is marked, and
// swept afterwards.
struct Subscription {
    HashLink by_topic;
    BusNews *news; // NULL: it has ended
    void *context;
    Subscription *next_ended;
};

struct Bus {
    HashTable by_topic;
    int publishing; // depth
    Subscription *ended;
};

Bus *bus_new(void)
{
    Bus *bus = calloc(1, sizeof *bus);
    if (bus && hash_init(&bus->by_topic)) return bus;
    free(bus);
    return NULL;
}

void bus_free(Bus *bus)
{
    if (!bus) return;
    for (size_t i = 0; i < bus->by_topic.chains; i++)
        for (HashLink *at = bus->by_topic.chain[i], *next; at; at = next) {
            next = at->next;
            free(at); // a Subscription begins with its link
        }
    hash_free(&bus->by_topic);
    free(bus);
}

Subscription *bus_subscribe(Bus *bus, BusTopic topic, BusNews *news, void *context)
{
    Subscription *made = malloc(sizeof *made);
    if (!made) return NULL;
    *made = (Subscription){ .news = news, .context = context };
    hash_add_last(&bus->by_topic, &made->by_topic, topic);
    return made;
}

static void sweep(Bus *bus)
{
    for (Subscription *at = bus->ended, *next; at; at = next) {
        next = at->next_ended;
        hash_remove(&bus->by_topic, &at->by_topic);
        free(at);
    }
    bus->ended = NULL;
}

void bus_unsubscribe(Bus *bus, Subscription *subscription)
{
    subscription->news = NULL;
    subscription->next_ended = bus->ended;
    bus->ended = subscription;
    if (!bus->publishing) sweep(bus);
}

bool bus_wanted(const Bus *bus, BusTopic topic)
{
    for (const HashLink *at = hash_first(&bus->by_topic, topic); at; at = hash_next(at))
        if (((const Subscription *)at)->news) return true;
    return false;
}

void bus_publish(Bus *bus, BusTopic topic, Text message)
{
    bus->publishing++;
    for (HashLink *at = hash_first(&bus->by_topic, topic); at; at = hash_next(at)) {
        Subscription *to = (Subscription *)at;
        if (to->news) to->news(to->context, topic, message);
    }
    if (!--bus->publishing) sweep(bus);
}
