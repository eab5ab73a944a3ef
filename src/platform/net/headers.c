// SPDX-License-Identifier: MIT
#include "platform/net/headers.h"

#include <openssl/evp.h>
#include <time.h>

// Scripts, styles and connections are allowed from the page's address only, and no inline script or
// style. `data:` and `blob:` pictures are boards being saved to a file. The three Cross-Origin
// headers together give the page shared memory, and thereby an engine with threads.
static const char ALWAYS[] =
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-embedder-policy: require-corp\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "permissions-policy: camera=(), microphone=(), geolocation=(), payment=(), usb=(), "
    "interest-cohort=()\r\n"
    "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data: blob:; worker-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; ";
// The last directive of the policy: no site, or every site, may show the page in a frame.
static const char NOBODY[] = "frame-ancestors 'none'\r\n"
                             "cross-origin-resource-policy: same-origin\r\n"
                             "x-frame-options: DENY\r\n";
static const char ANYBODY[] = "frame-ancestors *\r\n"
                              "cross-origin-resource-policy: cross-origin\r\n";

// Two years, as the browsers' preload lists require.
static const char ONLY_TLS[] = "strict-transport-security: max-age=63072000\r\n";

static void write_two(Out *out, int number)
{
    out_char(out, (char)('0' + number / 10 % 10));
    out_char(out, (char)('0' + number % 10));
}

// The date in HTTP's format, whatever the locale: Sun, 06 Nov 1994 08:49:37 GMT
static void write_date(Out *out)
{
    static const char *const DAYS[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
    static const char *const MONTHS[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
    time_t now = time(NULL);
    struct tm tm;
    gmtime_r(&now, &tm);
    out_format(out, "date: %s, ", DAYS[tm.tm_wday]);
    write_two(out, tm.tm_mday);
    out_format(out, " %s %d ", MONTHS[tm.tm_mon], tm.tm_year + 1900);
    write_two(out, tm.tm_hour);
    out_char(out, ':');
    write_two(out, tm.tm_min);
    out_char(out, ':');
    write_two(out, tm.tm_sec);
    out_str(out, " GMT\r\n");
}

static void write_header(Out *out, const char *name, const char *value)
{
    if (value) out_format(out, "%s: %s\r\n", name, value);
}

static void write_number(Out *out, const char *name, i64 number)
{
    out_format(out, "%s: ", name);
    out_int(out, number);
    out_str(out, "\r\n");
}

void headers_write(const Answer *answer, const HeadersSetup *setup, Out *out)
{
    bool has_body = answer->status != 304 && answer->status != 204;
    out_format(out, "HTTP/1.1 %d %s\r\n", answer->status, http_reason(answer->status));
    write_date(out);
    out_str(out, ALWAYS);
    out_str(out, answer->framed ? ANYBODY : NOBODY);
    if (setup->secure) out_str(out, ONLY_TLS);
    write_header(out, "content-type", has_body ? answer->type : NULL);
    write_header(out, "content-encoding", has_body ? coding_name(answer->coding) : NULL);
    write_header(out, "transfer-encoding", setup->chunked ? "chunked" : NULL);
    if (has_body && !answer->next) write_number(out, "content-length", (i64)answer->body.length);
    write_header(out, "cache-control", answer->cache);
    write_header(out, "etag", answer->etag);
    write_header(out, "vary", answer->varies ? "accept-encoding" : NULL);
    write_header(out, "allow", answer->allow);
    write_header(out, "set-cookie", answer->set_cookie);
    write_header(out, "content-disposition", answer->disposition);
    if (answer->retry_after_s) write_number(out, "retry-after", answer->retry_after_s);
    out_text(out, setup->more);
    if (answer->status == 426) out_str(out, "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    write_header(out, "connection",
                 setup->close            ? "close"
                 : setup->keep_alive     ? "keep-alive"
                 : answer->status == 426 ? "upgrade"
                                         : NULL);
    // A client that reuses a connection just as it is closed loses its request. This header makes
    // it stop in time.
    if (!setup->close) out_format(out, "keep-alive: timeout=%d\r\n", setup->idle_s);
    out_str(out, "\r\n");
}

void headers_write_upgrade(Text key, bool secure, Out *out)
{
    enum { SHA1_SIZE = 20, BASE64_SIZE = 28 };
    char text[64];
    u8 digest[SHA1_SIZE], accept[BASE64_SIZE + 1];
    Out joined = out_to(text, sizeof text);
    out_format(&joined, "%t258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    EVP_Digest(text, joined.length, digest, NULL, EVP_sha1(), NULL);
    EVP_EncodeBlock(accept, digest, SHA1_SIZE);
    out_str(out, "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n"
                 "connection: Upgrade\r\n");
    if (secure) out_str(out, ONLY_TLS);
    out_format(out, "sec-websocket-accept: %s\r\n\r\n", (const char *)accept);
}
