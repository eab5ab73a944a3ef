// SPDX-License-Identifier: MIT
// The nodes of one site: several servers over one store.
//
// The store decides, and a node is a cache. What one commits it tells the others over Redis, which
// is only a hint: whoever misses something reads it from the store. Each message of a node has the
// next number; a gap, or a link that was down, means that something was missed (`missed`). Every
// quarter of a second a node says that it is there; two seconds without that, while we hear
// ourselves, and it is gone (`left`).
//
// What one node must do for all (a flag that falls, a computer's move) is done by the game's
// keeper, which every node reckons from the nodes it knows. If two of them are of different
// opinions both try, and the store takes one.
//
// A process can stand still (a stopped machine, SIGSTOP) and go on. It notices that itself, by the
// time between two beats, and says so before anything else (NODE_STOOD): the others know then that
// it served nobody until now.
//
// A move is urgent only to the nodes that show it to somebody. They are told alone, each on its own
// channel (nodes_tell_one); all others hear of it with the next beat (nodes_tell_later), which is
// numbered like everything else. So a node is not woken for each move of the site.
//
// Nodes share one store. Each announces its store's identity with every beat; a node of an older
// version announces none. If the stores of two nodes differ, the younger node is refused: the older
// one ignores all that it says, and the younger one leaves the bus and stays silent until its
// process ends (`refused`). A worker is refused in the same way, by any node.
//
// A worker (NODE_IS_WORKER) says that it is there as a node does, but keeps nothing and hears only
// what is meant for workers, on a channel of their own: moves are not news to it.
#ifndef MEYDAN_SERVER_NODES_NODES_H
#define MEYDAN_SERVER_NODES_NODES_H

#include "server/nodes/wire.h"

#include <uv.h>

enum { NODES_MAX = 64 };

typedef struct Nodes Nodes;

typedef struct NodesSetup {
    uv_loop_t *loop;
    const char *where; // redis://...
    NodeId self;       // drawn
    u32 abilities;     // NODE_HAS_COMPUTERS ...
    i64 identity;      // of the store
    void *owner;
    void (*heard)(void *owner, NodeId from, const NodeNews *news);
    // For how long something has waited for its commit; may be NULL.
    i64 (*stuck_ms)(void *owner);
    // Another node came, or went: `since_ms` ago it was heard last and could save, `bye` if it said
    // so.
    void (*joined)(void *owner, NodeId node);
    void (*left)(void *owner, NodeId node, i64 since_ms, bool bye);
    void (*ignored)(void *owner, NodeId node); // NODES_MAX others are known; may be NULL
    // Another node stood still for `ms`, until now, and was not given up meanwhile.
    void (*stood)(void *owner, NodeId node, i64 ms);
    // Another node could not save, or was not heard, for `ms`, until now; not for workers.
    void (*saves)(void *owner, NodeId node, i64 ms);
    // What anybody said in the last `ms` was not heard until now: we did not hear ourselves. May be
    // NULL.
    void (*deaf)(void *owner, i64 ms);
    // Another node has other abilities now, so that somebody else may keep a game.
    void (*changed)(void *owner);
    void (*workers)(void *owner); // one came, or went; may be NULL
    // That node has another store: it is refused, or else this one is.
    void (*stranger)(void *owner, NodeId node, bool refuses_us);
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
// The same, but it can wait: until the next beat, or until something else is told.
void nodes_tell_later(Nodes *nodes, const NodeNews *news);
// Events, to that node alone and soon: they are told to all later. To one with NODE_HAS_INBOX.
void nodes_tell_one(Nodes *nodes, NodeId to, const NodeNews *news);
// Something happened and nobody is there to be told, as far as we know. A node that hears us before
// we hear it finds a gap in our numbers and asks the store.
void nodes_tell_nothing(Nodes *nodes);

// Sets or clears one of this node's abilities; the others hear of it at once.
void nodes_set(Nodes *nodes, u32 ability, bool has);
// Tells the workers that there are jobs.
void nodes_call_workers(Nodes *nodes);

bool nodes_up(const Nodes *nodes);
bool nodes_leaves(const Nodes *nodes);  // this one is about to go
bool nodes_refused(const Nodes *nodes); // this one's store is not that of the others
int nodes_count(const Nodes *nodes);    // with this one, without workers
int nodes_workers(const Nodes *nodes);
// Messages of others since the start; of these, said to us alone.
typedef struct NodesCounts {
    u64 heard, alone;
} NodesCounts;
NodesCounts nodes_counts(const Nodes *nodes);
// How many others have all of `abilities` and none of `without`.
int nodes_others(const Nodes *nodes, u32 abilities, u32 without);
// For how long a node has not been heard, or could not save; 0 if we cannot say.
i64 nodes_silent_ms(const Nodes *nodes, NodeId node);
// The same for whichever node it is longest.
i64 nodes_longest_silent_ms(const Nodes *nodes);
// Whether this node is to see to that game, among those with all of these abilities. False if it
// lacks one, unless nobody has them. A node that leaves keeps nothing while there are others.
bool nodes_keeps(const Nodes *nodes, i64 game, u32 abilities);
NodeId nodes_keeper(const Nodes *nodes, i64 game, u32 abilities); // who is

#endif
