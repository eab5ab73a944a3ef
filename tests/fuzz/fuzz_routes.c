// SPDX-License-Identifier: MIT
// Requests and messages to the whole of playing online, over a store of its own, without a network.
//
// An input is lines. A line's first byte says who asks (a visitor, two browsers, a token) and how:
//
//     GET  path[?query]          POST path<TAB>body          socket message
//
// "$" in a line stands for the last game that was made. Every request is answered exactly once,
// with a status that there is, and in JSON where it says so.
#include "fuzz.h"

#include "server/api/messages.h"
#include "server/online.h"

#include <json-c/json.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- the wire, as far as it is needed ------------------------------------------------------------

enum { PEOPLE_HERE = 4 };

struct WebCall {
    int person;
    Answer answer; // with a body in pieces, of which this is what has come
    char *body;
    size_t length;
};
struct Socket {
    void *data;
    bool closed;
};
static char cookie[PEOPLE_HERE][300];
static char last_game[GAME_ID_LENGTH + 1];
static int waiting; // calls without an answer

// The id of a game that was made.
static void note_game(struct json_object *object)
{
    struct json_object *game, *id;
    if (json_object_object_get_ex(object, "game", &game) &&
        json_object_is_type(game, json_type_object) && json_object_object_get_ex(game, "id", &id))
        snprintf(last_game, sizeof last_game, "%s", json_object_get_string(id));
}

static void must_be_json(Text text)
{
    struct json_tokener *tokener = json_tokener_new();
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    struct json_object *object = json_tokener_parse_ex(tokener, text.at, (int)text.length);
    must(object && json_object_is_type(object, json_type_object));
    note_game(object);
    json_object_put(object);
    json_tokener_free(tokener);
}

void web_answer(WebCall *call, const Answer *answer)
{
    must(answer->status >= 200 && answer->status < 600 && answer->type);
    if (answer->set_cookie)
        snprintf(cookie[call->person], sizeof *cookie, "%.*s",
                 (int)strcspn(answer->set_cookie, ";"), answer->set_cookie);
    call->answer = *answer;
    call->body = NULL;
    call->length = 0;
    if (answer->next) {
        web_continue(call);
        return;
    }
    if (strstr(answer->type, "json")) must_be_json(answer->body);
    if (answer->release) answer->release(answer->holder);
    free(call);
    waiting--;
}

void web_continue(WebCall *call)
{
    const Answer *answer = &call->answer;
    BodyStep step;
    Text piece;
    while ((step = answer->next(answer->holder, &piece)) == BODY_PIECE) {
        call->body = realloc(call->body, call->length + piece.length + 1);
        if (piece.length) memcpy(call->body + call->length, piece.at, piece.length);
        call->length += piece.length;
    }
    if (step == BODY_LATER) return;
    if (step == BODY_END && strstr(answer->type, "json"))
        must_be_json((Text){ call->body, call->length });
    if (answer->release) answer->release(answer->holder);
    free(call->body);
    free(call);
    waiting--;
}

void web_upgrade(WebCall *call)
{
    free(call);
    waiting--;
}

static SocketHandler handler;

void web_serve_sockets(Web *web, const SocketHandler *sockets)
{
    (void)web;
    handler = *sockets;
}

Frame *frame_new(Text text)
{
    must_be_json(text);
    Frame *frame = malloc(sizeof *frame);
    frame->holders = 1;
    return frame;
}

Frame *frame_hold(Frame *frame)
{
    frame->holders++;
    return frame;
}

void frame_release(Frame *frame)
{
    if (frame && !--frame->holders) free(frame);
}

void socket_send(Socket *socket, Frame *frame)
{
    must(frame->holders > 0);
    (void)socket;
}

void socket_ping(Socket *socket)
{
    (void)socket;
}

bool socket_kernel_round_trip(const Socket *socket, u32 *us)
{
    (void)socket;
    *us = 1000;
    return true;
}

void socket_close(Socket *socket, int code, const char *why)
{
    must(code >= 1000 && why);
    socket->closed = true;
}

void *socket_data(const Socket *socket)
{
    return socket->data;
}

void socket_set_data(Socket *socket, void *data)
{
    socket->data = data;
}

// --- passwords that take no time -----------------------------------------------------------------

int __wrap_crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password,
                             unsigned long long length, unsigned long long ops, size_t memory);
int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password,
                                    unsigned long long length);

int __wrap_crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password,
                             unsigned long long length, unsigned long long ops, size_t memory)
{
    (void)ops;
    (void)memory;
    u8 hash[16];
    crypto_generichash(hash, sizeof hash, (const u8 *)password, length, NULL, 0);
    sodium_bin2hex(out, crypto_pwhash_STRBYTES, hash, sizeof hash);
    return 0;
}

int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password,
                                    unsigned long long length)
{
    char own[crypto_pwhash_STRBYTES];
    __wrap_crypto_pwhash_str(own, password, length, 0, 0);
    return strcmp(hash, own) != 0;
}

// --- an input ------------------------------------------------------------------------------------

static void no_line(void *owner, const char *line)
{
    (void)owner;
    must(line[0] != '\0');
}

static void stopped(void *owner)
{
    *(bool *)owner = true;
}

