// SPDX-License-Identifier: MIT
// A WebSocket: a ring of frames on their way out, messages put together on their way in.
//
// Nothing is written, and no socket ends, inside socket_send and the like: a socket with something
// to do joins a list, which is worked off before the loop sleeps. So several frames for one socket
// make one packet, and a loop over sockets that sends to them never sees one vanish.
#include "server/net/wire.h"

#include "server/net/utf8.h"

#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

enum {
    RING = 64,
    BYTES_MAX = 256 << 10,
    SEND_BUFFER = 64 << 10, // what the kernel may keep of a reader's arrears
    SILENCE_S = 25,         // see WebSetup
    UNANSWERED_MAX = 2,
    GOODBYE_S = 5,
    WHY_MAX = 64,
};

struct Frame {
    int holders;
    size_t length;
    u8 bytes[]; // LWS_PRE of them are space for the library to put the frame's header into
};

struct Socket {
    Connection *connection;
    void *data;
    Socket *next; // of those with something to do
    bool listed;
    bool open;    // the handshake is done
    bool closed;  // or being closed: nothing more in or out
    bool dead;    // ends without a goodbye
    bool leaving; // the library knows
    u8 first, count;
    int unanswered; // pings
    bool ping_wanted, ping_sent;
    u32 ping_number;
    u64 ping_ns, heard_ms;
    size_t queued; // bytes in the ring
    Frame *ring[RING];
    char *message; // the beginning of one
    size_t message_length;
    int close_code; // 0: none
    char close_why[WHY_MAX];
};

// --- frames --------------------------------------------------------------------------------------

Frame *frame_new(Text text)
{
    Frame *frame = malloc(sizeof *frame + LWS_PRE + text.length);
    if (!frame) return NULL;
    frame->holders = 1;
    frame->length = text.length;
    memcpy(frame->bytes + LWS_PRE, text.at, text.length);
    return frame;
}

Frame *frame_hold(Frame *frame)
{
    if (frame) frame->holders++;
    return frame;
}

void frame_release(Frame *frame)
{
    if (frame && !--frame->holders) free(frame);
}

// --- out -----------------------------------------------------------------------------------------

static void list(Socket *socket)
{
    Web *web = socket->connection->web;
    if (socket->listed) return;
    socket->listed = true;
    socket->next = NULL;
    *web->busy_end = socket;
    web->busy_end = &socket->next;
}

static void unlist(Socket *socket)
{
    Web *web = socket->connection->web;
    if (!socket->listed) return;
    Socket **link = &web->busy;
    while (*link != socket)
        link = &(*link)->next;
    *link = socket->next;
    if (!*link) web->busy_end = link;
    socket->listed = false;
}

static Frame *take(Socket *socket)
{
    Frame *frame = socket->ring[socket->first];
    socket->first = (u8)((socket->first + 1) % RING);
    socket->count--;
    socket->queued -= frame->length;
    return frame;
}

static void cork(struct lws *wsi, int on)
{
    setsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_CORK, &on, sizeof on);
}

static bool write_ping(Socket *socket)
{
    u8 bytes[LWS_PRE + sizeof socket->ping_number];
    socket->ping_wanted = false;
    socket->ping_sent = true;
    socket->ping_number++;
    memcpy(bytes + LWS_PRE, &socket->ping_number, sizeof socket->ping_number);
    socket->ping_ns = uv_hrtime();
    return lws_write(socket->connection->wsi, bytes + LWS_PRE, sizeof socket->ping_number,
                     LWS_WRITE_PING) >= 0;
}

// Writes as much as the kernel takes, and comes back when it takes more. (Of a frame that it takes
// in part, the library keeps the rest.)
static void flush(Socket *socket)
{
    struct lws *wsi = socket->connection->wsi;
    if (!socket->open || socket->dead) return;
    bool several = socket->count + socket->ping_wanted > 1;
    bool free_to_write = !lws_partial_buffered(wsi);
    if (several && free_to_write) cork(wsi, 1);
    if (free_to_write && socket->ping_wanted) socket->dead = !write_ping(socket);
    while (socket->count && !socket->dead && free_to_write) {
        Frame *frame = take(socket);
        socket->dead = lws_write(wsi, frame->bytes + LWS_PRE, frame->length, LWS_WRITE_TEXT) < 0;
        frame_release(frame);
        free_to_write = !lws_partial_buffered(wsi);
    }
    if (several) cork(wsi, 0);
    if (!socket->dead && !free_to_write) lws_callback_on_writable(wsi);
}

// Not from a callback that fails: after that the library hangs up before it has said goodbye.
static void say_goodbye(Socket *socket)
{
    struct lws *wsi = socket->connection->wsi;
    socket->leaving = true;
    lws_close_reason(wsi, (enum lws_close_status)socket->close_code, (u8 *)socket->close_why,
                     strlen(socket->close_why));
    connection_end(socket->connection);
}

void sockets_settle(Web *web)
{
    while (web->busy) {
        Socket *socket = web->busy;
        unlist(socket);
        if (socket->leaving) continue;
        flush(socket);
        if (socket->dead) {
            socket->leaving = true;
            connection_end(socket->connection);
        } else if (socket->close_code && !socket->count &&
                   !lws_partial_buffered(socket->connection->wsi)) {
            say_goodbye(socket);
        }
    }
}

int socket_writable(Connection *connection)
{
    Socket *socket = connection->socket;
    flush(socket);
    if (socket->dead || socket->close_code) list(socket);
    return 0;
}

