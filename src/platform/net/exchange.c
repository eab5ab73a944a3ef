// SPDX-License-Identifier: MIT
// One request and its answer on a connection: HEAD, BODY, ASKED and SENDING of its states.
#include "platform/net/connection.h"
#include "platform/net/headers.h"
#include "platform/net/origin.h"
#include "platform/net/request.h"

#include <stdlib.h>
#include <string.h>

enum {
    RATE_MIN = 4 << 10, // bytes per second; a client that stays slower is dropped
    LOGGED_PATH = 96,
    CHUNK_HEAD = 24,
    ADDED_HEADERS = 512,
    PIECE_MS = 60000, // for the owner to find the next piece of a body
    PIECES = 3,       // sent at once: a head (the answer's, a chunk's), a body, a chunk's end
};

struct WebCall {
    Connection *connection; // NULL after it has ended while the owner has the call
    bool last;              // the connection ends after the answer
    bool chunked;
    bool ended; // the body is complete
    u64 began_ns;
    u64 slow_ms;  // when everything sent so far must have been read
    u64 later_ms; // since when a piece of the body is awaited; 0: none is
    u64 sent;     // bytes of the body
    Answer answer;
    Text out[PIECES];
    char path[LOGGED_PATH], address[INET6_ADDRSTRLEN];
    char more[ADDED_HEADERS]; // lines of web_add_header
    size_t more_length;
    RequestReader reader; // its head buffer is reused for the answer's head
};

static u64 now_ms(const Connection *connection)
{
    return uv_now(connection->web->setup.loop);
}

static u64 timeout_ms(const Connection *connection)
{
    return 1000 * (u64)connection->web->setup.timeout_s;
}

static u64 slow_ms(u64 bytes)
{
    return 1000 * bytes / RATE_MIN;
}

// --- closing -------------------------------------------------------------------------------------

static void call_free(WebCall *call)
{
    request_free(&call->reader);
    free(call);
}

static void log_call(const WebCall *call, bool whole)
{
    const WebSetup *setup = &call->connection->web->setup;
    if (!setup->log || !call->began_ns) return; // not a request
    const WebLog log = { call->address,
                         request_method_name(&call->reader),
                         call->path,
                         call->answer.status,
                         call->sent,
                         whole,
                         (double)(uv_hrtime() - call->began_ns) / 1e6 };
    setup->log(setup->owner, &log);
}

static void end_call(WebCall *call, bool whole)
{
    call->connection->call = NULL;
    log_call(call, whole);
    if (call->answer.release) call->answer.release(call->answer.holder);
    call_free(call);
}

void exchange_cut(Connection *connection)
{
    WebCall *call = connection->call;
    if (!call) return;
    bool owner_has_it = !call->answer.status && call->reader.done;
    if (!owner_has_it) {
        end_call(call, false);
        return;
    }
    log_call(call, false);
    call->connection = NULL;
    connection->call = NULL;
}

// --- the answer ----------------------------------------------------------------------------------

static void finish(WebCall *call)
{
    Connection *connection = call->connection;
    bool last = call->last || connection->web->draining;
    end_call(call, true);
    if (last)
        connection_linger(connection);
    else
        connection_enter(connection, STATE_IDLE);
}

// Fills `out` with the next piece of a streamed body; false if there is none now, or none left.
static bool next_piece(WebCall *call)
{
    Text piece = { "", 0 };
    BodyStep step = call->answer.next(call->answer.holder, &piece);
    if (step == BODY_BROKEN) { // the reader must not mistake it for the whole body
        connection_close(call->connection);
        return false;
    }
    u64 now = now_ms(call->connection);
    if (step == BODY_LATER) {
        if (!call->later_ms) connection_set_deadline(call->connection, PIECE_MS);
        if (!call->later_ms) call->later_ms = now;
        return false;
    }
    if (call->later_ms) call->slow_ms += now - call->later_ms; // a delay that was not the reader's
    call->later_ms = 0;
    call->ended = step == BODY_END;
    if (call->ended) piece.length = 0;
    if (!call->ended && !piece.length) return true;
    Out out = out_to(call->reader.head, CHUNK_HEAD);
    if (call->chunked && call->ended) {
        out_str(&out, "0\r\n\r\n");
    } else if (call->chunked) {
        static const char HEX[] = "0123456789abcdef";
        for (int shift = 28; shift >= 0; shift -= 4)
            if (piece.length >> shift || !shift) out_char(&out, HEX[piece.length >> shift & 15]);
        out_str(&out, "\r\n");
    }
    call->out[0] = (Text){ call->reader.head, out.length };
    call->out[1] = piece;
    call->out[2] = call->chunked && !call->ended ? text_of("\r\n") : (Text){ "", 0 };
    call->slow_ms += slow_ms(piece.length);
    return true;
}

