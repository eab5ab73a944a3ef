// SPDX-License-Identifier: MIT
// The bytes of one TCP connection, plain or under TLS, on a libuv loop.
//
// Reading and writing never wait: a read that finds nothing and a write that the kernel does not
// take say so, and transport_watch asks the loop to call when it is worth trying again. Nothing is
// buffered here, so the writer knows how far the reader is behind.
#ifndef MEYDAN_SERVER_NET_TRANSPORT_H
#define MEYDAN_SERVER_NET_TRANSPORT_H

#include "server/net/tls.h"

#include <sys/uio.h>
#include <uv.h>

enum { TRANSPORT_OVER = -1 }; // the peer has ended, or the connection is broken

typedef struct Transport {
    uv_poll_t poll; // its `data` is the owner's
    int fd;
    struct ssl_st *ssl;         // NULL: plain
    u8 read_wants, write_wants; // events that the next read and write wait for
    u8 watched;                 // events the loop is asked for
    bool blocked;               // the last write was not taken whole
} Transport;

// Takes a connected, non-blocking socket over. False, with the socket left open, without memory.
bool transport_open(Transport *transport, uv_loop_t *loop, int fd, Tls *tls);
// Closes the socket at once; `closed` is called from the loop, and the memory must last until then.
void transport_close(Transport *transport, uv_close_cb closed);

// 1: secure (or plain from the start); 0: not yet; or TRANSPORT_OVER.
int transport_handshake(Transport *transport);
// How many bytes were read or written; 0: none for now; or TRANSPORT_OVER.
ssize_t transport_read(Transport *transport, void *bytes, size_t size);
ssize_t transport_write(Transport *transport, const struct iovec *pieces, int count);
// Whether something has been received that no event will tell of.
bool transport_pending(const Transport *transport);

// Nothing more is written. From then on reads drop what they find, and only say how much it was.
void transport_end_writing(Transport *transport);

// Has `called` when reading (if `reads`) or a write that was blocked is worth trying again.
void transport_watch(Transport *transport, bool reads, uv_poll_cb called);

// What the kernel measures: the smoothed time of a round trip in microseconds; 0 if unknown.
u32 transport_round_trip_us(const Transport *transport);

#endif
