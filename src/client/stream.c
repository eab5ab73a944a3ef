// SPDX-License-Identifier: MIT
#include "client/stream.h"

#include "protocol/now.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { URL_MAX = 1024 };

// --- addresses -----------------------------------------------------------------------------------

static bool is_address(const char *address)
{
    char *port = NULL;
    CURLU *parts = curl_url();
    bool fine = parts && !curl_url_set(parts, CURLUPART_URL, address, CURLU_DISALLOW_USER) &&
                !curl_url_get(parts, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) &&
                strcmp(port, "0") != 0;
    curl_free(port);
    curl_url_cleanup(parts);
    return fine;
}

bool url_read(Text text, Url *url, Fault *why)
{
    *url = (Url){ .tls = text_is(text_cut(text, 0, 8), "https://") };
    if (!url->tls && !text_is(text_cut(text, 0, 7), "http://"))
        return fault(why, MALFORMED, "%q begins with neither http:// nor https://", text) == OK;
    Text rest = text_from(text, url->tls ? 8 : 7);
    if (rest.length && rest.at[rest.length - 1] == '/') rest.length--;
    bool fine = rest.length && rest.at[rest.length - 1] != ':';
    for (size_t i = 0; fine && i < rest.length; i++)
        fine = rest.at[i] > ' ' && rest.at[i] < 127 && !strchr("/?#@\"\\", rest.at[i]);
    char address[sizeof url->authority + 8];
    Out authority = out_to(url->authority, sizeof url->authority),
        whole = out_to(address, sizeof address);
    out_text(&authority, rest);
    out_format(&whole, "http%s://%t", url->tls ? "s" : "", rest);
    fine = fine && !authority.lost && is_address(address);
    if (!fine) fault(why, MALFORMED, "%q is not the address of a server", text);
    return fine;
}

// --- opening -------------------------------------------------------------------------------------

static bool interrupted(const Wait *wait)
{
    return wait->interrupt && atomic_load(wait->interrupt);
}

static int check_interrupt(void *wait, curl_off_t to_get, curl_off_t got, curl_off_t to_send,
                           curl_off_t sent)
{
    (void)to_get, (void)got, (void)to_send, (void)sent;
    return interrupted(wait);
}

CURL *curl_for(const Url *url, const char *path, const Wait *wait)
{
    char address[URL_MAX];
    Out out = out_to(address, sizeof address);
    out_format(&out, "http%s://%s%s", url->tls ? "s" : "", url->authority, path);
    CURL *curl = out.lost ? NULL : curl_easy_init();
    if (!curl) return NULL;
    i64 left = wait->until - now_ms();
    curl_easy_setopt(curl, CURLOPT_URL, address);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, left > 1 ? (long)left : 1L);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, check_interrupt);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, wait);
    // OpenSSL's own variables, which libcurl leaves to programs.
    const char *file = getenv("SSL_CERT_FILE"), *folder = getenv("SSL_CERT_DIR");
    if (file) curl_easy_setopt(curl, CURLOPT_CAINFO, file);
    if (folder) curl_easy_setopt(curl, CURLOPT_CAPATH, folder);
    return curl;
}

void curl_fault(CURLcode code, const Url *url, Fault *why)
{
    bool tls = code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE ||
               code == CURLE_SSL_CONNECT_ERROR;
    fault(why, MALFORMED, "no %s %q: %s",
          code == CURLE_COULDNT_RESOLVE_HOST ? "address of"
          : tls                              ? "TLS with"
                                             : "connection to",
          text_of(url->authority), curl_easy_strerror(code));
}

Stream *stream_open(const Url *url, Wait wait, Fault *why)
{
    CURL *curl = curl_for(url, "/", &wait);
    if (curl) curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
    CURLcode code = curl ? curl_easy_perform(curl) : CURLE_OUT_OF_MEMORY;
    if (!code) return curl;
    curl_fault(code, url, why);
    curl_easy_cleanup(curl);
    return NULL;
}

void stream_close(Stream *stream)
{
    curl_easy_cleanup(stream);
}

int stream_file(Stream *stream)
{
    curl_socket_t file = -1;
    curl_easy_getinfo(stream, CURLINFO_ACTIVESOCKET, &file);
    return file;
}

// --- bytes ---------------------------------------------------------------------------------------

static bool wait_for(Stream *stream, short events, Wait wait)
{
    while (!interrupted(&wait)) {
        i64 left = wait.until - now_ms();
        struct pollfd poll_file = { stream_file(stream), events, 0 };
        int ready = poll(&poll_file, 1, left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left);
        if (ready > 0) return true;
        if (ready < 0 ? errno != EINTR : left <= 0) return false;
    }
    return false;
}

i64 stream_read(Stream *stream, char *to, size_t capacity)
{
    size_t count = 0;
    CURLcode code = curl_easy_recv(stream, to, capacity, &count);
    if (code == CURLE_AGAIN) return 0;
    return !code && count ? (i64)count : -1;
}

bool stream_wait(Stream *stream, Wait wait)
{
    return wait_for(stream, POLLIN, wait);
}

bool stream_write(Stream *stream, Text bytes, Wait wait)
{
    while (bytes.length) {
        size_t count = 0;
        CURLcode code = curl_easy_send(stream, bytes.at, bytes.length, &count);
        if (code && code != CURLE_AGAIN) return false;
        bytes = text_from(bytes, count);
        if (code && !wait_for(stream, POLLOUT, wait)) return false;
    }
    return true;
}
