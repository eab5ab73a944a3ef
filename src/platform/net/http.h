// SPDX-License-Identifier: MIT
// Requests and answers as plain data, and the parsing of the headers that decide between them.
//
// web.c parses a Request, its owner fills in an Answer, web.c sends that. This file neither uses
// sockets nor allocates, so that every case can be tested and fuzzed.
#ifndef MEYDAN_PLATFORM_NET_HTTP_H
#define MEYDAN_PLATFORM_NET_HTTP_H

#include "base/text.h"

typedef enum Method {
    METHOD_GET,
    METHOD_HEAD,
    METHOD_POST,
    METHOD_DELETE,
    METHOD_OPTIONS,
    METHOD_OTHER,
} Method;

// The compression of a body, best last.
typedef enum Coding { CODING_NONE, CODING_GZIP, CODING_BROTLI, CODINGS } Coding;

// Missing headers are empty. All of it is valid until the answer.
typedef struct Request {
    Method method;
    Text path;  // decoded, without the query
    Text query; // without the '?', still encoded: http_query reads it
    Text body;
    Text host, origin, cookie, authorization, content_type, accept_encoding, if_none_match;
    Text user_agent;
    Text address; // of the client: numeric, without a port
    bool secure;  // TLS on the client's side
    // Round trip between the client and a trusted proxy, measured by the proxy; 0: unknown.
    u32 round_trip_us;
} Request;

// The result of asking a streamed body for its next piece.
typedef enum BodyStep {
    BODY_PIECE,  // a piece
    BODY_LATER,  // none yet; web_continue will report one
    BODY_END,    // the body is complete
    BODY_BROKEN, // it ends early
} BodyStep;

typedef struct Answer {
    int status;
    const char *type, *cache, *allow; // header values; NULL leaves the header out
    const char *etag, *set_cookie, *disposition;
    int retry_after_s; // 0: no header
    Coding coding;
    bool varies; // the body depends on Accept-Encoding
    bool close;  // the connection ends with this answer
    bool framed; // a document that other sites' pages may show in a frame
    Text body;   // that of a GET, for HEAD too
    // Instead of `body`: called for the next piece whenever the reader has taken the last one,
    // which is valid until then. NULL: `body` is everything.
    BodyStep (*next)(void *holder, Text *piece);
    // The owner of the body's memory; `release` is called with it once nothing more is sent. Both
    // may be NULL.
    void *holder;
    void (*release)(void *holder);
} Answer;

// The name in Content-Encoding; NULL for CODING_NONE.
const char *coding_name(Coding coding);

// Whether an Accept-Encoding header accepts a coding. CODING_NONE is always accepted, even against
// the header: an uncompressed answer is better than none.
bool http_accepts(Text accept_encoding, Coding coding);

// Whether an If-None-Match header contains this entity tag (given with its quotes), or *.
bool http_etag_listed(Text if_none_match, const char *etag);

// The value of a name in a query or a form, decoded into `capacity` with a NUL; false if the name
// is missing, or its value is too long, badly encoded or contains a NUL.
bool http_query(Text query, const char *name, char *capacity, size_t size);

// The value of one cookie; empty if there is none.
Text http_cookie(Text cookies, const char *name);

// The name of a status: "Not Found".
const char *http_reason(int status);

// An error: one line of plain text that is not cached.
Answer http_error(int status);

#endif
