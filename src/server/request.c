// SPDX-License-Identifier: MIT
#include "server/request.h"

#include <arpa/inet.h>
#include <libwebsockets.h>
#include <string.h>

// A header's value, empty if it is missing or longer than anything sensible.
static Text header(struct lws *wsi, enum lws_token_indexes token, char *room, int size)
{
    int length = lws_hdr_total_length(wsi, token);
    if (length <= 0 || length >= size || lws_hdr_copy(wsi, room, size, token) < 0)
        return (Text){ "", 0 };
    return text_of(room);
}

bool request_is_broken(struct lws *wsi)
{
    char room[HEADER_MOST];
    Text version = header(wsi, WSI_TOKEN_HTTP, room, sizeof room);
    if (text_is(version, "HTTP/1.1")) return !lws_hdr_total_length(wsi, WSI_TOKEN_HOST);
    return !text_is(version, "HTTP/1.0");
}

Method request_method(struct lws *wsi, const char **name, Text *path)
{
    static const struct {
        const char *name;
        Method method;
    } METHODS[] = {
        [LWSHUMETH_GET] = { "GET", METHOD_GET },
        [LWSHUMETH_POST] = { "POST", METHOD_POST },
        [LWSHUMETH_OPTIONS] = { "OPTIONS", METHOD_OTHER },
        [LWSHUMETH_PUT] = { "PUT", METHOD_OTHER },
        [LWSHUMETH_PATCH] = { "PATCH", METHOD_OTHER },
        [LWSHUMETH_DELETE] = { "DELETE", METHOD_DELETE },
        [LWSHUMETH_CONNECT] = { "CONNECT", METHOD_OTHER },
        [LWSHUMETH_HEAD] = { "HEAD", METHOD_HEAD },
    };
    char *at = "";
    int length = 0, number = lws_http_get_uri_and_method(wsi, &at, &length);
    bool known = number >= 0 && number < (int)(sizeof METHODS / sizeof *METHODS);
    *path = (Text){ at, (size_t)length };
    *name = known ? METHODS[number].name : "?";
    return known ? METHODS[number].method : METHOD_OTHER;
}

bool request_has_length(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
}

bool request_awaits_continue(struct lws *wsi)
{
    char room[HEADER_MOST];
    return text_is_nocase(header(wsi, WSI_TOKEN_HTTP_EXPECT, room, sizeof room), "100-continue");
}

int request_length(struct lws *wsi, Method method, size_t body_most, size_t *length)
{
    char room[HEADER_MOST];
    i64 number = 0;
    *length = 0;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return 411;
    if (request_has_length(wsi) &&
        !text_number(header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, room, sizeof room), INT64_MAX,
                     &number))
        return 400;
    if (!number) return 0;
    if (method == METHOD_GET || method == METHOD_HEAD) return 400;
    if (number <= SWALLOWED_MOST) *length = (size_t)number;
    return (u64)number > body_most ? 413 : 0;
}

void request_forwarded_for(struct lws *wsi, char address[INET6_ADDRSTRLEN])
{
    char room[HEADER_MOST], text[INET6_ADDRSTRLEN];
    u8 number[sizeof(struct in6_addr)];
    if (!header(wsi, WSI_TOKEN_X_FORWARDED_FOR, room, sizeof room).length) return;
    // The one that our own proxy saw is the last.
    const char *last = strrchr(room, ',');
    Out out = out_to(text, sizeof text);
    out_text(&out, text_trim(text_of(last ? last + 1 : room)));
    if (!out.lost && (inet_pton(AF_INET, text, number) || inet_pton(AF_INET6, text, number)))
        memcpy(address, text, sizeof text);
}

bool request_forwarded_https(struct lws *wsi)
{
    static const char NAME[] = "x-forwarded-proto:";
    char room[16];
    int length = lws_hdr_custom_length(wsi, NAME, sizeof NAME - 1);
    return length > 0 && length < (int)sizeof room &&
           lws_hdr_custom_copy(wsi, room, sizeof room, NAME, sizeof NAME - 1) >= 0 &&
           text_is_nocase(text_of(room), "https");
}

bool request_wants_websocket(struct lws *wsi)
{
    char room[HEADER_MOST];
    return text_is_nocase(header(wsi, WSI_TOKEN_UPGRADE, room, sizeof room), "websocket");
}

bool request_is_handshake(struct lws *wsi)
{
    char room[HEADER_MOST];
    return text_is(header(wsi, WSI_TOKEN_VERSION, room, sizeof room), "13") &&
           header(wsi, WSI_TOKEN_KEY, room, sizeof room).length == 24;
}

// The library has split the query at its '&' and decoded the pieces; put together again they must
// be encoded again.
static Text read_query(struct lws *wsi, char *room, size_t size)
{
    static const char HEX[] = "0123456789ABCDEF";
    char piece[HEADER_MOST];
    Out out = out_to(room, size);
    int length;
    for (int i = 0;
         (length = lws_hdr_copy_fragment(wsi, piece, sizeof piece, WSI_TOKEN_HTTP_URI_ARGS, i)) > 0;
         i++) {
        if (i) out_char(&out, '&');
        for (int j = 0; j < length; j++) {
            u8 c = (u8)piece[j];
            if (c > ' ' && c < 0x7f && c != '%' && c != '&') {
                out_char(&out, (char)c);
            } else {
                out_char(&out, '%');
                out_char(&out, HEX[c >> 4]);
                out_char(&out, HEX[c & 15]);
            }
        }
    }
    return out.lost ? (Text){ "", 0 } : (Text){ room, out.length };
}

Request request_read(struct lws *wsi, RequestRoom *room)
{
    const char *name;
    Request request = {
        .query = read_query(wsi, room->query, sizeof room->query),
        .host = header(wsi, WSI_TOKEN_HOST, room->host, sizeof room->host),
        .origin = header(wsi, WSI_TOKEN_ORIGIN, room->origin, sizeof room->origin),
        .cookie = header(wsi, WSI_TOKEN_HTTP_COOKIE, room->cookie, sizeof room->cookie),
        .authorization = header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, room->authorization,
                                sizeof room->authorization),
        .content_type =
            header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, room->content_type, sizeof room->content_type),
        .accept_encoding = header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, room->accept_encoding,
                                  sizeof room->accept_encoding),
        .if_none_match = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, room->if_none_match,
                                sizeof room->if_none_match),
    };
    request.method = request_method(wsi, &name, &request.path);
    return request;
}
