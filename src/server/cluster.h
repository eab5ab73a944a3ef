// SPDX-License-Identifier: MIT
// One site on several nodes: what happens here is told to the others, and what they tell happens
// here too.
//
//     committed here      ->  events, games, people  ->  the others' rooms, what they know of
//     people a socket here       ->  presence, watchers, who waits for a game  ->  the others' hubs
//     a node is gone      ->  its players have time to return
//
// Nothing that matters depends on it (nodes.h): while Redis is away the store is asked what
// happened elsewhere, and nothing is taken for known.
#ifndef MEYDAN_SERVER_CLUSTER_H
#define MEYDAN_SERVER_CLUSTER_H

#include "server/api/accounts/people.h"
#include "server/api/feature.h"
#include "server/api/hub.h"
#include "server/features/moderation/audit_watch.h"
#include "server/games/jobs/move_requests.h"
#include "server/kernel/logger.h"
#include "server/nodes/nodes.h"

typedef struct Cluster Cluster;

typedef struct ClusterSetup {
    uv_loop_t *loop;
    const char *where; // redis://...
    bool computers;    // this node has some
    bool people;       // and sockets; a worker has none
    Store *store;
    Presence *presence;
    RateLimits *limits;
    void *owner;
    i64 (*now)(void *owner);
    void (*say)(void *owner, LogLevel level, const char *line);
    void (*workers)(void *owner, bool there); // whether workers do the jobs, or this node should
} ClusterSetup;

Cluster *cluster_new(const ClusterSetup *setup, Fault *why);
// What there is to be told; from then on it hears.
void cluster_start(Cluster *cluster, const App *app);
// This node is about to go: from now on the others keep its games and find tables.
void cluster_leave(Cluster *cluster);
// Whether its commits fail.
void cluster_fails(Cluster *cluster, bool fails);
// As for Nodes.
void cluster_close(Cluster *cluster);
void cluster_free(Cluster *cluster);

// For RoomsSetup and StoreSetup.
bool cluster_keeps(const Cluster *cluster, i64 game, OwnedPart what);
// For how long a node (0: the most silent one) has not been heard; 0 if that cannot be said.
i64 cluster_silent_ms(const Cluster *cluster, u64 node);
void cluster_call_workers(Cluster *cluster); // there is a job
bool cluster_thinks(Cluster *cluster, const Room *room);
void cluster_committed(Cluster *cluster, const StoreWrite *writes, int count);
// For HubSetup.
HubShare cluster_share(Cluster *cluster);

// Somebody's sockets elsewhere: as hub_sign_out, hub_drop, hub_tell_person and rooms_person.
void cluster_sign_out(Cluster *cluster, i64 person, const SecretHash *session,
                      const SecretHash *except, bool tokens);
void cluster_drop(Cluster *cluster, i64 person);
void cluster_tell_person(Cluster *cluster, i64 person, Text json);
void cluster_person(Cluster *cluster, i64 from, i64 to);
// For App.tell.
void cluster_tell(Cluster *cluster, const Topic *topic, const void *message);

// For /health and /metrics.
typedef struct ClusterHealth {
    bool up; // the bus
    int nodes, workers;
    bool refused;   // this node's store is not that of the others
    bool elsewhere; // another node stays and can save: players are better off there if we are not
                    // well
    NodesCounts news;
    MoveRequestsCounts asked;
} ClusterHealth;
ClusterHealth cluster_health(const Cluster *cluster);

#endif
