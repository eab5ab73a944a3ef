// SPDX-License-Identifier: MIT
#include "server/web.h"

#include "server/crowd.h"
#include "server/headers.h"
#include "server/listener.h"

#include <libwebsockets.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PIECE = 16 << 10,       // of a body, sent at once
    HEADERS_MOST = 8 << 10, // bytes of a request's headers
    HEADER_MOST = 1 << 10,  // of one that we read
    RATE_LEAST = 4 << 10,   // bytes a second; a slower reader is dropped after a while
    LOGGED_PATH = 96,
    WHOLE_MOST = 64 << 10, // of a body that cannot be sent piece by piece
};

typedef struct Connection {
    struct lws *wsi; // NULL if the library did not take the socket
    struct Connection *previous, *next;
    Web *web;
    int bucket;
    char address[INET6_ADDRSTRLEN];
    // While an answer is being sent:
    bool sending, head;
    Answer answer;
    size_t sent, sent_at_tick;
    u64 began_ns, deadline_ms;
    const char *method;
    char path[LOGGED_PATH];
} Connection;

struct Web {
    WebSetup setup;
    struct lws_context *context;
    struct lws_vhost *vhost;
    Connection *first;
    Crowd crowd;
    bool draining;
    uv_timer_t tick;
};

// --- one answer ----------------------------------------------------------------------------------

static void end_answer(Connection *connection, bool whole)
{
    if (!connection->sending) return;
    connection->sending = false;
    const WebSetup *setup = &connection->web->setup;
    if (setup->log) {
        const WebLog log = { connection->address,
                             connection->method,
                             connection->path,
                             connection->answer.status,
                             connection->sent,
                             whole,
                             (double)(uv_hrtime() - connection->began_ns) / 1e6 };
        setup->log(setup->owner, &log);
    }
    if (connection->answer.release) connection->answer.release(connection->answer.holder);
    connection->answer = (Answer){ 0 };
}

// What was sent to us and will not be read would turn our close into a reset, which can overtake
// the answer.
static void discard_input(int fd)
{
    char bytes[4096];
    for (int i = 0; i < 16 && recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0; i++) {
    }
}

// Ends the answer; -1 if the connection is to end as well.
static int finish(Connection *connection)
{
    bool close = connection->answer.close || connection->web->draining;
    end_answer(connection, true);
    if (close) discard_input(lws_get_socket_fd(connection->wsi));
    return close || lws_http_transaction_completed(connection->wsi) ? -1 : 0;
}

static u64 seconds_left(const Connection *connection)
{
    u64 now = uv_now(connection->web->setup.loop), most = (u64)connection->web->setup.timeout_s;
    if (now >= connection->deadline_ms) return 0;
    u64 left = (connection->deadline_ms - now + 999) / 1000;
    return left < most ? left : most;
}

static int send_piece(Connection *connection)
{
    Text left = text_from(connection->answer.body, connection->sent);
    u64 seconds = seconds_left(connection);
    if (!seconds) return -1;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)seconds);
    u8 piece[LWS_PRE + PIECE];
    size_t length = left.length < PIECE ? left.length : PIECE;
    bool last = length == left.length;
    memcpy(piece + LWS_PRE, left.at, length);
    int written = lws_write(connection->wsi, piece + LWS_PRE, length,
                            last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (written < (int)length) return -1; // what the kernel does not take, the library keeps
    connection->sent += length;
    if (last) return finish(connection);
    lws_callback_on_writable(connection->wsi);
    return 0;
}

static int send_headers(Connection *connection)
{
    u8 buffer[LWS_PRE + HEADERS_ROOM], *start = buffer + LWS_PRE, *at = start;
    if (!headers_write(connection->wsi, &connection->answer, &at, buffer + sizeof buffer))
        return -1;
    int length = (int)(at - start);
    return lws_write(connection->wsi, start, (size_t)length, LWS_WRITE_HTTP_HEADERS) < length ? -1
                                                                                              : 0;
}

static int begin_answer(Connection *connection)
{
    if (send_headers(connection)) return -1;
    if (connection->head || !connection->answer.body.length) return finish(connection);
    lws_callback_on_writable(connection->wsi);
    return 0;
}

