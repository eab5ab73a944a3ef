// SPDX-License-Identifier: MIT
// Online play as a whole: the store, the games, the people, the sockets and the API over them.
//
//    routes.c people.c    HTTP requests          hub.c channel.c    sockets
//         |                                           |
//    rooms.h              games in progress  -----  news
//         |
//    store.h              the store
#ifndef MEYDAN_SERVER_APP_ONLINE_H
#define MEYDAN_SERVER_APP_ONLINE_H

#include "platform/net/web.h"
#include "server/kernel/logger.h"

typedef struct Online Online;

typedef struct OnlineSetup {
    uv_loop_t *loop;
    Web *web;             // whose sockets it serves
    const char *store;    // a file
    const char *bus;      // redis://... shared by all nodes; NULL: a single server
    const char *version;  // of the program
    const char *origin;   // the page's origin, NULL if it is the Host's
    bool metrics_to_all;  // instead of only to this machine
    bool rate_shared;     // see RoomsSetup
    int vacation_days;    // see RoutesSetup
    int work_above;       // see PeopleSetup
    bool trust_clock;     // even if it is absurdly far ahead
    int limits;           // multiplies rate limits; 0: no limits
    int gather_ms;        // see StoreSetup
    int notice_ms;        // see DrainSetup
    bool alone;           // the store has no threads (store.h); for fuzzing
    int computer_threads; // 0: no computers
    const char *explorer; // a folder; NULL: no explorer
    // A contact for push services, "mailto:..."; NULL: no Web Push. `anywhere`: also to http and
    // this machine's network, for tests.
    const char *push_contact;
    bool push_anywhere;
    bool reviews;     // games are reviewed on request,
    bool reviews_all; // or all of them,
    i64 review_nodes; // with this many nodes per search
    void *owner;
    void (*say)(void *owner, LogLevel level, const char *line); // messages for the operator
    void (*event)(void *owner, const char *line);               // writes the log, or NULL
    void (*stopped)(void *owner);                               // after online_stop
} OnlineSetup;

Online *online_new(const OnlineSetup *setup); // NULL if out of memory
// Opens the store and starts. False, with the reason, if the store cannot be opened or its games
// cannot be read; then too it must be closed as below.
bool online_start(Online *online, Fault *why);

// Whether a request is for the API and not for the page; then it answers, at once or later.
bool online_request(Online *online, WebCall *call, const Request *request);
// The same for the page of a game; `document` is the page's.
bool online_preview(Online *online, WebCall *call, const Request *request, Text document);
// An answer, of the API or the page, has been sent.
void online_answered(Online *online, const WebLog *log);
// The loop was busy for this long before it slept.
void online_turn(Online *online, double busy_ms);

// Refuses actions. Commits under way are still reported, then the sockets are closed and `stopped`
// is called.
void online_stop(Online *online);

// Finishes all writes. Then the caller calls web_close, runs the loop until it is empty, and calls
// online_free.
void online_close(Online *online);
void online_free(Online *online);

#endif
