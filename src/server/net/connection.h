// SPDX-License-Identifier: MIT
// Inside the wire: a connection and its states. Only web.c, connection.c, exchange.c and socket.c
// include this.
//
//              TLS                                                    +--------------------+
//     accept ------> HANDSHAKE --> IDLE --> HEAD --> BODY --> ASKED --+-> SENDING --> IDLE | ...
//              plain -------------> ^         |        |       owner      answer           |
//                                             |        +-- refused --------> SENDING       |
//                                             +-- upgrade --> OPEN                         |
//     OPEN --> CLOSING --> LINGER --> CLOSED          last answer sent --> LINGER <--------+
//
// What a state waits for, and how long, stands in one table (connection.c). Any state may end in
// CLOSED, when the peer goes or a deadline passes; a WebSocket that cannot be kept is DROPPED,
// which becomes CLOSED before the loop sleeps, so that nobody who sends to many sees one vanish.
#ifndef MEYDAN_SERVER_NET_CONNECTION_H
#define MEYDAN_SERVER_NET_CONNECTION_H

#include "server/net/admission.h"
#include "server/net/frame_reader.h"
#include "server/net/transport.h"
#include "server/net/web.h"

#include <netinet/in.h>
#include <sys/queue.h>

typedef enum ConnectionState {
    STATE_HANDSHAKE, // of TLS
    STATE_IDLE,      // between requests
    STATE_HEAD,      // a request's head is arriving
    STATE_BODY,
    STATE_ASKED,   // the owner has the request
    STATE_SENDING, // the answer
    STATE_OPEN,    // a WebSocket
    STATE_CLOSING, // a WebSocket: our goodbye is on its way, the peer's is awaited
    STATE_DROPPED, // a WebSocket that ends as soon as it may
    STATE_LINGER,  // all is said; what still comes is thrown away, so that the peer can read it
    STATE_CLOSED,  // until the loop lets go of it
    STATES,
} ConnectionState;

typedef struct Connection {
    Transport transport;
    TAILQ_ENTRY(Connection) all;
    TAILQ_ENTRY(Connection) busy; // while `is_busy`
    Web *web;
    ConnectionState state;
    bool is_busy;
    bool trusted; // the peer is a proxy of ours, and says who asks
    int bucket;   // of admission
    u64 deadline_ms;
    WebCall *call;  // from HEAD to SENDING
    Socket *socket; // from OPEN on
    char *kept;     // what has been read and cannot be used yet
    size_t kept_length;
    u32 lingered; // bytes thrown away
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
    u64 idle_ns;              // of the loop, by then
    u64 woken_ns, counted_ns; // when the loop last went to wait, and the count was begun
    int wakes;
    bool thick; // there were many
    char input[INPUT_SIZE];
};

// --- connection.c --------------------------------------------------------------------------------

// Takes an accepted socket over; false without memory.
bool connection_open(Web *web, int fd, const struct sockaddr *address, int bucket);
void connection_enter(Connection *connection, ConnectionState state);
void connection_set_deadline(Connection *connection, u64 ms_from_now);
// Has connection_settle called before the loop sleeps.
void connection_wake(Connection *connection);
void connection_settle(Connection *connection);
// All is said: the peer may still read it.
void connection_linger(Connection *connection);
// At once. Not from inside a call of the owner's about a WebSocket.
void connection_close(Connection *connection);
void connection_tick(Connection *connection);
bool web_trusts(const Web *web, const Address *peer);
bool connection_trusts_peer(const Connection *connection);

// --- exchange.c ----------------------------------------------------------------------------------

// Takes bytes off the front of `*input`, at most one request's.
void exchange_read(Connection *connection, Text *input);
void exchange_send(Connection *connection);
// The connection goes; the call does too, unless the owner still has it.
void exchange_cut(Connection *connection);

// --- socket.c ------------------------------------------------------------------------------------

// From a request that wants to become a WebSocket: false, with the refusal filled in.
bool socket_accept(Connection *connection, const SocketHandler *handler, const Request *request,
                   Text key, Answer *refusal);
void socket_read(Connection *connection, Text *input);
void socket_flush(Connection *connection);
void socket_tick(Connection *connection);
// The last that its handler hears of it.
void socket_forget(Connection *connection);

#endif
