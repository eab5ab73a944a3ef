// SPDX-License-Identifier: MIT
// Internal to net: a connection and its states. Only web.c, connection.c, exchange.c and socket.c
// include this.
//
//             TLS                                                    +--------------------+
//    accept ------> HANDSHAKE --> IDLE --> HEAD --> BODY --> ASKED --+-> SENDING --> IDLE | ...
//             plain -------------> ^         |        |       owner      answer           |
//                                            |        +-- refused --------> SENDING       |
//                                            +-- upgrade --> OPEN                         |
//    OPEN --> CLOSING --> LINGER --> CLOSED          last answer sent --> LINGER <--------+
//
// One table (connection.c) has what each state waits for, and for how long. Any state may end in
// CLOSED, when the peer disconnects or a deadline passes. A WebSocket that cannot be kept is
// DROPPED, and CLOSED before the loop sleeps, so that no sender to many sockets sees one vanish.
#ifndef MEYDAN_PLATFORM_NET_CONNECTION_H
#define MEYDAN_PLATFORM_NET_CONNECTION_H

#include "platform/net/admission.h"
#include "platform/net/frame_reader.h"
#include "platform/net/transport.h"
#include "platform/net/web.h"

#include <netinet/in.h>
#include <sys/queue.h>

typedef enum ConnectionState {
    STATE_HANDSHAKE, // the TLS handshake
    STATE_IDLE,      // between requests
    STATE_HEAD,      // a request's head is arriving
    STATE_BODY,
    STATE_ASKED,   // the owner has the request
    STATE_SENDING, // the answer
    STATE_OPEN,    // a WebSocket
    STATE_CLOSING, // a WebSocket: our close frame was sent, the peer's is awaited
    STATE_DROPPED, // a WebSocket that ends as soon as possible
    STATE_LINGER,  // everything is sent; input is discarded, so that the peer can read the rest
    STATE_CLOSED,  // until the loop has closed its handles
    STATES,
} ConnectionState;

typedef struct Connection {
    Transport transport;
    TAILQ_ENTRY(Connection) all;
    TAILQ_ENTRY(Connection) busy; // while `is_busy`
    Web *web;
    ConnectionState state;
    bool is_busy;
    bool trusted; // the peer is a trusted proxy, which names the client
    int bucket;   // its bucket in admission
    u64 deadline_ms;
    WebCall *call;  // from HEAD to SENDING
    Socket *socket; // from OPEN on
    char *kept;     // input that was read and cannot be used yet
    size_t kept_length;
    u32 lingered; // bytes discarded
    char address[INET6_ADDRSTRLEN];
} Connection;

typedef TAILQ_HEAD(ConnectionList, Connection) ConnectionList;

enum { INPUT_SIZE = 16 << 10, SOCKET_PATHS_MAX = 4 };

struct Web {
    WebSetup setup;
    Tls *tls; // NULL: none
    ConnectionList all, busy;
    Admission admission;
    FramePool frames;
    SocketHandler handler[SOCKET_PATHS_MAX];
    int handlers;
    Listener *listener; // NULL: none, or no longer
    uv_poll_t accepting[LISTENERS_MAX];
    uv_timer_t tick, pause;
    uv_prepare_t before_sleep;
    bool draining;
    bool retiring;            // each answer ends its connection
    u64 idle_ns;              // the loop's idle time at `woken_ns`
    u64 woken_ns, counted_ns; // when the loop last went to sleep, and when counting began
    int wakes;
    bool thick; // the loop is woken so often that it gathers events
    char input[INPUT_SIZE];
};

// --- connection.c --------------------------------------------------------------------------------

// Takes over an accepted socket; false if out of memory.
bool connection_open(Web *web, int fd, const struct sockaddr *address, int bucket);
void connection_enter(Connection *connection, ConnectionState state);
void connection_set_deadline(Connection *connection, u64 ms_from_now);
// Has connection_settle called before the loop sleeps.
void connection_wake(Connection *connection);
void connection_settle(Connection *connection);
// Everything is sent, and the peer may still read it.
void connection_linger(Connection *connection);
// Closes at once. Never from inside a call of the owner about a WebSocket.
void connection_close(Connection *connection);
void connection_tick(Connection *connection);
bool web_trusts(const Web *web, const Address *peer);
bool connection_trusts_peer(const Connection *connection);

// --- exchange.c ----------------------------------------------------------------------------------

// Takes bytes off the front of `*input`, at most one request.
void exchange_read(Connection *connection, Text *input);
void exchange_send(Connection *connection);
// The connection ends; the call does too, unless the owner still has it.
void exchange_cut(Connection *connection);

// --- socket.c ------------------------------------------------------------------------------------

// For a request to become a WebSocket; if false, the refusal is filled in.
bool socket_accept(Connection *connection, const SocketHandler *handler, const Request *request,
                   Text key, Answer *refusal);
void socket_read(Connection *connection, Text *input);
void socket_flush(Connection *connection);
void socket_tick(Connection *connection);
// The handler's last call for it.
void socket_forget(Connection *connection);

#endif
