// SPDX-License-Identifier: MIT
// WebSocket messages out of bytes, as a server reads them (RFC 6455), on wslay's frames.
//
// Bytes go in as they come, in any pieces; out come whole messages, pings, pongs, a goodbye, or
// the code with which the connection must be closed. A reader between two messages holds nothing:
// wslay's buffer of 4 kB is lent out of a pool while a frame is read.
#ifndef MEYDAN_SERVER_NET_FRAME_READER_H
#define MEYDAN_SERVER_NET_FRAME_READER_H

#include "base/text.h"

typedef enum FrameKind {
    FRAME_NONE, // all bytes are used up
    FRAME_MESSAGE,
    FRAME_PING,
    FRAME_PONG,
    FRAME_CLOSE, // `code` is the peer's, 0 if there was none
    FRAME_FAULT, // `code` is ours, and no more is read
} FrameKind;

typedef struct FrameRead {
    FrameKind kind;
    Text payload; // of a message valid UTF-8; lives until the next call
    int code;
    const char *why; // of a fault
} FrameRead;

typedef struct FramePartial FramePartial; // what is held while something is half received

typedef struct FramePool {
    FramePartial *spare;
} FramePool;

typedef struct FrameReader {
    FramePartial *partial; // NULL between messages
} FrameReader;

// Reads `input` from here on, which must live until FRAME_NONE or FRAME_FAULT. False without
// memory.
bool frame_reader_begin(FrameReader *reader, FramePool *pool, Text input);
// The next thing in the input; no message longer than `message_max`.
FrameRead frame_reader_next(FrameReader *reader, FramePool *pool, size_t message_max);
void frame_reader_free(FrameReader *reader);
void frame_pool_free(FramePool *pool);

#endif
