// SPDX-License-Identifier: MIT
#include "platform/net/connection.h"

#include <stdlib.h>
#include <string.h>

enum {
    READS_AT_ONCE = 4, // of INPUT_SIZE each, before other connections have a turn
    OWNER_MS = 60000,  // for the owner's answer
    GOODBYE_MS = 5000,
    LINGER_MS = 2000,
    LINGER_MAX = 4 << 20, // bytes discarded
};

// Each state: whether it reads, and how long it may last. States whose time depends on the amount
// to read or to send set the deadline themselves (exchange.c).
enum { FOREVER = 0, TIMEOUT = -1 }; // TIMEOUT: WebSetup's timeout

static const struct {
    bool reads;
    int ms;
} STATE[STATES] = {
    [STATE_HANDSHAKE] = { true, TIMEOUT }, [STATE_IDLE] = { true, TIMEOUT },
    [STATE_HEAD] = { true, TIMEOUT },      [STATE_BODY] = { true, TIMEOUT },
    [STATE_ASKED] = { false, OWNER_MS },   [STATE_SENDING] = { false, TIMEOUT },
    [STATE_OPEN] = { true, FOREVER },      [STATE_CLOSING] = { true, GOODBYE_MS },
    [STATE_DROPPED] = { false, FOREVER },  [STATE_LINGER] = { true, LINGER_MS },
    [STATE_CLOSED] = { false, FOREVER },
};

static bool reads(const Connection *connection)
{
    return STATE[connection->state].reads;
}

void connection_set_deadline(Connection *connection, u64 ms_from_now)
{
    connection->deadline_ms = uv_now(connection->web->setup.loop) + ms_from_now;
}

void connection_enter(Connection *connection, ConnectionState state)
{
    int ms = STATE[state].ms;
    connection->state = state;
    if (ms == FOREVER)
        connection->deadline_ms = UINT64_MAX;
    else
        connection_set_deadline(
            connection, ms == TIMEOUT ? 1000 * (u64)connection->web->setup.timeout_s : (u64)ms);
}

bool connection_trusts_peer(const Connection *connection)
{
    return connection->trusted;
}

void connection_wake(Connection *connection)
{
    if (connection->is_busy || connection->state == STATE_CLOSED) return;
    connection->is_busy = true;
    TAILQ_INSERT_TAIL(&connection->web->busy, connection, busy);
}

// --- closing -------------------------------------------------------------------------------------

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void drop_kept(Connection *connection)
{
    free(connection->kept);
    connection->kept = NULL;
    connection->kept_length = 0;
}

void connection_close(Connection *connection)
{
    Web *web = connection->web;
    if (connection->state == STATE_CLOSED) return;
    connection->state = STATE_CLOSED;
    exchange_cut(connection);
    socket_forget(connection);
    drop_kept(connection);
    if (connection->is_busy) TAILQ_REMOVE(&web->busy, connection, busy);
    TAILQ_REMOVE(&web->all, connection, all);
    admission_leave(&web->admission, connection->bucket);
    transport_close(&connection->transport, on_closed);
    if (web->draining && TAILQ_EMPTY(&web->all)) web->setup.empty(web->setup.owner);
}

void connection_linger(Connection *connection)
{
    drop_kept(connection);
    socket_forget(connection);
    transport_end_writing(&connection->transport);
    connection_enter(connection, STATE_LINGER);
}

// --- bytes ---------------------------------------------------------------------------------------

static void keep(Connection *connection, Text input)
{
    if (connection->state == STATE_CLOSED || connection->state == STATE_DROPPED || !input.length)
        return;
    connection->kept = malloc(input.length);
    if (!connection->kept) {
        connection_close(connection);
        return;
    }
    memcpy(connection->kept, input.at, input.length);
    connection->kept_length = input.length;
}

