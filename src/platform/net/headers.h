// SPDX-License-Identifier: MIT
// The heads of answers.
#ifndef MEYDAN_PLATFORM_NET_HEADERS_H
#define MEYDAN_PLATFORM_NET_HEADERS_H

#include "platform/net/http.h"

typedef struct HeadersSetup {
    bool secure;     // over our own TLS: browsers must use https from then on
    bool close;      // the connection ends with the answer
    bool keep_alive; // it does not, which HTTP/1.0 requires to be stated
    int idle_s;      // without `close`: after how many seconds an idle connection is closed
    bool chunked;    // the body has chunks and no known length
    Text more;       // lines of web_add_header
} HeadersSetup;

void headers_write(const Answer *answer, const HeadersSetup *setup, Out *out);
// The answer that opens a WebSocket for a client with this `key`.
void headers_write_upgrade(Text key, bool secure, Out *out);

#endif
