// SPDX-License-Identifier: MIT
// Requests and messages to the whole of playing online, over a store of its own, without a network.
//
// An input is lines. A line's first byte says who asks (a visitor, two browsers, a token) and how:
//
//     GET  path[?query]          POST path<TAB>body          socket message
//
// "$" in a line stands for the last game that was made, "~" for a number that no other input has,
// so that "Ada~" is a free name. Every request must be answered exactly once, with a valid status,
// and in JSON where its header says so.
//
// Starting a server takes a hundred times as long as a request. One server therefore handles
// INPUTS_EACH inputs, each from its own address; then it is stopped and checked for leaks. So a
// failure may be caused by an earlier input; ROUTES_EACH=1 in the environment starts a server for
// every input.
#include "fuzz.h"

#include "server/api/messages/fields.h"
#include "server/app/online.h"
#include "server/games/state/room.h"

#include <json-c/json.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define HAS_LEAK_CHECK 1
#endif
#endif

enum { INPUTS_EACH = 500, LEAKS_EACH = 20 }; // inputs of a server, servers between checks for leaks

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
    bool whole;
    must(utf8_valid(text));
    struct json_object *object = parse_strictly(tokener, text, &whole);
    must(whole && json_object_is_type(object, json_type_object));
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

void web_add_header(WebCall *call, const char *name, const char *value)
{
    must(call && *name && value);
}

static SocketHandler handler;

void web_serve_sockets(Web *web, const SocketHandler *sockets)
{
    (void)web;
    handler = *sockets;
}

// The server of a fuzz run never leaves.
void web_stop_listening(Web *web)
{
    (void)web;
}

void web_retire(Web *web)
{
    (void)web;
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

bool socket_proxied(const Socket *socket)
{
    return !socket->data;
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

// And no thread: they are done when the loop gets to run.
int __wrap_uv_queue_work(uv_loop_t *on, uv_work_t *work, uv_work_cb run, uv_after_work_cb after);

enum { WORKS_MAX = 64 };
static uv_work_t *work_waiting[WORKS_MAX];
static int works;

int __wrap_uv_queue_work(uv_loop_t *on, uv_work_t *work, uv_work_cb run, uv_after_work_cb after)
{
    must(works < WORKS_MAX && on);
    work->work_cb = run;
    work->after_work_cb = after;
    work_waiting[works++] = work;
    return 0;
}

static void do_works(void)
{
    while (works) {
        uv_work_t *work = work_waiting[--works];
        work->work_cb(work);
        work->after_work_cb(work, 0);
    }
}

// --- an input ------------------------------------------------------------------------------------

static void no_line(void *owner, const char *line)
{
    (void)owner;
    must(line[0] != '\0');
}

static void no_notice(void *owner, LogLevel level, const char *line)
{
    (void)level;
    no_line(owner, line);
}

static void stopped(void *owner)
{
    *(bool *)owner = true;
}

// --- the server ----------------------------------------------------------------------------------

static uv_loop_t loop;
static Online *online;
static char store[64], address[32];
static u32 inputs, servers; // so far
static bool ended;

static void start_server(void)
{
    Fault why;
    ended = false;
    snprintf(store, sizeof store, "/dev/shm/meydan-fuzz-%d.db", (int)getpid());
    uv_loop_init(&loop);
    online = online_new(&(OnlineSetup){ .loop = &loop,
                                        .store = store,
                                        .version = "fuzz",
                                        .limits = 1,
                                        .work_above = 1000,
                                        .alone = true,
                                        .owner = &ended,
                                        .say = no_notice,
                                        .event = no_line,
                                        .stopped = stopped });
    must(online && online_start(online, &why));
}

static void remove_store(void)
{
    const char *const ends[] = { "", "-wal", "-shm" };
    for (int i = 0; i < 3; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", store, ends[i]);
        unlink(name);
    }
}

static void stop_server(void)
{
    online_stop(online);
    for (int i = 0; i < 100000 && !ended; i++) {
        do_works();
        uv_run(&loop, UV_RUN_ONCE);
    }
    must(ended);
    online_close(online);
    uv_run(&loop, UV_RUN_DEFAULT);
    online_free(online);
    online = NULL;
    must(!uv_loop_close(&loop) && !waiting);
    remove_store();
#ifdef HAS_LEAK_CHECK
    if (servers++ % LEAKS_EACH == 0) must(!__lsan_do_recoverable_leak_check());
#endif
}

// Until all is answered.
static void settle(void)
{
    for (int i = 0; i < 100000 && (waiting > 0 || works); i++) {
        do_works();
        uv_run(&loop, waiting > 0 && !works ? UV_RUN_ONCE : UV_RUN_NOWAIT);
    }
    must(waiting == 0);
}

// The request lives until it is answered.
static void ask(int person, Method method, Text line)
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
        .address = text_of(address),
    };
    if (length < 0 || (size_t)length >= sizeof whole) return;
    WebCall *call = malloc(sizeof *call);
    call->person = person;
    waiting++;
    if (!online_request(online, call, &request)) {
        free(call);
        waiting--;
    }
    settle();
}

