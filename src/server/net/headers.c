// SPDX-License-Identifier: MIT
#include "server/net/headers.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// Scripts, styles and connections come from the page's own address only; no script or style stands
// in the document itself. `data:` and `blob:` pictures are boards on their way to a file.
static const char POLICY[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; worker-src 'self'; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

// A linked list. The three Cross-Origin ones together give the page shared memory, and thereby an
// engine with threads.
static const struct lws_protocol_vhost_options ALWAYS[] = {
    { &ALWAYS[1], NULL, "content-security-policy:", POLICY },
    { &ALWAYS[2], NULL, "cross-origin-opener-policy:", "same-origin" },
    { &ALWAYS[3], NULL, "cross-origin-embedder-policy:", "require-corp" },
    { &ALWAYS[4], NULL, "cross-origin-resource-policy:", "same-origin" },
    { &ALWAYS[5], NULL, "x-content-type-options:", "nosniff" },
    { &ALWAYS[6], NULL, "x-frame-options:", "DENY" },
    { &ALWAYS[7], NULL, "referrer-policy:", "no-referrer" },
    { NULL, NULL, "permissions-policy:",
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()" },
};

const struct lws_protocol_vhost_options *headers_always(void)
{
    return ALWAYS;
}

// As HTTP wants it, whatever the locale: Sun, 06 Nov 1994 08:49:37 GMT
static void write_date(char *capacity, size_t size)
{
    static const char *const DAYS[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
    static const char *const MONTHS[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
    time_t now = time(NULL);
    struct tm tm;
    gmtime_r(&now, &tm);
    snprintf(capacity, size, "%s, %02d %s %04d %02d:%02d:%02d GMT", DAYS[tm.tm_wday], tm.tm_mday,
             MONTHS[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

bool headers_write(struct lws *wsi, const Answer *answer, u8 **at, u8 *end)
{
    char date[64], length[24];
    write_date(date, sizeof date);
    snprintf(length, sizeof length, "%zu", answer->body.length);
    const struct {
        const char *name, *value;
    } headers[] = {
        { "date:", date },
        { "content-type:", answer->status == 304 ? NULL : answer->type },
        { "content-encoding:", answer->status == 304 ? NULL : coding_name(answer->coding) },
        { "content-length:", answer->status == 304 ? NULL : length },
        { "cache-control:", answer->cache },
        { "etag:", answer->etag },
        { "vary:", answer->varies ? "accept-encoding" : NULL },
        { "allow:", answer->allow },
        { "set-cookie:", answer->set_cookie },
        { "content-disposition:", answer->disposition },
        { "connection:", answer->close ? "close" : NULL },
    };
    if (lws_add_http_header_status(wsi, (unsigned)answer->status | LWSAHH_FLAG_NO_SERVER_NAME, at,
                                   end))
        return false;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (headers[i].value && lws_add_http_header_by_name(wsi, (const u8 *)headers[i].name,
                                                            (const u8 *)headers[i].value,
                                                            (int)strlen(headers[i].value), at, end))
            return false;
    return !lws_finalize_http_header(wsi, at, end);
}
