// SPDX-License-Identifier: MIT
// The nodes of one site: several servers over one store.
//
// The store decides, and a node is a cache. A node publishes what it commits over Redis, but such a
// message is only a hint: a node that misses one reads the store. The messages of a node are
// numbered; a gap, or a link that was down, means that some were missed (`missed`). Every quarter
// of a second a node sends a beat. A node that is silent for two seconds, while this node receives
// its own messages, is declared dead (`left`).
//
// Tasks that one node does for all (a flag that falls, a computer's move) belong to the game's
// keeper, which every node computes from the nodes it knows. If two of them disagree, both try and
// the store accepts one.
//
// A process can stall (a stopped machine, SIGSTOP) and continue. It notices a stall by the time
// between two beats, and reports it before anything else (STOOD), so that the others know that it
// served no player until now.
//
// A move is urgent only to the nodes that show it to a client. These receive it at once, each on
// its own channel (nodes_tell_one); all others receive it with the next beat (nodes_tell_later),
// which is numbered like all messages. So a node is not woken for each move of the site.
//
// Nodes share one store. Each announces its store's identity with every beat; a node of an older
// version announces none. If the stores of two nodes differ, the younger node is refused: the older
// one ignores its messages, and the younger one leaves the bus and stays silent until its process
// ends (`refused`). A worker is refused in the same way, by any node.
//
// A worker (NODE_IS_WORKER) sends beats as a node does, but keeps no games and receives only
// messages for workers, on a separate channel.
#ifndef MEYDAN_SERVER_CLUSTER_NODES_H
#define MEYDAN_SERVER_CLUSTER_NODES_H

#include "server/cluster/wire.h"

struct uv_loop_s;

enum {
    NODES_MAX = 4096, // others
    NODE_HAS_COMPUTERS = 1,
    NODE_HAS_PEOPLE = 2,
    NODE_LEAVES = 4,      // it is about to stop, and keeps no games
    NODE_CANNOT_SAVE = 8, // its commits fail
    NODE_IS_WORKER = 16,  // it has neither rooms nor people
    NODE_HAS_INBOX = 32,  // it receives messages to it alone
    NODE_HAS_TOPICS = 64, // it understands topics (older.h)
};

typedef enum NodeEventKind {
    NODE_JOINED,
    NODE_LEFT,        // heard last, and able to save, `ms` ago; `yes`: it said goodbye
    NODE_IGNORED,     // NODES_MAX others are known
    NODE_STALLED,     // it stood still for `ms`, until now, and was not given up meanwhile
    NODE_UNREACHABLE, // it could not save, or was not heard, for `ms`, until now
    NODE_DEAF,        // no message of any node was received for `ms`, until now
    NODE_CHANGED,     // its abilities: another node may keep a game now
    NODE_WORKERS,     // a worker came, changed or went
    NODE_STRANGER,    // it has another store: it is refused, or if `yes` this node is
    NODE_MISSED,      // messages may have been missed: the store has what happened
    NODE_LINK,        // the link to Redis is up (`yes`), or down
    NODE_JOBS,        // to a worker: there are jobs
    // From the cluster to the owners of its topics:
    NODE_POLL,      // the link is down: look in the store
    NODE_ANNOUNCE,  // send what you have here, as if it were new
    NODE_ANNOUNCED, // all have sent that
    NODE_RETELLS,   // that node sends all it has again,
    NODE_RETOLD,    // and has done so: places that it didn't send have ended
} NodeEventKind;

typedef struct NodeEvent {
    NodeEventKind kind;
    NodeId node; // 0: none
    i64 ms;
    bool yes;
    i64 now_ms; // of the cluster's clock
} NodeEvent;

typedef struct Nodes Nodes;

typedef struct NodesSetup {
    struct uv_loop_s *loop;
    const char *where; // redis://...
    NodeId self;       // drawn
    u32 abilities;     // NODE_HAS_COMPUTERS ...
    i64 identity;      // of the store
    void *owner;
    void (*on_event)(void *owner, const NodeEvent *event);
    // A record of another node that is none of the membership's own; may be NULL.
    void (*heard)(void *owner, NodeId from, const NodeRecord *record);
    // For how long something has waited for its commit; may be NULL.
    i64 (*stuck_ms)(void *owner);
} NodesSetup;

// Returns NULL and sets `why` if the address is malformed.
Nodes *nodes_new(const NodesSetup *setup, Fault *why);
// Says goodbye. Then the loop is run until it is empty, then comes nodes_free.
void nodes_close(Nodes *nodes);
void nodes_free(Nodes *nodes);

// Sends to all nodes soon, together with other messages of the same turn of the loop.
void nodes_tell(Nodes *nodes, const Topic *topic, const void *message);
// The same with the next beat, or with the next message that is sent soon.
void nodes_tell_later(Nodes *nodes, const Topic *topic, const void *message);
// Sends to that node alone and soon, if it has NODE_HAS_INBOX. The caller also sends it to all.
void nodes_tell_one(Nodes *nodes, NodeId to, const Topic *topic, const void *message);
// Skips a number: something happened while no other node was known. A node that receives our
// messages before we receive its finds the gap and reads the store.
void nodes_tell_nothing(Nodes *nodes);

// Sets or clears one of this node's abilities, and announces it at once.
void nodes_set(Nodes *nodes, u32 ability, bool has);
// Announces to the workers that there are jobs.
void nodes_call_workers(Nodes *nodes);

bool nodes_up(const Nodes *nodes);
bool nodes_leaves(const Nodes *nodes);  // this one is about to go
bool nodes_refused(const Nodes *nodes); // this one's store is not that of the others
int nodes_count(const Nodes *nodes);    // including this one, not counting workers
int nodes_workers(const Nodes *nodes);
// Messages received from others since the start, and of these, messages to this node alone.
typedef struct NodesCounts {
    u64 heard, alone;
} NodesCounts;
NodesCounts nodes_counts(const Nodes *nodes);
// How many others have all of `abilities` and none of `without`.
int nodes_others(const Nodes *nodes, u32 abilities, u32 without);
// How long a node has been silent or unable to save; 0 if unknown.
i64 nodes_silent_ms(const Nodes *nodes, NodeId node);
// The longest such time of any node.
i64 nodes_longest_silent_ms(const Nodes *nodes);
// Whether this node is the keeper of that game, among the nodes with all of these abilities. False
// if it lacks one, unless all nodes lack it. A node that leaves keeps nothing while there are
// others.
bool nodes_keeps(const Nodes *nodes, i64 game, u32 abilities);
NodeId nodes_keeper(const Nodes *nodes, i64 game, u32 abilities); // the keeper

#endif
