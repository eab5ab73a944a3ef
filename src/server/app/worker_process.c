// SPDX-License-Identifier: MIT
#include "server/app/worker_process.h"

#include "platform/json_heap.h"
#include "platform/net/web.h"
#include "platform/wake.h"
#include "server/api/messages/reply.h"
#include "server/cluster/nodes.h"
#include "server/features/puzzles/audits.h"
#include "server/features/reviews/reviewer.h"
#include "server/games/jobs/move_requests.h"
#include "server/games/jobs/move_worker.h"
#include "server/kernel/lock.h"
#include "server/kernel/memory.h"
#include "server/kernel/metrics.h"
#include "server/kernel/supervisor.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    READERS = 2,
    LOOK_UP_MS = 1000,  // between polls of the store while Redis announces jobs
    LOOK_DOWN_MS = 100, // and without such messages from Redis
    STOP_MS = 3000,     // for the release of jobs to be committed
    CONNECTIONS = 32,
    TIMEOUT_S = 10,
    BODY_MAX = 1024,
};
static const int SIGNALS[] = { SIGINT, SIGTERM };
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof *SIGNALS };

struct WorkerProcess {
    WorkerSetup setup;
    uv_loop_t loop;
    Logger logger;
    Supervisor supervisor;
    int lock; // of the store, or -1
    Store *store;
    Nodes *nodes;
    MoveWorker *move_worker;
    Reviewer *reviewer; // NULL: none
    Audits *audits;     // NULL: none
    Web *web;           // NULL: none
    Listener listener;
    Wake store_wake, move_worker_wake;
    uv_timer_t look, renew, end;
    uv_signal_t signal[SIGNAL_COUNT];
    u64 began_ns;
    bool failing; // the store's failure was logged
    bool stopping;
};

static i64 now_ms(void)
{
    return (i64)(uv_hrtime() / 1000000);
}

static void say(WorkerProcess *process, LogLevel level, const char *line)
{
    logger_say(&process->logger, level, line, now_ms());
}

// --- jobs ----------------------------------------------------------------------------------------

static void on_answered(void *context, i64 game, int number, Text answer)
{
    WorkerProcess *process = context;
    nodes_tell(process->nodes, &MOVE_ANSWERED, &(MoveAnswered){ game, number, answer });
}

static void on_failed(void *context, const char *line)
{
    say(context, LEVEL_ERROR, line);
}

static void look_for_all(WorkerProcess *process, bool sure)
{
    if (process->stopping) return;
    move_worker_poll(process->move_worker, sure);
    if (sure && process->reviewer) reviewer_wake(process->reviewer);
    if (sure && process->audits) audits_wake(process->audits);
}

static void log_store(WorkerProcess *process)
{
    StoreHealth health = store_health(process->store);
    char line[STORE_CAUSE_MAX + 64];
    if (health.failing == process->failing) return;
    process->failing = health.failing;
    snprintf(line, sizeof line, "%s%s",
             health.failing ? "nothing can be saved: " : "the store is back",
             health.failing ? health.cause : "");
    say(process, health.failing ? LEVEL_ERROR : LEVEL_INFO, line);
}

static void on_look(uv_timer_t *timer)
{
    WorkerProcess *process = timer->data;
    log_store(process);
    look_for_all(process, false);
}

static void on_renew(uv_timer_t *timer)
{
    WorkerProcess *process = timer->data;
    if (!process->stopping) move_worker_renew(process->move_worker);
}

// --- the bus -------------------------------------------------------------------------------------

static void refused(WorkerProcess *process, NodeId by)
{
    char line[160];
    snprintf(line, sizeof line,
             "this worker's store is not that of node %016llx, so it does not join: correct "
             "MEYDAN_STORE or --store and restart it",
             (unsigned long long)by);
    say(process, LEVEL_ERROR, line);
}

