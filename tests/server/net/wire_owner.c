// SPDX-License-Identifier: MIT
// An owner of the wire that does nothing but show what came, for tests/server/net/test_wire.py:
//
//     GET  /show     the request as it was read, a line for each part
//     POST /echo     the body
//     POST /later    the body, after a moment
//     GET  /never    an answer long after everybody has gone
//     /socket        a WebSocket: echoes, and obeys "close", "ping", "flood N", "size N"
//     /refused       a WebSocket that nobody may open
//
// Says its port; SIGTERM drains it, as the real server does.
#include "server/net/listener.h"
#include "server/net/web.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

typedef struct Owner {
    uv_loop_t loop;
    Web *web;
    Listener listener;
    uv_poll_t poll;
    uv_signal_t signal;
    int sockets;
} Owner;

// --- answers -------------------------------------------------------------------------------------

typedef struct Later {
    uv_timer_t timer;
    WebCall *call;
    Answer answer;
} Later;

static Answer answer_of(Text body)
{
    char *copy = malloc(body.length + 1);
    memcpy(copy, body.at, body.length);
    return (Answer){
        .status = 200,
        .type = "text/plain",
        .cache = "no-store",
        .body = { copy, body.length },
        .holder = copy,
        .release = free,
    };
}

static void free_handle(uv_handle_t *handle)
{
    free(handle);
}

static void answer_later(uv_timer_t *timer)
{
    Later *later = timer->data;
    web_answer(later->call, &later->answer);
    uv_close((uv_handle_t *)&later->timer, free_handle);
}

static void begin_later(Owner *owner, WebCall *call, Text body, u64 ms)
{
    Later *later = calloc(1, sizeof *later);
    later->call = call;
    later->answer = answer_of(body);
    later->timer.data = later;
    uv_timer_init(&owner->loop, &later->timer);
    uv_timer_start(&later->timer, answer_later, ms, 0);
    uv_unref((uv_handle_t *)&later->timer);
}

static void show(WebCall *call, const Request *request)
{
    char room[8192], value[64], cookie[128];
    Out out = out_to(room, sizeof room);
    out_format(&out, "method %d\npath %t\nquery %t\nhost %t\norigin %t\n", (int)request->method,
               request->path, request->query, request->host, request->origin);
    out_format(&out, "cookie %t\nauthorization %t\ntype %t\naddress %t\nsecure %d\n",
               request->cookie, request->authorization, request->content_type, request->address,
               (int)request->secure);
    if (http_query(request->query, "a", value, sizeof value)) out_format(&out, "a %s\n", value);
    Answer answer = answer_of((Text){ room, out.length });
    Out cookie_out = out_to(cookie, sizeof cookie);
    out_format(&cookie_out, "shown=1; HttpOnly; SameSite=Strict");
    answer.set_cookie = cookie;
    answer.disposition = "attachment; filename=\"shown.txt\"";
    web_answer(call, &answer);
}

static void on_request(void *context, WebCall *call, const Request *request)
{
    Owner *owner = context;
    Answer answer = http_error(404);
    if (text_is(request->path, "/show")) {
        show(call, request);
        return;
    }
    if (text_is(request->path, "/later")) {
        begin_later(owner, call, request->body, 100);
        return;
    }
    if (text_is(request->path, "/never")) {
        begin_later(owner, call, request->body, 5000);
        return;
    }
    if (text_is(request->path, "/echo")) answer = answer_of(request->body);
    web_answer(call, &answer);
}

// --- WebSockets ----------------------------------------------------------------------------------

static void say(Socket *socket, Text text)
{
    Frame *frame = frame_new(text);
    socket_send(socket, frame);
    frame_release(frame);
}

static bool wants_socket(void *owner, Text path)
{
    (void)owner;
    return text_is(path, "/socket") || text_is(path, "/refused");
}

static int on_open(void *context, Socket *socket, const Request *request)
{
    Owner *owner = context;
    if (text_is(request->path, "/refused")) return 403;
    owner->sockets++;
    socket_set_data(socket, owner);
    if (request->query.length) say(socket, request->query);
    return 0;
}

