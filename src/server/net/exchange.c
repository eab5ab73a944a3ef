// SPDX-License-Identifier: MIT
// One request and its answer on a connection:
//
//     begin -> [body ...] -> ask -> (the owner thinks) -> web_answer -> headers, pieces -> finish
#include "server/net/headers.h"
#include "server/net/input.h"
#include "server/net/request.h"
#include "server/net/wire.h"

#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 16 << 10,     // of an answer's body, sent at once
    RATE_MIN = 4 << 10,   // bytes per second; a slower client is dropped after a while
    WHOLE_MAX = 64 << 10, // of an answer that cannot be sent piece by piece
    OWNER_S = 60,         // for an answer to be found
    LOGGED_PATH = 96,
};

typedef enum Stage { READING, ASKED, SENDING } Stage;

struct WebCall {
    Connection *connection; // NULL once it has gone, while the owner has the call
    Stage stage;
    bool head;
    bool last;    // the connection ends with the answer
    bool at_once; // all of the answer is written before the library's callback returns
    bool whole;   // the answer is to be written at once: see write_whole
    bool held;    // nothing is read until the owner has answered
    bool broken;  // the headers could not be sent
    int refusal;  // the answer whatever the owner would say; 0: the owner is asked
    const char *method;
    char path[LOGGED_PATH], address[INET6_ADDRSTRLEN];
    u64 began_ns, deadline_ms;
    char *body; // of the request
    size_t body_length, body_capacity, body_left;
    Answer answer;
    size_t sent, sent_at_tick;
};

static u64 now_ms(const Connection *connection)
{
    return uv_now(connection->web->setup.loop);
}

// --- the end of it -------------------------------------------------------------------------------

static void release_body(const Answer *answer)
{
    if (answer->release) answer->release(answer->holder);
}

static void call_free(WebCall *call)
{
    free(call->body);
    free(call);
}

static void log_call(const WebCall *call, const WebSetup *setup, bool whole)
{
    if (!setup->log) return;
    const WebLog log = { call->address,
                         call->method,
                         call->path,
                         call->answer.status,
                         call->sent,
                         whole,
                         (double)(uv_hrtime() - call->began_ns) / 1e6 };
    setup->log(setup->owner, &log);
}

static void end_call(WebCall *call, bool whole)
{
    Connection *connection = call->connection;
    connection->call = NULL;
    if (whole) connection->taken = input_taken(lws_get_socket_fd(connection->wsi));
    log_call(call, &connection->web->setup, whole);
    release_body(&call->answer);
    call_free(call);
}

void exchange_cut(Connection *connection)
{
    WebCall *call = connection->call;
    if (!call) return;
    if (call->stage != ASKED) {
        end_call(call, false);
        return;
    }
    log_call(call, &connection->web->setup, false);
    call->connection = NULL;
    connection->call = NULL;
}

// --- the answer ----------------------------------------------------------------------------------

static bool is_last(const WebCall *call)
{
    return call->last || call->answer.close || call->connection->web->draining;
}

// Ends the answer; -1 if the connection is to end as well.
static int finish(WebCall *call)
{
    Connection *connection = call->connection;
    bool last = is_last(call);
    end_call(call, true);
    if (last) input_discard(lws_get_socket_fd(connection->wsi));
    return last || lws_http_transaction_completed(connection->wsi) ? -1 : 0;
}

static u64 seconds_left(const WebCall *call)
{
    u64 now = now_ms(call->connection), most = (u64)call->connection->web->setup.timeout_s;
    if (now >= call->deadline_ms) return 0;
    u64 left = (call->deadline_ms - now + 999) / 1000;
    return left < most ? left : most;
}

