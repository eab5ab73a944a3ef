// SPDX-License-Identifier: MIT
#include "platform/net/frame_reader.h"

#include "base/utf8.h"
#include "platform/array.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

enum { CONTROL_MAX = 125, MASK_SIZE = 4 };

struct FramePartial {
    wslay_frame_context_ptr frames;
    Text input;    // input that wslay has not taken yet
    u64 begun;     // bytes it has taken since the end of the last frame
    bool in_frame; // its header has been read
    struct wslay_frame_iocb frame;
    u64 received; // bytes of its payload
    bool in_message;
    char *message;
    size_t length, capacity;
    char control[CONTROL_MAX];
};

// --- the pool ------------------------------------------------------------------------------------

static ssize_t feed(u8 *bytes, size_t size, int flags, void *context)
{
    (void)flags;
    FramePartial *partial = context;
    if (!partial->input.length) return -1;
    if (size > partial->input.length) size = partial->input.length;
    memcpy(bytes, partial->input.at, size);
    partial->input = text_from(partial->input, size);
    partial->begun += size;
    return (ssize_t)size;
}

static FramePartial *partial_new(void)
{
    const struct wslay_frame_callbacks callbacks = { .recv_callback = feed };
    FramePartial *partial = calloc(1, sizeof *partial);
    if (partial && !wslay_frame_context_init(&partial->frames, &callbacks, partial)) return partial;
    free(partial);
    return NULL;
}

static void partial_free(FramePartial *partial)
{
    if (!partial) return;
    wslay_frame_context_free(partial->frames);
    free(partial->message);
    free(partial);
}

void frame_reader_free(FrameReader *reader)
{
    partial_free(reader->partial);
    reader->partial = NULL;
}

void frame_pool_free(FramePool *pool)
{
    partial_free(pool->spare);
    pool->spare = NULL;
}

bool frame_reader_begin(FrameReader *reader, FramePool *pool, Text input)
{
    if (!reader->partial) {
        reader->partial = pool->spare ? pool->spare : partial_new();
        pool->spare = NULL;
    }
    if (reader->partial) reader->partial->input = input;
    return reader->partial != NULL;
}

// The input is used up: buffers that no unfinished message needs go back to the pool.
static FrameRead rest(FrameReader *reader, FramePool *pool)
{
    FramePartial *partial = reader->partial;
    if (!partial->begun && !partial->in_message) {
        if (pool->spare)
            partial_free(partial);
        else
            pool->spare = partial;
        reader->partial = NULL;
    }
    return (FrameRead){ .kind = FRAME_NONE };
}

// --- frames --------------------------------------------------------------------------------------

static FrameRead broken(int code, const char *why)
{
    return (FrameRead){ .kind = FRAME_FAULT, .code = code, .why = why };
}

static bool is_control(const FramePartial *partial)
{
    return wslay_is_ctrl_frame(partial->frame.opcode);
}

// Checks that wslay leaves to us, once a frame's header is complete; FRAME_NONE if it is valid.
// (wslay itself refuses overlong lengths, and control frames that are fragmented or longer than 125
// bytes.)
static FrameRead check_header(const FramePartial *partial, size_t message_max)
{
    const struct wslay_frame_iocb *frame = &partial->frame;
    if (frame->rsv) return broken(WSLAY_CODE_PROTOCOL_ERROR, "reserved bits are set");
    if (!frame->mask) return broken(WSLAY_CODE_PROTOCOL_ERROR, "the frame is not masked");
    switch (frame->opcode) {
    case WSLAY_CONNECTION_CLOSE:
    case WSLAY_PING:
    case WSLAY_PONG: return (FrameRead){ .kind = FRAME_NONE };
    case WSLAY_BINARY_FRAME: return broken(WSLAY_CODE_UNSUPPORTED_DATA, "only text is understood");
    case WSLAY_TEXT_FRAME:
        if (partial->in_message)
            return broken(WSLAY_CODE_PROTOCOL_ERROR, "a message begins inside another");
        break;
    case WSLAY_CONTINUATION_FRAME:
        if (!partial->in_message)
            return broken(WSLAY_CODE_PROTOCOL_ERROR, "nothing is to be continued");
        break;
    default: return broken(WSLAY_CODE_PROTOCOL_ERROR, "unknown opcode");
    }
    if (frame->payload_length > message_max - partial->length)
        return broken(WSLAY_CODE_MESSAGE_TOO_BIG, "the message is too large");
    return (FrameRead){ .kind = FRAME_NONE };
}

