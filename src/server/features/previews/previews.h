// SPDX-License-Identifier: MIT
#ifndef MEYDAN_SERVER_FEATURES_PREVIEWS_PREVIEWS_H
#define MEYDAN_SERVER_FEATURES_PREVIEWS_PREVIEWS_H

#include "server/api/call.h"

// Answers a request for a game's page with `document` and tags about the game in its head. False if
// the path is another one: then the document is the answer.
bool previews_answer(const App *app, WebCall *web, const Request *request, Text document);

#endif
