// SPDX-License-Identifier: MIT
// WebSocket frames as a client writes and reads them (RFC 6455): bytes in, bytes out, no sockets.
#ifndef MEYDAN_CLIENT_WS_H
#define MEYDAN_CLIENT_WS_H

#include "base/text.h"

enum {
    WS_HEAD_MAX = 14, // bytes before the body of a frame
    WS_KEY_MAX = 25,  // "dGhlIHNhbXBsZSBub25jZQ==" and NUL
};

typedef enum WsKind {
    WS_MORE = 0, // continues the previous message
    WS_TEXT = 1,
    WS_BINARY = 2,
    WS_CLOSE = 8,
    WS_PING = 9,
    WS_PONG = 10,
} WsKind;

typedef struct WsFrame {
    WsKind kind;
    bool last; // of its message
    Text body;
} WsFrame;

// Writes a frame that is a message of its own, and returns its size: at most WS_HEAD_MAX more than
// the body. `mask` need not be secret here, only different.
size_t ws_write(char *to, WsKind kind, Text body, u32 mask);

// Reads the frame at the front of `bytes`, with a body of at most `most`: how many bytes it takes,
// 0 if it is not all there yet, -1 if no server may send that.
i64 ws_read(Text bytes, size_t most, WsFrame *frame);

// The key of a handshake, from 16 random bytes.
void ws_key(const u8 random[16], char key[WS_KEY_MAX]);

#endif