static int send_piece(WebCall *call)
{
    struct lws *wsi = call->connection->wsi;
    Text left = text_from(call->answer.body, call->sent);
    u64 seconds = seconds_left(call);
    if (!seconds) return -1;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)seconds);
    u8 piece[LWS_PRE + PIECE];
    size_t length = left.length < PIECE ? left.length : PIECE;
    bool all = length == left.length;
    memcpy(piece + LWS_PRE, left.at, length);
    int written =
        lws_write(wsi, piece + LWS_PRE, length, all ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (written < (int)length) return -1; // what the kernel does not take, the library keeps
    call->sent += length;
    if (all) return finish(call);
    lws_callback_on_writable(wsi);
    return 0;
}

int exchange_writable(Connection *connection)
{
    WebCall *call = connection->call;
    if (connection->ending) return lws_partial_buffered(connection->wsi) ? 0 : -1;
    if (!call || call->stage != SENDING) return 0;
    if (call->broken) return -1;
    return call->head || !call->answer.body.length ? finish(call) : send_piece(call);
}

static bool send_headers(WebCall *call)
{
    struct lws *wsi = call->connection->wsi;
    u8 buffer[LWS_PRE + HEADERS_SIZE], *start = buffer + LWS_PRE, *at = start;
    Answer answer = call->answer;
    answer.close = answer.close || call->last;
    if (!headers_write(wsi, &answer, &at, buffer + sizeof buffer)) return false;
    int length = (int)(at - start);
    return lws_write(wsi, start, (size_t)length, LWS_WRITE_HTTP_HEADERS) == length;
}

// All of the body in one go; the library keeps what the kernel does not take.
static bool write_whole(WebCall *call)
{
    Text body = call->head ? (Text){ NULL, 0 } : call->answer.body;
    if (call->broken) return false;
    if (!body.length) return true;
    u8 *bytes = malloc(LWS_PRE + body.length);
    if (!bytes) return false;
    memcpy(bytes + LWS_PRE, body.at, body.length);
    int written =
        lws_write(call->connection->wsi, bytes + LWS_PRE, body.length, LWS_WRITE_HTTP_FINAL);
    free(bytes);
    if (written < (int)body.length) return false;
    call->sent = body.length;
    return true;
}

// The answer to a request with a body. What came behind the body (the next request) the library
// offers again and again as more of it, and does not get to writing: the exchange must be over
// before it has the chance.
static void answer_body(WebCall *call)
{
    Connection *connection = call->connection;
    bool last = is_last(call), held = call->held, written = write_whole(call);
    end_call(call, written);
    if (last) connection->ending = true;
    if (!written || lws_http_transaction_completed(connection->wsi)) {
        connection->ending = true;
        if (held) connection_end(connection); // otherwise we are in the library's callback
        return;
    }
    if (held) lws_rx_flow_control(connection->wsi, 1);
    if (last) lws_callback_on_writable(connection->wsi);
}

void web_answer(WebCall *call, const Answer *answer)
{
    Connection *connection = call->connection;
    if (!connection) {
        release_body(answer);
        call_free(call);
        return;
    }
    call->stage = SENDING;
    call->answer = *answer;
    if (call->at_once && answer->body.length > WHOLE_MAX) {
        release_body(answer);
        call->answer = http_error(400);
    }
    call->broken = !send_headers(call);
    call->deadline_ms = now_ms(connection) + 1000 * (u64)connection->web->setup.timeout_s +
                        1000 * (u64)(answer->body.length / RATE_MIN);
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT,
                    connection->web->setup.timeout_s);
    if (call->whole) {
        answer_body(call);
    } else if (call->held && call->broken) {
        connection_end(connection);
    } else if (!call->at_once) {
        if (call->held) lws_rx_flow_control(connection->wsi, 1);
        lws_callback_on_writable(connection->wsi);
    }
}

// 1 tells the library that the answer is complete.
static int finish_at_once(WebCall *call)
{
    Connection *connection = call->connection;
    if (call->stage == ASKED) { // which an owner who answers later cannot do
        call->connection = NULL;
        connection->call = NULL;
        return -1;
    }
    if (!write_whole(call)) return -1;
    bool last = is_last(call);
    end_call(call, true);
    if (last) input_discard(lws_get_socket_fd(connection->wsi));
    return last ? -1 : 1;
}

