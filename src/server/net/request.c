// SPDX-License-Identifier: MIT
#include "server/net/request.h"

#include <arpa/inet.h>
#include <libwebsockets.h>
#include <string.h>

// A header's value, empty if it is missing or longer than anything sensible.
static Text header(struct lws *wsi, enum lws_token_indexes token, char *capacity, int size)
{
    int length = lws_hdr_total_length(wsi, token);
    if (length <= 0 || length >= size || lws_hdr_copy(wsi, capacity, size, token) < 0)
        return (Text){ "", 0 };
    return text_of(capacity);
}

bool request_is_broken(struct lws *wsi)
{
    char capacity[HEADER_MAX];
    Text version = header(wsi, WSI_TOKEN_HTTP, capacity, sizeof capacity);
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
    char capacity[HEADER_MAX];
    return text_is_nocase(header(wsi, WSI_TOKEN_HTTP_EXPECT, capacity, sizeof capacity),
                          "100-continue");
}

int request_length(struct lws *wsi, Method method, size_t body_max, size_t *length)
{
    char capacity[HEADER_MAX];
    i64 number = 0;
    *length = 0;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return 411;
    if (request_has_length(wsi) &&
        !text_number(header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, capacity, sizeof capacity),
                     INT64_MAX, &number))
        return 400;
    if (!number) return 0;
    if (method == METHOD_GET || method == METHOD_HEAD) return 400;
    if (number <= SWALLOWED_MAX) *length = (size_t)number;
    return (u64)number > body_max ? 413 : 0;
}

void request_forwarded_for(struct lws *wsi, char address[INET6_ADDRSTRLEN])
{
    char capacity[HEADER_MAX], text[INET6_ADDRSTRLEN];
    u8 number[sizeof(struct in6_addr)];
    if (!header(wsi, WSI_TOKEN_X_FORWARDED_FOR, capacity, sizeof capacity).length) return;
    // The one that our own proxy saw is the last.
    const char *last = strrchr(capacity, ',');
    Out out = out_to(text, sizeof text);
    out_text(&out, text_trim(text_of(last ? last + 1 : capacity)));
    if (!out.lost && (inet_pton(AF_INET, text, number) || inet_pton(AF_INET6, text, number)))
        memcpy(address, text, sizeof text);
}

bool request_forwarded_https(struct lws *wsi)
{
    static const char NAME[] = "x-forwarded-proto:";
    char capacity[16];
    int length = lws_hdr_custom_length(wsi, NAME, sizeof NAME - 1);
    return length > 0 && length < (int)sizeof capacity &&
           lws_hdr_custom_copy(wsi, capacity, sizeof capacity, NAME, sizeof NAME - 1) >= 0 &&
           text_is_nocase(text_of(capacity), "https");
}

bool request_wants_websocket(struct lws *wsi)
{
    char capacity[HEADER_MAX];
    return text_is_nocase(header(wsi, WSI_TOKEN_UPGRADE, capacity, sizeof capacity), "websocket");
}

bool request_is_handshake(struct lws *wsi)
{
    char capacity[HEADER_MAX];
    return text_is(header(wsi, WSI_TOKEN_VERSION, capacity, sizeof capacity), "13") &&
           header(wsi, WSI_TOKEN_KEY, capacity, sizeof capacity).length == 24;
}

// The library has split the query at its '&' and decoded the pieces; put together again they must
// be encoded again.
static Text read_query(struct lws *wsi, char *capacity, size_t size)
{
    static const char HEX[] = "0123456789ABCDEF";
    char piece[HEADER_MAX];
    Out out = out_to(capacity, size);
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
    return out.lost ? (Text){ "", 0 } : (Text){ capacity, out.length };
}

Request request_read(struct lws *wsi, RequestRoom *capacity)
{
    const char *name;
    Request request = {
        .query = read_query(wsi, capacity->query, sizeof capacity->query),
        .host = header(wsi, WSI_TOKEN_HOST, capacity->host, sizeof capacity->host),
        .origin = header(wsi, WSI_TOKEN_ORIGIN, capacity->origin, sizeof capacity->origin),
        .cookie = header(wsi, WSI_TOKEN_HTTP_COOKIE, capacity->cookie, sizeof capacity->cookie),
        .authorization = header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, capacity->authorization,
                                sizeof capacity->authorization),
        .content_type = header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, capacity->content_type,
                               sizeof capacity->content_type),
        .accept_encoding = header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, capacity->accept_encoding,
                                  sizeof capacity->accept_encoding),
        .if_none_match = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, capacity->if_none_match,
                                sizeof capacity->if_none_match),
    };
    request.method = request_method(wsi, &name, &request.path);
    return request;
}
