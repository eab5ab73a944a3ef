// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // memmem, accept4's flags
#include "wire.h"

#include "client/client_http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum {
    EVENTS = 512,
    READ_ROOM = 1 << 18,
    ADDRESSES = 250, // 127.0.0.1 ...: the server's limits are per address
    CONNECT_S = 10,
    REQUEST_MAX = 2048,
    FRAME_HEAD_MAX = 8, // of frames that we send: shorter than 64 kB
};

struct Wire {
    int poll;
    int port[WIRE_PORTS_MAX], ports;
    unsigned opened;
    char read[READ_ROOM]; // shared: only incomplete data is kept with its link
    // Links closed while events were being processed. They are freed afterwards, because later
    // events may refer to them.
    Link **closed;
    size_t closed_count, closed_room;
};

i64 now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (i64)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

Wire *wire_new(int port)
{
    Wire *wire = calloc(1, sizeof *wire);
    if (!wire) return NULL;
    wire->port[wire->ports++] = port;
    wire->poll = epoll_create1(EPOLL_CLOEXEC);
    return wire;
}

bool wire_add(Wire *wire, int port)
{
    if (wire->ports == WIRE_PORTS_MAX) return false;
    wire->port[wire->ports++] = port;
    return true;
}

static void free_closed(Wire *wire)
{
    for (size_t i = 0; i < wire->closed_count; i++)
        free(wire->closed[i]);
    wire->closed_count = 0;
}

void wire_free(Wire *wire)
{
    if (!wire) return;
    free_closed(wire);
    free(wire->closed);
    close(wire->poll);
    free(wire);
}

// --- links ---------------------------------------------------------------------------------------

static int connect_from(int address, int port)
{
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0) return -1;
    int yes = 1;
    struct timeval patience = { CONNECT_S, 0 };
    struct sockaddr_in from = { .sin_family = AF_INET }, to = from;
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (u32)address);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((u16)port);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(file, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    // Blocking: on loopback it takes microseconds, unless the server has stopped accepting.
    if (!bind(file, (struct sockaddr *)&from, sizeof from) &&
        !connect(file, (struct sockaddr *)&to, sizeof to) && !fcntl(file, F_SETFL, O_NONBLOCK))
        return file;
    close(file);
    return -1;
}

static Link *open_link(Wire *wire, LinkTold *told, void *owner, int number)
{
    int port = wire->port[wire->opened % (unsigned)wire->ports];
    int file = connect_from((int)(wire->opened++ % ADDRESSES), port);
    Link *link = file < 0 ? NULL : calloc(1, sizeof *link);
    if (!link) {
        if (file >= 0) close(file);
        return NULL;
    }
    *link = (Link){ .owner = owner, .number = number, .told = told, .wire = wire, .file = file };
    link->port = port;
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = link };
    epoll_ctl(wire->poll, EPOLL_CTL_ADD, file, &event);
    return link;
}

void link_close(Link *link)
{
    if (!link || link->file < 0) return;
    Wire *wire = link->wire;
    close(link->file);
    link->file = -1;
    free(link->in);
    free(link->out);
    if (wire->closed_count == wire->closed_room) {
        size_t capacity = wire->closed_room ? 2 * wire->closed_room : 64;
        Link **closed = realloc(wire->closed, capacity * sizeof *closed);
        if (!closed) return; // leaks a link, nothing worse
        wire->closed = closed;
        wire->closed_room = capacity;
    }
    wire->closed[wire->closed_count++] = link;
}

static void gone(Link *link, Text why)
{
    link_close(link);
    link->told(link, LINK_GONE, why);
}

static void poll_for(Link *link, u32 events)
{
    struct epoll_event event = { .events = events, .data.ptr = link };
    epoll_ctl(link->wire->poll, EPOLL_CTL_MOD, link->file, &event);
}

// Appends bytes to those kept.
static bool keep(char **kept, size_t *used, Text bytes)
{
    if (!bytes.length) return true;
    char *more = realloc(*kept, *used + bytes.length);
    if (!more) return false;
    memcpy(more + *used, bytes.at, bytes.length);
    *kept = more;
    *used += bytes.length;
    return true;
}

// A broken connection is detected when reading.
static void send_bytes(Link *link, Text bytes)
{
    if (link->file < 0) return;
    ssize_t sent = link->out_used ? 0 : send(link->file, bytes.at, bytes.length, MSG_NOSIGNAL);
    if (sent < 0) sent = 0;
    if ((size_t)sent == bytes.length) return;
    keep(&link->out, &link->out_used, text_from(bytes, (size_t)sent));
    poll_for(link, EPOLLIN | EPOLLOUT);
}

static void send_kept(Link *link)
{
    ssize_t sent = send(link->file, link->out, link->out_used, MSG_NOSIGNAL);
    if (sent <= 0) return;
    link->out_used -= (size_t)sent;
    memmove(link->out, link->out + sent, link->out_used);
    if (link->out_used) return;
    free(link->out);
    link->out = NULL;
    poll_for(link, EPOLLIN);
}

