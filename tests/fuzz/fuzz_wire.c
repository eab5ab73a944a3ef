// SPDX-License-Identifier: MIT
// Bytes on a connection, of HTTP or of a WebSocket. An input's first byte says how it begins (with
// an empty connection, a request, or an open WebSocket), into how many pieces it is cut, and
// whether the owner answers now or later. For any bytes, each call is answered once, each socket
// is closed once, and nothing leaks.
#include "fuzz.h"

#include "platform/net/listener.h"
#include "platform/net/web.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char REQUEST[] = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello";
static const char HANDSHAKE[] = "GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
enum { CALLS_MAX = 64, TURNS_MAX = 1000 };

static struct {
    uv_loop_t loop;
    Web *web;
    Listener listener;
    WebCall *call[CALLS_MAX];   // not answered yet
    WebCall *stream[CALLS_MAX]; // in pieces,
    void *letters[CALLS_MAX];   // out of these; NULL once they are released
    int calls, sockets, streams;
    bool later, gone;
} all;

static char *copy(Text text)
{
    char *bytes = malloc(text.length + 1);
    memcpy(bytes, text.at, text.length);
    return bytes;
}

static void touch(Text text)
{
    volatile char sum = 0;
    for (size_t i = 0; i < text.length; i++)
        sum = (char)(sum + text.at[i]);
}

// A body in pieces: the path's letters, one by one, every fourth one later.
typedef struct Letters {
    size_t length, at;
    bool waited;
    char letter[];
} Letters;

static BodyStep next_letter(void *holder, Text *piece)
{
    Letters *letters = holder;
    if (letters->at == letters->length) return letters->length % 5 ? BODY_END : BODY_BROKEN;
    if (letters->at % 4 == 3 && !letters->waited) {
        letters->waited = true;
        return BODY_LATER;
    }
    letters->waited = false;
    *piece = (Text){ &letters->letter[letters->at++], 1 };
    return BODY_PIECE;
}

static void release_letters(void *holder)
{
    for (int i = 0; i < all.streams; i++)
        if (all.letters[i] == holder) all.letters[i] = NULL;
    free(holder);
}

static bool answer_in_pieces(WebCall *call, Text path)
{
    if (all.streams == CALLS_MAX) return false;
    Letters *letters = calloc(1, sizeof *letters + path.length);
    letters->length = path.length;
    if (path.length) memcpy(letters->letter, path.at, path.length);
    all.stream[all.streams] = call;
    all.letters[all.streams++] = letters;
    web_answer(call, &(Answer){ .status = 200,
                                .type = "text/plain",
                                .next = next_letter,
                                .holder = letters,
                                .release = release_letters });
    return true;
}

static void continue_streams(void)
{
    for (int i = 0; i < all.streams; i++)
        if (all.letters[i]) web_continue(all.stream[i]);
}

static void on_request(void *owner, WebCall *call, const Request *request)
{
    (void)owner;
    const Text parts[] = { request->path,         request->query,           request->host,
                           request->origin,       request->cookie,          request->authorization,
                           request->content_type, request->accept_encoding, request->if_none_match,
                           request->address };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        touch(parts[i]);
    must(request->body.length <= 1000);
    if (all.later && all.calls < CALLS_MAX) {
        all.call[all.calls++] = call;
        return;
    }
    if (request->path.length > 1 && request->path.at[1] == 's' &&
        answer_in_pieces(call, request->path))
        return;
    char *bytes = copy(request->body);
    web_answer(call, &(Answer){ .status = 200,
                                .type = "text/plain",
                                .set_cookie = "a=b",
                                .body = { bytes, request->body.length },
                                .holder = bytes,
                                .release = free });
}

static bool on_open(void *owner, Socket *socket, const Request *request, Answer *refusal)
{
    (void)owner;
    touch(request->path);
    *refusal = http_error(403);
    if (request->query.length) return false;
    all.sockets++;
    socket_ping(socket);
    return true;
}

