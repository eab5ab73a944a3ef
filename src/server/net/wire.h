// SPDX-License-Identifier: MIT
// What the parts of the wire know of each other: web.c (connections), exchange.c (a request and its
// answer), socket.c (a WebSocket). Nobody else includes this.
#ifndef MEYDAN_SERVER_NET_WIRE_H
#define MEYDAN_SERVER_NET_WIRE_H

#include "server/net/admission.h"
#include "server/net/tls.h"
#include "server/net/web.h"

#include <libwebsockets.h>
#include <netinet/in.h>

// From accept to close; `call` while a request is read or answered, `socket` once it is one.
typedef struct Connection {
    struct lws *wsi; // NULL if the library did not take the socket
    struct Connection *previous, *next;
    Web *web;
    WebCall *call;
    Socket *socket;
    int bucket;
    bool loopback;
    bool ending; // once what has been written is sent
    i64 taken;   // bytes, until the last answer had been given
    char address[INET6_ADDRSTRLEN];
} Connection;

struct Web {
    WebSetup setup;
    struct lws_context *context;
    struct lws_vhost *vhost;
    Tls *tls; // NULL: none
    Connection *first;
    Admission admission;
    bool draining;
    uv_timer_t tick;
    uv_prepare_t before_sleep;
    Socket *busy, **busy_end; // those with something to send or to end
    u64 woken_ns, counted_ns; // when the loop last went to wait, and the count was begun
    int wakes;
    bool thick; // there were many
};

// Ends a connection from outside the library's callbacks.
void connection_end(Connection *connection);

// Each answers for the library: -1 ends the connection.
int exchange_begin(Connection *connection);
int exchange_body(Connection *connection, Text piece);
int exchange_ask(Connection *connection);
int exchange_writable(Connection *connection);
int exchange_upgrade(Connection *connection);
void exchange_tick(Connection *connection);
// The connection goes; the call does too, unless the owner still has it.
void exchange_cut(Connection *connection);

// From a request that may become a WebSocket: 0, or the status of a refusal.
int socket_accept(Connection *connection, const Request *request);
int socket_established(Connection *connection);
int socket_receive(Connection *connection, Text piece);
int socket_receive_pong(Connection *connection, Text payload);
int socket_writable(Connection *connection);
void socket_tick(Connection *connection);
// The peer says goodbye, and the library answers.
void socket_leaving(Connection *connection);
void socket_forget(Connection *connection);
// Sends and ends whatever is to be; before the loop sleeps.
void sockets_settle(Web *web);

#endif
