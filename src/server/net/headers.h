// SPDX-License-Identifier: MIT
// An answer's headers, in the form that libwebsockets sends.
#ifndef MEYDAN_SERVER_NET_HEADERS_H
#define MEYDAN_SERVER_NET_HEADERS_H

#include "server/net/http.h"

struct lws;
struct lws_protocol_vhost_options;

enum { HEADERS_SIZE = 2048 };

// The headers of every answer: what a browser may do with it.
const struct lws_protocol_vhost_options *headers_always(void);

// All of an answer's headers from `*at` on, which moves; false if they do not fit before `end`.
bool headers_write(struct lws *wsi, const Answer *answer, u8 **at, u8 *end);

#endif