void socket_send(Socket *socket, Frame *frame)
{
    if (socket->closed || !frame) return;
    if (socket->count == RING) flush(socket); // not behind, just much at once
    if (socket->count == RING || socket->queued + frame->length > BYTES_MAX) {
        socket->dead = socket->closed = true;
    } else {
        socket->ring[(socket->first + socket->count) % RING] = frame_hold(frame);
        socket->count++;
        socket->queued += frame->length;
    }
    list(socket);
}

void socket_ping(Socket *socket)
{
    if (socket->closed || socket->ping_sent || socket->ping_wanted) return;
    socket->ping_wanted = true;
    list(socket);
}

void socket_close(Socket *socket, int code, const char *why)
{
    if (socket->closed) return;
    socket->closed = true;
    socket->close_code = code;
    Out out = out_to(socket->close_why, sizeof socket->close_why);
    out_str(&out, why);
    if (socket->open)
        lws_set_timeout(socket->connection->wsi, PENDING_TIMEOUT_CLOSE_SEND, GOODBYE_S);
    list(socket);
}

// --- in ------------------------------------------------------------------------------------------

static void heard(Socket *socket)
{
    socket->heard_ms = uv_now(socket->connection->web->setup.loop);
    socket->unanswered = 0;
}

// The library could check this, but it would check what pings carry too, which may be any bytes.
static void receive_whole(Socket *socket, Text message)
{
    const WebSetup *setup = &socket->connection->web->setup;
    if (utf8_valid(message))
        setup->socket_message(setup->owner, socket, message);
    else
        socket_close(socket, LWS_CLOSE_STATUS_INVALID_PAYLOAD, "the message is not UTF-8");
}

static bool append(Socket *socket, Text piece)
{
    char *message = realloc(socket->message, socket->message_length + piece.length + 1);
    if (!message) return false;
    memcpy(message + socket->message_length, piece.at, piece.length);
    socket->message = message;
    socket->message_length += piece.length;
    return true;
}

int socket_receive(Connection *connection, Text piece)
{
    Socket *socket = connection->socket;
    const WebSetup *setup = &connection->web->setup;
    struct lws *wsi = connection->wsi;
    if (socket->closed) return 0;
    heard(socket);
    size_t left = lws_remaining_packet_payload(wsi);
    if (lws_frame_is_binary(wsi)) {
        socket_close(socket, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "only text is understood");
        return 0;
    }
    if (left > setup->message_max ||
        socket->message_length + piece.length + left > setup->message_max) {
        socket_close(socket, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "the message is too large");
        return 0;
    }
    bool whole = !left && lws_is_final_fragment(wsi);
    if (whole && !socket->message) {
        receive_whole(socket, piece);
        return 0;
    }
    if (!append(socket, piece)) return -1;
    if (!whole) return 0;
    char *message = socket->message;
    Text text = { message, socket->message_length };
    socket->message = NULL;
    socket->message_length = 0;
    receive_whole(socket, text);
    free(message);
    return 0;
}

int socket_receive_pong(Connection *connection, Text payload)
{
    Socket *socket = connection->socket;
    const WebSetup *setup = &connection->web->setup;
    if (socket->closed) return 0;
    heard(socket);
    if (!socket->ping_sent || payload.length != sizeof socket->ping_number ||
        memcmp(payload.at, &socket->ping_number, payload.length) != 0)
        return 0;
    socket->ping_sent = false;
    u64 us = (uv_hrtime() - socket->ping_ns) / 1000;
    if (setup->socket_pong)
        setup->socket_pong(setup->owner, socket, us < UINT32_MAX ? (u32)us : UINT32_MAX);
    return 0;
}

// --- from open to closed -------------------------------------------------------------------------

int socket_accept(Connection *connection, const Request *request)
{
    const WebSetup *setup = &connection->web->setup;
    Socket *socket = calloc(1, sizeof *socket);
    if (!socket) return 503;
    socket->connection = connection;
    connection->socket = socket;
    int status = setup->socket_open(setup->owner, socket, request);
    if (!status) return 0;
    connection->socket = NULL;
    unlist(socket);
    while (socket->count)
        frame_release(take(socket));
    free(socket);
    return status;
}

int socket_established(Connection *connection)
{
    Socket *socket = connection->socket;
    const int size = SEND_BUFFER;
    setsockopt(lws_get_socket_fd(connection->wsi), SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    socket->open = true;
    heard(socket);
    list(socket);
    return 0;
}

// After silence the server pings; a client that does not answer twice is gone.
void socket_tick(Connection *connection)
{
    Socket *socket = connection->socket;
    const WebSetup *setup = &connection->web->setup;
    u64 most = 1000 * (u64)(setup->silence_s ? setup->silence_s : SILENCE_S);
    u64 silent = uv_now(setup->loop) - socket->heard_ms;
    if (!socket->open || socket->closed || silent < most * (1 + (u64)socket->unanswered)) return;
    if (socket->unanswered == UNANSWERED_MAX) {
        socket->dead = socket->closed = true;
    } else {
        socket->unanswered++;
        socket->ping_sent = false; // a new one; the old one's answer no longer counts
        socket->ping_wanted = true;
    }
    list(socket);
}

void socket_leaving(Connection *connection)
{
    connection->socket->closed = connection->socket->leaving = true;
}

void socket_forget(Connection *connection)
{
    Socket *socket = connection->socket;
    const WebSetup *setup = &connection->web->setup;
    if (!socket) return;
    socket->closed = true;
    setup->socket_closed(setup->owner, socket);
    connection->socket = NULL;
    unlist(socket);
    while (socket->count)
        frame_release(take(socket));
    free(socket->message);
    free(socket);
}

void *socket_data(const Socket *socket)
{
    return socket->data;
}

void socket_set_data(Socket *socket, void *data)
{
    socket->data = data;
}
