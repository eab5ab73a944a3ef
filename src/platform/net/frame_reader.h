// SPDX-License-Identifier: MIT
// Reads WebSocket messages out of bytes, as a server (RFC 6455), on wslay's frames.
//
// Bytes go in as they come, in any pieces; out come whole messages, pings, pongs, a close, or the
// code with which the connection must be closed. Between two messages a reader holds no memory: it
// borrows wslay's buffer of 4 kB from a pool while it reads a frame.
#ifndef MEYDAN_PLATFORM_NET_FRAME_READER_H
#define MEYDAN_PLATFORM_NET_FRAME_READER_H

#include "base/text.h"

typedef enum FrameKind {
    FRAME_NONE, // the input is used up
    FRAME_MESSAGE,
    FRAME_PING,
    FRAME_PONG,
    FRAME_CLOSE, // `code` is the peer's, 0 without one
    FRAME_FAULT, // `code` is ours, and reading ends
} FrameKind;

typedef struct FrameRead {
    FrameKind kind;
    Text payload; // valid UTF-8 if a message, available until the next call
    int code;
    const char *why; // of a fault
} FrameRead;

typedef struct FramePartial FramePartial; // the state of a partly received frame or message

typedef struct FramePool {
    FramePartial *spare;
} FramePool;

typedef struct FrameReader {
    FramePartial *partial; // NULL between messages
} FrameReader;

// Starts reading `input`, which must live until FRAME_NONE or FRAME_FAULT. False if out of memory.
bool frame_reader_begin(FrameReader *reader, FramePool *pool, Text input);
// The next item in the input; messages longer than `message_max` are a fault.
FrameRead frame_reader_next(FrameReader *reader, FramePool *pool, size_t message_max);
void frame_reader_free(FrameReader *reader);
void frame_pool_free(FramePool *pool);

#endif
