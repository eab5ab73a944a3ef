// SPDX-License-Identifier: MIT
// An owner of the network layer that shows its input, for tests/platform/net/test_wire.py:
//
//    GET  /show     the parsed request, a line for each part
//    POST /echo     the body
//    POST /later    the body, after a moment
//    GET  /never    an answer long after the client has left
//    GET  /stream   a body made while it is sent: ?a=N pieces of 1000 bytes, every third one later
//    GET  /broken   the same, but it breaks off
//    /socket        a WebSocket: echoes, and obeys "close", "ping", "flood N", "size N"
//    /refused       a WebSocket that is always refused
//
// Prints its port. SIGTERM drains it, as in the real server; SIGUSR1 drains it for a restart.
#include "platform/net/listener.h"
#include "platform/net/web.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Owner {
    uv_loop_t loop;
    Web *web;
    Listener listener;
    uv_signal_t stop, restart;
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

// --- a body in pieces ----------------------------------------------------------------------------

typedef struct Pieces {
    uv_timer_t timer;
    WebCall *call;
    int made, wanted;
    bool waited, broken;
    char piece[1000];
} Pieces;

static void free_pieces(uv_handle_t *handle)
{
    free(handle->data);
}

static void release_pieces(void *holder)
{
    Pieces *pieces = holder;
    uv_close((uv_handle_t *)&pieces->timer, free_pieces);
}

static void more_pieces(uv_timer_t *timer)
{
    Pieces *pieces = timer->data;
    web_continue(pieces->call);
}

static BodyStep next_piece(void *holder, Text *piece)
{
    Pieces *pieces = holder;
    if (pieces->made == pieces->wanted) return pieces->broken ? BODY_BROKEN : BODY_END;
    if (pieces->made % 3 == 2 && !pieces->waited) {
        pieces->waited = true;
        uv_timer_start(&pieces->timer, more_pieces, 1, 0);
        return BODY_LATER;
    }
    pieces->waited = false;
    memset(pieces->piece, 'a' + pieces->made++ % 26, sizeof pieces->piece);
    *piece = (Text){ pieces->piece, sizeof pieces->piece };
    return BODY_PIECE;
}

static void stream(Owner *owner, WebCall *call, const Request *request)
{
    char value[16] = "";
    i64 wanted = 0;
    Pieces *pieces = calloc(1, sizeof *pieces);
    http_query(request->query, "a", value, sizeof value);
    text_number(text_of(value), 1 << 20, &wanted);
    *pieces = (Pieces){ .call = call,
                        .wanted = (int)wanted,
                        .broken = text_is(request->path, "/broken") };
    uv_timer_init(&owner->loop, &pieces->timer);
    pieces->timer.data = pieces;
    uv_unref((uv_handle_t *)&pieces->timer);
    const Answer answer = { .status = 200,
                            .type = "text/plain",
                            .next = next_piece,
                            .holder = pieces,
                            .release = release_pieces };
    web_answer(call, &answer);
}

// --- requests ------------------------------------------------------------------------------------

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
    if (text_is(request->path, "/stream") || text_is(request->path, "/broken")) {
        stream(owner, call, request);
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

static bool on_open(void *context, Socket *socket, const Request *request, Answer *refusal)
{
    Owner *owner = context;
    if (text_is(request->path, "/refused")) {
        *refusal = http_error(text_is(request->query, "slowly") ? 429 : 403);
        return false;
    }
    owner->sockets++;
    socket_set_data(socket, owner);
    if (request->query.length) say(socket, request->query);
    return true;
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
    } else if (text_is(message, "kernel")) {
        u32 us;
        say(socket, text_of(socket_kernel_round_trip(socket, &us) ? "measured" : "unknown"));
    } else if (text_is(message, "proxy")) {
        u32 us = 0;
        char text[16];
        Out out = out_to(text, sizeof text);
        out_int(&out, socket_kernel_round_trip(socket, &us) && socket_proxied(socket) ? us : 0);
        say(socket, (Text){ text, out.length });
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

static void on_empty(void *context)
{
    Owner *owner = context;
    uv_stop(&owner->loop);
}

static void on_signal(uv_signal_t *signal, int number)
{
    Owner *owner = signal->data;
    if (number == SIGTERM)
        web_drain(owner->web, CLOSE_GOING_AWAY, "the server is stopping");
    else
        web_drain(owner->web, CLOSE_RESTARTS, "the server restarts");
}

static void start_signal(Owner *owner, uv_signal_t *handle, int number)
{
    uv_signal_init(&owner->loop, handle);
    handle->data = owner;
    uv_signal_start(handle, on_signal, number);
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
            .silence_s = argc > 1 && atoi(argv[1]) <= 2 ? 2 : 0,
            .body_max = 64 << 10,
            .message_max = 4 << 10,
            .trust_proxy = argc > 2 && !strcmp(argv[2], "proxy"),
            .names = argc > 2 && !strcmp(argv[2], "names") ? "meydan.example, other.example" : NULL,
            .tls_certificate = argc > 3 ? argv[2] : NULL,
            .tls_key = argc > 3 ? argv[3] : NULL,
            .owner = &owner,
            .request = on_request,
            .empty = on_empty,
        },
        &why);
    if (!owner.web) {
        fprintf(stderr, "%s\n", why.message);
        return 2;
    }
    static const char *const PATHS[] = { "/socket", "/refused" };
    for (int i = 0; i < 2; i++)
        web_serve_sockets(owner.web, &(SocketHandler){ .path = PATHS[i],
                                                       .owner = &owner,
                                                       .open = on_open,
                                                       .message = on_message,
                                                       .pong = on_pong,
                                                       .closed = on_closed });
    start_signal(&owner, &owner.stop, SIGTERM);
    start_signal(&owner, &owner.restart, SIGUSR1);
    printf("%d\n", owner.listener.port);
    fflush(stdout);
    web_listen(owner.web, &owner.listener);
    uv_run(&owner.loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&owner.stop, NULL);
    uv_close((uv_handle_t *)&owner.restart, NULL);
    web_close(owner.web);
    uv_run(&owner.loop, UV_RUN_DEFAULT);
    web_free(owner.web);
    if (owner.sockets) fprintf(stderr, "%d sockets were not closed\n", owner.sockets);
    return owner.sockets ? 1 : 0;
}
