// SPDX-License-Identifier: MIT
#include "server/app/server.h"

#include "platform/net/web.h"
#include "server/app/online.h"
#include "server/kernel/log.h"
#include "server/kernel/memory.h"
#include "server/kernel/site.h"
#include "server/kernel/supervisor.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    FILES_BESIDES = 64, // open files that are not connections
    BODY_MAX = 64 << 10,
    NAMES_SIZE = 2048,
    MESSAGE_MAX = 4 << 10,
    HANDOFF_MS = 20000, // for players to go to other nodes and for commits under way
    DRAIN_MS = 30000,   // after that, for slow readers
};

static const int SIGNALS[] = { SIGINT, SIGTERM, SIGHUP };
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof *SIGNALS };

struct Server {
    ServerSetup setup;
    uv_loop_t loop;
    uv_signal_t signal[SIGNAL_COUNT];
    uv_timer_t timer; // limits the draining
    Listener listener;
    char names[NAMES_SIZE]; // accepted values of Host; empty: any
    Web *web;
    Site *site;
    Online *online; // NULL: the page only
    Logger logger;
    uv_timer_t counts; // flushes the logger's counts
    Supervisor supervisor;
    bool stopping;
};

// --- the operator's log --------------------------------------------------------------------------

static i64 now_ms(void)
{
    // so that the first minute does not begin at 0
    return (i64)(uv_hrtime() / 1000000) + LOGGER_MINUTE_MS;
}

static void on_counts(uv_timer_t *timer)
{
    Server *server = timer->data;
    if (!logger_tick(&server->logger, now_ms())) uv_timer_stop(timer);
}

static void tell(Server *server, LogLevel level, const char *line)
{
    logger_say(&server->logger, level, line, now_ms());
    if (server->counts.data && logger_waits(&server->logger) &&
        !uv_is_active((uv_handle_t *)&server->counts))
        uv_timer_start(&server->counts, on_counts, LOGGER_MINUTE_MS, LOGGER_MINUTE_MS);
}

// --- the page ------------------------------------------------------------------------------------

static Site *load_site(const ServerSetup *setup, Fault *why)
{
    if (setup->folder) return site_from_folder(setup->folder, why);
    if (PAGE_FILE_COUNT) return site_from_page(PAGE_FILES, PAGE_FILE_COUNT, why);
    fault(why, MALFORMED,
          "the page is not in this program: it was built without it (web/build, then build "
          "again); --folder serves one from a folder");
    return NULL;
}

static void release_site(void *site)
{
    site_release(site);
}

static void answer_request(void *owner, WebCall *call, const Request *request)
{
    Server *server = owner;
    Answer answer;
    if (server->online && online_request(server->online, call, request)) return;
    if (server->online &&
        online_preview(server->online, call, request, site_document(server->site)))
        return;
    site_answer(server->site, request, &answer);
    answer.holder = site_hold(server->site);
    answer.release = release_site;
    web_answer(call, &answer);
}

static void reload_tls(Server *server)
{
    Fault why;
    bool fine = web_renew_tls(server->web, &why);
    if (fine)
        logger_answer(&server->logger, "the certificate has been read again");
    else
        tell(server, LEVEL_ERROR, why.message);
}

static void reload_folder(Server *server)
{
    Fault why;
    Site *site = load_site(&server->setup, &why);
    if (!site) {
        tell(server, LEVEL_ERROR, why.message);
        return;
    }
    site_release(server->site);
    server->site = site;
    logger_answer(&server->logger, "the folder has been read again");
}

static void log_request(void *owner, const WebLog *log)
{
    Server *server = owner;
    char line[LOG_LINE];
    if (server->online) online_answered(server->online, log);
    if (!server->setup.log) return;
    log_line(log, line);
    server->setup.log(line);
}

static void note_turn(void *owner, double busy_ms)
{
    Server *server = owner;
    if (server->online) online_turn(server->online, busy_ms);
}

// --- playing online ------------------------------------------------------------------------------

static void say(void *owner, LogLevel level, const char *line)
{
    tell(owner, level, line);
}

