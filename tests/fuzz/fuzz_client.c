// SPDX-License-Identifier: MIT
// Bytes from a server to `meydan bot`, below the level of messages. An input's first byte picks the
// reader, the second the size of the pieces in which the rest arrives. The linker replaces the
// stream's functions with those here. No message may exceed the limit.
#include "fuzz.h"

#include "client/client_http.h"
#include "client/websocket.h"

#include <openssl/evp.h>
#include <string.h>

Stream *__wrap_stream_open(const Url *url, Wait wait, Fault *why);
void __wrap_stream_close(Stream *stream);
i64 __wrap_stream_read(Stream *stream, char *to, size_t room);
bool __wrap_stream_wait(Stream *stream, Wait wait);
bool __wrap_stream_write(Stream *stream, Text bytes, Wait wait);

// The bytes still to be received: an answer to the handshake, if it should succeed, then the input.
static struct {
    bool shakes;
    char hands[200];
    Text first, rest;
    size_t piece;
} server;

Stream *__wrap_stream_open(const Url *url, Wait wait, Fault *why)
{
    (void)url;
    (void)wait;
    (void)why;
    return (Stream *)&server;
}

void __wrap_stream_close(Stream *stream)
{
    (void)stream;
}

i64 __wrap_stream_read(Stream *stream, char *to, size_t room)
{
    (void)stream;
    Text *from = server.first.length ? &server.first : &server.rest;
    size_t count = from->length < server.piece ? from->length : server.piece;
    if (count > room) count = room;
    memcpy(to, from->at, count);
    *from = text_from(*from, count);
    return count ? (i64)count : -1;
}

bool __wrap_stream_wait(Stream *stream, Wait wait)
{
    (void)stream;
    (void)wait;
    return true;
}

// The accept that belongs to the key in a request.
bool __wrap_stream_write(Stream *stream, Text bytes, Wait wait)
{
    (void)stream;
    (void)wait;
    Text key = http_header(bytes, "sec-websocket-key");
    if (!server.shakes || !key.length) return true;
    char text[100], accept[40];
    unsigned char digest[EVP_MAX_MD_SIZE];
    Out out = out_to(text, sizeof text);
    out_format(&out, "%t258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    EVP_Digest(text, out.length, digest, NULL, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)accept, digest, 20);
    out = out_to(server.hands, sizeof server.hands);
    out_format(&out, "HTTP/1.1 101 Yes\r\nSec-WebSocket-Accept: %s\r\n\r\n", accept);
    server.first = (Text){ server.hands, out.length };
    return true;
}

static void read_url(Text text)
{
    Url url, again;
    Fault why = { 0 };
    if (!url_read(text, &url, &why)) {
        must(why.message[0] && strlen(why.message) < sizeof why.message);
        return;
    }
    must(url.authority[0] && strlen(url.authority) < sizeof url.authority);
    char shown[sizeof url.authority + 8];
    Out out = out_to(shown, sizeof shown);
    out_format(&out, "%s://%s", url.tls ? "https" : "http", url.authority);
    must(url_read(text_of(shown), &again, NULL));
    must(url.tls == again.tls && !strcmp(url.authority, again.authority));
}

static void read_headers(Text text)
{
    int status = 0;
    i64 size = http_head(text, &status);
    must(size >= -1 && size <= (i64)text.length);
    if (size <= 0) return;
    must(status >= 0 && status <= 999);
    Text head = text_cut(text, 0, (size_t)size), value = http_header(head, "content-length");
    must(!value.length ||
         (value.at >= head.at && value.at + value.length <= head.at + head.length));
}

static void hear(void *channel, Text message)
{
    must(message.length <= MESSAGE_MAX);
    must(channel_say(channel, message)); // reads all of it
}

static void read_channel(const Url *url)
{
    int status;
    Fault why = { 0 };
    Channel *channel = channel_open(url, "/", NULL, (Wait){ 0 }, &status, &why);
    must(channel || why.message[0]);
    must(channel || !server.shakes);
    if (!channel) return;
    while (channel_read(channel, hear, channel))
        continue;
    channel_close(channel);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    enum { URL, HEADERS, CHANNEL, MESSAGES, KINDS };
    if (size < 2) return 0;
    int kind = data[0] % KINDS;
    Text text = { (const char *)data + 2, size - 2 };
    server.shakes = kind == MESSAGES;
    server.first = (Text){ 0 };
    server.rest = text;
    server.piece = data[1] ? data[1] : 4096;
    Url url;
    must(url_read(text_of("http://localhost"), &url, NULL));
    if (kind == URL) read_url(text);
    if (kind == HEADERS) read_headers(text);
    if (kind >= CHANNEL) read_channel(&url);
    return 0;
}
