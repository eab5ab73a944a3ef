// SPDX-License-Identifier: MIT
// A byte stream to a server over libcurl, plain or with TLS. No call blocks longer than the caller
// allows, and an interrupt (Wait) ends any waiting. The caller must ignore SIGPIPE.
#ifndef MEYDAN_CLIENT_STREAM_H
#define MEYDAN_CLIENT_STREAM_H

#include "base/text.h"

#include <curl/curl.h>
#include <stdatomic.h>

// http://host[:port] or https://host[:port], with [::1] for addresses with colons; only a slash may
// follow.
typedef struct Url {
    bool tls;
    char authority[264]; // the Host header
} Url;

bool url_read(Text text, Url *url, Fault *why);

// The deadline of a call in ms of protocol/now.h, and a flag, set by a signal handler, that ends
// the wait (may be NULL).
typedef struct Wait {
    i64 until;
    const atomic_bool *interrupt;
} Wait;

// Creates a libcurl handle for a path of the server, or returns NULL. Certificates must be valid
// for the host. `wait` must outlive the use of the handle.
CURL *curl_for(const Url *url, const char *path, const Wait *wait);
// Describes the error `code` of a handle from curl_for().
void curl_fault(CURLcode code, const Url *url, Fault *why);

typedef CURL Stream;

// Returns NULL and sets `why` if the server can't be reached.
Stream *stream_open(const Url *url, Wait wait, Fault *why);
void stream_close(Stream *stream);

// The file descriptor to poll for reading. Poll only after stream_read() has returned 0, because
// TLS may have buffered bytes.
int stream_file(Stream *stream);
// Returns the number of bytes read: 0 if none are available, -1 at the end of the stream.
i64 stream_read(Stream *stream, char *to, size_t capacity);
// Waits until there may be data to read. Returns false after the deadline.
bool stream_wait(Stream *stream, Wait wait);
// Writes everything. Returns false on failure; the stream is then unusable.
bool stream_write(Stream *stream, Text bytes, Wait wait);

#endif