Link *wire_http(Wire *wire, LinkTold *told, void *owner, int number)
{
    return open_link(wire, told, owner, number);
}

Link *wire_socket(Wire *wire, const char *cookie, LinkTold *told, void *owner, int number)
{
    Link *link = open_link(wire, told, owner, number);
    if (!link) return NULL;
    link->socket = true;
    char request[REQUEST_MAX];
    int length =
        snprintf(request, sizeof request,
                 "GET /api/v1/socket HTTP/1.1\r\nHost: localhost:%d\r\n"
                 "Origin: http://localhost:%d\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s%s%s\r\n",
                 link->port, link->port, *cookie ? "Cookie: " : "", cookie, *cookie ? "\r\n" : "");
    send_bytes(link, (Text){ request, (size_t)length });
    return link;
}

void link_ask(Link *link, const char *method, const char *path, const char *cookie, Text body)
{
    char request[REQUEST_MAX];
    int length =
        snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: localhost:%d\r\n%s%s%s", method,
                 path, link->port, *cookie ? "Cookie: " : "", cookie, *cookie ? "\r\n" : "");
    if (strcmp(method, "GET") != 0)
        length +=
            snprintf(request + length, sizeof request - (size_t)length,
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n", body.length);
    length += snprintf(request + length, sizeof request - (size_t)length, "\r\n%.*s",
                       (int)body.length, body.at);
    link->status = 0;
    send_bytes(link, (Text){ request, (size_t)length });
}

// wslay's reader would keep 4 kB for each of thousands of connections and copy every frame. So
// frames are written and read in place, as far as our server uses them.
static void send_frame(Link *link, int opcode, Text body)
{
    static const u8 MASK[] = { 0xe9, 0xc3, 0x17, 0x5a };
    char frame[REQUEST_MAX];
    if (body.length > sizeof frame - FRAME_HEAD_MAX) return;
    u8 *at = (u8 *)frame;
    *at++ = (u8)(0x80 | opcode);
    *at++ = (u8)(0x80 | (body.length > 125 ? 126 : body.length));
    if (body.length > 125) {
        *at++ = (u8)(body.length >> 8);
        *at++ = (u8)body.length;
    }
    for (int i = 0; i < 4; i++)
        *at++ = MASK[i];
    for (size_t i = 0; i < body.length; i++)
        *at++ = (u8)body.at[i] ^ MASK[i & 3];
    send_bytes(link, (Text){ frame, (size_t)((char *)at - frame) });
}

void link_say(Link *link, Text message)
{
    send_frame(link, WSLAY_TEXT_FRAME, message);
}

// --- what comes ----------------------------------------------------------------------------------

static Text first_line(Text bytes)
{
    Text line;
    text_split(&bytes, '\n', &line);
    return text_trim(line);
}

static void keep_cookie(Link *link, Text head)
{
    Text cookie = http_header(head, "set-cookie"), value;
    if (!text_split(&cookie, ';', &value)) return;
    Out out = out_to(link->cookie, sizeof link->cookie);
    out_text(&out, value);
}

// Reads a response at the front of the bytes. Returns its length, 0 if incomplete, -1 if invalid.
static i64 take_answer(Link *link, Text bytes)
{
    int status;
    i64 length = 0, size = http_head(bytes, &status);
    if (size <= 0) return size;
    Text head = { bytes.at, (size_t)size };
    if (link->socket) {
        if (status != 101) return -1;
        link->open = true;
        link->told(link, LINK_OPEN, head);
        return size;
    }
    if (!text_number(http_header(head, "content-length"), ANSWER_MAX, &length) && status != 204)
        return -1;
    if (bytes.length < (size_t)(size + length)) return 0;
    link->status = status;
    keep_cookie(link, head);
    link->told(link, LINK_ANSWER, text_cut(bytes, (size_t)size, (size_t)(size + length)));
    return size + length;
}

// Reads a frame at the front of the bytes. Returns its length, 0 if incomplete.
static i64 read_frame(Text bytes, int *opcode, Text *body)
{
    if (bytes.length < 2) return 0;
    const u8 *at = (const u8 *)bytes.at;
    size_t length = at[1] & 0x7f, head = length == 127 ? 10 : length == 126 ? 4 : 2;
    if (bytes.length < head) return 0;
    for (size_t i = 2; i < head; i++)
        length = (i > 2 ? length << 8 : 0) | at[i];
    if (length > bytes.length - head) return 0;
    *opcode = at[0] & 0x0f;
    *body = text_cut(bytes, head, head + length);
    return (i64)(head + length);
}