static void on_link(WorkerProcess *process, bool up)
{
    if (process->stopping) return;
    u64 every = up ? LOOK_UP_MS : LOOK_DOWN_MS;
    uv_timer_start(&process->look, on_look, every, every);
    say(process, up ? LEVEL_INFO : LEVEL_WARNING,
        up ? "the bus is there" : "the bus is away: jobs are looked for in the store");
}

static void on_event(void *owner, const NodeEvent *event)
{
    if (event->kind == NODE_JOBS) look_for_all(owner, true);
    if (event->kind == NODE_MISSED) look_for_all(owner, false);
    if (event->kind == NODE_LINK) on_link(owner, event->yes);
    if (event->kind == NODE_STRANGER && event->yes) refused(owner, event->node);
}

// --- waking --------------------------------------------------------------------------------------

static void wake_store(void *context)
{
    const WorkerProcess *process = context;
    wake_send(&process->store_wake);
}

static void wake_hand(void *context)
{
    const WorkerProcess *process = context;
    wake_send(&process->move_worker_wake);
}

static void end_if_done(WorkerProcess *process)
{
    if (process->stopping && !move_worker_counts(process->move_worker).held &&
        !store_traffic(process->store).waiting)
        uv_stop(&process->loop);
}

static void on_store(uv_poll_t *poll, int status, int events)
{
    WorkerProcess *process = poll->data;
    (void)status;
    (void)events;
    wake_take(&process->store_wake);
    store_collect(process->store);
    end_if_done(process);
}

static void on_hand(uv_poll_t *poll, int status, int events)
{
    WorkerProcess *process = poll->data;
    (void)status;
    (void)events;
    wake_take(&process->move_worker_wake);
    move_worker_collect(process->move_worker);
}

// --- health --------------------------------------------------------------------------------------

static bool is_ready(WorkerProcess *process)
{
    return !process->stopping && !store_health(process->store).failing &&
           !nodes_refused(process->nodes);
}

static void answer_health(WorkerProcess *process, WebCall *call)
{
    Json json = { 0 };
    StoreHealth health = store_health(process->store);
    js_object(&json, NULL);
    js_bool(&json, "ok", is_ready(process));
    js_bool(&json, "degraded", !nodes_up(process->nodes));
    if (health.failing)
        js_string(&json, "reason", health.cause);
    else if (nodes_refused(process->nodes))
        js_string(&json, "reason", "this worker's store is not that of the nodes");
    js_string(&json, "version", process->setup.version);
    js_number(&json, "held", move_worker_counts(process->move_worker).held);
    js_close(&json, '}');
    reply_json(call, is_ready(process) ? 200 : 503, &json, NULL);
}

static void answer_metrics(WorkerProcess *process, WebCall *call)
{
    Json text = { 0 };
    MoveWorkerCounts moves = move_worker_counts(process->move_worker);
    ReviewerCounts reviews = { 0 };
    AuditCounts audits = { 0 };
    if (process->reviewer) reviews = reviewer_counts(process->reviewer);
    if (process->audits) audits = audits_counts(process->audits);
    const struct {
        const char *name, *type, *help;
        double value;
    } lines[] = {
        { "uptime_seconds", "gauge", "since the worker started",
          (double)((uv_hrtime() - process->began_ns) / 1000000000) },
        { "bus_up", "gauge", "1: Redis answers", nodes_up(process->nodes) },
        { "store_ready", "gauge", "1: commits work", !store_health(process->store).failing },
        { "moves_held", "gauge", "moves that it is computing", moves.held },
        { "moves_taken_total", "counter", "moves taken from the nodes' queue",
          (double)moves.taken },
        { "moves_answered_total", "counter", "moves sent to the nodes", (double)moves.answered },
        { "moves_late_total", "counter", "moves that another one answered first",
          (double)moves.late },
        { "moves_returned_total", "counter", "moves put back into the queue",
          (double)moves.returned },
        { "moves_failed_total", "counter", "moves that could not be computed",
          (double)moves.failed },
        { "reviews_done_total", "counter", "reviews of games", (double)reviews.done },
        { "reviews_given_up_total", "counter", "reviews that could not be computed",
          (double)reviews.given_up },
        { "audits_sound_total", "counter", "puzzles that hold", (double)audits.sound },
        { "audits_unsound_total", "counter", "puzzles that do not hold", (double)audits.unsound },
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char name[64];
        snprintf(name, sizeof name, "worker_%s", lines[i].name);
        metrics_write_one(&text, name, lines[i].type, lines[i].help, lines[i].value);
    }
    metrics_write_process(process->setup.version, &text);
    reply_file(call, &text, "text/plain; version=0.0.4; charset=utf-8", NULL);
}

