// SPDX-License-Identifier: MIT
#include "client/websocket.h"

#include "client/client_http.h"
#include "protocol/now.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <wslay/wslay.h>

enum { HEAD_MAX = 2048, ANSWER_HEAD_MAX = 16384, WRITE_MS = 5000 };

struct Channel {
    Stream *stream;
    wslay_event_context_ptr frames; // NULL until the handshake has finished
    char bytes[ANSWER_HEAD_MAX];    // the response to the handshake and the first frames
    size_t used, taken;
    ChannelHear *hear; // in channel_read()
    void *context;
    i64 heard;
};

// --- frames --------------------------------------------------------------------------------------

static ssize_t receive(wslay_event_context_ptr frames, u8 *bytes, size_t size, int flags,
                       void *context)
{
    (void)flags;
    Channel *channel = context;
    size_t kept = channel->used - channel->taken;
    if (kept) {
        if (size > kept) size = kept;
        memcpy(bytes, channel->bytes + channel->taken, size);
        channel->taken += size;
        return (ssize_t)size;
    }
    i64 count = stream_read(channel->stream, (char *)bytes, size);
    if (count > 0) {
        channel->heard = now_ms();
        return (ssize_t)count;
    }
    wslay_event_set_error(frames, count ? WSLAY_ERR_CALLBACK_FAILURE : WSLAY_ERR_WOULDBLOCK);
    return -1;
}

static ssize_t transmit(wslay_event_context_ptr frames, const u8 *bytes, size_t size, int flags,
                        void *context)
{
    (void)flags;
    Channel *channel = context;
    Wait wait = { now_ms() + WRITE_MS, NULL };
    if (stream_write(channel->stream, (Text){ (const char *)bytes, size }, wait))
        return (ssize_t)size;
    wslay_event_set_error(frames, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static int new_mask(wslay_event_context_ptr frames, u8 *mask, size_t size, void *context)
{
    (void)frames, (void)context;
    return getrandom(mask, size, 0) == (ssize_t)size ? 0 : -1;
}

static void take_message(wslay_event_context_ptr frames,
                         const struct wslay_event_on_msg_recv_arg *message, void *context)
{
    (void)frames;
    Channel *channel = context;
    if (wslay_is_ctrl_frame(message->opcode)) return;
    channel->hear(channel->context, (Text){ (const char *)message->msg, message->msg_length });
}

static bool send_frame(Channel *channel, int opcode, Text body)
{
    struct wslay_event_msg message = { (u8)opcode, (const u8 *)body.at, body.length };
    return !wslay_event_queue_msg(channel->frames, &message) && !wslay_event_send(channel->frames);
}

bool channel_say(Channel *channel, Text message)
{
    return send_frame(channel, WSLAY_TEXT_FRAME, message);
}

bool channel_ping(Channel *channel)
{
    return send_frame(channel, WSLAY_PING, (Text){ "", 0 });
}

bool channel_read(Channel *channel, ChannelHear *hear, void *context)
{
    channel->hear = hear;
    channel->context = context;
    return !wslay_event_recv(channel->frames) && !wslay_event_send(channel->frames) &&
           wslay_event_get_read_enabled(channel->frames);
}

// --- the handshake -------------------------------------------------------------------------------

// The response to a key: base64 of the SHA-1 of the key and a fixed text.
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
    char key[25], accept[32], head[HEAD_MAX];
    if (getrandom(random, sizeof random, 0) != sizeof random) return false;
    EVP_EncodeBlock((unsigned char *)key, random, sizeof random);
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
    while (!size && channel->used < sizeof channel->bytes) {
        i64 count = stream_read(channel->stream, channel->bytes + channel->used,
                                sizeof channel->bytes - channel->used);
        if (count < 0 || (!count && !stream_wait(channel->stream, wait))) return false;
        channel->used += (size_t)count;
        size = http_head((Text){ channel->bytes, channel->used }, status);
    }
    if (size <= 0 || *status != 101) return false;
    channel->taken = (size_t)size;
    channel->heard = now_ms();
    Text answer = http_header((Text){ channel->bytes, (size_t)size }, "sec-websocket-accept");
    return text_is(answer, accept);
}

static bool begin_frames(Channel *channel)
{
    const struct wslay_event_callbacks callbacks = {
        .recv_callback = receive,
        .send_callback = transmit,
        .genmask_callback = new_mask,
        .on_msg_recv_callback = take_message,
    };
    if (wslay_event_context_client_init(&channel->frames, &callbacks, channel)) return false;
    wslay_event_config_set_max_recv_msg_length(channel->frames, MESSAGE_MAX);
    return true;
}

Channel *channel_open(const Url *url, const char *path, const char *token, Wait wait, int *status,
                      Fault *why)
{
    *status = 0;
    Channel *channel = calloc(1, sizeof *channel);
    if (!channel) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    channel->stream = stream_open(url, wait, why);
    if (channel->stream && shake_hands(channel, url, path, token, wait, status) &&
        begin_frames(channel))
        return channel;
    if (channel->stream && *status && *status != 101)
        fault(why, MALFORMED, "the server does not open a WebSocket: status %d", *status);
    else if (channel->stream)
        fault(why, MALFORMED, "the server does not open a WebSocket");
    channel_close(channel);
    return NULL;
}

void channel_close(Channel *channel)
{
    if (!channel) return;
    if (channel->frames) {
        if (!wslay_event_queue_close(channel->frames, WSLAY_CODE_GOING_AWAY, NULL, 0))
            wslay_event_send(channel->frames);
        wslay_event_context_free(channel->frames);
    }
    if (channel->stream) stream_close(channel->stream);
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