static i64 take_frame(Link *link, Text bytes)
{
    int opcode;
    Text body;
    i64 size = read_frame(bytes, &opcode, &body);
    if (!size) return size;
    if (opcode == WSLAY_CONNECTION_CLOSE) {
        char why[160];
        Out out = out_to(why, sizeof why);
        const u8 *code = (const u8 *)body.at;
        if (body.length >= 2) out_format(&out, "closed: %d ", code[0] << 8 | code[1]);
        out_text(&out, text_from(body, 2));
        gone(link, text_of(why));
        return size;
    }
    if (opcode == WSLAY_PING) send_frame(link, WSLAY_PONG, body);
    if (opcode == WSLAY_TEXT_FRAME) link->told(link, LINK_MESSAGE, body);
    return size;
}

static void take_bytes(Link *link, Text bytes)
{
    while (bytes.length && link->file >= 0) {
        i64 size = link->open ? take_frame(link, bytes) : take_answer(link, bytes);
        if (size < 0) gone(link, first_line(bytes));
        if (size <= 0) break;
        bytes = text_from(bytes, (size_t)size);
    }
    if (link->file < 0) return;
    char *old = link->in;
    link->in = NULL;
    link->in_used = 0;
    if (!keep(&link->in, &link->in_used, bytes)) gone(link, text_of("out of memory"));
    free(old); // the kept bytes may have been a part of it
}

static void read_link(Link *link)
{
    Wire *wire = link->wire;
    ssize_t count = recv(link->file, wire->read, sizeof wire->read, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        gone(link, text_of(count ? strerror(errno) : "the server hung up"));
        return;
    }
    Text bytes = { wire->read, (size_t)count };
    if (link->in) {
        if (!keep(&link->in, &link->in_used, bytes)) return gone(link, text_of("out of memory"));
        bytes = (Text){ link->in, link->in_used };
        // The link may be closed meanwhile; its bytes are processed nevertheless.
        char *whole = link->in;
        link->in = NULL;
        take_bytes(link, bytes);
        free(whole);
        return;
    }
    take_bytes(link, bytes);
}

void wire_run(Wire *wire, i64 until, const bool *done)
{
    struct epoll_event event[EVENTS];
    do {
        i64 left = until - now_us();
        int wait = left <= 0 ? 0 : (int)((left + 999) / 1000);
        // Whole milliseconds are too coarse for a schedule: wait exactly for the last one.
        struct timespec exact = { left / 1000000, left % 1000000 * 1000 };
        int count = wait > 1 || left <= 0
                        ? epoll_wait(wire->poll, event, EVENTS, wait > 1 ? wait - 1 : 0)
                        : epoll_pwait2(wire->poll, event, EVENTS, &exact, NULL);
        for (int i = 0; i < count; i++) {
            Link *link = event[i].data.ptr;
            if (link->file >= 0 && event[i].events & EPOLLOUT && link->out_used) send_kept(link);
            if (link->file >= 0 && event[i].events & ~(u32)EPOLLOUT) read_link(link);
        }
        free_closed(wire);
    } while (!(done && *done) && now_us() < until);
}

// --- errands -------------------------------------------------------------------------------------

enum { PARALLEL_MAX = 64 };

typedef struct Run {
    const Errands *errands;
    Link *link[PARALLEL_MAX];
    int next, answered;
    bool failed, done;
} Run;

static void next_errand(Link *link)
{
    Run *run = link->owner;
    const Errands *errands = run->errands;
    if (run->next == errands->count) return;
    link->number = run->next++;
    Errand errand = { .method = "POST", .cookie = "" };
    errands->build(errands->context, link->number, &errand);
    link->cookie[0] = '\0';
    link_ask(link, errand.method, errand.path, errand.cookie, text_of(errand.body));
}

static void told_errand(Link *link, LinkNews news, Text text)
{
    Run *run = link->owner;
    if (news == LINK_ANSWER) {
        run->errands->answered(run->errands->context, link->number, link, text);
        run->answered++;
        next_errand(link);
    } else {
        for (int i = 0; i < PARALLEL_MAX; i++)
            if (run->link[i] == link) run->link[i] = NULL;
        run->failed = true;
    }
    run->done = run->answered == run->errands->count || run->failed;
}

bool wire_errands(Wire *wire, const Errands *errands)
{
    Run run = { .errands = errands, .done = errands->count == 0 };
    int parallel = errands->parallel < PARALLEL_MAX ? errands->parallel : PARALLEL_MAX;
    if (parallel > errands->count) parallel = errands->count;
    for (int i = 0; i < parallel && !run.failed; i++) {
        run.link[i] = wire_http(wire, told_errand, &run, -1);
        run.failed = !run.link[i];
        if (run.link[i]) next_errand(run.link[i]);
    }
    if (!run.failed) wire_run(wire, now_us() + errands->within, &run.done);
    for (int i = 0; i < parallel; i++)
        link_close(run.link[i]);
    free_closed(wire);
    return run.answered == errands->count;
}
