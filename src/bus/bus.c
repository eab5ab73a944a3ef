// SPDX-License-Identifier: MIT
#include "bus/bus.h"

#include <stdlib.h>

// A hash table with chains. While something is being published nothing is freed and the table does
// not grow: a subscription that ends then is marked, and swept afterwards.
struct Subscription {
    Subscription *next;
    Topic topic;
    BusNews *news; // NULL: it has ended
    void *context;
};

struct Bus {
    Subscription **chain;
    size_t chains; // a power of two
    size_t count;
    int publishing; // depth
    bool ended;     // some subscription has, meanwhile
};

enum { CHAINS_MIN = 64 };

static Subscription **chain_of(const Bus *bus, Topic topic)
{
    return &bus->chain[(topic * 0x9e3779b97f4a7c15) >> 32 & (bus->chains - 1)];
}

Bus *bus_new(void)
{
    Bus *bus = calloc(1, sizeof *bus);
    if (!bus) return NULL;
    bus->chains = CHAINS_MIN;
    bus->chain = calloc(bus->chains, sizeof *bus->chain);
    if (bus->chain) return bus;
    free(bus);
    return NULL;
}

void bus_free(Bus *bus)
{
    if (!bus) return;
    for (size_t i = 0; i < bus->chains; i++)
        for (Subscription *at = bus->chain[i], *next; at; at = next) {
            next = at->next;
            free(at);
        }
    free(bus->chain);
    free(bus);
}

// If there is no memory the chains only get longer.
static void grow(Bus *bus)
{
    Bus larger = *bus;
    larger.chains *= 2;
    larger.chain = calloc(larger.chains, sizeof *larger.chain);
    if (!larger.chain) return;
    for (size_t i = 0; i < bus->chains; i++)
        for (Subscription *at = bus->chain[i], *next; at; at = next) {
            next = at->next;
            Subscription **chain = chain_of(&larger, at->topic);
            while (*chain)
                chain = &(*chain)->next; // the order of a topic's subscribers stays
            at->next = NULL;
            *chain = at;
        }
    free(bus->chain);
    *bus = larger;
}

Subscription *bus_subscribe(Bus *bus, Topic topic, BusNews *news, void *context)
{
    Subscription *made = malloc(sizeof *made);
    if (!made) return NULL;
    *made = (Subscription){ .topic = topic, .news = news, .context = context };
    if (bus->count >= bus->chains && !bus->publishing) grow(bus);
    Subscription **chain = chain_of(bus, topic);
    while (*chain)
        chain = &(*chain)->next;
    *chain = made;
    bus->count++;
    return made;
}

static void sweep_chain(Bus *bus, Subscription **at)
{
    while (*at) {
        Subscription *subscription = *at;
        if (subscription->news) {
            at = &subscription->next;
        } else {
            *at = subscription->next;
            free(subscription);
            bus->count--;
        }
    }
}

void bus_unsubscribe(Bus *bus, Subscription *subscription)
{
    Topic topic = subscription->topic;
    subscription->news = NULL;
    if (bus->publishing)
        bus->ended = true;
    else
        sweep_chain(bus, chain_of(bus, topic));
}

bool bus_wanted(const Bus *bus, Topic topic)
{
    for (const Subscription *at = *chain_of(bus, topic); at; at = at->next)
        if (at->topic == topic && at->news) return true;
    return false;
}

void bus_publish(Bus *bus, Topic topic, Text message)
{
    bus->publishing++;
    for (Subscription *at = *chain_of(bus, topic); at; at = at->next)
        if (at->topic == topic && at->news) at->news(at->context, topic, message);
    if (--bus->publishing || !bus->ended) return;
    bus->ended = false;
    for (size_t i = 0; i < bus->chains; i++)
        sweep_chain(bus, &bus->chain[i]);
}