static void on_request(void *owner, WebCall *call, const Request *request)
{
    bool reads = request->method == METHOD_GET || request->method == METHOD_HEAD;
    if (reads && text_is(request->path, "/health"))
        answer_health(owner, call);
    else if (reads && text_is(request->path, "/metrics"))
        answer_metrics(owner, call);
    else
        reply_error(call, ERROR_NOT_FOUND, "there is /health and /metrics");
}

// --- the end -------------------------------------------------------------------------------------

static void on_end(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

static void on_signal(uv_signal_t *signal, int number)
{
    WorkerProcess *process = signal->data;
    (void)number;
    if (process->stopping) return uv_stop(&process->loop);
    process->stopping = true;
    supervisor_stopping();
    uv_timer_stop(&process->look);
    uv_timer_start(&process->end, on_end, STOP_MS, 0);
    move_worker_stop(process->move_worker);
    reviewer_stop(process->reviewer);
    audits_stop(process->audits);
    end_if_done(process);
}

// --- the whole -----------------------------------------------------------------------------------

static void start_handles(WorkerProcess *process)
{
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        uv_signal_init(&process->loop, &process->signal[i]);
        process->signal[i].data = process;
        uv_signal_start(&process->signal[i], on_signal, SIGNALS[i]);
    }
    uv_timer_init(&process->loop, &process->look);
    uv_timer_init(&process->loop, &process->renew);
    uv_timer_init(&process->loop, &process->end);
    process->look.data = process->renew.data = process->end.data = process;
    uv_timer_start(&process->look, on_look, 0, LOOK_DOWN_MS);
    uv_timer_start(&process->renew, on_renew, MOVE_WORKER_RENEW_MS, MOVE_WORKER_RENEW_MS);
}

static bool open_store(WorkerProcess *process, Fault *why)
{
    const WorkerSetup *setup = &process->setup;
    if (store_is_file(setup->store)) {
        process->lock = lock_take(setup->store, true, why);
        if (process->lock < 0) return false;
    }
    process->store = store_open(
        &(StoreSetup){
            .where = setup->store, .readers = READERS, .wake = wake_store, .context = process },
        why);
    return process->store;
}

static bool start_jobs(WorkerProcess *process, i64 holder, Fault *why)
{
    const WorkerSetup *setup = &process->setup;
    process->move_worker = move_worker_new(&(MoveWorkerSetup){ .store = process->store,
                                                               .holder = holder,
                                                               .threads = setup->threads,
                                                               .wake = wake_hand,
                                                               .context = process,
                                                               .answered = on_answered,
                                                               .say = on_failed });
    if (!process->move_worker) {
        fault(why, FULL, "no memory or threads for the computers");
        return false;
    }
    if (setup->review_nodes &&
        !(process->reviewer = reviewer_new(&(ReviewerSetup){ .store = process->store,
                                                             .where = setup->store,
                                                             .holder = holder,
                                                             .nodes = (u64)setup->review_nodes },
                                           why)))
        return false;
    if (setup->audit && !(process->audits = audits_new(&(AuditsSetup){ .store = process->store,
                                                                       .where = setup->store,
                                                                       .holder = holder,
                                                                       .audit = setup->audit,
                                                                       .context = setup->context },
                                                       why)))
        return false;
    return true;
}