static void on_message(void *owner, Socket *socket, Text message)
{
    (void)owner;
    must(message.length <= 1000);
    touch(message);
    Frame *frame = frame_new(message);
    for (int i = 0; i < (message.length == 7 ? 200 : 1); i++)
        socket_send(socket, frame);
    frame_release(frame);
    if (message.length == 3) socket_close(socket, 4000, "three");
}

static void on_pong(void *owner, Socket *socket, u32 round_trip_us)
{
    (void)owner;
    (void)round_trip_us;
    socket_ping(socket);
}

static void on_closed(void *owner, Socket *socket)
{
    (void)owner;
    (void)socket;
    must(--all.sockets >= 0);
}

static void on_log(void *owner, const WebLog *log)
{
    (void)owner;
    touch(text_of(log->path));
}

static void on_empty(void *owner)
{
    (void)owner;
    all.gone = true;
}

static void start(void)
{
    Fault why;
    signal(SIGPIPE, SIG_IGN);
    uv_loop_init(&all.loop);
    must(listener_open(&all.listener, "127.0.0.1", 0, &why) == LISTENING);
    all.web = web_new(
        &(WebSetup){
            .loop = &all.loop,
            .connections_max = 100,
            .timeout_s = 5,
            .body_max = 1000,
            .message_max = 1000,
            .trust_proxy = true,
            .request = on_request,
            .log = on_log,
            .empty = on_empty,
        },
        &why);
    must(all.web != NULL);
    web_serve_sockets(all.web, &(SocketHandler){ .path = "/socket",
                                                 .open = on_open,
                                                 .message = on_message,
                                                 .pong = on_pong,
                                                 .closed = on_closed });
}

static void turn(int times)
{
    for (int i = 0; i < times; i++)
        uv_run(&all.loop, UV_RUN_NOWAIT);
}

static void answer_calls(void)
{
    const Answer answer = { .status = 200, .type = "text/plain", .body = { "later", 5 } };
    while (all.calls)
        web_answer(all.call[--all.calls], &answer);
}

static void say(int fd, const void *bytes, size_t length)
{
    char room[4096];
    if (length && send(fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return;
    turn(4);
    continue_streams();
    turn(2);
    while (recv(fd, room, sizeof room, MSG_DONTWAIT) > 0) {
    }
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (!all.web) start();
    if (!size) return 0;
    int how = data[0];
    struct sockaddr_in address = { 0 };
    socklen_t length = sizeof address;
    getsockname(all.listener.fd[0], (void *)&address, &length);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    must(fd >= 0);
    if (connect(fd, (void *)&address, sizeof address)) { // no port is free, due to other programs
        close(fd);
        return 0;
    }
    length = sizeof address;
    int accepted = -1;
    while (accepted < 0)
        accepted = accept(all.listener.fd[0], (void *)&address, &length);
    web_adopt(all.web, accepted, (const void *)&address);
    all.later = how & 4;
    all.gone = false;
    all.streams = 0;
    if ((how & 3) == 1) say(fd, REQUEST, sizeof REQUEST - 1);
    if ((how & 3) == 2) say(fd, HANDSHAKE, sizeof HANDSHAKE - 1);
    size_t pieces = 1 + (size_t)(how >> 4) % 4, at = 1;
    for (size_t i = 0; i < pieces; i++) {
        size_t end = i + 1 == pieces ? size : 1 + (size - 1) * (i + 1) / pieces;
        say(fd, data + at, end - at);
        at = end;
        if (how & 8) answer_calls();
    }
    // A reset leaves no port waiting behind.
    const struct linger linger = { .l_onoff = 1 };
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    if (how & 64) answer_calls();
    close(fd);
    turn(4);
    answer_calls();
    web_drain(all.web, CLOSE_GOING_AWAY, "the end");
    for (int i = 0; i < TURNS_MAX && !all.gone; i++) {
        continue_streams();
        turn(1);
    }
    must(all.gone && !all.sockets);
    web_close(all.web);
    turn(8);
    web_free(all.web);
    all.web = NULL;
    listener_close(&all.listener);
    uv_run(&all.loop, UV_RUN_DEFAULT);
    must(!uv_loop_close(&all.loop));
    return 0;
}
