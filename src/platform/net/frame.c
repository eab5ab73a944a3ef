// SPDX-License-Identifier: MIT
#include "platform/net/frame.h"

#include <stdlib.h>
#include <string.h>

enum {
    FINAL = 0x80,
    TEXT = 0x1,
    CLOSE = 0x8,
    PING = 0x9,
    PONG = 0xa,
    HEADER_MAX = 10,
    CONTROL_MAX = 125,
};

static Frame *make(Text header, Text payload)
{
    Frame *frame = malloc(sizeof *frame + header.length + payload.length);
    if (!frame) return NULL;
    frame->holders = 1;
    frame->length = (u32)(header.length + payload.length);
    if (header.length) memcpy(frame->bytes, header.at, header.length);
    if (payload.length) memcpy(frame->bytes + header.length, payload.at, payload.length);
    return frame;
}

// The length in 7 bits, or after 126 in 16, or after 127 in 64; the highest byte first.
static Frame *make_frame(int opcode, Text payload)
{
    char header[HEADER_MAX] = { (char)(FINAL | opcode) };
    size_t length = payload.length, size = length < 126 ? 0 : length < 65536 ? 2 : 8;
    header[1] = (char)(!size ? length : size == 2 ? 126 : 127);
    for (size_t i = 0; i < size; i++)
        header[2 + i] = (char)(length >> 8 * (size - 1 - i));
    return make((Text){ header, 2 + size }, payload);
}

Frame *frame_new(Text message)
{
    return make_frame(TEXT, message);
}

Frame *frame_new_ping(Text payload)
{
    return make_frame(PING, payload);
}

Frame *frame_new_pong(Text payload)
{
    return make_frame(PONG, payload);
}

Frame *frame_new_close(int code, const char *why)
{
    char payload[CONTROL_MAX + 1] = { (char)(code >> 8), (char)code };
    Out out = out_to(payload + 2, CONTROL_MAX - 1);
    out_str(&out, why);
    return make_frame(CLOSE, (Text){ payload, code ? 2 + out.length : 0 });
}

Frame *frame_new_raw(Text bytes)
{
    return make((Text){ "", 0 }, bytes);
}

Frame *frame_hold(Frame *frame)
{
    if (frame) frame->holders++;
    return frame;
}

void frame_release(Frame *frame)
{
    if (frame && !--frame->holders) free(frame);
}
