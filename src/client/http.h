// SPDX-License-Identifier: MIT
// One request to a server and its answer, over a connection of its own; and a reader of the headers
// of an answer, for websocket.c and the load benches.
#ifndef MEYDAN_CLIENT_HTTP_H
#define MEYDAN_CLIENT_HTTP_H

#include "client/stream.h"

enum { ANSWER_MAX = 4 << 20 };

typedef struct HttpAsk {
    const char *method; // "GET"
    const char *path;   // "/api/v1/me"
    const char *token;  // of a bot; NULL for none
    Text body;          // JSON; empty for none
} HttpAsk;

typedef struct HttpAnswer {
    int status;
    char *body; // ends in NUL; http_free() frees it
    size_t length;
} HttpAnswer;

// The headers of an answer: how many bytes they take, 0 if they are not all there yet, -1 if that
// is no HTTP/1.1.
i64 http_head(Text bytes, int *status);
// The value of a header among them, its name in lower case and without the colon; empty if there is
// none.
Text http_header(Text head, const char *name);

// False if there was no answer; `why` says why. Any status is an answer.
bool http_ask(const Url *url, const HttpAsk *ask, Wait wait, HttpAnswer *answer, Fault *why);
void http_free(HttpAnswer *answer);

#endif
