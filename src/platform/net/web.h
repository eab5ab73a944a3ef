// SPDX-License-Identifier: MIT
// HTTP/1.1 and WebSockets on a libuv loop: the interface of net for the rest of the server.
//
// A Web accepts connections, reads requests with their bodies and passes each to its owner as a
// WebCall, which the owner answers now or later. It sends answers piece by piece. An owner of
// WebSockets registers a SocketHandler for a path. Connections that are slow, idle or too many are
// dropped; none can make the server hold more than one head, one body, one piece of an answer or
// one queue of frames for it. All of it runs on the loop's thread.
#ifndef MEYDAN_PLATFORM_NET_WEB_H
#define MEYDAN_PLATFORM_NET_WEB_H

#include "platform/net/frame.h"
#include "platform/net/http.h"
#include "platform/net/listener.h"

#include <uv.h>

typedef struct Web Web;
typedef struct WebCall WebCall; // a request to be answered
typedef struct Socket Socket;   // a WebSocket

// Data of a request for the log, after its answer has been sent in whole or in part.
typedef struct WebLog {
    const char *address, *method, *path;
    int status;
    u64 sent;   // bytes of the body
    bool whole; // false: the connection ended before
    double ms;  // from start to end
} WebLog;

typedef struct WebSetup {
    uv_loop_t *loop;
    int connections_max, connections_each; // in all, and from one address (0: no limit)
    // How long to wait for a request, for a reader's progress, and for an idle connection's next
    // request.
    int timeout_s;
    int silence_s;                // after which a WebSocket is pinged; 0: 25
    size_t body_max, message_max; // bytes of a request's body and of a WebSocket's message
    bool trust_proxy;    // a peer on loopback names the client: X-Forwarded-For, -Proto, -RTT
    const char *proxies; // addresses of other trusted proxies (listener.h); NULL: none
    const char *names;   // accepted values of Host, separated by blanks (origin.h); NULL: any
    const char *tls_certificate, *tls_key; // files in PEM form; NULL: no TLS
    void *owner;
    // The owner answers by web_answer, at once or later; the request is valid until then, even if
    // the client has disconnected.
    void (*request)(void *owner, WebCall *call, const Request *request);
    void (*log)(void *owner, const WebLog *log); // may be NULL
    // Called after each turn of the loop, before it sleeps, with the time it was busy. May be NULL;
    // the loop has UV_METRICS_IDLE_TIME.
    void (*turn)(void *owner, double busy_ms);
    void (*empty)(void *owner); // called after web_drain, when the last connection ends
} WebSetup;

Web *web_new(const WebSetup *setup, Fault *why);

// Accepts connections. web_stop_listening, web_drain and web_close close the listener.
void web_listen(Web *web, Listener *listener);
void web_stop_listening(Web *web);
// Takes over an accepted, non-blocking socket, or closes it.
void web_adopt(Web *web, int fd, const struct sockaddr *address);

// Reads the certificate and its key again, for new connections; existing ones continue. False, with
// the reason, if they do not match: then the old one stays.
bool web_renew_tls(Web *web, Fault *why);

// --- requests ------------------------------------------------------------------------------------

// Answers the call and ends it; every call is answered exactly once. The texts of the answer's
// headers are copied; the body lives until its release. If the connection (or the whole Web) has
// gone, the body is released at once.
void web_answer(WebCall *call, const Answer *answer);
// Adds a header to the answer that is to come. A header beyond 512 bytes in all is left out.
void web_add_header(WebCall *call, const char *name, const char *value);
// After BODY_LATER: reports a piece of a streamed body. Not after the answer's release.
void web_continue(WebCall *call);

// --- WebSockets ----------------------------------------------------------------------------------

// socket_send, socket_ping and socket_close never call any of these.
typedef struct SocketHandler {
    const char *path;
    void *owner;
    // Whether the decision can be made now; if not, the owner keeps the call and ends it by
    // web_upgrade. NULL: always.
    bool (*ready)(void *owner, WebCall *call, const Request *request);
    // Whether it may be opened; if not, `refusal` (503 by default) is the answer. The other
    // functions are called only after this succeeds, `closed` last and exactly once.
    bool (*open)(void *owner, Socket *socket, const Request *request, Answer *refusal);
    void (*message)(void *owner, Socket *socket, Text message);
    void (*pong)(void *owner, Socket *socket, u32 round_trip_us); // may be NULL
    void (*closed)(void *owner, Socket *socket);
} SocketHandler;

// Requests for the handler's path may become WebSockets from now on.
void web_serve_sockets(Web *web, const SocketHandler *handler);

// Ends a call that `ready` delayed: the decision can be made now.
void web_upgrade(WebCall *call);

// Queues a frame and holds it; the queue is sent before the loop sleeps. A reader that is more than
// 64 frames or 256 kB behind is dropped.
void socket_send(Socket *socket, Frame *frame);
// Measures the round trip, unless a measurement is under way; `pong` gets the result.
void socket_ping(Socket *socket);
// The round trip by the kernel (TCP_INFO), which no late pong can fake; behind a trusted proxy, the
// one it reported when the socket was opened. False if unknown.
bool socket_kernel_round_trip(const Socket *socket, u32 *us);
bool socket_proxied(const Socket *socket); // the client is behind a trusted proxy
// Sends the queue, then the close frame. No further message is read and no frame accepted.
void socket_close(Socket *socket, int code, const char *why);
void *socket_data(const Socket *socket);
void socket_set_data(Socket *socket, void *data);

// --- the end -------------------------------------------------------------------------------------

enum { CLOSE_GOING_AWAY = 1001, CLOSE_RESTARTS = 1012 };

// From now on every answer closes its connection, so that a balancer sends the next request
// elsewhere.
void web_retire(Web *web);
// Stops accepting. Each connection ends with the answer under way; idle ones close at once,
// WebSockets with that code: 1012 asks clients to come back, 1001 does not.
void web_drain(Web *web, int code, const char *why);

// Closing takes two steps, since handles close inside the loop: web_close ends all connections, the
// caller runs the loop until it is empty, then calls web_free.
void web_close(Web *web);
void web_free(Web *web);

#endif
