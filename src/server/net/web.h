// SPDX-License-Identifier: MIT
// HTTP/1.1 and WebSockets on a libuv loop: what the rest of the server sees of the wire.
//
// A Web accepts connections, reads requests with their bodies and hands each to its owner as a
// WebCall, which the owner answers now or later; it sends answers piece by piece. Whoever serves
// WebSockets registers a SocketHandler for a path. Connections that are slow, idle or too many are
// dropped; none can make the server hold more than one head, one body, one piece of an answer or
// one queue of frames for it. All of it runs on the loop's thread.
#ifndef MEYDAN_SERVER_NET_WEB_H
#define MEYDAN_SERVER_NET_WEB_H

#include "server/net/frame.h"
#include "server/net/http.h"
#include "server/net/listener.h"

#include <uv.h>

typedef struct Web Web;
typedef struct WebCall WebCall; // a request that wants an answer
typedef struct Socket Socket;   // a WebSocket

// What is known of a request once its answer has been sent, or sent in part.
typedef struct WebLog {
    const char *address, *method, *path;
    int status;
    u64 sent;   // bytes of the body
    bool whole; // false: the connection ended before
    double ms;  // from request to end
} WebLog;

typedef struct WebSetup {
    uv_loop_t *loop;
    int connections_max, connections_each; // in all, and from one address (0: no limit)
    // For a request to arrive, for a reader to take something, for an idle connection to be used.
    int timeout_s;
    int silence_s; // after which a WebSocket is asked whether anybody is there; 0: 25
    size_t body_max, message_max; // bytes of a request's body and of a WebSocket's message
    bool trust_proxy;             // a peer on loopback says who asks: X-Forwarded-For, -Proto, -RTT
    const char *proxies;          // addresses of others who do (listener.h); NULL: none
    const char *names;            // what Host may be, between blanks (origin.h); NULL: anything
    const char *tls_certificate, *tls_key; // files in PEM form; NULL: no TLS
    void *owner;
    // The owner answers by web_answer, in here or later; the request lives until then, also if its
    // sender has gone.
    void (*request)(void *owner, WebCall *call, const Request *request);
    void (*log)(void *owner, const WebLog *log); // may be NULL
    // After each turn of the loop, before it waits again: how long it was busy. May be NULL; the
    // loop has UV_METRICS_IDLE_TIME.
    void (*turn)(void *owner, double busy_ms);
    void (*empty)(void *owner); // after web_drain, when the last connection ends
} WebSetup;

Web *web_new(const WebSetup *setup, Fault *why);

// Accepts what comes in. The listener is closed by web_stop_listening, web_drain and web_close.
void web_listen(Web *web, Listener *listener);
void web_stop_listening(Web *web);
// Takes an accepted, non-blocking socket over, or closes it.
void web_adopt(Web *web, int fd, const struct sockaddr *address);

// Reads the certificate and its key again, for connections to come; those that are there go on.
// False, and why, if they do not match: then the old one stays.
bool web_renew_tls(Web *web, Fault *why);

// --- requests ------------------------------------------------------------------------------------

// Exactly once for each call, which ends with it. The texts of the answer's headers are read in
// here; the body lives until its release. If the connection has gone (or all of the Web), the body
// is released at once.
void web_answer(WebCall *call, const Answer *answer);
// Where a body in pieces had said BODY_LATER: there is more. Not after the answer's release.
void web_continue(WebCall *call);

// --- WebSockets ----------------------------------------------------------------------------------

// None of these is called out of socket_send, socket_ping or socket_close.
typedef struct SocketHandler {
    const char *path;
    void *owner;
    // Whether it can be decided now; if not, the owner has the call and ends it by web_upgrade. May
    // be NULL: it always can.
    bool (*ready)(void *owner, WebCall *call, const Request *request);
    // Whether it may be opened; if not, `refusal` (503 to begin with) is the answer. Only after
    // that come the others, `closed` last and exactly once.
    bool (*open)(void *owner, Socket *socket, const Request *request, Answer *refusal);
    void (*message)(void *owner, Socket *socket, Text message);
    void (*pong)(void *owner, Socket *socket, u32 round_trip_us); // may be NULL
    void (*closed)(void *owner, Socket *socket);
} SocketHandler;

// Requests for that path may become WebSockets from now on.
void web_serve_sockets(Web *web, const SocketHandler *handler);

// What `ready` has put off is decided. The call ends with it.
void web_upgrade(WebCall *call);

// Queues a frame, which it holds; what is queued goes out before the loop sleeps. A reader that is
// more than 64 frames or 256 kB behind is dropped.
void socket_send(Socket *socket, Frame *frame);
// Measures the round trip, unless it is being measured: `pong` has the result.
void socket_ping(Socket *socket);
// What the kernel measures (TCP_INFO), which no late pong can pretend; behind a trusted proxy what
// that one told when the socket was opened. False if nothing is known.
bool socket_kernel_round_trip(const Socket *socket, u32 *us);
bool socket_proxied(const Socket *socket); // the client is behind a trusted proxy
// Sends what is queued, then says goodbye. No message is read and no frame taken any more.
void socket_close(Socket *socket, int code, const char *why);
void *socket_data(const Socket *socket);
void socket_set_data(Socket *socket, void *data);

// --- the end -------------------------------------------------------------------------------------

enum { CLOSE_GOING_AWAY = 1001, CLOSE_RESTARTS = 1012 };

// Every answer from now on is the last one of its connection: a balancer goes elsewhere with the
// next request.
void web_retire(Web *web);
// Accepts nothing more. No connection outlives the answer that it is being sent; idle ones end at
// once, WebSockets with that code: 1012 asks clients to come back, 1001 does not.
void web_drain(Web *web, int code, const char *why);

// The end takes two steps, since handles close inside the loop: web_close ends all connections,
// then the loop is run until it is empty, then comes web_free.
void web_close(Web *web);
void web_free(Web *web);

#endif
