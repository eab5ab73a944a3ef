// SPDX-License-Identifier: MIT
#include "server/kernel/metrics.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const double BOUNDS_MS[HISTOGRAM_BOUNDS] = { 1,   2,   5,   10,  25,   50,
                                                    100, 150, 250, 500, 1000, 2500 };

// Of the loop's turns.
static const double TURN_BOUNDS_MS[HISTOGRAM_BOUNDS] = { 0.1, 0.25, 0.5, 1,  2,   3,
                                                         5,   10,   25,  50, 100, 500 };

static void add(Histogram *histogram, const double bounds_ms[HISTOGRAM_BOUNDS], double ms)
{
    int bound = 0;
    while (bound < HISTOGRAM_BOUNDS && ms > bounds_ms[bound])
        bound++;
    histogram->count[bound]++;
    histogram->sum_ms += ms;
}

void histogram_add(Histogram *histogram, double ms)
{
    add(histogram, BOUNDS_MS, ms);
}

void metrics_add_turn(Metrics *metrics, double ms)
{
    add(&metrics->turn, TURN_BOUNDS_MS, ms);
    if (ms > metrics->longest_turn_ms) metrics->longest_turn_ms = ms;
}

HandlerCost *metrics_handler(Metrics *metrics, const char *name)
{
    if (metrics->handlers == HANDLERS_MAX) return NULL;
    HandlerCost *cost = &metrics->handler[metrics->handlers++];
    snprintf(cost->name, sizeof cost->name, "%s", name);
    return cost;
}

static u64 clock_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (u64)now.tv_sec * 1000000000 + (u64)now.tv_nsec;
}

HandlerWatch handler_begin(void)
{
    return (HandlerWatch){ clock_ns(CLOCK_MONOTONIC), clock_ns(CLOCK_THREAD_CPUTIME_ID) };
}

void handler_end(HandlerCost *cost, HandlerWatch watch)
{
    if (!cost) return;
    double ms = (double)(clock_ns(CLOCK_MONOTONIC) - watch.began_ns) / 1e6;
    double cpu_ms = (double)(clock_ns(CLOCK_THREAD_CPUTIME_ID) - watch.began_cpu_ns) / 1e6;
    cost->count++;
    cost->sum_ms += ms;
    if (ms > cost->longest_ms) cost->longest_ms = ms;
    if (cpu_ms > cost->longest_cpu_ms) cost->longest_cpu_ms = cpu_ms;
}

__attribute__((format(printf, 2, 3))) static void put(Json *text, const char *format, ...)
{
    char line[256];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (length > 0 && (size_t)length < sizeof line) out_text(text, (Text){ line, (size_t)length });
}

static void put_head(Json *text, const char *name, const char *type, const char *help)
{
    put(text, "# HELP meydan_%s %s\n# TYPE meydan_%s %s\n", name, help, name, type);
}

static void put_one(Json *text, const char *name, const char *type, const char *help, double value)
{
    put_head(text, name, type, help);
    put(text, "meydan_%s %.17g\n", name, value);
}

