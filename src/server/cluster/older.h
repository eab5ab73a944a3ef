// SPDX-License-Identifier: MIT
// The messages of version 0.2.0, for a rolling upgrade from it. The next release but one deletes
// this file and Topic.older.
//
// A message of that version is one struct for all purposes. A topic states which member holds each
// field of its own struct, in the order of its shape:
//
//     g game   p person   o other   c count   a abilities   y yes   u on_purpose
//     h hash   x but   b body   e events   - is not sent
//
// After these, capitals tell apart topics of one kind: Y N yes is set or not, P Z with or without
// a person. A node of this version announces NODE_HAS_TOPICS and ignores the older form from
// nodes that announce it too.
#ifndef MEYDAN_SERVER_CLUSTER_OLDER_H
#define MEYDAN_SERVER_CLUSTER_OLDER_H

#include "server/cluster/wire.h"

enum { OLDER_EVENTS_MAX = 4, OLDER_BODY_MAX = 4096, OLDER_EVENT_BODY_MAX = 400 };

// The first six members of an element of an 'e' array, in this order.
typedef struct OlderEvent {
    i64 number, kind, ply, takes_back, at_ms;
    Text body;
} OlderEvent;

typedef struct OlderNews {
    i64 game, person, other, count, abilities;
    bool yes, on_purpose, has_hash, has_but;
    SecretHash hash, but;
    Text body;
    int events;
    OlderEvent event[OLDER_EVENTS_MAX];
} OlderNews;

// A record of that version for the topic's message; `to` has RECORD_MAX bytes. Returns its size; 0
// if that version has none, or it doesn't fit.
size_t older_write(char *to, const Topic *topic, const void *message);
bool older_read(const NodeRecord *record, OlderNews *news);
// Fills in the topic's struct; false if the message is of another topic.
bool older_take(const OlderNews *news, const Topic *topic, void *into);

#endif
