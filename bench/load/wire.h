// SPDX-License-Identifier: MIT
// Thousands of connections to one server in one thread, as cheap as possible, because it shares the
// machine with the measured server. WebSockets and HTTP with keep-alive, plain, on loopback. The
// caller handles JSON; it knows the server's messages and searches for words instead of parsing.
#ifndef MEYDAN_BENCH_WIRE_H
#define MEYDAN_BENCH_WIRE_H

#include "base/text.h"

typedef struct Wire Wire;
typedef struct Link Link;

typedef enum LinkNews {
    LINK_OPEN,    // a WebSocket has opened
    LINK_MESSAGE, // a message of a WebSocket; `text` is valid during the call
    LINK_ANSWER,  // an HTTP response; `text` is the body
    LINK_GONE,    // closed by the server (text: the status line, if it did not open)
} LinkNews;

typedef void LinkTold(Link *link, LinkNews news, Text text);

struct Link {
    void *owner; // the caller's
    int number;  // the caller's
    LinkTold *told;
    // The rest belongs to the wire. `status` and `cookie` of the last response may be read.
    Wire *wire;
    int file, port;
    int status;
    char cookie[80]; // name=value of a Set-Cookie
    bool socket, open;
    char *in, *out; // incomplete input, unsent output
    size_t in_used, out_used;
};

// A monotonic clock in microseconds.
i64 now_us(void);

enum { WIRE_PORTS_MAX = 16 };
Wire *wire_new(int port);
// Adds another server of the same site: connections alternate between them. Returns false if there
// are too many.
bool wire_add(Wire *wire, int port);
void wire_free(Wire *wire); // all links must be closed

// Returns NULL on failure. Connections come from many addresses of 127/8 in turn.
Link *wire_http(Wire *wire, LinkTold *told, void *owner, int number);
Link *wire_socket(Wire *wire, const char *cookie, LinkTold *told, void *owner, int number);
void link_close(Link *link);

// One request at a time; `cookie` and `body` may be empty.
void link_ask(Link *link, const char *method, const char *path, const char *cookie, Text body);
void link_say(Link *link, Text message);

// Processes events until `until` of now_us(), or until `*done` (if not NULL) is true.
void wire_run(Wire *wire, i64 until, const bool *done);

// Many requests, `parallel` at a time: `build` writes the body (and path and cookie) of errand i,
// `answered` receives its response. Returns false if some weren't answered within `within` us.
typedef struct Errand {
    const char *method, *cookie;
    char path[96];
    char body[512];
} Errand;
typedef struct Errands {
    int count, parallel;
    i64 within;
    void (*build)(void *context, int i, Errand *errand);
    void (*answered)(void *context, int i, const Link *link, Text body);
    void *context;
} Errands;
bool wire_errands(Wire *wire, const Errands *errands);

#endif
