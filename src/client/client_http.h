// SPDX-License-Identifier: MIT
// One request to a server and its response, over a separate connection; and a parser of response
// headers for websocket.c and the load benchmarks.
#ifndef MEYDAN_CLIENT_CLIENT_HTTP_H
#define MEYDAN_CLIENT_CLIENT_HTTP_H

#include "client/stream.h"

enum { ANSWER_MAX = 4 << 20 };

typedef struct HttpAsk {
    const char *method; // "GET"
    const char *path;   // "/api/v1/me"
    const char *token;  // a bot's token, or NULL
    Text body;          // JSON, or empty
} HttpAsk;

typedef struct HttpAnswer {
    int status;
    char *body; // NUL-terminated; freed by http_free()
    size_t length;
} HttpAnswer;

// The length of a response's headers in bytes; 0 if incomplete, -1 if it isn't HTTP/1.1.
i64 http_head(Text bytes, int *status);
// The value of a header, by its name in lower case without the colon; empty if missing.
Text http_header(Text head, const char *name);

// Returns false and sets `why` if there was no response. Any status counts as a response.
bool http_ask(const Url *url, const HttpAsk *ask, Wait wait, HttpAnswer *answer, Fault *why);
void http_free(HttpAnswer *answer);

#endif
