// SPDX-License-Identifier: MIT
#include "server/net/web.h"

#include "server/net/headers.h"
#include "server/net/input.h"
#include "server/net/listener.h"
#include "server/net/wire.h"

#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    HEADERS_MAX = 8 << 10, // bytes of a request's headers
    MESSAGE_PIECE = 512,   // of a message, held for each WebSocket
    WRITE_MAX = 1 << 20,   // at once
    GATHER_NS = 2000000,   // how long the loop waits for more when there is much
    COUNT_NS = 100000000,  // wakes are counted for so long,
    THICK = 80,            // and so many then are much
};

// What is no HTTP at all ends here.
static int refuse_raw(struct lws *wsi)
{
    static const char ANSWER[] = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n"
                                 "Connection: close\r\n\r\n";
    u8 bytes[LWS_PRE + sizeof ANSWER];
    memcpy(bytes + LWS_PRE, ANSWER, sizeof ANSWER);
    lws_write(wsi, bytes + LWS_PRE, sizeof ANSWER - 1, LWS_WRITE_RAW);
    input_discard(lws_get_socket_fd(wsi));
    return -1;
}

// --- connections ---------------------------------------------------------------------------------

static void forget(Connection *connection)
{
    Web *web = connection->web;
    exchange_cut(connection);
    socket_forget(connection);
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        web->first = connection->next;
    if (connection->next) connection->next->previous = connection->previous;
    admission_leave(&web->admission, connection->bucket);
    free(connection);
    if (web->draining && !web->first) web->setup.empty(web->setup.owner);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    if (reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS) { // as the library starts
        Web *web = lws_context_user(lws_get_context(wsi));
        tls_serve(user, &web->tls);
        return 0;
    }
    Connection *connection = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    if (!connection) return 0;
    const Text bytes = { in, length };
    bool socket = connection->socket != NULL;
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return exchange_upgrade(connection);
    case LWS_CALLBACK_HTTP: return exchange_begin(connection);
    case LWS_CALLBACK_HTTP_BODY: return exchange_body(connection, bytes);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return exchange_ask(connection);
    case LWS_CALLBACK_HTTP_WRITEABLE: return exchange_writable(connection);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return socket ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED: return socket ? socket_established(connection) : -1;
    case LWS_CALLBACK_RECEIVE: return socket ? socket_receive(connection, bytes) : -1;
    case LWS_CALLBACK_RECEIVE_PONG: return socket ? socket_receive_pong(connection, bytes) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return socket ? socket_writable(connection) : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (socket) socket_leaving(connection);
        return 0;
    case LWS_CALLBACK_RAW_RX: return refuse_raw(wsi);
    case LWS_CALLBACK_WSI_DESTROY: forget(connection); return 0;
    default: return 0;
    }
}

void connection_end(Connection *connection)
{
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_SYNC);
}

static void on_tick(uv_timer_t *tick)
{
    Web *web = tick->data;
    for (Connection *connection = web->first, *next; connection; connection = next) {
        next = connection->next;
        if (connection->socket)
            socket_tick(connection);
        else
            exchange_tick(connection);
    }
}

// Waking for each message costs more than the message. So when wakes come thick, the loop first
// waits for a moment, and then takes what has come together.
static void gather(Web *web)
{
    u64 now = uv_hrtime();
    if (now - web->counted_ns > COUNT_NS) {
        web->thick = web->wakes > THICK;
        web->wakes = 0;
        web->counted_ns = now;
    }
    web->wakes++;
    if (web->thick && now - web->woken_ns < GATHER_NS)
        nanosleep(&(struct timespec){ .tv_nsec = (long)(GATHER_NS - (now - web->woken_ns)) }, NULL);
    web->woken_ns = uv_hrtime();
}

static void before_sleep(uv_prepare_t *prepare)
{
    sockets_settle(prepare->data);
    gather(prepare->data);
}

