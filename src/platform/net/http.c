// SPDX-License-Identifier: MIT
#include "platform/net/http.h"

const char *coding_name(Coding coding)
{
    static const char *const NAMES[CODINGS] = { NULL, "gzip", "br" };
    return NAMES[coding];
}

// A weight of RFC 9110: 0, 0.5, 1.000. Only zero matters here. An invalid weight counts as zero,
// since every client understands an answer without that coding.
static bool weight_is_zero(Text weight)
{
    if (!weight.length || (weight.at[0] != '0' && weight.at[0] != '1')) return true;
    if (weight.at[0] == '1') return false;
    for (size_t i = 1; i < weight.length; i++) {
        if (i == 1 ? weight.at[i] != '.' : !text_digit(weight.at[i])) return true;
        if (i > 1 && weight.at[i] != '0') return false;
    }
    return true;
}

// One member of the list: "gzip", "br;q=0.8", "*;q=0".
static Text read_member(Text member, bool *refused)
{
    Text name, parameter;
    *refused = false;
    if (!text_split(&member, ';', &name)) return (Text){ "", 0 };
    while (text_split(&member, ';', &parameter)) {
        parameter = text_trim(parameter);
        if (parameter.length < 2 || text_lower(parameter.at[0]) != 'q' || parameter.at[1] != '=')
            continue;
        *refused = weight_is_zero(text_from(parameter, 2));
    }
    return text_trim(name);
}

bool http_accepts(Text accept_encoding, Coding coding)
{
    if (coding == CODING_NONE) return true;
    const char *name = coding_name(coding);
    bool allowed = false, named = false, refused;
    Text member;
    while (text_split(&accept_encoding, ',', &member)) {
        Text token = read_member(member, &refused);
        if (text_is_nocase(token, name)) {
            allowed = !refused;
            named = true;
        } else if (!named && text_is(token, "*")) {
            allowed = !refused;
        }
    }
    return allowed;
}

bool http_etag_listed(Text if_none_match, const char *etag)
{
    Text member;
    while (text_split(&if_none_match, ',', &member)) {
        member = text_trim(member);
        if (text_is(member, "*")) return true;
        // The comparison is weak: a compressing proxy marks our strong tags W/.
        if (member.length > 2 && member.at[0] == 'W' && member.at[1] == '/')
            member = text_from(member, 2);
        if (text_is(member, etag)) return true;
    }
    return false;
}

static int hex_digit(char c)
{
    if (text_digit(c)) return c - '0';
    c = text_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Decodes %XX and, as in forms, '+' for a blank.
static bool decode(Text text, char *capacity, size_t size)
{
    Out out = out_to(capacity, size);
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (c == '%') {
            if (text.length - i < 3) return false;
            int high = hex_digit(text.at[i + 1]), low = hex_digit(text.at[i + 2]);
            if (high < 0 || low < 0) return false;
            c = (char)(high * 16 + low);
            i += 2;
        } else if (c == '+') {
            c = ' ';
        }
        if (!c) return false;
        out_char(&out, c);
    }
    return !out.lost;
}

bool http_query(Text query, const char *name, char *capacity, size_t size)
{
    Text member, key;
    while (text_split(&query, '&', &member)) {
        bool has_key = text_split(&member, '=', &key);
        if (has_key && text_is(key, name)) return decode(member, capacity, size);
    }
    return false;
}

Text http_cookie(Text cookies, const char *name)
{
    Text member, key;
    while (text_split(&cookies, ';', &member)) {
        member = text_trim(member);
        if (text_split(&member, '=', &key) && member.at && text_is(key, name)) return member;
    }
    return (Text){ "", 0 };
}

static const struct {
    int status;
    const char *reason, *text;
} STATUS[] = {
    { 200, "OK", "" },
    { 201, "Created", "" },
    { 202, "Accepted", "" },
    { 204, "No Content", "" },
    { 304, "Not Modified", "" },
    { 400, "Bad Request", "bad request\n" },
    { 401, "Unauthorized", "not signed in\n" },
    { 403, "Forbidden", "forbidden\n" },
    { 404, "Not Found", "not found\n" },
    { 405, "Method Not Allowed", "method not allowed\n" },
    { 409, "Conflict", "conflict\n" },
    { 410, "Gone", "gone\n" },
    { 413, "Content Too Large", "the body is too large\n" },
    { 415, "Unsupported Media Type", "that type is not understood\n" },
    { 421, "Misdirected Request",
      "this server does not go by that name (see its setting \"names\")\n" },
    { 422, "Unprocessable Content", "that cannot be done\n" },
    { 426, "Upgrade Required", "WebSockets of version 13 are spoken here\n" },
    { 429, "Too Many Requests", "too many requests\n" },
    { 431, "Request Header Fields Too Large", "the headers are too large\n" },
    { 500, "Internal Server Error", "error\n" },
    { 501, "Not Implemented", "that is not understood\n" },
    { 503, "Service Unavailable", "not available\n" },
    { 505, "HTTP Version Not Supported", "HTTP/1.1 is spoken here\n" },
    { 507, "Insufficient Storage", "out of space\n" },
};
enum { STATUSES = sizeof STATUS / sizeof *STATUS };

const char *http_reason(int status)
{
    for (int i = 0; i < STATUSES; i++)
        if (STATUS[i].status == status) return STATUS[i].reason;
    return "Other";
}

Answer http_error(int status)
{
    const char *text = "error\n";
    for (int i = 0; i < STATUSES; i++)
        if (STATUS[i].status == status) text = STATUS[i].text;
    return (Answer){
        .status = status,
        .type = "text/plain; charset=utf-8",
        .cache = "no-store",
        .allow = status == 405 ? "GET, HEAD" : NULL,
        .retry_after_s = status == 429 || status == 503 ? 5 : 0,
        .body = text_of(text),
    };
}
