// SPDX-License-Identifier: MIT
// A WebSocket frame for sending, with its header: made once, reference-counted, sent to many.
#ifndef MEYDAN_PLATFORM_NET_FRAME_H
#define MEYDAN_PLATFORM_NET_FRAME_H

#include "base/text.h"

typedef struct Frame {
    u32 holders;
    u32 length;
    char bytes[];
} Frame;

// Each frame starts with one reference. Returns NULL if out of memory; frame_hold and frame_release
// accept NULL.
Frame *frame_new(Text message);
Frame *frame_new_ping(Text payload); // of at most 125 bytes
Frame *frame_new_pong(Text payload);
Frame *frame_new_close(int code, const char *why); // code 0: none; `why` is cut to 123 bytes
Frame *frame_new_raw(Text bytes);                  // not a frame, but sent the same way

Frame *frame_hold(Frame *frame);
void frame_release(Frame *frame);

#endif