static void log_event_line(void *owner, const char *line)
{
    Server *server = owner;
    server->setup.event(line);
}

static void drained_long_enough(uv_timer_t *timer)
{
    Server *server = timer->data;
    uv_stop(&server->loop);
}

static void drain(Server *server)
{
    uv_timer_start(&server->timer, drained_long_enough, DRAIN_MS, 0);
    web_drain(server->web, CLOSE_GOING_AWAY, "the server is stopping");
}

static void online_stopped(void *owner)
{
    Server *server = owner;
    drain(server);
}

static bool start_online(Server *server, Fault *why)
{
    const ServerSetup *setup = &server->setup;
    server->online = online_new(&(OnlineSetup){ .loop = &server->loop,
                                                .web = server->web,
                                                .store = setup->store,
                                                .bus = setup->bus,
                                                .version = setup->version,
                                                .origin = setup->origin,
                                                .trust_clock = setup->trust_clock,
                                                .rate_shared = setup->rate_shared,
                                                .vacation_days = setup->vacation_days,
                                                .work_above = setup->work_above,
                                                .metrics_to_all = setup->metrics_to_all,
                                                .limits = setup->limits,
                                                .gather_ms = setup->gather_ms,
                                                .notice_ms = setup->notice_ms,
                                                .computer_threads = setup->computer_threads,
                                                .explorer = setup->explorer,
                                                .push_contact = setup->push_contact,
                                                .push_anywhere = setup->push_anywhere,
                                                .reviews = setup->reviews,
                                                .reviews_all = setup->reviews_all,
                                                .review_nodes = setup->review_nodes,
                                                .owner = server,
                                                .say = say,
                                                .event = setup->event ? log_event_line : NULL,
                                                .stopped = online_stopped });
    if (server->online && online_start(server->online, why)) return true;
    if (!server->online) fault(why, MALFORMED, "out of memory");
    why->code = SERVER_NO_STORE;
    return false;
}

// --- listening -----------------------------------------------------------------------------------

static ListenStatus listen_on_first_free(Server *server, Fault *why)
{
    const ServerSetup *setup = &server->setup;
    ListenStatus status = LISTEN_FAILED;
    for (int port = setup->port; port <= setup->port_last; port++) {
        status = listener_open(&server->listener, setup->host, port, why);
        if (status != LISTEN_PORT_IN_USE) break;
        if (port < setup->port_last) tell(server, LEVEL_INFO, why->message);
    }
    return status;
}

// Sets the limit on open files as the settings require.
static void set_file_limit(ServerSetup *setup)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return;
    rlim_t wanted = (rlim_t)setup->connections_max + FILES_BESIDES;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) || getrlimit(RLIMIT_NOFILE, &limit)) return;
    if (limit.rlim_cur < wanted)
        setup->connections_max =
            limit.rlim_cur > FILES_BESIDES ? (int)limit.rlim_cur - FILES_BESIDES : 1;
}

// --- stopping ------------------------------------------------------------------------------------

static void end_loop(void *owner)
{
    Server *server = owner;
    uv_stop(&server->loop);
}

