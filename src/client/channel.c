// SPDX-License-Identifier: MIT
#include "client/channel.h"

#include "client/http.h"
#include "client/ws.h"
#include "protocol/now.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { HEAD_MAX = 2048, READ_MIN = 4096, WRITE_MS = 5000, GOING_AWAY = 1001 };

struct Channel {
    Stream *stream;
    char *bytes; // received, not yet handed out
    size_t capacity, used, taken;
    char *message; // one that comes in pieces
    size_t message_length;
    bool in_pieces;
    bool open; // hands are shaken
    i64 heard;
};

// Reads once. False if the stream has ended or too much would be kept.
static bool fill(Channel *channel, bool *more)
{
    memmove(channel->bytes, channel->bytes + channel->taken, channel->used - channel->taken);
    channel->used -= channel->taken;
    channel->taken = 0;
    if (channel->capacity - channel->used < READ_MIN) {
        size_t capacity = channel->capacity * 2;
        char *bytes = capacity <= 4 * MESSAGE_MAX ? realloc(channel->bytes, capacity) : NULL;
        if (!bytes) return false;
        channel->bytes = bytes;
        channel->capacity = capacity;
    }
    i64 count = stream_read(channel->stream, channel->bytes + channel->used,
                            channel->capacity - channel->used);
    if (count > 0) {
        channel->used += (size_t)count;
        channel->heard = now_ms();
    }
    *more = count > 0;
    return count >= 0;
}

// --- the handshake -------------------------------------------------------------------------------

// What a server that understood the key answers: base64 of the SHA-1 of the key and a fixed text.
static void expected_accept(const char *key, char accept[32])
{
    char text[64];
    unsigned char digest[EVP_MAX_MD_SIZE];
    Out out = out_to(text, sizeof text);
    out_format(&out, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    EVP_Digest(text, out.length, digest, NULL, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)accept, digest, 20);
}

static bool shake_hands(Channel *channel, const Url *url, const char *path, const char *token,
                        Wait wait, int *status)
{
    u8 random[16];
    char key[WS_KEY_MAX], accept[32], head[HEAD_MAX];
    if (getrandom(random, sizeof random, 0) != sizeof random) return false;
    ws_key(random, key);
    expected_accept(key, accept);
    Out out = out_to(head, sizeof head);
    out_format(&out,
               "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n",
               path, url->authority, key);
    if (token) out_format(&out, "Authorization: Bearer %s\r\n", token);
    out_str(&out, "\r\n");
    if (out.lost || !stream_write(channel->stream, (Text){ head, out.length }, wait)) return false;
    i64 size = 0;
    for (bool more = true; !size;) {
        if (!fill(channel, &more)) return false;
        if (!more && !stream_wait(channel->stream, wait)) return false;
        size = http_head((Text){ channel->bytes, channel->used }, status);
    }
    if (size < 0 || *status != 101) return false;
    channel->taken = (size_t)size;
    Text answer = http_header((Text){ channel->bytes, (size_t)size }, "sec-websocket-accept");
    return channel->open = text_is(answer, accept);
}

Channel *channel_open(const Url *url, const char *path, const char *token, Wait wait, int *status,
                      Fault *why)
{
    *status = 0;
    Channel *channel = calloc(1, sizeof *channel);
    if (channel) channel->bytes = malloc(channel->capacity = 4 * READ_MIN);
    if (!channel || !channel->bytes) {
        free(channel);
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    channel->stream = stream_open(url, wait, why);
    if (channel->stream && shake_hands(channel, url, path, token, wait, status)) return channel;
    if (channel->stream && *status && *status != 101)
        fault(why, MALFORMED, "the server does not open a WebSocket: status %d", *status);
    else if (channel->stream)
        fault(why, MALFORMED, "the server does not open a WebSocket");
    channel_close(channel);
    return NULL;
}

// --- messages ------------------------------------------------------------------------------------

static bool send_frame(Channel *channel, WsKind kind, Text body)
{
    u32 mask;
    if (getrandom(&mask, sizeof mask, 0) != sizeof mask) return false;
    char *frame = malloc(WS_HEAD_MAX + body.length);
    if (!frame) return false;
    size_t size = ws_write(frame, kind, body, mask);
    Wait wait = { now_ms() + WRITE_MS, NULL };
    bool fine = stream_write(channel->stream, (Text){ frame, size }, wait);
    free(frame);
    return fine;
}

bool channel_say(Channel *channel, Text message)
{
    return send_frame(channel, WS_TEXT, message);
}

bool channel_ping(Channel *channel)
{
    return send_frame(channel, WS_PING, (Text){ "", 0 });
}

void channel_close(Channel *channel)
{
    if (!channel) return;
    char code[2] = { (char)(GOING_AWAY >> 8), (char)(GOING_AWAY & 0xff) };
    if (channel->open) send_frame(channel, WS_CLOSE, (Text){ code, 2 });
    stream_close(channel->stream);
    free(channel->bytes);
    free(channel->message);
    free(channel);
}

int channel_file(const Channel *channel)
{
    return stream_file(channel->stream);
}

i64 channel_heard(const Channel *channel)
{
    return channel->heard;
}

// Adds a piece of a message. False if that makes no sense or too long a message.
static bool add_piece(Channel *channel, const WsFrame *frame)
{
    if ((frame->kind == WS_MORE) != channel->in_pieces) return false;
    size_t before = channel->in_pieces ? channel->message_length : 0;
    size_t length = before + frame->body.length;
    char *message = length <= MESSAGE_MAX ? realloc(channel->message, length + 1) : NULL;
    if (!message) return false;
    memcpy(message + before, frame->body.at, frame->body.length);
    channel->message = message;
    channel->message_length = length;
    channel->in_pieces = !frame->last;
    return true;
}

ChannelNews channel_next(Channel *channel, Text *message)
{
    for (;;) {
        WsFrame frame;
        Text left = { channel->bytes + channel->taken, channel->used - channel->taken };
        i64 size = ws_read(left, MESSAGE_MAX, &frame);
        if (size < 0) return CHANNEL_GONE;
        if (!size) {
            bool more;
            if (!fill(channel, &more)) return CHANNEL_GONE;
            if (!more) return CHANNEL_NOTHING;
            continue;
        }
        channel->taken += (size_t)size;
        switch (frame.kind) {
        case WS_CLOSE: return CHANNEL_GONE;
        case WS_PONG: break;
        case WS_PING:
            if (!send_frame(channel, WS_PONG, frame.body)) return CHANNEL_GONE;
            break;
        default:
            if (frame.kind != WS_MORE && frame.last && !channel->in_pieces) {
                *message = frame.body;
                return CHANNEL_MESSAGE;
            }
            if (!add_piece(channel, &frame)) return CHANNEL_GONE;
            if (channel->in_pieces) break;
            *message = (Text){ channel->message, channel->message_length };
            return CHANNEL_MESSAGE;
        }
    }
}