// Each step removes bytes from the input or enters a state that doesn't read.
static void consume(Connection *connection, Text input)
{
    while (input.length && reads(connection)) {
        switch (connection->state) {
        case STATE_IDLE:
        case STATE_HEAD:
        case STATE_BODY: exchange_read(connection, &input); break;
        case STATE_OPEN:
        case STATE_CLOSING: socket_read(connection, &input); break;
        case STATE_HANDSHAKE:
        case STATE_ASKED:
        case STATE_SENDING:
        case STATE_DROPPED:
        case STATE_LINGER:
        case STATE_CLOSED:
        case STATES:
            connection->lingered += (u32)input.length;
            if (connection->lingered > LINGER_MAX) connection_close(connection);
            return;
        }
    }
    keep(connection, input);
}

// Reads the bytes kept from behind a request, once that has been answered.
static void consume_kept(Connection *connection)
{
    if (!connection->kept || !reads(connection)) return;
    char *bytes = connection->kept;
    Text input = { bytes, connection->kept_length };
    connection->kept = NULL;
    connection->kept_length = 0;
    consume(connection, input);
    free(bytes);
}

static void read_input(Connection *connection)
{
    char *bytes = connection->web->input;
    for (int i = 0;
         reads(connection) && (i < READS_AT_ONCE || transport_pending(&connection->transport));
         i++) {
        ssize_t got = transport_read(&connection->transport, bytes, INPUT_SIZE);
        if (!got) return;
        if (got == TRANSPORT_OVER) {
            connection_close(connection);
            return;
        }
        consume(connection, (Text){ bytes, (size_t)got });
        // A short read means that there is no more.
        if (got < INPUT_SIZE && !transport_pending(&connection->transport)) return;
    }
}

static void flush(Connection *connection)
{
    switch (connection->state) {
    case STATE_SENDING: exchange_send(connection); break;
    case STATE_OPEN:
    case STATE_CLOSING: socket_flush(connection); break;
    case STATE_HANDSHAKE:
    case STATE_IDLE:
    case STATE_HEAD:
    case STATE_BODY:
    case STATE_ASKED:
    case STATE_DROPPED:
    case STATE_LINGER:
    case STATE_CLOSED:
    case STATES: break;
    }
}

static void on_event(uv_poll_t *poll, int status, int events);

static void watch(Connection *connection)
{
    if (connection->state != STATE_CLOSED)
        transport_watch(&connection->transport, reads(connection), on_event);
}

static void on_event(uv_poll_t *poll, int status, int events)
{
    (void)events;
    Connection *connection = poll->data;
    if (status < 0) {
        connection_close(connection);
        return;
    }
    if (connection->state == STATE_HANDSHAKE) {
        int result = transport_handshake(&connection->transport);
        if (result == TRANSPORT_OVER) connection_close(connection);
        if (result == 1) connection_enter(connection, STATE_IDLE);
    }
    if (connection->transport.blocked) flush(connection);
    consume_kept(connection);
    if (connection->state != STATE_HANDSHAKE) read_input(connection);
    watch(connection);
}

void connection_settle(Connection *connection)
{
    TAILQ_REMOVE(&connection->web->busy, connection, busy);
    connection->is_busy = false;
    if (connection->state == STATE_DROPPED) {
        connection_close(connection);
        return;
    }
    if (!connection->transport.blocked) flush(connection);
    consume_kept(connection);
    // The loop reports no event for bytes that TLS has already received.
    if (transport_pending(&connection->transport)) read_input(connection);
    watch(connection);
}

void connection_tick(Connection *connection)
{
    if (uv_now(connection->web->setup.loop) >= connection->deadline_ms)
        connection_close(connection);
    else if (connection->state == STATE_OPEN)
        socket_tick(connection);
}

bool connection_open(Web *web, int fd, const struct sockaddr *address, int bucket)
{
    Connection *connection = calloc(1, sizeof *connection);
    if (!connection || !transport_open(&connection->transport, web->setup.loop, fd, web->tls)) {
        free(connection);
        return false;
    }
    connection->transport.poll.data = connection;
    connection->web = web;
    connection->bucket = bucket;
    const Address peer = address_of(address);
    connection->trusted = web_trusts(web, &peer);
    memcpy(connection->address, peer.text, sizeof connection->address);
    TAILQ_INSERT_HEAD(&web->all, connection, all);
    connection_enter(connection, web->tls ? STATE_HANDSHAKE : STATE_IDLE);
    watch(connection);
    return true;
}