// In seconds, as is usual for Prometheus.
static void put_histogram(Json *text, const char *name, const char *help,
                          const double bounds_ms[HISTOGRAM_BOUNDS], const Histogram *of)
{
    u64 count = 0;
    put_head(text, name, "histogram", help);
    for (int i = 0; i < HISTOGRAM_BOUNDS; i++) {
        count += of->count[i];
        put(text, "meydan_%s_bucket{le=\"%g\"} %llu\n", name, bounds_ms[i] / 1000,
            (unsigned long long)count);
    }
    count += of->count[HISTOGRAM_BOUNDS];
    put(text, "meydan_%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)count);
    put(text, "meydan_%s_sum %.9g\nmeydan_%s_count %llu\n", name, of->sum_ms / 1000, name,
        (unsigned long long)count);
}

static int compare_longest(const void *a, const void *b)
{
    const HandlerCost *const *one = a, *const *other = b;
    return ((*one)->longest_ms < (*other)->longest_ms) -
           ((*one)->longest_ms > (*other)->longest_ms);
}

// The slowest first, without unused ones.
static void put_handlers(Json *text, const Metrics *metrics)
{
    const HandlerCost *by_length[HANDLERS_MAX];
    int count = 0;
    for (int i = 0; i < metrics->handlers; i++)
        if (metrics->handler[i].count) by_length[count++] = &metrics->handler[i];
    qsort(by_length, (size_t)count, sizeof *by_length, compare_longest);
    put_head(text, "handler_longest_seconds", "gauge", "the longest time on the loop, by handler");
    for (int i = 0; i < count; i++)
        put(text, "meydan_handler_longest_seconds{handler=\"%s\"} %.9g\n", by_length[i]->name,
            by_length[i]->longest_ms / 1000);
    put_head(text, "handler_longest_cpu_seconds", "gauge",
             "the same without the time in which others had the processor");
    for (int i = 0; i < count; i++)
        put(text, "meydan_handler_longest_cpu_seconds{handler=\"%s\"} %.9g\n", by_length[i]->name,
            by_length[i]->longest_cpu_ms / 1000);
    put_head(text, "handler_seconds_total", "counter", "time on the loop, by handler");
    for (int i = 0; i < count; i++)
        put(text, "meydan_handler_seconds_total{handler=\"%s\"} %.9g\n", by_length[i]->name,
            by_length[i]->sum_ms / 1000);
    put_head(text, "handler_calls_total", "counter", "times on the loop, by handler");
    for (int i = 0; i < count; i++)
        put(text, "meydan_handler_calls_total{handler=\"%s\"} %llu\n", by_length[i]->name,
            (unsigned long long)by_length[i]->count);
}

// --- the process ---------------------------------------------------------------------------------

typedef struct Memory {
    double virtual, resident; // bytes
} Memory;

static Memory memory_used(void)
{
    long pages = 0, resident = 0, size = sysconf(_SC_PAGESIZE);
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return (Memory){ 0 };
    if (fscanf(file, "%ld %ld", &pages, &resident) != 2) pages = resident = 0;
    fclose(file);
    return (Memory){ (double)pages * (double)size, (double)resident * (double)size };
}

static int open_files(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = -3; // ".", ".." and the folder itself
    if (!folder) return 0;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

// In seconds since 1970.
static double start_time(void)
{
    // The fields behind the program's name, which may contain blanks; the 20th is the start, in
    // ticks since the machine's.
    char line[1024];
    unsigned long long ticks = 0;
    FILE *file = fopen("/proc/self/stat", "r");
    if (!file) return 0;
    const char *end = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    fclose(file);
    if (!end || sscanf(end + 1,
                       " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s"
                       " %*s %llu",
                       &ticks) != 1)
        return 0;
    double booted = (double)clock_ns(CLOCK_REALTIME) - (double)clock_ns(CLOCK_BOOTTIME);
    return booted / 1e9 + (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

// The names that every Prometheus client gives to these.
void metrics_write_process(const char *version, Json *text)
{
    Memory memory = memory_used();
    struct rlimit files = { 0 };
    getrlimit(RLIMIT_NOFILE, &files);
    const struct {
        const char *name, *type, *help;
        double value;
    } lines[] = {
        { "cpu_seconds_total", "counter", "processor time of all threads",
          (double)clock_ns(CLOCK_PROCESS_CPUTIME_ID) / 1e9 },
        { "resident_memory_bytes", "gauge", "memory in use", memory.resident },
        { "virtual_memory_bytes", "gauge", "address space in use", memory.virtual },
        { "open_fds", "gauge", "open files and connections", open_files() },
        { "max_fds", "gauge", "their limit", (double)files.rlim_cur },
        { "start_time_seconds", "gauge", "since 1970", start_time() },
    };
    put_head(text, "build_info", "gauge", "1, with the version of the program");
    put(text, "meydan_build_info{version=\"%s\"} 1\n", version);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        put(text, "# HELP process_%s %s\n# TYPE process_%s %s\nprocess_%s %.17g\n", lines[i].name,
            lines[i].help, lines[i].name, lines[i].type, lines[i].name, lines[i].value);
}

void metrics_write_one(Json *text, const char *name, const char *type, const char *help,
                       double value)
{
    put_one(text, name, type, help, value);
}

// --- all of them ---------------------------------------------------------------------------------

static bool store_ready(const Gauges *gauges)
{
    const StoreHealth *health = &gauges->health;
    return !health->failing && !health->corrupt[0] && health->commit_ms <= STORE_SLOW_MS;
}

bool metrics_ready(const Gauges *gauges)
{
    return store_ready(gauges) && !gauges->leaving && !gauges->refused;
}

Balance metrics_balance(const Gauges *gauges)
{
    if (gauges->leaving) return BALANCE_LEAVES;
    if (gauges->refused) return BALANCE_OUT;
    return store_ready(gauges) || !gauges->elsewhere ? BALANCE_IN : BALANCE_OUT;
}

void metrics_write(const Metrics *metrics, const Gauges *gauges, Json *text)
{
    const struct {
        const char *name, *type, *help;
        double value;
    } lines[] = {
        { "uptime_seconds", "gauge", "since the server started", gauges->uptime_s },
        { "memory_bytes", "gauge", "of the program, resident", memory_used().resident },
        { "sockets", "gauge", "WebSockets that are open", (double)gauges->sockets },
        { "people", "gauge", "with a WebSocket, each once", (double)gauges->people },
        { "sockets_total", "counter", "WebSockets opened", (double)metrics->sockets },
        { "watched_games", "gauge", "games with at least one socket", (double)gauges->channels },
        { "lobby_sockets", "gauge", "sockets that watch the lobby", (double)gauges->lobby },
        { "games_open", "gauge", "games with a free seat", (double)gauges->games_open },
        { "games_live", "gauge", "games in progress", (double)gauges->games_live },
        { "games_made_total", "counter", "games made", (double)metrics->games_made },
        { "games_ended_total", "counter", "games that ended", (double)metrics->games_ended },
        { "moves_total", "counter", "moves committed", (double)gauges->moves },
        { "actions_waiting", "gauge", "for their commit", (double)gauges->waiting },
        { "thinking", "gauge", "positions for computers", (double)gauges->thinking },
        { "store_waiting", "gauge", "writes that wait", (double)gauges->store.waiting },
        { "store_commits_total", "counter", "commits", (double)gauges->store.commits },
        { "store_failed_commits_total", "counter", "commits that failed",
          (double)gauges->store.failed_commits },
        { "store_slow_commits_total", "counter", "that took more than a second",
          (double)gauges->health.slow_commits },
        { "store_bad_reads_total", "counter", "that met a page or disk that is not sound",
          (double)gauges->health.bad_reads },
        { "store_ready", "gauge", "1: commits work within a second and no table is corrupt",
          store_ready(gauges) },
        { "leaving", "gauge", "1: this node sends its players elsewhere and stops",
          gauges->leaving },
        { "store_checks_total", "counter", "of all tables", (double)gauges->health.checks },
        { "store_reads_total", "counter", "by the threads that read", (double)gauges->store.reads },
        { "store_reads_waiting", "gauge", "reads that wait", (double)gauges->store.reads_waiting },
        { "store_reads_on_loop_total", "counter", "that the loop waited for",
          (double)gauges->store.reads_on_loop },
        { "loop_longest_turn_seconds", "gauge", "the longest since the start",
          metrics->longest_turn_ms / 1000 },
        { "store_conflicts_total", "counter", "writes refused", (double)gauges->store.conflicts },
        { "store_failed_total", "counter", "writes that failed", (double)gauges->store.failed },
        { "messages_total", "counter", "messages of sockets", (double)metrics->messages },
        { "frames_total", "counter", "frames queued for sockets", (double)metrics->frames },
        { "actions_total", "counter", "actions asked for", (double)metrics->actions },
        { "refused_total", "counter", "actions refused", (double)metrics->refused },
        { "failed_total", "counter", "actions that failed here", (double)metrics->failed },
        { "lag_outliers_total", "counter", "sockets that answer much later than their line is slow",
          (double)metrics->lag_outliers },
        { "too_fast_total", "counter", "refused by a rate limit", (double)metrics->too_fast },
        { "news_heard_total", "counter", "messages of other nodes", (double)gauges->news_heard },
        { "news_alone_total", "counter", "of these, moves told to this node alone, at once",
          (double)gauges->news_alone },
        { "workers", "gauge", "that think for the nodes", (double)gauges->workers },
        { "jobs_asked_total", "counter", "moves that workers were asked for",
          (double)gauges->jobs_asked },
        { "jobs_taken_back_total", "counter", "of these, thought about here in the end",
          (double)gauges->jobs_taken_back },
    };
    if (gauges->nodes) {
        put_one(text, "nodes", "gauge", "of the site that this one knows, with itself",
                gauges->nodes);
        put_one(text, "bus_up", "gauge", "1: Redis answers", gauges->bus_up);
        put_one(text, "refused", "gauge", "1: the store is not that of the other nodes",
                gauges->refused);
        put_one(text, "rooms_heard_total", "counter", "events of other nodes taken from the bus",
                (double)gauges->heard);
        put_one(text, "rooms_reloads_total", "counter", "games read again from the store",
                (double)gauges->reloads);
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        put_one(text, lines[i].name, lines[i].type, lines[i].help, lines[i].value);
    put_head(text, "requests_total", "counter", "HTTP requests of the API, by status");
    for (int i = 1; i < 6; i++)
        put(text, "meydan_requests_total{status=\"%dxx\"} %llu\n", i,
            (unsigned long long)metrics->requests[i]);
    put_histogram(text, "commit_seconds", "from an action's arrival to its commit", BOUNDS_MS,
                  &metrics->commit);
    put_histogram(text, "lag_seconds", "round trips of players' sockets", BOUNDS_MS, &metrics->lag);
    put_histogram(text, "loop_turn_seconds", "how long the loop was busy before it looked again",
                  TURN_BOUNDS_MS, &metrics->turn);
    put_handlers(text, metrics);
    metrics_write_process(gauges->version, text);
}

void metrics_write_health(const Gauges *gauges, bool for_operator, Json *json)
{
    const StoreHealth *health = &gauges->health;
    js_object(json, NULL);
    js_bool(json, "ok", metrics_ready(gauges));
    js_bool(json, "alive", true);
    js_bool(json, "ready", metrics_ready(gauges));
    if (!metrics_ready(gauges)) {
        char reason[2 * STORE_CAUSE_MAX];
        const char *colon = for_operator ? ": " : "";
        if (gauges->leaving)
            snprintf(reason, sizeof reason, "this node is leaving");
        else if (gauges->refused)
            snprintf(reason, sizeof reason, "this node's store is not that of the other nodes");
        else if (health->failing)
            snprintf(reason, sizeof reason, "nothing can be saved%s%s", colon,
                     for_operator ? health->cause : "");
        else if (health->corrupt[0])
            snprintf(reason, sizeof reason, "the store is corrupt%s%s", colon,
                     for_operator ? health->corrupt : "");
        else
            snprintf(reason, sizeof reason, "%s: a commit has taken %lld ms so far",
                     health->remote ? "the database does not answer in time" : "the disk is slow",
                     (long long)health->commit_ms);
        js_string(json, "reason", reason);
    }
    if (gauges->nodes) {
        js_number(json, "nodes", gauges->nodes);
        js_number(json, "workers", gauges->workers);
        js_bool(json, "degraded", !gauges->bus_up);
        if (!gauges->bus_up) js_string(json, "bus", "away: the store is asked instead");
    }
    js_string(json, "version", gauges->version);
    js_number(json, "uptime", (i64)gauges->uptime_s);
    js_number(json, "sockets", gauges->sockets);
    js_number(json, "open", gauges->games_open);
    js_number(json, "live", gauges->games_live);
    js_close(json, '}');
}
