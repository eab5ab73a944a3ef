// SPDX-License-Identifier: MIT
// Reads one HTTP request out of bytes (RFC 9112), on http_parser.
//
// Bytes go in as they come, in any pieces. A RequestReader reports when the head or the whole
// request is complete, or the status with which to refuse it. It is stricter than the library,
// which Debian builds without its strict checks: names of headers are tokens, lines end in CRLF, no
// line is folded, and the framing of the body (Content-Length, Transfer-Encoding, chunks) is exact
// or refused, so that no request can be hidden inside another.
#ifndef MEYDAN_PLATFORM_NET_REQUEST_H
#define MEYDAN_PLATFORM_NET_REQUEST_H

#include "platform/net/http.h"

#include <http_parser.h>

enum { REQUEST_HEAD_MAX = 8 << 10 };

typedef enum RequestStep {
    REQUEST_MORE, // the input is used up
    REQUEST_HEAD, // the head is complete, continue for the body
    REQUEST_DONE,
    REQUEST_REFUSED, // `status` has the reason; the rest of the input cannot be parsed
} RequestStep;

typedef enum HeaderId {
    HEADER_ACCEPT_ENCODING,
    HEADER_AUTHORIZATION,
    HEADER_CONTENT_TYPE,
    HEADER_COOKIE,
    HEADER_EXPECT,
    HEADER_FORWARDED_FOR,
    HEADER_FORWARDED_PROTO,
    HEADER_FORWARDED_RTT,
    HEADER_HOST,
    HEADER_IF_NONE_MATCH,
    HEADER_ORIGIN,
    HEADER_TRANSFER_ENCODING,
    HEADER_UPGRADE,
    HEADER_USER_AGENT,
    HEADER_WEBSOCKET_KEY,
    HEADER_WEBSOCKET_VERSION,
    HEADERS,
} HeaderId;

typedef struct HeadSlice {
    u16 start, length; // offsets in the head
} HeadSlice;

// Where the parser has paused, at a required line end between chunks.
typedef enum ChunkLine { LINE_NONE, LINE_TAKEN, LINE_LAST } ChunkLine;

typedef struct RequestReader {
    http_parser parser;
    size_t body_max;
    int status; // of a refusal, or 0
    bool head_done, done;
    bool in_value;     // reading the value of a header
    u32 seen;          // a bit for each HeaderId
    char before, last; // the last two bytes taken by the parser
    ChunkLine chunk_line;
    HeadSlice target, name, value, header[HEADERS];
    Request request; // valid from REQUEST_HEAD on; the body from REQUEST_DONE on
    char *body;
    size_t body_length, body_capacity;
    size_t head_length;
    char head[REQUEST_HEAD_MAX];
} RequestReader;

void request_init(RequestReader *reader, size_t body_max);
void request_free(RequestReader *reader);
// Takes bytes off the front of `*input`, up to the next step.
RequestStep request_take(RequestReader *reader, Text *input);

// From REQUEST_HEAD on.
Text request_header(const RequestReader *reader, HeaderId id); // empty if it is not there
const char *request_method_name(const RequestReader *reader);
u64 request_length(const RequestReader *reader); // announced length of the body, 0 if in chunks
bool request_has_body(const RequestReader *reader);
bool request_is_1_0(const RequestReader *reader);
bool request_keeps_alive(const RequestReader *reader);
bool request_awaits_continue(const RequestReader *reader);
bool request_wants_websocket(const RequestReader *reader);
// The HTTP status if the upgrade is invalid (RFC 6455), else 0.
int request_check_websocket(const RequestReader *reader);

// The client's address from a trusted proxy; empty if invalid or missing.
Text request_forwarded_for(const RequestReader *reader);
bool request_forwarded_https(const RequestReader *reader);
u32 request_forwarded_round_trip(const RequestReader *reader); // us, less than 10 s; 0: none

#endif
