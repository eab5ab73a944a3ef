// SPDX-License-Identifier: MIT
// A WebSocket: frames to send, messages received; the states OPEN, CLOSING and DROPPED of a
// connection.
//
// socket_send and the like write nothing themselves: they wake the connection, and the whole queue
// is sent before the loop sleeps. So several frames for one socket make one packet, and a loop that
// sends to many sockets never sees one vanish.
#include "platform/net/connection.h"
#include "platform/net/headers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    FEW = 4,                             // frames queued without another allocation
    MANY = 64,                           // the maximum
    BYTES_MAX = (256 << 10) + MANY * 10, // without their headers
    PIECES = 16,                         // frames written at once
    SEND_BUFFER = 64 << 10,              // the most that the kernel buffers for a slow reader
    SILENCE_S = 25,                      // see WebSetup
    UNANSWERED_MAX = 2,
    UPGRADE_MAX = 512,
};

struct Socket {
    Connection *connection;
    const SocketHandler *handler;
    void *data;
    FrameReader reader;
    // The queue: a ring of frames, the first of which may be partly sent.
    Frame *few[FEW], **ring;
    u8 first, count, capacity;
    bool opened;      // its handler has accepted it
    bool goodbye;     // our close frame is queued, and ends the queue
    bool proxied;     // the peer is a proxy, not the client
    u32 proxy_us;     // the client's round trip as reported by the proxy, 0 if unknown
    bool peer_closed; // the peer sent its close frame
    bool ping_wanted, ping_sent;
    u8 unanswered; // pings
    u32 ping_number;
    u32 sent, queued; // bytes of the first frame; of all of them
    u64 ping_ns, heard_ms;
};

// --- the queue -----------------------------------------------------------------------------------

static void take_first(Socket *socket)
{
    Frame *frame = socket->ring[socket->first];
    socket->first = (u8)((socket->first + 1) % socket->capacity);
    socket->count--;
    socket->queued -= frame->length;
    socket->sent = 0;
    frame_release(frame);
}

static void shrink(Socket *socket)
{
    if (socket->ring != socket->few) free(socket->ring);
    socket->ring = socket->few;
    socket->capacity = FEW;
    socket->first = 0;
}

static bool grow(Socket *socket)
{
    Frame **ring = malloc(MANY * sizeof *ring);
    if (!ring) return false;
    for (int i = 0; i < socket->count; i++)
        ring[i] = socket->ring[(socket->first + i) % socket->capacity];
    socket->ring = ring;
    socket->capacity = MANY;
    socket->first = 0;
    return true;
}

static void drop(Socket *socket)
{
    connection_enter(socket->connection, STATE_DROPPED);
    connection_wake(socket->connection);
}

// Writes as much as the kernel accepts.
static void write_queue(Socket *socket)
{
    Connection *connection = socket->connection;
    while (socket->count) {
        struct iovec pieces[PIECES];
        int count = 0;
        for (; count < PIECES && count < socket->count; count++) {
            Frame *frame = socket->ring[(socket->first + count) % socket->capacity];
            u32 sent = count ? 0 : socket->sent;
            pieces[count] = (struct iovec){ frame->bytes + sent, frame->length - sent };
        }
        ssize_t written = transport_write(&connection->transport, pieces, count);
        if (written == TRANSPORT_OVER) drop(socket);
        if (written <= 0) return;
        for (size_t left = (size_t)written; left;) {
            size_t rest = socket->ring[socket->first]->length - socket->sent;
            if (left < rest) {
                socket->sent += (u32)left;
                break;
            }
            left -= rest;
            take_first(socket);
        }
    }
    shrink(socket);
}

// Takes ownership of the frame. A reader that is too far behind is dropped.
static void enqueue(Socket *socket, Frame *frame)
{
    if (socket->count == MANY && !socket->connection->transport.blocked)
        write_queue(socket); // not slow, just much at once
    bool fits = frame && socket->count < MANY && socket->queued + frame->length <= BYTES_MAX;
    if (fits && socket->count == socket->capacity) fits = grow(socket);
    if (!fits) {
        frame_release(frame);
        drop(socket);
        return;
    }
    socket->ring[(socket->first + socket->count) % socket->capacity] = frame;
    socket->count++;
    socket->queued += frame->length;
    connection_wake(socket->connection);
}

static bool is_open(const Socket *socket)
{
    bool opening = !socket->opened && socket->connection->state != STATE_DROPPED;
    return !socket->goodbye && (opening || socket->connection->state == STATE_OPEN);
}

static void write_ping(Socket *socket)
{
    socket->ping_wanted = false;
    socket->ping_sent = true;
    socket->ping_number++;
    socket->ping_ns = uv_hrtime();
    enqueue(socket, frame_new_ping(
                        (Text){ (const char *)&socket->ping_number, sizeof socket->ping_number }));
}

void socket_flush(Connection *connection)
{
    Socket *socket = connection->socket;
    if (socket->ping_wanted && connection->state == STATE_OPEN) write_ping(socket);
    if (connection->state == STATE_DROPPED) return;
    write_queue(socket);
    if (connection->state == STATE_CLOSING && socket->peer_closed && !socket->count)
        connection_linger(connection);
}

// --- calls of the owner --------------------------------------------------------------------------

void socket_send(Socket *socket, Frame *frame)
{
    if (is_open(socket) && frame) enqueue(socket, frame_hold(frame));
}

void socket_ping(Socket *socket)
{
    if (!is_open(socket) || socket->ping_sent || socket->ping_wanted) return;
    socket->ping_wanted = true;
    connection_wake(socket->connection);
}

