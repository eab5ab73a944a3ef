// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // accept4
#include "platform/net/web.h"

#include "platform/net/connection.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    ACCEPTED_AT_ONCE = 64, // per turn of the loop
    PAUSE_MS = 1000,       // in accepting, without files or memory
    TICK_MS = 1000,
    GATHER_NS = 2000000,  // how long the loop gathers events when there are many
    COUNT_NS = 100000000, // the period in which wakes are counted
    THICK = 80,           // that many wakes are many
};

// --- accepting -----------------------------------------------------------------------------------

static void on_connection(uv_poll_t *poll, int status, int events);

static void accept_more(Web *web)
{
    for (int i = 0; web->listener && i < web->listener->count; i++)
        uv_poll_start(&web->accepting[i], UV_READABLE, on_connection);
}

static void on_pause_over(uv_timer_t *pause)
{
    accept_more(pause->data);
}

// Without files or memory the next attempt would fail as well, and the loop would spin.
static void pause_accepting(Web *web)
{
    for (int i = 0; i < web->listener->count; i++)
        uv_poll_stop(&web->accepting[i]);
    uv_timer_start(&web->pause, on_pause_over, PAUSE_MS, 0);
}

static void on_connection(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    Web *web = poll->data;
    int listening = web->listener->fd[poll - web->accepting];
    for (int i = 0; i < ACCEPTED_AT_ONCE; i++) {
        struct sockaddr_storage address = { 0 };
        socklen_t length = sizeof address;
        int fd = accept4(listening, (void *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0)
            web_adopt(web, fd, (const void *)&address);
        else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            return pause_accepting(web);
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            return;
    }
}

void web_listen(Web *web, Listener *listener)
{
    web->listener = listener;
    for (int i = 0; i < listener->count; i++) {
        uv_poll_init(web->setup.loop, &web->accepting[i], listener->fd[i]);
        web->accepting[i].data = web;
    }
    accept_more(web);
}

void web_stop_listening(Web *web)
{
    if (!web->listener) return;
    uv_timer_stop(&web->pause);
    for (int i = 0; i < web->listener->count; i++)
        uv_close((uv_handle_t *)&web->accepting[i], NULL);
    listener_close(web->listener);
    web->listener = NULL;
}

// Sends a refusal if that fits a line without TLS, and discards the received bytes, which would
// otherwise turn the close into a reset that can overtake the line.
static void turn_away(const Web *web, int fd)
{
    static const char ANSWER[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n"
                                 "Retry-After: 5\r\nConnection: close\r\n\r\n";
    char bytes[4096];
    if (!web->tls) send(fd, ANSWER, sizeof ANSWER - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    for (int i = 0; i < 16 && recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0; i++) {
    }
    close(fd);
}

void web_adopt(Web *web, int fd, const struct sockaddr *address)
{
    int bucket;
    const Address peer = address_of(address);
    if (!admission_enter(&web->admission, address, web_trusts(web, &peer), &bucket)) {
        turn_away(web, fd);
    } else if (!connection_open(web, fd, address, bucket)) {
        admission_leave(&web->admission, bucket);
        close(fd);
    }
}

// --- the loop ------------------------------------------------------------------------------------

static void on_tick(uv_timer_t *tick)
{
    Web *web = tick->data;
    for (Connection *connection = TAILQ_FIRST(&web->all), *next; connection; connection = next) {
        next = TAILQ_NEXT(connection, all);
        connection_tick(connection);
    }
}

// Waking for each message costs more than the message. So when wakes are frequent, the loop first
// sleeps briefly, then handles all events together.
static void gather(Web *web)
{
    u64 now = uv_hrtime();
    if (now - web->counted_ns > COUNT_NS) {
        web->thick = web->wakes > THICK;
        web->wakes = 0;
        web->counted_ns = now;
    }
    web->wakes++;
    if (web->thick && now - web->woken_ns < GATHER_NS)
        nanosleep(&(struct timespec){ .tv_nsec = (long)(GATHER_NS - (now - web->woken_ns)) }, NULL);
    web->woken_ns = uv_hrtime();
}

static void report_turn(Web *web)
{
    if (!web->setup.turn) return;
    u64 idle = uv_metrics_idle_time(web->setup.loop), now = uv_hrtime();
    u64 busy = now - web->woken_ns - (idle - web->idle_ns);
    if (web->woken_ns) web->setup.turn(web->setup.owner, (double)busy / 1e6);
    web->idle_ns = idle;
}

static void before_sleep(uv_prepare_t *prepare)
{
    Web *web = prepare->data;
    while (!TAILQ_EMPTY(&web->busy))
        connection_settle(TAILQ_FIRST(&web->busy));
    report_turn(web);
    gather(web);
}

bool web_trusts(const Web *web, const Address *peer)
{
    return (web->setup.trust_proxy && peer->loopback) || addresses_have(web->setup.proxies, peer);
}

void web_serve_sockets(Web *web, const SocketHandler *handler)
{
    assert(web->handlers < SOCKET_PATHS_MAX);
    web->handler[web->handlers++] = *handler;
}

// --- the whole -----------------------------------------------------------------------------------

void web_retire(Web *web)
{
    web->retiring = true;
}

void web_drain(Web *web, int code, const char *why)
{
    web->draining = true;
    web_stop_listening(web);
    for (Connection *connection = TAILQ_FIRST(&web->all), *next; connection; connection = next) {
        next = TAILQ_NEXT(connection, all);
        if (connection->socket)
            socket_close(connection->socket, code, why);
        else if (connection->state <= STATE_HEAD) // no request has arrived
            connection_close(connection);
    }
    if (TAILQ_EMPTY(&web->all)) web->setup.empty(web->setup.owner);
}

bool web_renew_tls(Web *web, Fault *why)
{
    const WebSetup *setup = &web->setup;
    if (!setup->tls_certificate && !setup->tls_key) return true;
    if (!setup->tls_certificate || !setup->tls_key) {
        fault(why, MALFORMED, "TLS needs both a certificate and its key");
        return false;
    }
    Tls *tls = tls_load(setup->tls_certificate, setup->tls_key, why);
    if (!tls) return false;
    tls_free(web->tls);
    web->tls = tls;
    return true;
}

void web_close(Web *web)
{
    web->draining = false; // no caller waits for the last connection any longer
    web_stop_listening(web);
    uv_close((uv_handle_t *)&web->tick, NULL);
    uv_close((uv_handle_t *)&web->pause, NULL);
    uv_close((uv_handle_t *)&web->before_sleep, NULL);
    while (!TAILQ_EMPTY(&web->all))
        connection_close(TAILQ_FIRST(&web->all));
}

void web_free(Web *web)
{
    frame_pool_free(&web->frames);
    tls_free(web->tls);
    free(web);
}

Web *web_new(const WebSetup *setup, Fault *why)
{
    Web *web = calloc(1, sizeof *web);
    if (!web) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    if (!addresses_read(setup->proxies, why)) {
        free(web);
        return NULL;
    }
    web->setup = *setup;
    TAILQ_INIT(&web->all);
    TAILQ_INIT(&web->busy);
    admission_init(&web->admission, setup->connections_max, setup->connections_each);
    if (!web_renew_tls(web, why)) {
        free(web);
        return NULL;
    }
    uv_timer_init(setup->loop, &web->tick);
    uv_timer_init(setup->loop, &web->pause);
    uv_prepare_init(setup->loop, &web->before_sleep);
    web->tick.data = web->pause.data = web->before_sleep.data = web;
    uv_timer_start(&web->tick, on_tick, TICK_MS, TICK_MS);
    uv_prepare_start(&web->before_sleep, before_sleep);
    return web;
}
