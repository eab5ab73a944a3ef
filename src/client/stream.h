// SPDX-License-Identifier: MIT
// Bytes to and from a server over libcurl, plain or through TLS. Nothing here blocks longer than
// the caller allows, and an interrupt (Wait) ends any waiting. The caller ignores SIGPIPE.
#ifndef MEYDAN_CLIENT_STREAM_H
#define MEYDAN_CLIENT_STREAM_H

#include "base/text.h"

#include <curl/curl.h>
#include <stdatomic.h>

// http://host[:port] or https://host[:port], [::1] for addresses with colons; nothing behind it but
// a slash.
typedef struct Url {
    bool tls;
    char authority[264]; // as a Host header has it
} Url;

bool url_read(Text text, Url *url, Fault *why);

// Until when a call may wait, in ms of protocol/now.h, and the flag of a signal handler that ends
// the wait (NULL: none).
typedef struct Wait {
    i64 until;
    const atomic_bool *interrupt;
} Wait;

// A libcurl handle for this path of the server, or NULL. Certificates must be valid for the host.
// `wait` must live until the handle has been used.
CURL *curl_for(const Url *url, const char *path, const Wait *wait);
// What `code` means for a handle of curl_for().
void curl_fault(CURLcode code, const Url *url, Fault *why);

typedef CURL Stream;

// NULL if the server cannot be reached; `why` says why.
Stream *stream_open(const Url *url, Wait wait, Fault *why);
void stream_close(Stream *stream);

// To poll for reading. Only after stream_read() has said 0: TLS may hold bytes back.
int stream_file(Stream *stream);
// How many bytes came: 0 for none now, -1 if the stream has ended.
i64 stream_read(Stream *stream, char *to, size_t capacity);
// Waits until there may be something to read; false if the time is over.
bool stream_wait(Stream *stream, Wait wait);
// All of it, or false: then the stream is of no more use.
bool stream_write(Stream *stream, Text bytes, Wait wait);

#endif
