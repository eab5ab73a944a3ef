// SPDX-License-Identifier: MIT
// Playing online: the store, the games, the people, the sockets and the API over them, as one.
//
//     routes.c people.c    HTTP requests          hub.c channel.c    sockets
//          |                                           |   bus
//     rooms.h              games in progress  -----  news
//          |
//     store.h              what is kept
#ifndef MEYDAN_SERVER_ONLINE_H
#define MEYDAN_SERVER_ONLINE_H

#include "server/kernel/logger.h"
#include "server/net/web.h"

typedef struct Online Online;

typedef struct OnlineSetup {
    uv_loop_t *loop;
    Web *web;             // whose sockets it serves
    const char *store;    // a file
    const char *bus;      // redis://...: other nodes share the store; NULL: there are none
    const char *version;  // of the program
    const char *origin;   // of the page, if not the Host's; NULL
    bool metrics_to_all;  // else only to this machine
    bool rate_shared;     // see RoomsSetup
    int vacation_days;    // see RoutesSetup
    int work_above;       // see PeopleSetup
    bool trust_clock;     // even if it is absurdly far ahead
    int limits;           // how generous limits of rate are: 1 as they are, 0 none
    int gather_ms;        // see StoreSetup
    int notice_ms;        // see DrainSetup
    bool alone;           // the store has no threads (store.h); for fuzzing
    int computer_threads; // 0: no computers
    const char *explorer; // a folder; NULL: no explorer
    // Whom push services can write to, "mailto:..."; NULL: nothing is sent to browsers. `anywhere`:
    // also to http and to this machine's network, for tests.
    const char *push_contact;
    bool push_anywhere;
    bool reviews;     // games are reviewed when somebody asks,
    bool reviews_all; // or all of them,
    i64 review_nodes; // with so many nodes a search
    void *owner;
    void (*say)(void *owner, LogLevel level, const char *line); // what the operator should know
    void (*event)(void *owner, const char *line);               // the log; NULL: none
    void (*stopped)(void *owner);                               // after online_stop
} OnlineSetup;

Online *online_new(const OnlineSetup *setup); // NULL without memory
// Opens the store and begins. False, and why, if the store cannot be opened or the games in it
// cannot be read; also then it ends as below.
bool online_start(Online *online, Fault *why);

// Whether a request is for the API and not for the page; then it is answered, now or later.
bool online_request(Online *online, WebCall *call, const Request *request);
// The same for the page of a game; `document` is the page's.
bool online_preview(Online *online, WebCall *call, const Request *request, Text document);
// An answer has been sent, be it the page's.
void online_answered(Online *online, const WebLog *log);
// The loop was busy for so long before it waited again.
void online_turn(Online *online, double busy_ms);

// No more actions; commits in progress are still reported, then the sockets are closed and
// `stopped` is called.
void online_stop(Online *online);

// The end: all writes are finished. Then comes web_close, then the loop is run until it is empty,
// then comes online_free.
void online_close(Online *online);
void online_free(Online *online);

#endif
