// SPDX-License-Identifier: MIT
// The nodes of one site: several servers over one store.
//
// The store decides, and a node is a cache. What one commits it tells the others over Redis, which
// is only a hint: whoever misses something reads it from the store. Each message of a node has the
// next number; a gap, or a link that was down, means that something was missed (`missed`). Every
// half second a node says that it is there; two seconds without that, while we hear ourselves, and
// it is gone (`left`).
//
// What one node must do for all (a flag that falls, a computer's move) is done by the game's
// keeper, which every node reckons from the nodes it knows. If two of them are of different
// opinions both try, and the store takes one.
#ifndef MEYDAN_SERVER_NODES_NODES_H
#define MEYDAN_SERVER_NODES_NODES_H

#include "server/nodes/wire.h"

#include <uv.h>

typedef struct Nodes Nodes;

typedef struct NodesSetup {
    uv_loop_t *loop;
    const char *where; // redis://...
    NodeId self;       // drawn
    u32 abilities;     // NODE_HAS_COMPUTERS ...
    void *owner;
    void (*heard)(void *owner, NodeId from, const NodeNews *news);
    // Another node came, or went: `since_ms` ago it was heard last, `bye` if it said so.
    void (*joined)(void *owner, NodeId node);
    void (*left)(void *owner, NodeId node, i64 since_ms, bool bye);
    // Something may have been said that was not heard.
    void (*missed)(void *owner);
    void (*link)(void *owner, bool up);
} NodesSetup;

// NULL, and why, if the address is none.
Nodes *nodes_new(const NodesSetup *setup, Fault *why);
// Says goodbye. Then the loop is run until it is empty, then comes nodes_free.
void nodes_close(Nodes *nodes);
void nodes_free(Nodes *nodes);

// Soon, together with all that is told in the same turn of the loop.
void nodes_tell(Nodes *nodes, const NodeNews *news);

bool nodes_up(const Nodes *nodes);
int nodes_count(const Nodes *nodes); // with this one
bool nodes_has(const Nodes *nodes, NodeId node);
// Whether this node is to see to that game, among those with all of these abilities. False if it
// lacks one, unless nobody has them.
bool nodes_keeps(const Nodes *nodes, i64 game, u32 abilities);

#endif