// For where the library wants all of the answer at once: it keeps what the kernel does not take, so
// that must not be much. 1 tells it that the answer is complete.
static int answer_whole(Connection *connection)
{
    if (connection->answer.body.length > WHOLE_MOST) {
        if (connection->answer.release) connection->answer.release(connection->answer.holder);
        connection->answer = http_error(400);
    }
    if (send_headers(connection)) return -1;
    Text body = connection->head ? (Text){ NULL, 0 } : connection->answer.body;
    if (body.length) {
        u8 *bytes = malloc(LWS_PRE + body.length);
        if (!bytes) return -1;
        memcpy(bytes + LWS_PRE, body.at, body.length);
        int written =
            lws_write(connection->wsi, bytes + LWS_PRE, body.length, LWS_WRITE_HTTP_FINAL);
        free(bytes);
        if (written < (int)body.length) return -1;
        connection->sent = body.length;
    }
    end_answer(connection, true);
    return connection->web->draining ? -1 : 1;
}

// --- one request ---------------------------------------------------------------------------------

// A header's value, empty if it is missing or longer than anything sensible.
static Text header(struct lws *wsi, enum lws_token_indexes token, char *room)
{
    int length = lws_hdr_total_length(wsi, token);
    if (length <= 0 || length >= HEADER_MOST || lws_hdr_copy(wsi, room, HEADER_MOST, token) < 0)
        return (Text){ "", 0 };
    return text_of(room);
}

static bool has_body(struct lws *wsi)
{
    char room[HEADER_MOST];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return true;
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH)) return false;
    return !text_is(header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, room), "0");
}

// A request line without a version, or HTTP/1.1 without a host. The former is also what is left of
// a path with an encoded line end, behind which the library goes on reading headers.
static bool is_broken(struct lws *wsi)
{
    char room[HEADER_MOST];
    Text version = header(wsi, WSI_TOKEN_HTTP, room);
    if (text_is(version, "HTTP/1.1")) return !lws_hdr_total_length(wsi, WSI_TOKEN_HOST);
    return !text_is(version, "HTTP/1.0");
}

static void read_request(Connection *connection)
{
    static const char *const NAMES[] = { "GET",   "POST",   "OPTIONS", "PUT",
                                         "PATCH", "DELETE", "CONNECT", "HEAD" };
    struct lws *wsi = connection->wsi;
    char accept_encoding[HEADER_MOST], if_none_match[HEADER_MOST], *path = "";
    int length = 0, number = lws_http_get_uri_and_method(wsi, &path, &length);
    bool known = number >= 0 && number < (int)(sizeof NAMES / sizeof *NAMES);
    Request request = {
        .path = { path, (size_t)length },
        .accept_encoding = header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept_encoding),
        .if_none_match = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, if_none_match),
    };
    connection->method = known ? NAMES[number] : "?";
    connection->head = number == LWSHUMETH_HEAD;
    request.method = connection->head                     ? METHOD_HEAD
                     : !strcmp(connection->method, "GET") ? METHOD_GET
                                                          : METHOD_OTHER;
    Out out = out_to(connection->path, sizeof connection->path);
    out_text(&out, request.path);
    connection->sending = true;
    connection->sent = connection->sent_at_tick = 0;
    connection->began_ns = uv_hrtime();

    bool broken = is_broken(wsi), body = has_body(wsi);
    if (broken || (body && request.method != METHOD_OTHER))
        connection->answer = http_error(400);
    else
        connection->web->setup.answer(connection->web->setup.owner, &request, &connection->answer);
    // Nobody takes bodies, and what is not read would be taken for the next request.
    if (broken || body || request.method == METHOD_OTHER) connection->answer.close = true;
    connection->deadline_ms = uv_now(connection->web->setup.loop) +
                              1000 * (u64)connection->web->setup.timeout_s +
                              1000 * (u64)(connection->answer.body.length / RATE_LEAST);
}

// Before a request with an Upgrade header is looked at. There is nothing to upgrade to: such a
// request is answered as if it did not ask, as HTTP allows. An upgrade that the library does not
// know it has refused and cleaned away by itself before it calls; what it hands over in that case
// is dangling and must not be looked at.
static int refuse_upgrade(Connection *connection)
{
    if (!lws_hdr_total_length(connection->wsi, WSI_TOKEN_UPGRADE)) return -1;
    read_request(connection);
    return answer_whole(connection);
}

// What is no HTTP at all ends here.
static int refuse_raw(struct lws *wsi)
{
    static const char ANSWER[] = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n"
                                 "Connection: close\r\n\r\n";
    u8 bytes[LWS_PRE + sizeof ANSWER];
    memcpy(bytes + LWS_PRE, ANSWER, sizeof ANSWER);
    lws_write(wsi, bytes + LWS_PRE, sizeof ANSWER - 1, LWS_WRITE_RAW);
    discard_input(lws_get_socket_fd(wsi));
    return -1;
}

