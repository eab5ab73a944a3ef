// SPDX-License-Identifier: MIT
// What the server counts, as text for Prometheus.
#ifndef MEYDAN_SERVER_API_METRICS_H
#define MEYDAN_SERVER_API_METRICS_H

#include "containers/json_heap.h"
#include "store/store.h"

enum { HISTOGRAM_BOUNDS = 12 };

typedef struct Histogram {
    u64 count[HISTOGRAM_BOUNDS + 1]; // by upper bound; the last has none
    double sum_ms;
} Histogram;

// What a handler has cost the loop: the time in which nobody else was served.
enum { HANDLERS_MAX = 192, HANDLER_NAME = 48 };
typedef struct HandlerCost {
    char name[HANDLER_NAME]; // "GET people/*", "socket move"
    u64 count;
    double sum_ms, longest_ms;
    double longest_cpu_ms; // without the time in which others had the processor
} HandlerCost;

// Only ever grow.
typedef struct Metrics {
    u64 requests[6]; // by the hundreds of their status
    u64 messages;    // of sockets, inward
    u64 frames;      // outward, each once for each socket
    u64 sockets;     // opened
    u64 actions, refused, failed;
    u64 games_made, games_ended;
    u64 too_fast;
    u64 lag_outliers; // sockets whose answers are much later than their line
    Histogram commit; // from an action's arrival to its commit
    Histogram lag;    // round trips of players' sockets
    Histogram turn;   // of the loop: how long whoever came next had to wait
    double longest_turn_ms;
    HandlerCost handler[HANDLERS_MAX];
    int handlers;
} Metrics;

// As they are now.
typedef struct Gauges {
    i64 sockets, people, channels, lobby;
    i64 games_open, games_live;
    u64 moves;
    i64 waiting; // actions, for their commit
    StoreTraffic store;
    StoreHealth health;
    i64 thinking; // positions that computers have still to answer
    double uptime_s;
    const char *version;
    int nodes; // of the site, with this one; 0: there is no bus
    bool bus_up;
    bool elsewhere; // another node stays and can save
    bool leaving;   // this one does not stay
    bool refused;   // its store is not that of the others
    int workers;    // that are there
    u64 jobs_asked, jobs_taken_back;
    u64 news_heard, news_alone;    // messages of other nodes; of these, to this one alone
    u64 conflicts, heard, reloads; // of rooms
} Gauges;

void histogram_add(Histogram *histogram, double ms);
void metrics_add_turn(Metrics *metrics, double ms);
// The cost of a handler of that name, from nothing on. NULL if there are too many.
HandlerCost *metrics_handler(Metrics *metrics, const char *name);
// From begin to end it has the loop; `cost` may be NULL.
typedef struct HandlerWatch {
    u64 began_ns, began_cpu_ns;
} HandlerWatch;
HandlerWatch handler_begin(void);
void handler_end(HandlerCost *cost, HandlerWatch watch);
void metrics_write(const Metrics *metrics, const Gauges *gauges, Json *text);
// GET /health, and whether it is ready: people can play, and it stays. If not, it says why.
bool metrics_ready(const Gauges *gauges);
// What a balancer should do with this node. A node that cannot save is only taken out if another
// one can: else nobody would even see the page.
typedef enum Balance { BALANCE_IN, BALANCE_LEAVES, BALANCE_OUT } Balance;
Balance metrics_balance(const Gauges *gauges);
void metrics_write_health(const Gauges *gauges, Json *json);

#endif
