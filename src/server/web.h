// SPDX-License-Identifier: MIT
// HTTP on the wire: libwebsockets on a libuv loop.
//
// A Web adopts accepted sockets, reads requests, asks its owner for an answer and sends it piece by
// piece. Connections that are slow, idle or too many are dropped; none can make the server hold
// more than one piece of an answer or one set of headers for it. All of it runs on the loop's
// thread.
#ifndef MEYDAN_SERVER_WEB_H
#define MEYDAN_SERVER_WEB_H

#include "server/http.h"

#include <sys/socket.h>
#include <uv.h>

typedef struct Web Web;

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
    int connections_most, connections_each; // in all, and from one address (0: no limit)
    // For a request to arrive, for a reader to take something, for an idle connection to be used.
    int timeout_s;
    void *owner;
    void (*answer)(void *owner, const Request *request, Answer *answer);
    void (*log)(void *owner, const WebLog *log); // may be NULL
    void (*empty)(void *owner);                  // after web_drain, when the last connection ends
} WebSetup;

Web *web_new(const WebSetup *setup, Fault *why);

// Takes an accepted, non-blocking socket over, or closes it.
void web_adopt(Web *web, int fd, const struct sockaddr *address);

// No connection outlives the answer that it is being sent; idle ones end at once.
void web_drain(Web *web);

// The end takes two steps, since handles close inside the loop: web_close ends all connections,
// then the loop is run until it is empty, then comes web_free.
void web_close(Web *web);
void web_free(Web *web);

#endif