void web_adopt(Web *web, int fd, const struct sockaddr *address)
{
    int bucket;
    Connection *connection = NULL;
    if (!admission_enter(&web->admission, address, &bucket)) {
        static const char ANSWER[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n"
                                     "Retry-After: 5\r\nConnection: close\r\n\r\n";
        send(fd, ANSWER, sizeof ANSWER - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        input_discard(fd);
    } else if (!(connection = calloc(1, sizeof *connection))) {
        admission_leave(&web->admission, bucket);
    }
    if (!connection) {
        close(fd);
        return;
    }
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connection->web = web;
    connection->bucket = bucket;
    const Address peer = address_of(address);
    connection->loopback = peer.loopback;
    memcpy(connection->address, peer.text, sizeof connection->address);
    connection->next = web->first;
    if (web->first) web->first->previous = connection;
    web->first = connection;
    lws_adopt_desc_t adoption = {
        .vh = web->vhost,
        .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | LWS_ADOPT_ALLOW_SSL,
        .fd = { .sockfd = fd },
        .opaque = connection,
    };
    // Where it fails it has closed the socket, and WSI_DESTROY is still to come.
    connection->wsi = lws_adopt_descriptor_vhost_via_info(&adoption);
}

void web_drain(Web *web)
{
    web->draining = true;
    for (Connection *connection = web->first, *next; connection; connection = next) {
        next = connection->next;
        if (connection->socket)
            socket_close(connection->socket, LWS_CLOSE_STATUS_GOINGAWAY, "the server is stopping");
        else if (!connection->call && connection->wsi)
            connection_end(connection);
    }
    if (!web->first) web->setup.empty(web->setup.owner);
}

// --- the whole -----------------------------------------------------------------------------------

static Fault library_fault; // the last complaint of the library, shown if it cannot start

static void keep_fault(int level, const char *line)
{
    (void)level;
    fault(&library_fault, MALFORMED, "%t", text_trim(text_of(line)));
}

bool web_renew_tls(Web *web, Fault *why)
{
    const WebSetup *setup = &web->setup;
    if (!setup->tls_certificate && !setup->tls_key) return true;
    if (!setup->tls_certificate || !setup->tls_key) {
        fault(why, MALFORMED, "TLS needs both a certificate and its key");
        return false;
    }
    Tls *tls = tls_load(setup->tls_certificate, setup->tls_key, why);
    if (!tls) return false;
    tls_free(web->tls);
    web->tls = tls;
    return true;
}

static bool start_library(Web *web, Fault *why)
{
    static const struct lws_protocols PROTOCOLS[] = {
        { "http", on_event, 0, MESSAGE_PIECE, 0, NULL, WRITE_MAX },
        { NULL, NULL, 0, 0, 0, NULL, 0 },
    };
    // No timer of the library's own for each WebSocket: its timers are a list, sorted by walking.
    static const lws_retry_bo_t NO_CHECKS = { 0 };
    const WebSetup *setup = &web->setup;
    void *loops[] = { setup->loop };
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = PROTOCOLS,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG |
                   (setup->tls_certificate ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
        .foreign_loops = loops,
        .pcontext = &web->context, // set to NULL at the very end
        .headers = headers_always(),
        .max_http_header_data = HEADERS_MAX,
        .keepalive_timeout = setup->timeout_s,
        .timeout_secs = (unsigned)setup->timeout_s,
        .timeout_secs_ah_idle = (unsigned)setup->timeout_s,
        .retry_and_idle_policy = &NO_CHECKS,
        .server_string = "meydan",
        .ssl_cert_filepath = setup->tls_certificate,
        .ssl_private_key_filepath = setup->tls_key,
        .alpn = "http/1.1",
        .user = web,
        .gid = -1,
        .uid = -1,
    };
    lws_set_log_level(LLL_ERR | LLL_WARN, keep_fault);
    web->context = lws_create_context(&info);
    bool started = web->context != NULL;
    if (started) web->vhost = lws_create_vhost(web->context, &info);
    lws_set_log_level(0, NULL);
    if (web->vhost) return true;
    if (started && setup->tls_certificate)
        fault(why, MALFORMED, "TLS cannot start: %s", library_fault.message);
    else // Debian has the loop in a package of its own.
        fault(why, MALFORMED, "libwebsockets cannot start on libuv (libwebsockets-evlib-uv): %s",
              library_fault.message);
    return false;
}

void web_close(Web *web)
{
    web->draining = false; // nobody is waiting for the last one any more
    uv_close((uv_handle_t *)&web->tick, NULL);
    uv_close((uv_handle_t *)&web->before_sleep, NULL);
    lws_context_destroy(web->context);
}

void web_free(Web *web)
{
    if (web->context) lws_context_destroy(web->context); // its second half
    tls_free(web->tls);
    free(web);
}

Web *web_new(const WebSetup *setup, Fault *why)
{
    Web *web = calloc(1, sizeof *web);
    if (!web) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    web->setup = *setup;
    web->busy_end = &web->busy;
    admission_init(&web->admission, setup->connections_max, setup->connections_each);
    if (!web_renew_tls(web, why)) {
        free(web);
        return NULL;
    }
    if (!start_library(web, why)) {
        if (web->context) lws_context_destroy(web->context);
        uv_run(setup->loop, UV_RUN_DEFAULT);
        web_free(web);
        return NULL;
    }
    uv_timer_init(setup->loop, &web->tick);
    web->tick.data = web;
    uv_timer_start(&web->tick, on_tick, 1000, 1000);
    uv_prepare_init(setup->loop, &web->before_sleep);
    web->before_sleep.data = web;
    uv_prepare_start(&web->before_sleep, before_sleep);
    return web;
}
