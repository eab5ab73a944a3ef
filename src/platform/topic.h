// SPDX-License-Identifier: MIT
// A topic: a struct that the nodes of a site send each other. Its owner registers it
// (server/cluster/cluster.h), and no other file knows it.
//
//     static const Topic SEEN = { .name = "presence.seen", .shape = &SEEN_SHAPE, .receive = seen };
//     cluster_tell(cluster, &SEEN, &(Seen){ person });
//
// A message arrives once, never, or twice: `receive` updates memory, and nothing that matters
// depends on it. Fields may be appended to a topic's shape, never reordered or removed: nodes of
// two versions run side by side, and each skips the fields and the topics that it doesn't know.
#ifndef MEYDAN_PLATFORM_TOPIC_H
#define MEYDAN_PLATFORM_TOPIC_H

#include "platform/shape.h"

typedef u64 NodeId; // never 0

// The kinds of messages of version 0.2.0.
enum {
    OLDER_BEAT = 1,
    OLDER_BYE,
    OLDER_EVENTS,
    OLDER_MADE,
    OLDER_HERE,
    OLDER_SOCKETS,
    OLDER_WATCHERS,
    OLDER_FORGET,
    OLDER_SIGNED_OUT,
    OLDER_DROPPED,
    OLDER_PERSON,
    OLDER_STANDING,
    OLDER_SPENT,
    OLDER_NOTICE,
    OLDER_WAITS,
    OLDER_WAITS_NOT,
    OLDER_PAIRED,
    OLDER_SEEN,
    OLDER_SAID,
    OLDER_WORK_KEY,
    OLDER_VACATION,
    OLDER_JOBS,
    OLDER_ANSWERED,
    OLDER_STOOD,
    OLDER_OWN,
    OLDER_WHO,
    OLDER_OUTAGE,
};

typedef struct Arrival {
    NodeId from;
    i64 now_ms; // of its receiver's clock
} Arrival;

typedef struct Topic {
    const char *name; // "follows.tied"
    const Shape *shape;
    void (*receive)(void *owner, Arrival arrival, const void *message);
    // The message of version 0.2.0: its number there, and a letter for each field
    // (server/cluster/older.h). The next release but one drops it.
    struct {
        int kind;
        const char *fields;
    } older;
} Topic;

// Sends on topics: cluster_tell and its cluster; empty on a single server.
typedef struct Teller {
    void (*tell)(void *owner, const Topic *topic, const void *message);
    void *owner;
} Teller;
static inline void teller_tell(const Teller *teller, const Topic *topic, const void *message)
{
    if (teller->tell) teller->tell(teller->owner, topic, message);
}

#endif