static void open_socket(Socket *socket, int person)
{
    const Request request = { .host = text_of("localhost"),
                              .origin = text_of("http://localhost"),
                              .cookie = text_of(person ? cookie[person] : ""),
                              .address = text_of(address) };
    Answer refusal = http_error(503);
    WebCall *call = calloc(1, sizeof *call);
    waiting++;
    if (!handler.ready || handler.ready(handler.owner, call, &request)) web_upgrade(call);
    settle();
    must(handler.open(handler.owner, socket, &request, &refusal));
}

// With "$" and "~" replaced.
static Text filled_in(Text line, char *room, size_t size)
{
    Out out = out_to(room, size);
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i] == '$')
            out_str(&out, last_game);
        else if (line.at[i] == '~')
            out_format(&out, "%d", (int)inputs);
        else
            out_char(&out, line.at[i]);
    return (Text){ room, out.length };
}

static void do_line(Socket *sockets, Text line)
{
    char room[8192];
    int person = (u8)line.at[0] % PEOPLE_HERE;
    Text text = filled_in(text_from(line, 1), room, sizeof room);
    char *exact = malloc(text.length ? text.length : 1); // for ASan
    memcpy(exact, text.at, text.length);
    text.at = exact;
    switch ((u8)line.at[0] / PEOPLE_HERE % 4) {
    case 0: ask(person, METHOD_GET, text); break;
    case 1: ask(person, METHOD_POST, text); break;
    case 2: ask(person, METHOD_DELETE, text); break;
    case 3:
        if (sockets[person].data && !sockets[person].closed)
            handler.message(handler.owner, &sockets[person], text);
        break;
    }
    free(exact);
    settle();
    for (int i = 0; i < PEOPLE_HERE; i++) {
        if (sockets[i].data && sockets[i].closed) {
            handler.closed(handler.owner, &sockets[i]);
            sockets[i] = (Socket){ 0 };
        }
        if (!sockets[i].data) open_socket(&sockets[i], i);
    }
}

// stop_server checks for leaks of memory that lives longer than an input.
int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    static char *more[64], no_leaks[] = "-detect_leaks=0";
    for (int i = 0; i < *count && i < 62; i++)
        more[i] = (*arguments)[i];
    if (*count < 62) more[(*count)++] = no_leaks;
    *arguments = more;
    return 0;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (!online) start_server();
    memset(cookie, 0, sizeof cookie);
    snprintf(last_game, sizeof last_game, "00000001");
    inputs++;
    snprintf(address, sizeof address, "10.%u.%u.%u", inputs >> 16 & 255, inputs >> 8 & 255,
             inputs & 255);
    Socket sockets[PEOPLE_HERE] = { 0 };
    for (int i = 0; i < PEOPLE_HERE; i++)
        open_socket(&sockets[i], i);
    Text rest = { (const char *)data, size }, line;
    for (int i = 0; i < 32 && text_split(&rest, '\n', &line); i++)
        if (line.length && line.length < 4096) do_line(sockets, line);
    for (int i = 0; i < PEOPLE_HERE; i++)
        if (sockets[i].data) handler.closed(handler.owner, &sockets[i]);
    const char *each = getenv("ROUTES_EACH");
    if (inputs % INPUTS_EACH == 0 || (each && !strcmp(each, "1"))) stop_server();
    return 0;
}