// --- the request ---------------------------------------------------------------------------------

static bool trusts_proxy(const Connection *connection)
{
    return connection->web->setup.trust_proxy && connection->loopback;
}

static Request read_request(const WebCall *call, RequestRoom *capacity)
{
    const Connection *connection = call->connection;
    Request request = request_read(connection->wsi, capacity);
    request.body = (Text){ call->body ? call->body : "", call->body_length };
    request.address = text_of(call->address);
    request.secure = connection->web->setup.tls_certificate ||
                     (trusts_proxy(connection) && request_forwarded_https(connection->wsi));
    return request;
}

static void ask_owner(WebCall *call)
{
    const WebSetup *setup = &call->connection->web->setup;
    RequestRoom capacity;
    const Request request = read_request(call, &capacity);
    call->stage = ASKED;
    setup->request(setup->owner, call, &request);
}

int exchange_ask(Connection *connection)
{
    WebCall *call = connection->call;
    // The library says so twice where more has come behind the body.
    if (!call || call->stage != READING) return 0;
    if (call->refusal) {
        const Answer answer = http_error(call->refusal);
        web_answer(call, &answer);
    } else {
        lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, OWNER_S);
        ask_owner(call);
    }
    if (connection->ending) return -1;
    if (connection->call && call->stage == ASKED && !call->at_once) {
        // The library would be woken for it again and again.
        call->held = true;
        lws_rx_flow_control(connection->wsi, 0);
    }
    return 0;
}

int exchange_body(Connection *connection, Text piece)
{
    WebCall *call = connection->call;
    if (!call || call->stage != READING) return 0;
    if (piece.length > call->body_left) return -1;
    call->body_left -= piece.length;
    if (call->refusal) return 0;
    size_t wanted = call->body_length + piece.length;
    if (wanted > call->body_capacity) {
        // Space for what has arrived, not for what was announced: announcing costs the sender
        // nothing.
        size_t capacity = wanted + wanted / 2;
        char *body = realloc(call->body, capacity);
        if (!body) return -1;
        call->body = body;
        call->body_capacity = capacity;
    }
    memcpy(call->body + call->body_length, piece.at, piece.length);
    call->body_length = wanted;
    return 0;
}

// The call and what its headers say; NULL without memory, or at the connection's end.
static WebCall *open_call(Connection *connection, Method *method, Text *path)
{
    WebCall *call = connection->ending ? NULL : calloc(1, sizeof *call);
    if (!call) return NULL;
    struct lws *wsi = connection->wsi;
    call->connection = connection;
    connection->call = call;
    call->began_ns = uv_hrtime();
    *method = request_method(wsi, &call->method, path);
    call->head = *method == METHOD_HEAD;
    Out out = out_to(call->path, sizeof call->path);
    out_text(&out, *path);
    memcpy(call->address, connection->address, sizeof call->address);
    if (trusts_proxy(connection)) request_forwarded_for(wsi, call->address);
    call->refusal = request_length(wsi, *method, connection->web->setup.body_max, &call->body_left);
    if (request_is_broken(wsi)) call->refusal = 400;
    // What follows such a request is not surely the next one. (Without a length, the library takes
    // all that comes for the body of a POST.)
    call->last = call->refusal || *method == METHOD_OTHER ||
                 (*method != METHOD_GET && *method != METHOD_HEAD && !request_has_length(wsi));
    call->deadline_ms = now_ms(connection) + 1000 * (u64)connection->web->setup.timeout_s +
                        1000 * (u64)(call->body_left / RATE_MIN);
    return call;
}

