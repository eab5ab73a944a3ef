// SPDX-License-Identifier: MIT
// One site on several nodes: the owners of topics register here, send on them, and receive what
// other nodes sent.
//
//     cluster_tell, or a commit of an operation that tells  ->  a record  ->  Topic.receive there
//     a node comes, goes or was out                         ->  on_event of every owner
//
// Nothing that matters depends on it (nodes.h): while Redis is away, nodes poll the store, and
// caches of people expire.
#ifndef MEYDAN_SERVER_CLUSTER_CLUSTER_H
#define MEYDAN_SERVER_CLUSTER_CLUSTER_H

#include "server/cluster/nodes.h"
#include "server/kernel/logger.h"
#include "sql/op.h"

typedef struct Cluster Cluster;

typedef struct ClusterSetup {
    struct uv_loop_s *loop;
    const char *where; // redis://...
    bool computers;    // this node has some
    Store *store;
    void *owner;
    i64 (*now)(void *owner);
    void (*say)(void *owner, LogLevel level, const char *line);
} ClusterSetup;

// Owns topics. Members that an owner doesn't need are left out.
typedef struct ClusterOwner {
    void *owner;
    const Topic *const *topics; // end in NULL
    void (*on_event)(void *owner, const NodeEvent *event);
    i64 (*stuck_ms)(void *owner); // for how long something of it has waited for its commit
} ClusterOwner;

Cluster *cluster_new(const ClusterSetup *setup, Fault *why);
// Events reach the owners in the order in which they were added.
void cluster_add(Cluster *cluster, const ClusterOwner *owner);
// All owners are there: from now on it receives.
void cluster_start(Cluster *cluster);
// This node is about to stop: from now on the others keep its games and make the tables.
void cluster_leave(Cluster *cluster);
// Whether its commits fail.
void cluster_fails(Cluster *cluster, bool fails);
// Stops receiving. The caller runs the loop until it is empty, then calls cluster_free.
void cluster_close(Cluster *cluster);
void cluster_free(Cluster *cluster);

// Sends to all other nodes. `cluster` is a Cluster, or NULL on a single server.
void cluster_tell(void *cluster, const Topic *topic, const void *message);
Teller cluster_teller(Cluster *cluster);
// Sends the other nodes the changes that the writes of a call make to their memory: StoreOp.forgets
// and StoreOp.tells.
void cluster_committed(Cluster *cluster, const StoreWrite *writes, int count);
// Whether this node runs the game's timers, among the nodes with these abilities.
bool cluster_keeps(const Cluster *cluster, i64 game, u32 abilities);
// The time since the last message of a node (0: of the most silent one); 0 if unknown.
i64 cluster_silent_ms(const Cluster *cluster, NodeId node);
void cluster_call_workers(Cluster *cluster); // there is a job
bool cluster_has_workers(const Cluster *cluster);
bool cluster_up(const Cluster *cluster);
Nodes *cluster_nodes(const Cluster *cluster);

// For /health and /metrics.
typedef struct ClusterHealth {
    bool up; // the bus
    int nodes, workers;
    bool refused;   // this node's store is not that of the others
    bool elsewhere; // another node stays and can save: players are better off there if we are not
                    // well
    NodesCounts news;
} ClusterHealth;
ClusterHealth cluster_health(const Cluster *cluster);

#endif