static void close_handle(uv_handle_t *handle)
{
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

static void on_signal(uv_signal_t *signal, int number)
{
    Server *server = signal->data;
    if (number == SIGHUP) {
        if (server->setup.folder) reload_folder(server);
        if (server->setup.tls_certificate) reload_tls(server);
    } else if (server->stopping) {
        end_loop(server);
    } else {
        server->stopping = true;
        supervisor_stopping();
        uv_timer_start(&server->timer, drained_long_enough,
                       (u64)server->setup.notice_ms + HANDOFF_MS + DRAIN_MS, 0);
        if (server->online)
            online_stop(server->online); // then it drains
        else
            drain(server);
    }
}

// --- names ---------------------------------------------------------------------------------------

// "meydan.example" out of "https://meydan.example:8443"
static Text origin_name(const char *origin)
{
    Text rest = text_of(origin ? origin : ""), piece, name = { "", 0 };
    while (text_split(&rest, '/', &piece))
        if (piece.length) name = piece; // skips the scheme
    piece = (Text){ "", 0 };
    text_split(&name, ':', &piece);
    return piece;
}

// Refuses pages of other sites whose name was pointed here (DNS rebinding).
static void set_names(Server *server)
{
    const ServerSetup *setup = &server->setup;
    char machine[256] = "";
    Out out = out_to(server->names, sizeof server->names);
    if (setup->names)
        out_str(&out, setup->names);
    else if (setup->trust_proxy || setup->proxies || setup->tls_certificate)
        return; // the proxy decides, or the certificate fits no other name
    else if (!gethostname(machine, sizeof machine - 1))
        out_format(&out, "%s %s.local", machine, machine);
    out_format(&out, " %s %t", setup->host, origin_name(setup->origin));
}

// --- the whole -----------------------------------------------------------------------------------

static void start_handles(Server *server)
{
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        uv_signal_init(&server->loop, &server->signal[i]);
        server->signal[i].data = server;
        uv_signal_start(&server->signal[i], on_signal, SIGNALS[i]);
    }
    uv_timer_init(&server->loop, &server->timer);
    server->timer.data = server;
    uv_timer_init(&server->loop, &server->counts);
    server->counts.data = server;
    uv_unref((uv_handle_t *)&server->counts);
}

Server *server_new(const ServerSetup *setup, Fault *why)
{
    memory_guard();
    Server *server = calloc(1, sizeof *server);
    if (!server || uv_loop_init(&server->loop)) {
        fault(why, MALFORMED, "out of memory");
        free(server);
        return NULL;
    }
    uv_loop_configure(&server->loop, UV_METRICS_IDLE_TIME);
    server->setup = *setup;
    server->logger =
        (Logger){ .level = setup->log_level, .format = setup->log_format, .write = setup->say };
    set_file_limit(&server->setup);
    set_names(server);
    server->site = load_site(setup, why);
    if (!server->site || listen_on_first_free(server, why) != LISTENING) goto fail;
    server->web = web_new(
        &(WebSetup){
            .loop = &server->loop,
            .connections_max = server->setup.connections_max,
            .connections_each = setup->connections_each,
            .timeout_s = setup->timeout_s,
            .trust_proxy = setup->trust_proxy,
            .proxies = setup->proxies,
            .names = server->names[0] ? server->names : NULL,
            .tls_certificate = setup->tls_certificate,
            .tls_key = setup->tls_key,
            .owner = server,
            .body_max = BODY_MAX,
            .message_max = MESSAGE_MAX,
            .request = answer_request,
            .log = setup->log || setup->store ? log_request : NULL,
            .turn = setup->store ? note_turn : NULL,
            .empty = end_loop,
        },
        why);
    if (!server->web || (setup->store && !start_online(server, why))) goto fail;
    signal(SIGPIPE, SIG_IGN);
    start_handles(server);
    web_listen(server->web, &server->listener);
    return server;
fail:
    listener_close(&server->listener);
    site_release(server->site);
    if (server->online) online_close(server->online);
    if (server->web) web_close(server->web);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    if (server->web) web_free(server->web);
    if (server->online) online_free(server->online);
    uv_loop_close(&server->loop);
    free(server);
    return NULL;
}

const Listener *server_listener(const Server *server)
{
    return &server->listener;
}

void server_run(Server *server)
{
    supervisor_start(&server->supervisor, &server->loop);
    uv_run(&server->loop, UV_RUN_DEFAULT);
}

void server_free(Server *server)
{
    for (int i = 0; i < SIGNAL_COUNT; i++)
        close_handle((uv_handle_t *)&server->signal[i]);
    close_handle((uv_handle_t *)&server->timer);
    close_handle((uv_handle_t *)&server->counts);
    supervisor_close(&server->supervisor);
    if (server->online) online_close(server->online);
    web_close(server->web);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    web_free(server->web);
    if (server->online) online_free(server->online);
    uv_loop_close(&server->loop);
    site_release(server->site);
    logger_flush(&server->logger);
    free(server);
}
