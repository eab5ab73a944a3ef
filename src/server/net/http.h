// SPDX-License-Identifier: MIT
// Requests and answers as plain data, and the reading of those headers that decide between them.
//
// What speaks HTTP on the wire (web.c) makes a Request, somebody fills in an Answer, web.c sends
// it. Nothing here touches a socket or allocates, so that every case can be tested and fuzzed.
#ifndef MEYDAN_SERVER_NET_HTTP_H
#define MEYDAN_SERVER_NET_HTTP_H

#include "base/text.h"

typedef enum Method {
    METHOD_GET,
    METHOD_HEAD,
    METHOD_POST,
    METHOD_DELETE,
    METHOD_OTHER,
} Method;

// How a body is compressed, best last.
typedef enum Coding { CODING_NONE, CODING_GZIP, CODING_BROTLI, CODINGS } Coding;

// Missing headers are empty. All of it lives until it is answered.
typedef struct Request {
    Method method;
    Text path;  // decoded, without the query
    Text query; // without the '?', still encoded: http_query reads it
    Text body;
    Text host, origin, cookie, authorization, content_type, accept_encoding, if_none_match;
    Text user_agent;
    Text address; // of the client: numeric, without a port
    bool secure;  // over TLS, as far as the client is concerned
    // Between the client and a trusted proxy, as the proxy measured it; 0: unknown.
    u32 round_trip_us;
} Request;

// What a body that is made while it is sent has to say for its next piece.
typedef enum BodyStep {
    BODY_PIECE,  // here it is
    BODY_LATER,  // web_continue will tell when there is one
    BODY_END,    // that was all
    BODY_BROKEN, // there should have been more
} BodyStep;

typedef struct Answer {
    int status;
    const char *type, *cache, *allow; // header values; NULL leaves the header out
    const char *etag, *set_cookie, *disposition;
    int retry_after_s; // 0: not said
    Coding coding;
    bool varies; // another Accept-Encoding would get another body
    bool close;  // the connection ends with this answer
    bool framed; // a document that other sites' pages may show in a frame
    Text body;   // for HEAD too: what GET would get
    // Instead of `body`: called for the next piece whenever the reader has taken the last, which
    // lives until then. NULL: the body is all there is.
    BodyStep (*next)(void *holder, Text *piece);
    // What the body lives in; `release` is called with it once nothing more is sent. Both may be
    // NULL.
    void *holder;
    void (*release)(void *holder);
} Answer;

// The name in Content-Encoding; NULL for CODING_NONE.
const char *coding_name(Coding coding);

// Whether an Accept-Encoding header asks for a coding. CODING_NONE is always fine, even where the
// header says otherwise: an answer that need not be unpacked is better than none.
bool http_accepts(Text accept_encoding, Coding coding);

// Whether an If-None-Match header names this entity tag (given with its quotes), or any.
bool http_etag_listed(Text if_none_match, const char *etag);

// The value of one name in a query or a form, decoded into `capacity` and closed by NUL; false if
// the name is not there, or its value does not fit, is badly encoded or has a NUL in it.
bool http_query(Text query, const char *name, char *capacity, size_t size);

// The value of one cookie; empty if there is none.
Text http_cookie(Text cookies, const char *name);

// What a status is called: "Not Found".
const char *http_reason(int status);

// An error: one line of plain text that no cache keeps.
Answer http_error(int status);

#endif