static int send_continue(struct lws *wsi)
{
    static const char ANSWER[] = "HTTP/1.1 100 Continue\r\n\r\n";
    u8 bytes[LWS_PRE + sizeof ANSWER];
    memcpy(bytes + LWS_PRE, ANSWER, sizeof ANSWER);
    return lws_write(wsi, bytes + LWS_PRE, sizeof ANSWER - 1, LWS_WRITE_HTTP) < 0 ? -1 : 0;
}

int exchange_begin(Connection *connection)
{
    Method method;
    Text path;
    WebCall *call = open_call(connection, &method, &path);
    if (!call) return -1;
    // A request that came together with the one before is read from a buffer, and then the library
    // takes its headers for its body, or turns in circles. Clients do not send a POST before the
    // last answer; one that does may try again.
    bool may_have_body =
        (method != METHOD_GET && method != METHOD_HEAD) || request_has_length(connection->wsi);
    if (may_have_body) {
        i64 taken = input_taken(lws_get_socket_fd(connection->wsi));
        if (taken >= 0 && taken == connection->taken) return -1;
    }
    call->whole = call->body_left && (!call->refusal || call->refusal == 413);
    if (call->whole) {
        bool awaited = !call->refusal && request_awaits_continue(connection->wsi);
        return awaited ? send_continue(connection->wsi) : 0;
    }
    call->at_once = call->refusal != 0; // before the library reads what may be a body
    int status = exchange_ask(connection);
    return call->at_once && !status ? finish_at_once(call) : status;
}

// --- upgrades ------------------------------------------------------------------------------------

// 0, or the status of a refusal.
static int open_socket(WebCall *call, Method method, Text path)
{
    Connection *connection = call->connection;
    const WebSetup *setup = &connection->web->setup;
    if (!setup->wants_socket || !setup->wants_socket(setup->owner, path)) return 404;
    if (method != METHOD_GET || !request_is_handshake(connection->wsi)) return 400;
    if (connection->web->draining) return 503;
    RequestRoom capacity;
    const Request request = read_request(call, &capacity);
    return socket_accept(connection, &request);
}

// Before a request with an Upgrade header is looked at: 0 lets the library go on to a WebSocket.
// Other upgrades are answered as if nobody had asked, as HTTP allows. One that the library does not
// know it has refused and cleaned away by itself before it calls; what it hands over in that case
// is dangling and must not be looked at.
int exchange_upgrade(Connection *connection)
{
    Method method;
    Text path;
    if (!lws_hdr_total_length(connection->wsi, WSI_TOKEN_UPGRADE)) return -1;
    WebCall *call = open_call(connection, &method, &path);
    if (!call) return -1;
    call->at_once = true;
    if (call->body_left && !call->refusal) call->refusal = 400;
    if (call->body_left) call->last = true;
    if (!call->refusal && request_wants_websocket(connection->wsi)) {
        call->refusal = open_socket(call, method, path);
        if (!call->refusal) {
            call->answer.status = 101;
            end_call(call, true);
            return 0;
        }
    }
    return exchange_ask(connection) ? -1 : finish_at_once(call);
}

// --- slow ones -----------------------------------------------------------------------------------

// While an answer is being sent the library does not read, yet it is woken for input again and
// again. A client that sends more, or hangs up, and reads nothing of the answer for a second is
// dropped. So is who sends a body drop by drop.
void exchange_tick(Connection *connection)
{
    WebCall *call = connection->call;
    if (connection->ending && !lws_partial_buffered(connection->wsi)) {
        connection_end(connection);
        return;
    }
    if (!call) return;
    if (call->stage == READING) {
        if (now_ms(connection) > call->deadline_ms) connection_end(connection);
        return;
    }
    char byte;
    bool stuck = call->stage == SENDING && call->sent && call->sent == call->sent_at_tick;
    call->sent_at_tick = call->sent;
    if (stuck && recv(lws_get_socket_fd(connection->wsi), &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0)
        connection_end(connection);
}