static void advance(WebCall *call, size_t written)
{
    for (int i = 0; i < PIECES; i++) {
        size_t length = written < call->out[i].length ? written : call->out[i].length;
        if (length) call->out[i] = text_from(call->out[i], length);
        written -= length;
        if (i == 1) call->sent += length;
    }
    u64 now = now_ms(call->connection), deadline = now + timeout_ms(call->connection);
    call->connection->deadline_ms = deadline < call->slow_ms ? deadline : call->slow_ms;
}

void exchange_send(Connection *connection)
{
    WebCall *call = connection->call;
    while (connection->state == STATE_SENDING) {
        struct iovec pieces[PIECES];
        size_t left = 0;
        for (int i = 0; i < PIECES; i++) {
            pieces[i] = (struct iovec){ (void *)call->out[i].at, call->out[i].length };
            left += call->out[i].length;
        }
        if (!left && call->ended) {
            finish(call);
            return;
        }
        if (!left && !next_piece(call)) return;
        if (!left) continue;
        ssize_t written = transport_write(&connection->transport, pieces, PIECES);
        if (!written) return;
        if (written == TRANSPORT_OVER) {
            connection_close(connection);
            return;
        }
        advance(call, (size_t)written);
    }
}

// The answer's head reuses the buffer of the request's, which is no longer needed.
static bool write_head(WebCall *call, bool head_only)
{
    const Connection *connection = call->connection;
    char head[REQUEST_HEAD_MAX];
    Out out = out_to(head, sizeof head);
    bool old = request_is_1_0(&call->reader) && call->reader.head_done;
    call->chunked = call->answer.next && !old && !head_only;
    call->last = call->last || call->answer.close || connection->web->draining ||
                 connection->web->retiring || (call->answer.next && old);
    headers_write(&call->answer,
                  &(HeadersSetup){ .secure = connection->web->tls != NULL,
                                   .close = call->last,
                                   .keep_alive = old,
                                   .idle_s = connection->web->setup.timeout_s,
                                   .chunked = call->chunked,
                                   .more = { call->more, call->more_length } },
                  &out);
    if (out.lost) return false;
    memcpy(call->reader.head, head, out.length);
    call->out[0] = (Text){ call->reader.head, out.length };
    return true;
}

void web_answer(WebCall *call, const Answer *answer)
{
    Connection *connection = call->connection;
    if (!connection) {
        if (answer->release) answer->release(answer->holder);
        call_free(call);
        return;
    }
    bool head_only = call->reader.head_done && call->reader.request.method == METHOD_HEAD;
    call->answer = *answer;
    if (!write_head(call, head_only)) { // the owner's headers are too long
        if (answer->release) answer->release(answer->holder);
        call->answer = http_error(500);
        write_head(call, head_only);
    }
    bool has_body = !head_only && call->answer.status != 304;
    if (has_body) call->out[1] = call->answer.body;
    call->ended = !call->answer.next || !has_body;
    connection_enter(connection, STATE_SENDING);
    call->slow_ms = connection->deadline_ms + slow_ms(call->out[1].length);
    exchange_send(connection);
    connection_wake(connection);
}

void web_add_header(WebCall *call, const char *name, const char *value)
{
    Out out = out_to(call->more + call->more_length, ADDED_HEADERS - call->more_length);
    out_format(&out, "%s: %s\r\n", name, value);
    if (!out.lost) call->more_length += out.length;
}

void web_continue(WebCall *call)
{
    connection_wake(call->connection);
}

// --- the request ---------------------------------------------------------------------------------

// The last answer: the rest of the input cannot be parsed, or is not trusted.
static void refuse(WebCall *call, int status)
{
    const Answer answer = http_error(status);
    call->last = true;
    web_answer(call, &answer);
}

