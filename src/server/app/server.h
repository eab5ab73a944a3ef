// SPDX-License-Identifier: MIT
// The server: one libuv loop on one thread, from listening to a clean end.
//
//    signals, listening sockets          server.c, listener.c
//         |  accepted sockets
//    HTTP, limits on connections         web.c, headers.c, admission.c
//         |  Request -> Answer           http.c
//    playing online                      online.c and the layers below it
//    the page                            site.c, folder.c, page.h
//
// SIGINT and SIGTERM end it: it stops listening, finishes the answers under way and returns; a
// second signal ends it at once. SIGHUP reads the folder of the page and the certificate again.
#ifndef MEYDAN_SERVER_APP_SERVER_H
#define MEYDAN_SERVER_APP_SERVER_H

#include "platform/net/listener.h"
#include "server/kernel/logger.h"

typedef struct ServerSetup {
    const char *host;
    int port, port_last;  // the first free one of these (for port 0 the system chooses)
    const char *folder;   // with the page, NULL for the page inside the program
    int connections_max;  // fewer if the system allows fewer files
    int connections_each; // from one address, 0 for no limit
    int timeout_s;        // these four: see WebSetup
    const char *tls_certificate, *tls_key;
    bool trust_proxy;
    const char *proxies;
    // Accepted values of Host, separated by blanks or commas; "*": any. NULL: the host's, the
    // origin's and the machine's own name; any behind a proxy or with TLS.
    const char *names;
    // Lines without a line end: messages for the operator, and one per request (NULL: none).
    void (*say)(const char *line);
    LogLevel log_level; // of the messages
    LogFormat log_format;
    void (*log)(const char *line);
    // Playing online (online.h), unless `store` is NULL.
    const char *store;
    const char *bus; // redis://... shared by all nodes; NULL: a single server
    const char *version, *origin;
    bool rate_shared;
    int vacation_days; // see RoutesSetup
    int work_above;
    bool trust_clock;
    bool metrics_to_all;
    int limits;
    int gather_ms;
    int notice_ms;
    int computer_threads;
    const char *explorer;
    const char *push_contact; // see OnlineSetup
    bool push_anywhere;
    bool reviews, reviews_all;
    i64 review_nodes;
    void (*event)(const char *line); // one per event; NULL: none
} ServerSetup;

typedef struct Server Server;

// The code of the Fault if it is the store's.
enum { SERVER_NO_STORE = 1 };

// Starts listening. NULL, with the reason, on failure.
Server *server_new(const ServerSetup *setup, Fault *why);
const Listener *server_listener(const Server *server);

// Serves until a signal ends it.
void server_run(Server *server);
void server_free(Server *server);

#endif
