// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // SOCK_NONBLOCK
#include "client/stream.h"

#include "protocol/now.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct Stream {
    int file;
    SSL_CTX *context; // NULL: plain
    SSL *ssl;
};

// --- addresses -----------------------------------------------------------------------------------

static bool put(char *to, size_t capacity, Text text)
{
    Out out = out_to(to, capacity);
    out_text(&out, text);
    return text.length && !out.lost;
}

bool url_read(Text text, Url *url, Fault *why)
{
    *url = (Url){ 0 };
    Text rest = text;
    if (text_is(text_cut(text, 0, 8), "https://")) {
        url->tls = true;
        rest = text_from(text, 8);
    } else if (text_is(text_cut(text, 0, 7), "http://")) {
        rest = text_from(text, 7);
    } else {
        return fault(why, MALFORMED, "%q begins with neither http:// nor https://", text) == OK;
    }
    if (rest.length && rest.at[rest.length - 1] == '/') rest.length--;
    bool fine = put(url->authority, sizeof url->authority, rest);
    for (size_t i = 0; fine && i < rest.length; i++)
        fine = rest.at[i] > ' ' && rest.at[i] < 127 && !strchr("/?#@\"\\", rest.at[i]);

    Text host = rest, port = text_of(url->tls ? "443" : "80");
    if (fine && *host.at == '[') {
        const char *end = memchr(host.at, ']', host.length);
        fine = end != NULL;
        if (fine) rest = text_from(rest, (size_t)(end + 1 - host.at));
        if (fine) host = (Text){ host.at + 1, (size_t)(end - host.at) - 1 };
        fine = fine && (!rest.length || *rest.at == ':');
        if (fine && rest.length) port = text_from(rest, 1);
    } else if (fine && memchr(rest.at, ':', rest.length)) {
        text_split(&rest, ':', &host);
        port = rest;
    }
    i64 number;
    fine = fine && text_number(port, 65535, &number) && number > 0;
    fine = fine && put(url->host, sizeof url->host, host) && put(url->port, sizeof url->port, port);
    if (!fine) fault(why, MALFORMED, "%q is not the address of a server", text);
    return fine;
}

// --- waiting -------------------------------------------------------------------------------------

static bool interrupted(Wait wait)
{
    return wait.interrupt && atomic_load(wait.interrupt);
}

static bool wait_for(int file, short events, Wait wait)
{
    while (!interrupted(wait)) {
        i64 left = wait.until - now_ms();
        struct pollfd poll_file = { file, events, 0 };
        int ready = poll(&poll_file, 1, left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left);
        if (ready > 0) return true;
        if (ready < 0 ? errno != EINTR : left <= 0) return false;
    }
    return false;
}

// What TLS waits for after `result` of one of its calls; 0: nothing, it has failed.
static short tls_wants(const Stream *stream, int result)
{
    switch (SSL_get_error(stream->ssl, result)) {
    case SSL_ERROR_WANT_READ: return POLLIN;
    case SSL_ERROR_WANT_WRITE: return POLLOUT;
    default: ERR_clear_error(); return 0;
    }
}

// --- opening -------------------------------------------------------------------------------------

static int connect_to(const struct addrinfo *address, Wait wait)
{
    int file = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (file < 0) return -1;
    int yes = 1, error = 0;
    socklen_t size = sizeof error;
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (!connect(file, address->ai_addr, address->ai_addrlen)) return file;
    if (errno == EINPROGRESS && wait_for(file, POLLOUT, wait) &&
        !getsockopt(file, SOL_SOCKET, SO_ERROR, &error, &size) && !error)
        return file;
    if (error) errno = error;
    close(file);
    return -1;
}

static bool begin_tls(Stream *stream, const Url *url, Wait wait, Fault *why)
{
    SSL_CTX *context = stream->context = SSL_CTX_new(TLS_client_method());
    SSL *ssl = stream->ssl = context ? SSL_new(context) : NULL;
    bool ready = ssl && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) &&
                 SSL_CTX_set_default_verify_paths(context) && SSL_set_fd(ssl, stream->file);
    if (ready) {
        // A host is an address or a name, in a certificate too.
        ready = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), url->host) ||
                (SSL_set1_host(ssl, url->host) && SSL_set_tlsext_host_name(ssl, url->host));
        SSL_set_verify(ssl, SSL_VERIFY_PEER, NULL);
    }
    int result = 0;
    while (ready && (result = SSL_connect(ssl)) != 1) {
        short wanted = tls_wants(stream, result);
        ready = wanted && wait_for(stream->file, wanted, wait);
    }
    if (ready) return true;
    long verdict = ssl ? SSL_get_verify_result(ssl) : X509_V_OK;
    fault(why, MALFORMED, "no TLS with %q: %s", text_of(url->authority),
          verdict == X509_V_OK ? "the handshake failed" : X509_verify_cert_error_string(verdict));
    return false;
}

Stream *stream_open(const Url *url, Wait wait, Fault *why)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *all = NULL;
    int status = getaddrinfo(url->host, url->port, &hints, &all);
    if (status) {
        fault(why, MALFORMED, "no address of %q: %s", text_of(url->host), gai_strerror(status));
        return NULL;
    }
    int file = -1;
    errno = ETIMEDOUT;
    for (struct addrinfo *one = all; one && file < 0 && !interrupted(wait); one = one->ai_next)
        file = connect_to(one, wait);
    freeaddrinfo(all);
    if (file < 0) {
        fault(why, MALFORMED, "no connection to %q: %s", text_of(url->authority), strerror(errno));
        return NULL;
    }
    Stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        close(file);
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    stream->file = file;
    if (!url->tls || begin_tls(stream, url, wait, why)) return stream;
    stream_close(stream);
    return NULL;
}

void stream_close(Stream *stream)
{
    if (!stream) return;
    SSL_free(stream->ssl);
    SSL_CTX_free(stream->context);
    close(stream->file);
    free(stream);
}

int stream_file(const Stream *stream)
{
    return stream->file;
}

// --- bytes ---------------------------------------------------------------------------------------

i64 stream_read(Stream *stream, char *to, size_t capacity)
{
    if (stream->ssl) {
        int most = capacity > INT32_MAX ? INT32_MAX : (int)capacity;
        int count = SSL_read(stream->ssl, to, most);
        return count > 0 ? count : tls_wants(stream, count) ? 0 : -1;
    }
    ssize_t count;
    do
        count = recv(stream->file, to, capacity, 0);
    while (count < 0 && errno == EINTR);
    if (count > 0) return count;
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : -1;
}

bool stream_wait(Stream *stream, Wait wait)
{
    return wait_for(stream->file, POLLIN, wait);
}

bool stream_write(Stream *stream, Text bytes, Wait wait)
{
    while (bytes.length) {
        i64 count;
        short wanted = POLLOUT;
        if (stream->ssl) {
            int most = bytes.length > INT32_MAX ? INT32_MAX : (int)bytes.length;
            int result = SSL_write(stream->ssl, bytes.at, most);
            count = result;
            if (result <= 0) wanted = tls_wants(stream, result);
        } else {
            count = send(stream->file, bytes.at, bytes.length, MSG_NOSIGNAL);
            if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
                return false;
        }
        if (count > 0)
            bytes = text_from(bytes, (size_t)count);
        else if (!wanted || !wait_for(stream->file, wanted, wait))
            return false;
    }
    return true;
}
