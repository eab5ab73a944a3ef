// SPDX-License-Identifier: MIT
// Passes news from publishers to subscribers, by topic.
//
// Here publishing is a call of every subscriber, at once and in order. The shape is that of a
// broker between processes (Redis, say): a topic is a number, a message is bytes, nothing is kept
// and nothing comes back. A subscriber that must not miss anything numbers its messages and
// fetches everything again after a gap.
//
// A subscriber may subscribe and unsubscribe, itself and others, while it is being called.
#ifndef MEYDAN_BUS_BUS_H
#define MEYDAN_BUS_BUS_H

#include "base/text.h"

typedef u64 BusTopic;
typedef struct Bus Bus;
typedef struct Subscription Subscription;
typedef void BusNews(void *context, BusTopic topic, Text message);

Bus *bus_new(void); // NULL without memory
void bus_free(Bus *bus);

// NULL without memory. The subscription ends with bus_unsubscribe, before the bus does.
Subscription *bus_subscribe(Bus *bus, BusTopic topic, BusNews *news, void *context);
void bus_unsubscribe(Bus *bus, Subscription *subscription);

// Whether anybody would hear it, so that a message for nobody need not be made.
bool bus_wanted(const Bus *bus, BusTopic topic);
void bus_publish(Bus *bus, BusTopic topic, Text message);

#endif