static WebCall *begin(Connection *connection)
{
    WebCall *call = malloc(sizeof *call);
    if (!call) return NULL;
    memset(call, 0, offsetof(WebCall, reader));
    request_init(&call->reader, connection->web->setup.body_max);
    call->connection = connection;
    connection->call = call;
    connection_enter(connection, STATE_HEAD);
    return call;
}

static const SocketHandler *find_handler(const Web *web, Text path)
{
    for (int i = 0; i < web->handlers; i++)
        if (text_is(path, web->handler[i].path)) return &web->handler[i];
    return NULL;
}

// The connection becomes a WebSocket, or the request is refused.
static void upgrade(WebCall *call, const SocketHandler *handler)
{
    Connection *connection = call->connection;
    RequestReader *reader = &call->reader;
    int status = request_has_body(reader) ? 400 : request_check_websocket(reader);
    if (!status && connection->web->draining) status = 503;
    Answer refusal = http_error(status ? status : 503);
    Text key = request_header(reader, HEADER_WEBSOCKET_KEY);
    if (status || !socket_accept(connection, handler, &reader->request, key, &refusal)) {
        if (request_has_body(reader)) call->last = true;
        web_answer(call, &refusal);
        return;
    }
    call->answer.status = 101;
    end_call(call, true);
}

void web_upgrade(WebCall *call)
{
    Connection *connection = call->connection;
    if (!connection) {
        call_free(call);
        return;
    }
    upgrade(call, find_handler(connection->web, call->reader.request.path));
    connection_wake(connection); // for bytes behind the request
}

static void ask_owner(WebCall *call)
{
    Connection *connection = call->connection;
    const WebSetup *setup = &connection->web->setup;
    const SocketHandler *handler = NULL;
    if (request_wants_websocket(&call->reader))
        handler = find_handler(connection->web, call->reader.request.path);
    connection_enter(connection, STATE_ASKED);
    if (handler) {
        if (!handler->ready || handler->ready(handler->owner, call, &call->reader.request))
            upgrade(call, handler);
        return;
    }
    setup->request(setup->owner, call, &call->reader.request);
}

// The head is complete: notes the client and the request.
static void note_head(WebCall *call)
{
    const Connection *connection = call->connection;
    RequestReader *reader = &call->reader;
    bool trusted = connection_trusts_peer(connection);
    call->began_ns = uv_hrtime();
    call->last = !request_keeps_alive(reader);
    Text address = trusted ? request_forwarded_for(reader) : (Text){ "", 0 };
    if (!address.length) address = text_of(connection->address);
    Out out = out_to(call->address, sizeof call->address);
    out_text(&out, address);
    out = out_to(call->path, sizeof call->path);
    out_text(&out, reader->request.path);
    reader->request.address = text_of(call->address);
    reader->request.secure = connection->web->tls || (trusted && request_forwarded_https(reader));
    reader->request.round_trip_us = trusted ? request_forwarded_round_trip(reader) : 0;
}

static void await_body(WebCall *call)
{
    Connection *connection = call->connection;
    const WebSetup *setup = &connection->web->setup;
    const RequestReader *reader = &call->reader;
    Text host = reader->request.host; // only HTTP/1.0, which no browser speaks, may omit it
    if (setup->names && host.length && !origin_host_known(host, setup->names)) {
        refuse(call, 421);
        return;
    }
    connection_enter(connection, STATE_BODY);
    u64 length = request_length(reader);
    if (!length && request_has_body(reader)) length = setup->body_max; // in chunks
    connection->deadline_ms += slow_ms(length);
    if (request_awaits_continue(reader)) {
        static const char CONTINUE[] = "HTTP/1.1 100 Continue\r\n\r\n";
        const struct iovec line = { (void *)CONTINUE, sizeof CONTINUE - 1 };
        // The kernel has space for a line between requests; a client that never reads misses it.
        transport_write(&connection->transport, &line, 1);
        connection->transport.blocked = false;
    }
}

void exchange_read(Connection *connection, Text *input)
{
    WebCall *call = connection->state == STATE_IDLE ? begin(connection) : connection->call;
    if (!call) {
        connection_close(connection);
        return;
    }
    RequestStep step = request_take(&call->reader, input);
    if (call->reader.head_done && !call->began_ns) note_head(call);
    switch (step) {
    case REQUEST_MORE: break;
    case REQUEST_HEAD: await_body(call); break;
    case REQUEST_DONE: ask_owner(call); break;
    case REQUEST_REFUSED: refuse(call, call->reader.status); break;
    }
}
