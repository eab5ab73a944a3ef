// SPDX-License-Identifier: MIT
// HTTP: finds the row of a request in the table of features, checks what the row states, and calls
// its handler. Also the paths for operators: /health and /metrics.
#ifndef MEYDAN_SERVER_ROUTES_H
#define MEYDAN_SERVER_ROUTES_H

#include "platform/net/web.h"
#include "server/api/accounts/people.h"
#include "server/api/feature.h"

typedef struct Routes Routes;

// Returns NULL and sets `why` if out of memory or if two routes have the same path.
Routes *routes_new(const App *app, Fault *why);
void routes_free(Routes *routes);

// Whether a path is one of the API or for operators rather than of the page.
bool routes_has(Text path);
void routes_answer(Routes *routes, WebCall *call, const Request *request);
// Whether a WebSocket may be opened: for whom, or the refusal.
bool routes_admit(Routes *routes, const Request *request, Who *who, Answer *refusal);

#endif
