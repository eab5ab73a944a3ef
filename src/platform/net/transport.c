// SPDX-License-Identifier: MIT
#include "platform/net/transport.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    RECORD_MAX = 16 << 10, // bytes of a TLS record
    UNSENT_MAX = 32 << 10, // bytes that the kernel buffers unsent
};

bool transport_open(Transport *transport, uv_loop_t *loop, int fd, Tls *tls)
{
    *transport = (Transport){ .fd = fd, .read_wants = UV_READABLE, .write_wants = UV_WRITABLE };
    if (tls) {
        transport->ssl = SSL_new(tls);
        if (!transport->ssl || !SSL_set_fd(transport->ssl, fd)) goto fail;
        SSL_set_accept_state(transport->ssl);
    }
    if (uv_poll_init(loop, &transport->poll, fd)) goto fail;
    // Sends small packets at once. The kernel buffers little unsent data, so that a slow reader's
    // progress shows.
    const int on = 1, unsent = UNSENT_MAX;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
    return true;
fail:
    SSL_free(transport->ssl);
    return false;
}

void transport_close(Transport *transport, uv_close_cb closed)
{
    uv_close((uv_handle_t *)&transport->poll, closed);
    SSL_free(transport->ssl);
    close(transport->fd);
    transport->ssl = NULL;
    transport->fd = -1;
}

// Interprets OpenSSL's refusal; `*wants` is the event to wait for.
static int not_now(Transport *transport, int result, u8 *wants)
{
    int error = SSL_get_error(transport->ssl, result);
    ERR_clear_error();
    if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) return TRANSPORT_OVER;
    *wants = error == SSL_ERROR_WANT_READ ? UV_READABLE : UV_WRITABLE;
    return 0;
}

int transport_handshake(Transport *transport)
{
    if (!transport->ssl) return 1;
    int result = SSL_do_handshake(transport->ssl);
    if (result != 1) return not_now(transport, result, &transport->read_wants);
    transport->read_wants = UV_READABLE;
    return 1;
}

static ssize_t plain_result(ssize_t result)
{
    if (result >= 0) return result;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : TRANSPORT_OVER;
}

ssize_t transport_read(Transport *transport, void *bytes, size_t size)
{
    if (!transport->ssl) {
        ssize_t got = recv(transport->fd, bytes, size, 0);
        return got ? plain_result(got) : TRANSPORT_OVER;
    }
    int got = SSL_read(transport->ssl, bytes, (int)size);
    if (got <= 0) return not_now(transport, got, &transport->read_wants);
    transport->read_wants = UV_READABLE;
    return got;
}

// One record for everything that fits. After a refusal OpenSSL requires the same bytes again, with
// or without more after them, which holds anyway: callers retry with the rest.
static ssize_t write_record(Transport *transport, const struct iovec *pieces, int count)
{
    u8 record[RECORD_MAX];
    size_t length = 0;
    for (int i = 0; i < count && length < RECORD_MAX; i++) {
        size_t left = RECORD_MAX - length, size = pieces[i].iov_len;
        if (size > left) size = left;
        if (size) memcpy(record + length, pieces[i].iov_base, size);
        length += size;
    }
    if (!length) return 0;
    int put = SSL_write(transport->ssl, record, (int)length);
    return put > 0 ? put : not_now(transport, put, &transport->write_wants);
}

ssize_t transport_write(Transport *transport, const struct iovec *pieces, int count)
{
    ssize_t put;
    if (transport->ssl) {
        transport->write_wants = UV_WRITABLE;
        put = write_record(transport, pieces, count);
    } else {
        const struct msghdr message = { .msg_iov = (struct iovec *)pieces,
                                        .msg_iovlen = (size_t)count };
        put = plain_result(sendmsg(transport->fd, &message, MSG_NOSIGNAL));
    }
    transport->blocked = put == 0;
    return put;
}

bool transport_pending(const Transport *transport)
{
    return transport->ssl && SSL_has_pending(transport->ssl);
}

void transport_end_writing(Transport *transport)
{
    if (transport->ssl) {
        SSL_shutdown(transport->ssl); // sends the close alert without waiting for an answer
        ERR_clear_error();
        SSL_free(transport->ssl);
        transport->ssl = NULL;
        transport->read_wants = UV_READABLE;
    }
    shutdown(transport->fd, SHUT_WR);
    transport->blocked = false;
}

void transport_watch(Transport *transport, bool reads, uv_poll_cb called)
{
    u8 wanted = (u8)((reads ? transport->read_wants : 0) |
                     (transport->blocked ? transport->write_wants : 0));
    if (wanted == transport->watched) return;
    transport->watched = wanted;
    if (wanted)
        uv_poll_start(&transport->poll, wanted, called);
    else
        uv_poll_stop(&transport->poll);
}

u32 transport_round_trip_us(const Transport *transport)
{
    struct tcp_info info = { 0 };
    socklen_t size = sizeof info;
    return getsockopt(transport->fd, IPPROTO_TCP, TCP_INFO, &info, &size) ? 0 : info.tcpi_rtt;
}
