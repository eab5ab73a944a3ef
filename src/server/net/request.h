// SPDX-License-Identifier: MIT
// What the headers of a request say, read from libwebsockets.
#ifndef MEYDAN_SERVER_NET_REQUEST_H
#define MEYDAN_SERVER_NET_REQUEST_H

#include "server/net/http.h"

#include <netinet/in.h>

struct lws;

enum {
    HEADER_MAX = 1 << 10,    // of one that we read; a longer one is as good as none
    COOKIE_MAX = 4 << 10,    // a browser sends those of every server on localhost
    SWALLOWED_MAX = 1 << 20, // of a body that is too large, so that the refusal can be read
};

// Where the texts of a Request live.
typedef struct RequestRoom {
    char query[HEADER_MAX], host[HEADER_MAX], origin[HEADER_MAX], cookie[COOKIE_MAX],
        authorization[HEADER_MAX], content_type[HEADER_MAX], accept_encoding[HEADER_MAX],
        if_none_match[HEADER_MAX];
} RequestRoom;

// All but the body, the address and `secure`, which are not in the headers.
Request request_read(struct lws *wsi, RequestRoom *capacity);

Method request_method(struct lws *wsi, const char **name, Text *path);

// A request line without a version, or HTTP/1.1 without a host. The former is also what is left of
// a path with an encoded line end, behind which the library goes on reading headers.
bool request_is_broken(struct lws *wsi);

bool request_has_length(struct lws *wsi);
bool request_awaits_continue(struct lws *wsi); // before it sends its body
// The status of a refusal, or 0; and how many bytes of a body are to be read.
int request_length(struct lws *wsi, Method method, size_t body_max, size_t *length);

// What a trusted proxy says. The address stays as it is if it says nothing sensible.
void request_forwarded_for(struct lws *wsi, char address[INET6_ADDRSTRLEN]);
bool request_forwarded_https(struct lws *wsi);

// Whether it asks for a WebSocket, and whether it does so as it should.
bool request_wants_websocket(struct lws *wsi);
bool request_is_handshake(struct lws *wsi);

#endif
