// SPDX-License-Identifier: MIT
// HTTP and WebSockets on the wire: libwebsockets on a libuv loop.
//
// A Web adopts accepted sockets, reads requests with their bodies and hands each to its owner as a
// WebCall, which the owner answers now or later; it sends answers piece by piece. A request for a
// path that the owner wants as a WebSocket becomes a Socket. Connections that are slow, idle or too
// many are dropped; none can make the server hold more than one body, one piece of an answer or one
// queue of frames for it. All of it runs on the loop's thread.
#ifndef MEYDAN_SERVER_NET_WEB_H
#define MEYDAN_SERVER_NET_WEB_H

#include "server/net/http.h"

#include <sys/socket.h>
#include <uv.h>

typedef struct Web Web;
typedef struct WebCall WebCall; // a request that wants an answer
typedef struct Socket Socket;   // a WebSocket
typedef struct Frame Frame;     // a text message, made once and sent to many

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
    bool trust_proxy; // a peer on loopback names the client: X-Forwarded-For, X-Forwarded-Proto
    const char *tls_certificate, *tls_key; // files in PEM form; NULL: no TLS
    void *owner;
    // The owner answers by web_answer, in here or later; the request itself lives only in here.
    void (*request)(void *owner, WebCall *call, const Request *request);
    void (*log)(void *owner, const WebLog *log); // may be NULL
    void (*empty)(void *owner);                  // after web_drain, when the last connection ends
    // WebSockets; all of these may be NULL if there are none. socket_open answers 0, or the HTTP
    // status of its refusal; only after 0 come the others, socket_closed last and exactly once.
    // None of them is called out of socket_send, socket_ping or socket_close.
    bool (*wants_socket)(void *owner, Text path);
    int (*socket_open)(void *owner, Socket *socket, const Request *request);
    void (*socket_message)(void *owner, Socket *socket, Text message);
    void (*socket_pong)(void *owner, Socket *socket, u32 round_trip_us);
    void (*socket_closed)(void *owner, Socket *socket);
} WebSetup;

Web *web_new(const WebSetup *setup, Fault *why);

// Reads the certificate and its key again, for new connections; existing ones continue.
// False, and why, if they do not match: then the old one stays.
bool web_renew_tls(Web *web, Fault *why);

// Takes an accepted, non-blocking socket over, or closes it.
void web_adopt(Web *web, int fd, const struct sockaddr *address);

// Exactly once for each call, which ends with it. The texts of the answer's headers are read in
// here; the body lives until its release. If the connection has gone (or all of the Web), the body
// is released at once.
void web_answer(WebCall *call, const Answer *answer);

// A frame is counted; it begins with one holder. NULL without memory, which all of these bear.
Frame *frame_new(Text text);
Frame *frame_hold(Frame *frame);
void frame_release(Frame *frame);

// Queues a frame, which it holds; what is queued goes out before the loop sleeps. A reader that is
// more than 64 frames or 256 kB behind is dropped.
void socket_send(Socket *socket, Frame *frame);
// Measures the round trip, unless it is being measured: socket_pong has the result.
void socket_ping(Socket *socket);
// Sends the queue, then closes. No message is read and no frame taken any more.
void socket_close(Socket *socket, int code, const char *why);
void *socket_data(const Socket *socket);
void socket_set_data(Socket *socket, void *data);

// No connection outlives the answer that it is being sent; idle ones end at once, WebSockets with
// code 1001.
void web_drain(Web *web);

// The end takes two steps, since handles close inside the loop: web_close ends all connections,
// then the loop is run until it is empty, then comes web_free.
void web_close(Web *web);
void web_free(Web *web);

#endif
