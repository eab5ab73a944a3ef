// SPDX-License-Identifier: MIT
// The bytes of one TCP connection, plain or under TLS, on a libuv loop.
//
// Reading and writing never block: they return that there is nothing to read or no space to write,
// and transport_watch has the loop call when a retry makes sense. Nothing is buffered here, so the
// writer knows how far the reader is behind.
#ifndef MEYDAN_PLATFORM_NET_TRANSPORT_H
#define MEYDAN_PLATFORM_NET_TRANSPORT_H

#include "platform/net/tls.h"

#include <sys/uio.h>
#include <uv.h>

enum { TRANSPORT_OVER = -1 }; // the peer closed, or the connection is broken

typedef struct Transport {
    uv_poll_t poll; // its `data` is the owner's
    int fd;
    struct ssl_st *ssl;         // NULL: plain
    u8 read_wants, write_wants; // events for which the next read and write wait
    u8 watched;                 // events requested from the loop
    bool blocked;               // the last write was incomplete
} Transport;

// Takes over a connected, non-blocking socket. False if out of memory, with the socket left open.
bool transport_open(Transport *transport, uv_loop_t *loop, int fd, Tls *tls);
// Closes the socket at once; `closed` is called from the loop, and the memory must live until then.
void transport_close(Transport *transport, uv_close_cb closed);

// 1: secure (or plain from the start); 0: not yet; or TRANSPORT_OVER.
int transport_handshake(Transport *transport);
// How many bytes were read or written; 0: none for now; or TRANSPORT_OVER.
ssize_t transport_read(Transport *transport, void *bytes, size_t size);
ssize_t transport_write(Transport *transport, const struct iovec *pieces, int count);
// Whether received bytes are pending for which the loop will report no event.
bool transport_pending(const Transport *transport);

// Ends writing. From then on reads discard the bytes and return only their number.
void transport_end_writing(Transport *transport);

// Has the loop call `called` when a read (if `reads`) or a blocked write can be retried.
void transport_watch(Transport *transport, bool reads, uv_poll_cb called);

// The kernel's smoothed round-trip time in microseconds; 0 if unknown.
u32 transport_round_trip_us(const Transport *transport);

#endif