static void on_message(void *context, Socket *socket, Text message)
{
    (void)context;
    Text rest = message, word;
    i64 number = 0;
    bool command = text_word(&rest, &word);
    bool counted = text_number(text_trim(rest), 1 << 20, &number);
    if (command && text_is(word, "flood") && counted) {
        Frame *frame = frame_new(text_of("0123456789abcdef0123456789abcdef"));
        for (i64 i = 0; i < number; i++)
            socket_send(socket, frame);
        frame_release(frame);
    } else if (command && text_is(word, "size") && counted) {
        char *bytes = malloc((size_t)number + 1);
        memset(bytes, 'x', (size_t)number);
        say(socket, (Text){ bytes, (size_t)number });
        free(bytes);
    } else if (text_is(message, "close")) {
        say(socket, text_of("bye"));
        socket_close(socket, 4000, "as asked");
        say(socket, text_of("never sent"));
    } else if (text_is(message, "ping")) {
        socket_ping(socket);
        socket_ping(socket);
    } else {
        say(socket, message);
    }
}

static void on_pong(void *context, Socket *socket, u32 round_trip_us)
{
    (void)context;
    char room[64];
    Out out = out_to(room, sizeof room);
    out_format(&out, "pong %d", (int)round_trip_us);
    say(socket, (Text){ room, out.length });
}

static void on_closed(void *context, Socket *socket)
{
    Owner *owner = context;
    if (socket_data(socket) != owner || --owner->sockets < 0) abort();
}

// --- the whole -----------------------------------------------------------------------------------

static void on_connection(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    Owner *owner = poll->data;
    struct sockaddr_storage address = { 0 };
    socklen_t length = sizeof address;
    int fd = accept(owner->listener.fd[0], (void *)&address, &length);
    if (fd < 0) return;
    int flags = 1;
    ioctl(fd, FIONBIO, &flags);
    web_adopt(owner->web, fd, (const void *)&address);
}

static void on_empty(void *context)
{
    Owner *owner = context;
    uv_stop(&owner->loop);
}

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    Owner *owner = signal->data;
    uv_poll_stop(&owner->poll);
    uv_close((uv_handle_t *)&owner->poll, NULL);
    web_drain(owner->web);
}

int main(int argc, char **argv)
{
    static Owner owner;
    Fault why;
    signal(SIGPIPE, SIG_IGN);
    uv_loop_init(&owner.loop);
    if (listener_open(&owner.listener, "127.0.0.1", 0, &why) != LISTENING) return 2;
    owner.web = web_new(
        &(WebSetup){
            .loop = &owner.loop,
            .connections_max = 20000,
            .timeout_s = argc > 1 ? atoi(argv[1]) : 20,
            .silence_s = 2,
            .body_max = 64 << 10,
            .message_max = 4 << 10,
            .trust_proxy = argc > 2 && !strcmp(argv[2], "proxy"),
            .tls_certificate = argc > 3 ? argv[2] : NULL,
            .tls_key = argc > 3 ? argv[3] : NULL,
            .owner = &owner,
            .request = on_request,
            .empty = on_empty,
            .wants_socket = wants_socket,
            .socket_open = on_open,
            .socket_message = on_message,
            .socket_pong = on_pong,
            .socket_closed = on_closed,
        },
        &why);
    if (!owner.web) {
        fprintf(stderr, "%s\n", why.message);
        return 2;
    }
    uv_poll_init(&owner.loop, &owner.poll, owner.listener.fd[0]);
    owner.poll.data = &owner;
    uv_poll_start(&owner.poll, UV_READABLE, on_connection);
    uv_signal_init(&owner.loop, &owner.signal);
    owner.signal.data = &owner;
    uv_signal_start(&owner.signal, on_signal, SIGTERM);
    printf("%d\n", owner.listener.port);
    fflush(stdout);
    uv_run(&owner.loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&owner.signal, NULL);
    web_close(owner.web);
    uv_run(&owner.loop, UV_RUN_DEFAULT);
    web_free(owner.web);
    listener_close(&owner.listener);
    if (owner.sockets) fprintf(stderr, "%d sockets were not closed\n", owner.sockets);
    return owner.sockets ? 1 : 0;
}