// --- connections ---------------------------------------------------------------------------------

static void forget(Connection *connection)
{
    Web *web = connection->web;
    end_answer(connection, false);
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        web->first = connection->next;
    if (connection->next) connection->next->previous = connection->previous;
    crowd_leave(&web->crowd, connection->bucket);
    free(connection);
    if (web->draining && !web->first) web->setup.empty(web->setup.owner);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    (void)user;
    (void)in;
    (void)length;
    Connection *connection = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return refuse_upgrade(connection);
    case LWS_CALLBACK_HTTP: read_request(connection); return begin_answer(connection);
    case LWS_CALLBACK_HTTP_WRITEABLE: return connection->sending ? send_piece(connection) : 0;
    case LWS_CALLBACK_RAW_RX: return refuse_raw(wsi);
    case LWS_CALLBACK_WSI_DESTROY:
        if (connection) forget(connection);
        return 0;
    default: return 0;
    }
}

static void end_now(Connection *connection)
{
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_SYNC);
}

// While an answer is being sent the library does not read, yet it is woken for input again and
// again. Who sends more, or hangs up, and takes nothing of the answer for a second is dropped.
static void on_tick(uv_timer_t *tick)
{
    Web *web = tick->data;
    for (Connection *connection = web->first, *next; connection; connection = next) {
        next = connection->next;
        if (!connection->sending) continue;
        char byte;
        bool stuck = connection->sent && connection->sent == connection->sent_at_tick;
        connection->sent_at_tick = connection->sent;
        if (stuck &&
            recv(lws_get_socket_fd(connection->wsi), &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0)
            end_now(connection);
    }
}

void web_adopt(Web *web, int fd, const struct sockaddr *address)
{
    int bucket;
    Connection *connection = NULL;
    if (!crowd_enter(&web->crowd, address, &bucket)) {
        static const char ANSWER[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n"
                                     "Retry-After: 5\r\nConnection: close\r\n\r\n";
        send(fd, ANSWER, sizeof ANSWER - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        discard_input(fd);
    } else if (!(connection = calloc(1, sizeof *connection))) {
        crowd_leave(&web->crowd, bucket);
    }
    if (!connection) {
        close(fd);
        return;
    }
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connection->web = web;
    connection->bucket = bucket;
    memcpy(connection->address, address_of(address).text, sizeof connection->address);
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
        if (!connection->sending && connection->wsi) end_now(connection);
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

void web_close(Web *web)
{
    web->draining = false; // nobody is waiting for the last one any more
    uv_close((uv_handle_t *)&web->tick, NULL);
    lws_context_destroy(web->context);
}

void web_free(Web *web)
{
    if (web->context) lws_context_destroy(web->context); // its second half
    free(web);
}

Web *web_new(const WebSetup *setup, Fault *why)
{
    static const struct lws_protocols PROTOCOLS[] = { { "http", on_event, 0, 0, 0, NULL, 0 },
                                                      { NULL, NULL, 0, 0, 0, NULL, 0 } };
    Web *web = calloc(1, sizeof *web);
    if (!web) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    web->setup = *setup;
    crowd_init(&web->crowd, setup->connections_most, setup->connections_each);
    void *loops[] = { setup->loop };
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = PROTOCOLS,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG,
        .foreign_loops = loops,
        .pcontext = &web->context, // set to NULL at the very end
        .headers = headers_always(),
        .max_http_header_data = HEADERS_MOST,
        .keepalive_timeout = setup->timeout_s,
        .timeout_secs = (unsigned)setup->timeout_s,
        .timeout_secs_ah_idle = (unsigned)setup->timeout_s,
        .server_string = "meydan",
        .gid = -1,
        .uid = -1,
    };
    lws_set_log_level(LLL_ERR | LLL_WARN, keep_fault);
    web->context = lws_create_context(&info);
    if (web->context) web->vhost = lws_create_vhost(web->context, &info);
    lws_set_log_level(0, NULL);
    if (!web->vhost) {
        // Debian has the loop in a package of its own.
        fault(why, MALFORMED, "libwebsockets cannot start on libuv (libwebsockets-evlib-uv): %s",
              library_fault.message);
        if (web->context) lws_context_destroy(web->context);
        uv_run(setup->loop, UV_RUN_DEFAULT);
        web_free(web);
        return NULL;
    }
    uv_timer_init(setup->loop, &web->tick);
    web->tick.data = web;
    uv_timer_start(&web->tick, on_tick, 1000, 1000);
    return web;
}
