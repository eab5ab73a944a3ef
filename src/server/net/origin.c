// SPDX-License-Identifier: MIT
#include "server/net/origin.h"

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
