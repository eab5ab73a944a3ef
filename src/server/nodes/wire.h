// SPDX-License-Identifier: MIT
// What nodes of one site tell each other, as bytes.
//
// A message is a header (whose it is, its number) and any number of news, each with its kind and
// its length: a kind that a newer version says is skipped by an older one, so that two versions can
// run side by side. Numbers are little-endian. Nothing that is read can reach beyond the message.
#ifndef MEYDAN_SERVER_NODES_WIRE_H
#define MEYDAN_SERVER_NODES_WIRE_H

#include "server/games/game_ops.h"

typedef u64 NodeId;

// Kinds are numbers on the wire, so their order never changes.
typedef enum NodeNewsKind {
    NODE_BEAT = 1,   // abilities, other (its store's identity), game (its age in ms): it is there
    NODE_BYE,        // it is leaving
    NODE_EVENTS,     // game, event[]: were committed together
    NODE_MADE,       // game: a new one is in the store
    NODE_HERE,       // game, person, yes, on_purpose: a player came or went
    NODE_CROWD,      // person, yes, on_purpose: the first socket opened, or the last one closed
    NODE_WATCHERS,   // game, count
    NODE_FORGET,     // person (0: everybody), hash: what is known of them is not true any more
    NODE_SIGNED_OUT, // person, hash, but, yes: sockets end (see hub_sign_out)
    NODE_DROPPED,    // person: all of their sockets end
    NODE_PERSON,     // person, other: the first is the second now
    NODE_STANDING,   // roles, sanctions or blocks have changed
    NODE_SPENT,      // game (a limit), body (who), count
    NODE_TOPIC,      // person, body: a message to their sockets
    NODE_WAITS,      // person, game (a pool), count, other (rating, deviation), yes (agreed): waits
    NODE_WAITS_NOT,  // person
    NODE_PAIRED,     // person, game: a table was found for them
    NODE_SEEN,       // person: asked for something, without a socket
    NODE_SAID,       // game, count (seats that hear it, one bit each), body: talk in a game
    NODE_WORK_KEY,   // body: signs its challenges for proof of work
    NODE_VACATION,   // person, body: theirs is that from now on
    NODE_JOBS,       // to workers: there are jobs; other (the store's identity)
    NODE_ANSWERED,   // game, count (the job's number), body: a worker's answer is in the store
    NODE_STOOD,      // count (ms): its process stood still until now, and nobody was served
    NODE_OWN,        // yes: all of its people follow, told again; not: that was all
    NODE_WHO,        // it may have missed something: the others are to tell theirs again
    NODE_OUTAGE,     // other (a node), game, count: it was out, from and until so many ms ago
    NODE_FEATURE,    // body: a topic's name, a NUL, its struct (server/api/feature.h)
    NODE_KINDS,
} NodeNewsKind;

enum {
    NODE_EVENTS_MAX = 4,
    NODE_BODY_MAX = 4096,
    NODE_EVENT_BODY_MAX = 400,
    NODE_HAS_COMPUTERS = 1, // abilities
    NODE_HAS_PEOPLE = 2,
    NODE_LEAVES = 4,      // it is about to go: it keeps nothing any more
    NODE_CANNOT_SAVE = 8, // its commits fail
    NODE_IS_WORKER = 16,  // it has neither rooms nor people
    NODE_HAS_INBOX = 32,  // it hears what is said to it alone
};

typedef struct NodeNews {
    NodeNewsKind kind;
    u32 abilities;
    i64 game, person, other;
    i64 count;
    bool yes, on_purpose;
    bool has_hash, has_but;
    SecretHash hash, but;
    Text body;
    int events;
    StoredEvent event[NODE_EVENTS_MAX];
} NodeNews;

typedef struct NodeMessage {
    NodeId from;
    u64 number;
    Text news; // still to be read
} NodeMessage;

enum { NODE_HEADER = 20, NODE_NEWS_MAX = 16 + NODE_EVENTS_MAX * 512 + NODE_BODY_MAX };

// The header; `to` has NODE_HEADER bytes.
void node_header_write(char *to, NodeId from, u64 number);
// One of the news, at most NODE_NEWS_MAX bytes; how many.
size_t node_news_write(char *to, const NodeNews *news);

bool node_message_read(Text text, NodeMessage *message);
// The next one that this version understands, its texts inside the message; false at the end, and
// where the rest is broken.
bool node_news_read(NodeMessage *message, NodeNews *news);

#endif
