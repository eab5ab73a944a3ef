// SPDX-License-Identifier: MIT
// HTTP: which path does what. docs/api.md has the table as clients see it.
#ifndef MEYDAN_SERVER_ROUTES_H
#define MEYDAN_SERVER_ROUTES_H

#include "server/api/feature.h"
#include "server/cards/cards.h"
#include "server/online/hub.h"
#include "server/people/fingerprints.h"

typedef struct Routes Routes;

typedef struct RoutesSetup {
    const App *app;
    uv_loop_t *loop;
    Store *store;
    Rooms *rooms;
    Hub *hub;
    People *people;
    Presence *presence;
    Fingerprints *fingerprints;
    Cards *cards;     // NULL: there are no pictures of games
    RateLimits *limits;
    Metrics *metrics;
    const char *version;
    const char *origin;  // of the page, if not the Host's; NULL
    bool metrics_to_all; // else only to this machine
    int vacation_days;   // that everybody has in a year; 0: none
    void *owner;
    i64 (*now)(void *owner);
    void (*cluster)(void *owner, Gauges *gauges); // what it knows of other nodes; NULL: none
} RoutesSetup;

// NULL, and why, without memory or if two routes have one path.
Routes *routes_new(const RoutesSetup *setup, Fault *why);
// Downloads end, before the store is closed.
void routes_close(Routes *routes);
void routes_free(Routes *routes);

// Whether a path is one of ours rather than the page's.
bool routes_has(Text path);
void routes_answer(Routes *routes, WebCall *call, const Request *request);
// Answers a request for the page of a game with `document` and words about the game in its head,
// for previews of links. False if it is no such page: then the document is the answer.
bool routes_preview(Routes *routes, WebCall *call, const Request *request, Text document);
// Whether a WebSocket may be opened: who it is for, or the answer.
bool routes_admit(Routes *routes, const Request *request, Who *who, Answer *refusal);

// The answer of GET /me.
void routes_write_me(Routes *routes, const StoredPerson *person, Json *json);

#endif