void socket_close(Socket *socket, int code, const char *why)
{
    if (!is_open(socket)) return;
    enqueue(socket, frame_new_close(code, why));
    socket->goodbye = true;
    if (socket->connection->state == STATE_OPEN)
        connection_enter(socket->connection, STATE_CLOSING);
}

bool socket_kernel_round_trip(const Socket *socket, u32 *us)
{
    *us = socket->proxied ? socket->proxy_us
                          : transport_round_trip_us(&socket->connection->transport);
    return *us != 0;
}

bool socket_proxied(const Socket *socket)
{
    return socket->proxied;
}

void *socket_data(const Socket *socket)
{
    return socket->data;
}

void socket_set_data(Socket *socket, void *data)
{
    socket->data = data;
}

// --- receiving -----------------------------------------------------------------------------------

static void receive_pong(Socket *socket, Text payload)
{
    const SocketHandler *handler = socket->handler;
    if (!socket->ping_sent || payload.length != sizeof socket->ping_number ||
        memcmp(payload.at, &socket->ping_number, payload.length) != 0)
        return;
    socket->ping_sent = false;
    u64 us = (uv_hrtime() - socket->ping_ns) / 1000;
    if (handler->pong)
        handler->pong(handler->owner, socket, us < UINT32_MAX ? (u32)us : UINT32_MAX);
}

// Answers the peer's close frame with its own code, unless it answers ours.
static void receive_close(Socket *socket, int code)
{
    socket->peer_closed = true;
    socket_close(socket, code, "");
    connection_wake(socket->connection);
}

// An invalid frame ends the connection without waiting for the peer's close frame.
static void receive_fault(Socket *socket, const FrameRead *read)
{
    socket->peer_closed = true;
    socket_close(socket, read->code, read->why);
    connection_wake(socket->connection);
}

// After our close frame only the peer's matters.
static void receive(Socket *socket, const FrameRead *read)
{
    const SocketHandler *handler = socket->handler;
    bool open = socket->connection->state == STATE_OPEN;
    switch (read->kind) {
    case FRAME_MESSAGE:
        if (open) handler->message(handler->owner, socket, read->payload);
        break;
    case FRAME_PING:
        if (open) enqueue(socket, frame_new_pong(read->payload));
        break;
    case FRAME_PONG:
        if (open) receive_pong(socket, read->payload);
        break;
    case FRAME_CLOSE: receive_close(socket, read->code); break;
    case FRAME_FAULT: receive_fault(socket, read); break;
    case FRAME_NONE: break;
    }
}

void socket_read(Connection *connection, Text *input)
{
    Socket *socket = connection->socket;
    Web *web = connection->web;
    Text bytes = *input;
    *input = text_from(*input, input->length);
    if (socket->peer_closed) return;
    socket->heard_ms = uv_now(web->setup.loop);
    socket->unanswered = 0;
    if (!frame_reader_begin(&socket->reader, &web->frames, bytes)) {
        drop(socket);
        return;
    }
    FrameRead read;
    do {
        read = frame_reader_next(&socket->reader, &web->frames, web->setup.message_max);
        receive(socket, &read);
    } while (read.kind != FRAME_NONE && !socket->peer_closed && connection->state != STATE_DROPPED);
}

// --- opening and closing -------------------------------------------------------------------------

static void socket_free(Socket *socket)
{
    while (socket->count)
        take_first(socket);
    shrink(socket);
    frame_reader_free(&socket->reader);
    free(socket);
}

bool socket_accept(Connection *connection, const SocketHandler *handler, const Request *request,
                   Text key, Answer *refusal)
{
    char head[UPGRADE_MAX];
    Socket *socket = calloc(1, sizeof *socket);
    if (!socket) return false;
    socket->connection = connection;
    socket->handler = handler;
    socket->proxied = !text_is(request->address, connection->address);
    socket->proxy_us = request->round_trip_us;
    shrink(socket);
    Out out = out_to(head, sizeof head);
    headers_write_upgrade(key, connection->web->tls != NULL, &out);
    connection->socket = socket;
    // Frames that the handler sends while it opens the socket come after this.
    enqueue(socket, frame_new_raw((Text){ head, out.length }));
    if (!handler->open(handler->owner, socket, request, refusal)) {
        connection->socket = NULL;
        socket_free(socket);
        return false;
    }
    const int size = SEND_BUFFER;
    setsockopt(connection->transport.fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    socket->opened = true;
    socket->heard_ms = uv_now(connection->web->setup.loop);
    if (connection->state != STATE_DROPPED)
        connection_enter(connection, socket->goodbye ? STATE_CLOSING : STATE_OPEN);
    return true;
}

// Pings a silent peer, and drops it after two missed answers.
void socket_tick(Connection *connection)
{
    Socket *socket = connection->socket;
    const WebSetup *setup = &connection->web->setup;
    u64 most = 1000 * (u64)(setup->silence_s ? setup->silence_s : SILENCE_S);
    u64 silent = uv_now(setup->loop) - socket->heard_ms;
    if (silent < most * (1 + (u64)socket->unanswered)) return;
    if (socket->unanswered == UNANSWERED_MAX) {
        drop(socket);
        return;
    }
    socket->unanswered++;
    socket->ping_sent = false; // a new ping; an answer to the old one no longer counts
    socket->ping_wanted = true;
    connection_wake(connection);
}

void socket_forget(Connection *connection)
{
    Socket *socket = connection->socket;
    if (!socket) return;
    connection->socket = NULL;
    socket->handler->closed(socket->handler->owner, socket);
    socket_free(socket);
}
