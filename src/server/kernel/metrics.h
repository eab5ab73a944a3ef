// SPDX-License-Identifier: MIT
// The server's counters, as text for Prometheus.
#ifndef MEYDAN_SERVER_KERNEL_METRICS_H
#define MEYDAN_SERVER_KERNEL_METRICS_H

#include "platform/json_heap.h"
#include "sql/store.h"

enum { HISTOGRAM_BOUNDS = 12 };

typedef struct Histogram {
    u64 count[HISTOGRAM_BOUNDS + 1]; // by upper bound, except the last one, which has no bound
    double sum_ms;
} Histogram;

// The loop time of a handler, in which no other request was served.
enum { HANDLERS_MAX = 192, HANDLER_NAME = 48 };
typedef struct HandlerCost {
    char name[HANDLER_NAME]; // "GET people/*", "socket move"
    u64 count;
    double sum_ms, longest_ms;
    double longest_cpu_ms; // without time in which other programs had the processor
} HandlerCost;

// Counters, which only grow.
typedef struct Metrics {
    u64 requests[6]; // by the hundreds of their status
    u64 messages;    // of sockets, inward
    u64 frames;      // outward, each once for each socket
    u64 sockets;     // opened
    u64 actions, refused, failed;
    u64 games_made, games_ended;
    u64 too_fast;
    u64 lag_outliers; // sockets that answer much later than their connection explains
    Histogram commit; // from an action's arrival to its commit
    Histogram lag;    // round trips of players' sockets
    Histogram turn;   // of the loop: how long the next event had to wait
    double longest_turn_ms;
    HandlerCost handler[HANDLERS_MAX];
    int handlers;
} Metrics;

// Present values.
typedef struct Gauges {
    i64 sockets, people, channels, lobby;
    i64 games_open, games_live;
    u64 moves;
    i64 waiting; // actions awaiting their commit
    StoreTraffic store;
    StoreHealth health;
    i64 thinking; // positions that computers have yet to answer
    double uptime_s;
    const char *version;
    int nodes; // of the site, including this one, or 0 without a bus
    bool bus_up;
    bool elsewhere; // another node stays and can save
    bool leaving;   // this one is leaving
    bool refused;   // its store differs from that of the others
    int workers;    // that are there
    u64 jobs_asked, jobs_taken_back;
    u64 news_heard, news_alone;    // messages of other nodes; those sent to this one alone
    u64 conflicts, heard, reloads; // of rooms
} Gauges;

void histogram_add(Histogram *histogram, double ms);
void metrics_add_turn(Metrics *metrics, double ms);
// The cost of the handler with that name, from zero. NULL if there are too many.
HandlerCost *metrics_handler(Metrics *metrics, const char *name);
// Measures a handler from handler_begin to handler_end. `cost` may be NULL.
typedef struct HandlerWatch {
    u64 began_ns, began_cpu_ns;
} HandlerWatch;
HandlerWatch handler_begin(void);
void handler_end(HandlerCost *cost, HandlerWatch watch);
void metrics_write(const Metrics *metrics, const Gauges *gauges, Json *text);
// One metric, "meydan_" before its name; and those that every process has.
void metrics_write_one(Json *text, const char *name, const char *type, const char *help,
                       double value);
void metrics_write_process(const char *version, Json *text);
// GET /health. The node is ready if people can play here and it is not leaving; if not, the answer
// has the reason. Only an operator sees the database's words, which may name hosts and files.
bool metrics_ready(const Gauges *gauges);
// The state of this node for a balancer. A node that cannot save is taken out only if another one
// can save: otherwise the page itself would be unavailable.
typedef enum Balance { BALANCE_IN, BALANCE_LEAVES, BALANCE_OUT } Balance;
Balance metrics_balance(const Gauges *gauges);
void metrics_write_health(const Gauges *gauges, bool for_operator, Json *json);

#endif