static bool append(FramePartial *partial, Text piece)
{
    size_t wanted = partial->length + piece.length;
    char *message = array_grow(partial->message, &partial->capacity, wanted, 1);
    if (wanted && !message) return false;
    partial->message = message;
    if (piece.length) memcpy(partial->message + partial->length, piece.at, piece.length);
    partial->length = wanted;
    return true;
}

// Codes that may be sent: those of RFC 6455, those registered since, and private ones.
static bool code_is_valid(int code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static FrameRead read_close(Text payload)
{
    if (!payload.length) return (FrameRead){ .kind = FRAME_CLOSE };
    const u8 *bytes = (const u8 *)payload.at;
    int code = payload.length < 2 ? 0 : bytes[0] << 8 | bytes[1];
    if (!code_is_valid(code)) return broken(WSLAY_CODE_PROTOCOL_ERROR, "no valid code");
    if (!utf8_valid(text_from(payload, 2)))
        return broken(WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA, "the reason is not UTF-8");
    return (FrameRead){ .kind = FRAME_CLOSE, .code = code };
}

static FrameRead read_control(const FramePartial *partial)
{
    const Text payload = { partial->control, (size_t)partial->frame.payload_length };
    switch (partial->frame.opcode) {
    case WSLAY_PING: return (FrameRead){ .kind = FRAME_PING, .payload = payload };
    case WSLAY_PONG: return (FrameRead){ .kind = FRAME_PONG, .payload = payload };
    default: return read_close(payload);
    }
}

static FrameRead read_message(FramePartial *partial, Text message)
{
    partial->in_message = false;
    partial->length = 0;
    if (!utf8_valid(message))
        return broken(WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA, "the message is not UTF-8");
    return (FrameRead){ .kind = FRAME_MESSAGE, .payload = message };
}

// Takes a piece of a frame's payload; FRAME_NONE unless it completes something.
static FrameRead take_piece(FramePartial *partial, Text piece)
{
    const struct wslay_frame_iocb *frame = &partial->frame;
    if (is_control(partial) && piece.length)
        memcpy(partial->control + partial->received, piece.at, piece.length);
    partial->received += piece.length;
    bool whole = partial->received == frame->payload_length;
    if (whole) {
        size_t length = (size_t)frame->payload_length;
        partial->in_frame = false;
        partial->begun -= length + (length < 126 ? 2 : length < 65536 ? 4 : 10) + MASK_SIZE;
    }
    if (is_control(partial))
        return whole ? read_control(partial) : (FrameRead){ .kind = FRAME_NONE };
    bool last = whole && frame->fin;
    if (last && !partial->in_message && piece.length == frame->payload_length)
        return read_message(partial, piece); // the whole message in one piece: no copy
    partial->in_message = true;
    if (!append(partial, piece)) return broken(WSLAY_CODE_INTERNAL_SERVER_ERROR, "out of memory");
    if (!last) return (FrameRead){ .kind = FRAME_NONE };
    return read_message(partial, (Text){ partial->message, partial->length });
}

FrameRead frame_reader_next(FrameReader *reader, FramePool *pool, size_t message_max)
{
    FramePartial *partial = reader->partial;
    for (;;) {
        ssize_t got = wslay_frame_recv(partial->frames, &partial->frame);
        if (got == WSLAY_ERR_WANT_READ) return rest(reader, pool);
        if (got < 0) return broken(WSLAY_CODE_PROTOCOL_ERROR, "the frame is malformed");
        FrameRead read = { .kind = FRAME_NONE };
        if (!partial->in_frame) {
            partial->in_frame = true;
            partial->received = 0;
            read = check_header(partial, message_max);
        }
        if (read.kind == FRAME_NONE)
            read = take_piece(partial, (Text){ (const char *)partial->frame.data, (size_t)got });
        if (read.kind != FRAME_NONE) return read;
    }
}
