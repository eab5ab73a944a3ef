// SPDX-License-Identifier: MIT
// Thousands of connections to one server in one thread, as cheap as can be: it shares the machine
// with the server that is measured. WebSockets and HTTP with keep-alive, plain, on loopback; JSON
// is the caller's, who knows what the server says and looks for words instead of parsing.
#ifndef MEYDAN_BENCH_WIRE_H
#define MEYDAN_BENCH_WIRE_H

#include "base/text.h"

typedef struct Wire Wire;
typedef struct Link Link;

typedef enum LinkNews {
    LINK_OPEN,    // a WebSocket has opened
    LINK_MESSAGE, // of a WebSocket; `text` is valid until the function returns
    LINK_ANSWER,  // of HTTP; `text` is the body
    LINK_GONE, // the server ended it (text: the status line, if it would not open); closed by now
} LinkNews;

typedef void LinkTold(Link *link, LinkNews news, Text text);

struct Link {
    void *owner; // the caller's
    int number;  // the caller's
    LinkTold *told;
    // The rest is the wire's; `status` and `cookie` are of the last answer and for reading.
    Wire *wire;
    int file, port;
    int status;
    char cookie[80]; // name=value of a Set-Cookie
    bool socket, open;
    char *in, *out; // what is not whole yet, what could not be sent yet
    size_t in_used, out_used;
};

// Microseconds that never go back.
i64 now_us(void);

enum { WIRE_PORTS_MAX = 16 };
Wire *wire_new(int port);
// Another server of the same site: connections go to one after the other. False: too many.
bool wire_add(Wire *wire, int port);
void wire_free(Wire *wire); // all links must be closed

// NULL if the system refuses. Connections come from many addresses of 127/8 in turn.
Link *wire_http(Wire *wire, LinkTold *told, void *owner, int number);
Link *wire_socket(Wire *wire, const char *cookie, LinkTold *told, void *owner, int number);
void link_close(Link *link);

// One at a time; `cookie` and `body` may be empty.
void link_ask(Link *link, const char *method, const char *path, const char *cookie, Text body);
void link_say(Link *link, Text message);

// Hands out what comes until `until` of now_us(), or until `*done` (if not NULL) is true.
void wire_run(Wire *wire, i64 until, const bool *done);

// Many requests, `parallel` at a time: `build` writes the body (and path and cookie) of errand i,
// `answered` gets its answer. False if they were not all answered `within` us.
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
