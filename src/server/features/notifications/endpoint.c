// SPDX-License-Identifier: MIT
#include "server/features/notifications/endpoint.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

// --- addresses -----------------------------------------------------------------------------------

static bool ipv4_public(u32 address)
{
    static const struct {
        u32 net;
        int bits;
    } OTHERS[] = {
        { 0x00000000, 8 },  // this network
        { 0x0a000000, 8 },  // private
        { 0x64400000, 10 }, // behind a carrier
        { 0x7f000000, 8 },  // this machine
        { 0xa9fe0000, 16 }, // link
        { 0xac100000, 12 }, // private
        { 0xc0000000, 24 }, // protocols
        { 0xc0000200, 24 }, // documentation
        { 0xc0a80000, 16 }, // private
        { 0xc6120000, 15 }, // benchmarks
        { 0xc6336400, 24 }, // documentation
        { 0xcb007100, 24 }, // documentation
        { 0xe0000000, 3 },  // groups, reserved, all
    };
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if ((address ^ OTHERS[i].net) >> (32 - OTHERS[i].bits) == 0) return false;
    return true;
}

static bool ipv6_public(const struct in6_addr *address)
{
    const u8 *byte = address->s6_addr;
    static const u8 MAPPED[12] = { [10] = 0xff, [11] = 0xff }, NAT64[12] = { 0, 0x64, 0xff, 0x9b };
    if (!memcmp(byte, MAPPED, 12) || !memcmp(byte, NAT64, 12))
        return ipv4_public((u32)byte[12] << 24 | (u32)byte[13] << 16 | (u32)byte[14] << 8 |
                           byte[15]);
    // Only 2000::/3 is assigned; in it, 2001:db8::/32 is for documentation and 2002::/16 carries
    // IPv4.
    bool documents = byte[0] == 0x20 && byte[1] == 0x01 && byte[2] == 0x0d && byte[3] == 0xb8;
    bool carries = byte[0] == 0x20 && byte[1] == 0x02;
    bool teredo = byte[0] == 0x20 && byte[1] == 0x01 && !byte[2] && !byte[3];
    return byte[0] >> 5 == 1 && !documents && !carries && !teredo;
}

bool address_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return ipv4_public(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr));
    if (address->sa_family == AF_INET6)
        return ipv6_public(&((const struct sockaddr_in6 *)address)->sin6_addr);
    return false;
}

// --- names ---------------------------------------------------------------------------------------

static bool ends_with(const char *host, const char *end)
{
    size_t length = strlen(host), tail = strlen(end);
    return length >= tail && !strcmp(host + length - tail, end);
}

// A public name has a dot and letters; text that looks like a number is an address.
static bool host_public(const char *host)
{
    struct sockaddr_in four = { .sin_family = AF_INET };
    struct sockaddr_in6 six = { .sin6_family = AF_INET6 };
    char inner[64];
    size_t length = strlen(host);
    if (host[0] == '[') {
        if (length < 3 || length - 2 >= sizeof inner) return false;
        memcpy(inner, host + 1, length - 2);
        inner[length - 2] = '\0';
        return inet_pton(AF_INET6, inner, &six.sin6_addr) == 1 &&
               address_public((struct sockaddr *)&six);
    }
    if (inet_pton(AF_INET, host, &four.sin_addr) == 1)
        return address_public((struct sockaddr *)&four);
    const char *last = strrchr(host, '.');
    bool named = last && last[1] && strspn(last + 1, "0123456789") != strlen(last + 1);
    return named && !ends_with(host, ".local") && !ends_with(host, ".localhost") &&
           !ends_with(host, ".internal") && !ends_with(host, ".home.arpa");
}

static bool plain(Text url)
{
    for (size_t i = 0; i < url.length; i++)
        if (url.at[i] <= ' ' || url.at[i] > '~' || strchr("\"\\<>^`{|}", url.at[i])) return false;
    return url.length > 0;
}

bool endpoint_read(Text url, bool anywhere, char audience[AUDIENCE_MAX])
{
    char text[1024], *scheme = NULL, *host = NULL, *port = NULL, *user = NULL, *word = NULL;
    if (url.length >= sizeof text || !plain(url)) return false;
    memcpy(text, url.at, url.length);
    text[url.length] = '\0';
    CURLU *parts = curl_url();
    bool fine = parts && !curl_url_set(parts, CURLUPART_URL, text, 0) &&
                !curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) &&
                !curl_url_get(parts, CURLUPART_HOST, &host, 0) && host[0];
    bool has_port = fine && !curl_url_get(parts, CURLUPART_PORT, &port, 0);
    fine = fine && curl_url_get(parts, CURLUPART_USER, &user, 0) &&
           curl_url_get(parts, CURLUPART_PASSWORD, &word, 0);
    fine = fine && (!strcmp(scheme, "https") || (anywhere && !strcmp(scheme, "http"))) &&
           (anywhere || host_public(host));
    if (fine) {
        Out out = out_to(audience, AUDIENCE_MAX);
        out_format(&out, "%s://%s", scheme, host);
        if (has_port) out_format(&out, ":%s", port);
        fine = !out.lost;
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_free(user);
    curl_free(word);
    curl_url_cleanup(parts);
    return fine;
}