static void settle(uv_loop_t *loop, const int *until)
{
    for (int i = 0; i < 100000 && *until > 0; i++)
        uv_run(loop, UV_RUN_ONCE);
    must(*until == 0);
}

// The request lives until it is answered.
static void ask(Online *online, uv_loop_t *loop, int person, Method method, Text line)
{
    Text path = { "", 0 }, query = { "", 0 };
    Text body = line;
    text_split(&body, '\t', &path);
    if (!body.at) body = (Text){ "", 0 };
    Text rest = path;
    text_split(&rest, '?', &path);
    if (rest.at) query = rest;
    char whole[4200];
    int length = snprintf(whole, sizeof whole, "/api/v1/%.*s", (int)path.length, path.at);
    if (path.length && path.at[0] == '/')
        length = snprintf(whole, sizeof whole, "%.*s", (int)path.length, path.at);
    const Request request = {
        .method = method,
        .path = { whole, (size_t)length },
        .query = query,
        .body = body,
        .host = text_of("localhost"),
        .content_type = text_of("application/json"),
        .cookie = text_of(person ? cookie[person] : ""),
        .address = text_of("127.0.0.1"),
    };
    if (length < 0 || (size_t)length >= sizeof whole) return;
    WebCall *call = malloc(sizeof *call);
    call->person = person;
    waiting++;
    if (!online_request(online, call, &request)) {
        free(call);
        waiting--;
    }
    settle(loop, &waiting);
}

static void open_socket(uv_loop_t *loop, Socket *socket, int person)
{
    const Request request = { .host = text_of("localhost"),
                              .origin = text_of("http://localhost"),
                              .cookie = text_of(person ? cookie[person] : ""),
                              .address = text_of("127.0.0.1") };
    Answer refusal = http_error(503);
    WebCall *call = calloc(1, sizeof *call);
    waiting++;
    if (!handler.ready || handler.ready(handler.owner, call, &request)) web_upgrade(call);
    settle(loop, &waiting);
    must(handler.open(handler.owner, socket, &request, &refusal));
}

// With "$" replaced.
static Text filled_in(Text line, char *room, size_t size)
{
    Out out = out_to(room, size);
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i] == '$')
            out_str(&out, last_game);
        else
            out_char(&out, line.at[i]);
    return (Text){ room, out.length };
}

static void do_line(Online *online, uv_loop_t *loop, Socket *sockets, Text line)
{
    char room[8192];
    int person = (u8)line.at[0] % PEOPLE_HERE;
    Text text = filled_in(text_from(line, 1), room, sizeof room);
    char *exact = malloc(text.length ? text.length : 1); // for ASan
    memcpy(exact, text.at, text.length);
    text.at = exact;
    switch ((u8)line.at[0] / PEOPLE_HERE % 4) {
    case 0: ask(online, loop, person, METHOD_GET, text); break;
    case 1: ask(online, loop, person, METHOD_POST, text); break;
    case 2: ask(online, loop, person, METHOD_DELETE, text); break;
    case 3:
        if (sockets[person].data && !sockets[person].closed)
            handler.message(handler.owner, &sockets[person], text);
        break;
    }
    free(exact);
    settle(loop, &waiting);
    for (int i = 0; i < PEOPLE_HERE; i++) {
        if (sockets[i].data && sockets[i].closed) {
            handler.closed(handler.owner, &sockets[i]);
            sockets[i] = (Socket){ 0 };
        }
        if (!sockets[i].data) open_socket(loop, &sockets[i], i);
    }
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    char store[64];
    uv_loop_t loop;
    bool ended = false;
    Fault why;
    snprintf(store, sizeof store, "/dev/shm/meydan-fuzz-%d.db", (int)getpid());
    memset(cookie, 0, sizeof cookie);
    snprintf(last_game, sizeof last_game, "00000001");
    uv_loop_init(&loop);
    Online *online = online_new(&(OnlineSetup){ .loop = &loop,
                                                .store = store,
                                                .version = "fuzz",
                                                .limits = 1,
                                                .work_above = 1000,
                                                .owner = &ended,
                                                .say = no_line,
                                                .event = no_line,
                                                .stopped = stopped });
    must(online && online_start(online, &why));
    Socket sockets[PEOPLE_HERE] = { 0 };
    for (int i = 0; i < PEOPLE_HERE; i++)
        open_socket(&loop, &sockets[i], i);
    Text rest = { (const char *)data, size }, line;
    for (int i = 0; i < 32 && text_split(&rest, '\n', &line); i++)
        if (line.length && line.length < 4096) do_line(online, &loop, sockets, line);
    online_stop(online);
    for (int i = 0; i < 100000 && !ended; i++)
        uv_run(&loop, UV_RUN_ONCE);
    must(ended);
    online_close(online);
    for (int i = 0; i < PEOPLE_HERE; i++)
        if (sockets[i].data) handler.closed(handler.owner, &sockets[i]);
    uv_run(&loop, UV_RUN_DEFAULT);
    online_free(online);
    must(!uv_loop_close(&loop) && !waiting);
    const char *const ends[] = { "", "-wal", "-shm" };
    for (int i = 0; i < 3; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", store, ends[i]);
        unlink(name);
    }
    return 0;
}
