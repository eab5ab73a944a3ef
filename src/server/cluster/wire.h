// SPDX-License-Identifier: MIT
// Messages between nodes, as bytes: a header (the sender, the message's number) and any number of
// records, each a kind, a length and a body.
//
//     "MYD1"  sender (8)  number (8)  |  kind (1)  length (4)  body  |  kind  length  body ...
//
// The body of a RECORD_TOPIC is the topic's name, a NUL and its struct (shape_pack). The other
// kinds are those of version 0.2.0 (older.h). A record that a version doesn't know is skipped.
// Numbers are little-endian. Nothing that is read can reach beyond the message.
#ifndef MEYDAN_SERVER_CLUSTER_WIRE_H
#define MEYDAN_SERVER_CLUSTER_WIRE_H

#include "platform/topic.h"

enum { RECORD_TOPIC = 28, MESSAGE_HEADER = 20, RECORD_HEADER = 5, RECORD_MAX = 8192 };

typedef struct NodeMessage {
    NodeId from;
    u64 number;
    Text records; // still to be read
} NodeMessage;

typedef struct NodeRecord {
    int kind;
    Text body; // inside the message
} NodeRecord;

// `to` has MESSAGE_HEADER bytes.
void node_message_write(char *to, NodeId from, u64 number);
bool node_message_read(Text text, NodeMessage *message);

// A record of the topic; `to` has RECORD_MAX bytes. Returns its size; 0 if it doesn't fit.
size_t node_record_write(char *to, const Topic *topic, const void *message);
// The next record; false at the end, and where the rest is damaged.
bool node_record_next(NodeMessage *message, NodeRecord *record);
// The name in a RECORD_TOPIC, and its struct; false if it is of another kind or damaged.
bool node_record_topic(const NodeRecord *record, Text *name, Text *packed);
// Reads the record if it is of that topic, in either form. `into` has the size of its struct; texts
// point into the message.
bool node_record_read(const NodeRecord *record, const Topic *topic, void *into);

#endif
