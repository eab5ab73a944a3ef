// SPDX-License-Identifier: MIT
#include "platform/net/origin.h"

#include <arpa/inet.h>

static bool equal_nocase(Text a, Text b)
{
    if (a.length != b.length) return false;
    for (size_t i = 0; i < a.length; i++)
        if (text_lower(a.at[i]) != text_lower(b.at[i])) return false;
    return true;
}

bool origin_fits(const Request *request, const char *own)
{
    static const char *const SCHEMES[] = { "http://", "https://" };
    Text origin = request->origin;
    if (!origin.length) return true;
    if (own && equal_nocase(origin, text_of(own))) return true;
    for (int i = 0; i < 2; i++) {
        size_t length = text_of(SCHEMES[i]).length;
        if (text_is_nocase(text_cut(origin, 0, length), SCHEMES[i]))
            return request->host.length && equal_nocase(text_from(origin, length), request->host);
    }
    return false;
}

bool origin_json(Text content_type)
{
    Text type = { "", 0 };
    text_split(&content_type, ';', &type);
    return text_is_nocase(text_trim(type), "application/json");
}

bool origin_loopback(Text address)
{
    return text_is(address, "::1") || text_is(text_cut(address, 0, 4), "127.") ||
           text_is(text_cut(address, 0, 11), "::ffff:127.");
}

// "meydan.example:8080" without the port; "[::1]:8080" with its brackets.
static Text without_port(Text host)
{
    size_t end = host.length;
    while (end && text_digit(host.at[end - 1]))
        end--;
    bool port = end && host.at[end - 1] == ':' && end < host.length;
    return port ? text_cut(host, 0, end - 1) : host;
}

static bool is_address(Text host)
{
    char text[INET6_ADDRSTRLEN];
    u8 number[sizeof(struct in6_addr)];
    bool ipv6 = host.length > 2 && host.at[0] == '[' && host.at[host.length - 1] == ']';
    Out out = out_to(text, sizeof text);
    out_text(&out, ipv6 ? text_cut(host, 1, host.length - 1) : host);
    return !out.lost && inet_pton(ipv6 ? AF_INET6 : AF_INET, text, number) == 1;
}

static bool ends_in_localhost(Text host)
{
    static const char LOCALHOST[] = ".localhost";
    size_t length = sizeof LOCALHOST - 1;
    return text_is_nocase(host, LOCALHOST + 1) ||
           (host.length > length &&
            text_is_nocase(text_from(host, host.length - length), LOCALHOST));
}

bool origin_host_known(Text host, const char *names)
{
    Text list = text_of(names), part, name;
    host = without_port(host);
    if (host.length && host.at[host.length - 1] == '.') host.length--; // the DNS root
    if (ends_in_localhost(host) || is_address(host)) return true;
    while (text_split(&list, ',', &part))
        while (text_word(&part, &name))
            if (text_is(name, "*") || equal_nocase(name, host)) return true;
    return false;
}
