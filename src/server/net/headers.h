// SPDX-License-Identifier: MIT
// The heads of answers, as they are sent.
#ifndef MEYDAN_SERVER_NET_HEADERS_H
#define MEYDAN_SERVER_NET_HEADERS_H

#include "server/net/http.h"

typedef struct HeadersSetup {
    bool secure;     // over our own TLS: browsers are told to come back that way
    bool close;      // the connection ends with the answer
    bool keep_alive; // it does not, which HTTP/1.0 must be told
    int idle_s;      // without `close`: the seconds until an unused connection is closed
    bool chunked;    // the body comes in chunks, and its length is not known
} HeadersSetup;

void headers_write(const Answer *answer, const HeadersSetup *setup, Out *out);
// The answer that opens a WebSocket for a client that sent `key`.
void headers_write_upgrade(Text key, bool secure, Out *out);

#endif
