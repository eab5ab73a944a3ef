// SPDX-License-Identifier: MIT
// Bytes to and from a server, plain or through TLS. Nothing here blocks longer than the caller
// allows, and an interrupt (Wait) ends any waiting. The caller ignores SIGPIPE.
#ifndef MEYDAN_CLIENT_STREAM_H
#define MEYDAN_CLIENT_STREAM_H

#include "base/text.h"

#include <stdatomic.h>

enum { HOST_MAX = 256 };

// http://host[:port] or https://host[:port], [::1] for addresses with colons; nothing behind it but
// a slash.
typedef struct Url {
    bool tls;
    char host[HOST_MAX], port[6];
    char authority[HOST_MAX + 8]; // as a Host header has it
} Url;

bool url_read(Text text, Url *url, Fault *why);

// Until when a call may wait, in ms of protocol/now.h, and the flag of a signal handler that ends
// the wait (NULL: none).
typedef struct Wait {
    i64 until;
    const atomic_bool *interrupt;
} Wait;

typedef struct Stream Stream;

// NULL if the server cannot be reached; `why` says why. Certificates must be valid for the host.
Stream *stream_open(const Url *url, Wait wait, Fault *why);
void stream_close(Stream *stream);

// To poll for reading. Only after stream_read() has said 0: TLS may hold bytes back.
int stream_file(const Stream *stream);
// How many bytes came: 0 for none now, -1 if the stream has ended.
i64 stream_read(Stream *stream, char *to, size_t capacity);
// Waits until there may be something to read; false if the time is over.
bool stream_wait(Stream *stream, Wait wait);
// All of it, or false: then the stream is of no more use.
bool stream_write(Stream *stream, Text bytes, Wait wait);

#endif