static bool start_web(WorkerProcess *process, Fault *why)
{
    const WorkerSetup *setup = &process->setup;
    if (setup->port < 0) return true;
    if (listener_open(&process->listener, setup->host, setup->port, why) != LISTENING) return false;
    process->web = web_new(&(WebSetup){ .loop = &process->loop,
                                        .connections_max = CONNECTIONS,
                                        .timeout_s = TIMEOUT_S,
                                        .body_max = BODY_MAX,
                                        .message_max = BODY_MAX,
                                        .owner = process,
                                        .request = on_request },
                           why);
    if (!process->web) {
        listener_close(&process->listener);
        return false;
    }
    web_listen(process->web, &process->listener);
    return true;
}

static bool start(WorkerProcess *process, Fault *why)
{
    i64 holder;
    randombytes_buf(&holder, sizeof holder);
    holder |= 1; // 0 means no holder
    if (!wake_init(&process->store_wake, &process->loop, on_store) ||
        !wake_init(&process->move_worker_wake, &process->loop, on_hand)) {
        fault(why, FULL, "no more files");
        return false;
    }
    process->store_wake.poll.data = process->move_worker_wake.poll.data = process;
    start_handles(process);
    if (!open_store(process, why)) return false;
    i64 identity = store_identity(process->store);
    if (!identity) {
        fault(why, MALFORMED, "cannot read which store this is");
        return false;
    }
    process->nodes = nodes_new(&(NodesSetup){ .loop = &process->loop,
                                              .where = process->setup.bus,
                                              .self = (NodeId)holder,
                                              .abilities = NODE_IS_WORKER,
                                              .identity = identity,
                                              .owner = process,
                                              .on_event = on_event },
                               why);
    return process->nodes && start_jobs(process, holder, why) && start_web(process, why);
}

WorkerProcess *worker_process_new(const WorkerSetup *setup, Fault *why)
{
    memory_guard();
    WorkerProcess *process = calloc(1, sizeof *process);
    if (!process || sodium_init() < 0 || uv_loop_init(&process->loop)) {
        fault(why, FULL, "out of memory");
        free(process);
        return NULL;
    }
    process->setup = *setup;
    process->logger =
        (Logger){ .level = setup->log_level, .format = setup->log_format, .write = setup->say };
    process->lock = process->store_wake.fd = process->move_worker_wake.fd = -1;
    process->began_ns = uv_hrtime();
    signal(SIGPIPE, SIG_IGN);
    if (start(process, why)) return process;
    worker_process_free(process);
    return NULL;
}

int worker_process_port(const WorkerProcess *process)
{
    return process->web ? process->listener.port : -1;
}

void worker_process_run(WorkerProcess *process)
{
    supervisor_start(&process->supervisor, &process->loop);
    uv_run(&process->loop, UV_RUN_DEFAULT);
}

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

void worker_process_free(WorkerProcess *process)
{
    process->stopping = true;
    move_worker_stop(process->move_worker);
    reviewer_stop(process->reviewer);
    audits_stop(process->audits);
    if (process->nodes) nodes_close(process->nodes);
    if (process->web) web_close(process->web);
    if (process->store) store_close(process->store);
    close_handle((uv_handle_t *)&process->look, NULL);
    supervisor_close(&process->supervisor);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        close_handle((uv_handle_t *)&process->signal[i], NULL);
    close_handle((uv_handle_t *)&process->renew, NULL);
    close_handle((uv_handle_t *)&process->end, NULL);
    close_handle((uv_handle_t *)&process->store_wake.poll, NULL);
    close_handle((uv_handle_t *)&process->move_worker_wake.poll, NULL);
    uv_run(&process->loop, UV_RUN_DEFAULT);
    if (process->web) web_free(process->web);
    nodes_free(process->nodes);
    move_worker_free(process->move_worker);
    reviewer_free(process->reviewer);
    audits_free(process->audits);
    wake_free(&process->store_wake);
    wake_free(&process->move_worker_wake);
    uv_loop_close(&process->loop);
    lock_release(process->lock);
    logger_flush(&process->logger);
    free(process);
}
