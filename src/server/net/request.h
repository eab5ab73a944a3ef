// SPDX-License-Identifier: MIT
// One HTTP request out of bytes (RFC 9112), on http_parser.
//
// Bytes go in as they come, in any pieces; a RequestReader says when the head is there, when all of
// the request is, or with which status it must be refused. It is stricter than the library, which
// Debian builds without its own strict checks: names of headers are tokens, lines end in CRLF, no
// line is folded, and what frames the body (Content-Length, Transfer-Encoding, chunks) is exact or
// refused, so that nobody can hide one request inside another.
#ifndef MEYDAN_SERVER_NET_REQUEST_H
#define MEYDAN_SERVER_NET_REQUEST_H

#include "server/net/http.h"

#include <http_parser.h>

enum { REQUEST_HEAD_MAX = 8 << 10 };

typedef enum RequestStep {
    REQUEST_MORE, // all bytes are used up
    REQUEST_HEAD, // the head is there; go on for the body
    REQUEST_DONE,
    REQUEST_REFUSED, // `status` says how; what follows cannot be read
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
    u16 start, length; // in the head
} HeadSlice;

// Where the parser has paused at what must be the end of a line between chunks.
typedef enum ChunkLine { LINE_NONE, LINE_TAKEN, LINE_LAST } ChunkLine;

typedef struct RequestReader {
    http_parser parser;
    size_t body_max;
    int status; // of a refusal; 0: none
    bool head_done, done;
    bool in_value;     // of the header that is being read
    u32 seen;          // a bit for each HeaderId
    char before, last; // the last two bytes that the parser took
    ChunkLine chunk_line;
    HeadSlice target, name, value, header[HEADERS];
    Request request; // from REQUEST_HEAD on; the body from REQUEST_DONE on
    char *body;
    size_t body_length, body_capacity;
    size_t head_length;
    char head[REQUEST_HEAD_MAX];
} RequestReader;

void request_init(RequestReader *reader, size_t body_max);
void request_free(RequestReader *reader); // what it holds
// Takes bytes off the front of `*input`, up to the next step.
RequestStep request_take(RequestReader *reader, Text *input);

// From REQUEST_HEAD on.
Text request_header(const RequestReader *reader, HeaderId id); // empty if it is not there
const char *request_method_name(const RequestReader *reader);
u64 request_length(const RequestReader *reader); // of the body, as announced; 0 if in chunks
bool request_has_body(const RequestReader *reader);
bool request_is_1_0(const RequestReader *reader);
bool request_keeps_alive(const RequestReader *reader);
bool request_awaits_continue(const RequestReader *reader);
bool request_wants_websocket(const RequestReader *reader);
// The status with which the wish for a WebSocket is refused; 0 if it is as RFC 6455 has it.
int request_check_websocket(const RequestReader *reader);

// What a trusted proxy says: the address that it saw; empty if it says nothing sensible.
Text request_forwarded_for(const RequestReader *reader);
bool request_forwarded_https(const RequestReader *reader);
u32 request_forwarded_round_trip(const RequestReader *reader); // us, less than 10 s; 0: none

#endif
