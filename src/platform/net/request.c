// SPDX-License-Identifier: MIT
#include "platform/net/request.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

// `once` refuses a repeated header; a list may come in parts, of which the last counts.
static const struct {
    const char *name;
    bool once;
} HEADER[HEADERS] = {
    [HEADER_ACCEPT_ENCODING] = { "accept-encoding", false },
    [HEADER_AUTHORIZATION] = { "authorization", true },
    [HEADER_CONTENT_TYPE] = { "content-type", true },
    [HEADER_COOKIE] = { "cookie", false },
    [HEADER_EXPECT] = { "expect", false },
    [HEADER_FORWARDED_FOR] = { "x-forwarded-for", false },
    [HEADER_FORWARDED_PROTO] = { "x-forwarded-proto", true },
    [HEADER_FORWARDED_RTT] = { "x-forwarded-rtt", false },
    [HEADER_HOST] = { "host", true },
    [HEADER_IF_NONE_MATCH] = { "if-none-match", false },
    [HEADER_ORIGIN] = { "origin", true },
    [HEADER_TRANSFER_ENCODING] = { "transfer-encoding", true },
    [HEADER_UPGRADE] = { "upgrade", false },
    [HEADER_USER_AGENT] = { "user-agent", false },
    [HEADER_WEBSOCKET_KEY] = { "sec-websocket-key", true },
    [HEADER_WEBSOCKET_VERSION] = { "sec-websocket-version", true },
};

static Text slice(const RequestReader *reader, HeadSlice slice)
{
    return (Text){ reader->head + slice.start, slice.length };
}

Text request_header(const RequestReader *reader, HeaderId id)
{
    return slice(reader, reader->header[id]);
}

// --- headers -------------------------------------------------------------------------------------

static int refuse(RequestReader *reader, int status)
{
    if (!reader->status) reader->status = status;
    return 1;
}

// The parser passes a text in pieces, which are contiguous unless a line was folded.
static int extend(RequestReader *reader, HeadSlice *text, const char *at, size_t length)
{
    if (reader->head_done) return 0; // a trailer after chunks, which is ignored
    size_t start = (size_t)(at - reader->head);
    if (text->length && (size_t)text->start + text->length != start) return refuse(reader, 400);
    if (!text->length) text->start = (u16)start;
    text->length = (u16)(text->length + length);
    return 0;
}

static bool is_token(Text name)
{
    static const char MARKS[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < name.length; i++) {
        char c = text_lower(name.at[i]);
        if (!text_digit(c) && (c < 'a' || c > 'z') && (!c || !strchr(MARKS, c))) return false;
    }
    return name.length > 0;
}

// The library doesn't check a value's first byte.
static bool has_control(Text value)
{
    for (size_t i = 0; i < value.length; i++)
        if (((u8)value.at[i] < ' ' && value.at[i] != '\t') || value.at[i] == 0x7f) return true;
    return false;
}

static int end_header(RequestReader *reader)
{
    Text name = slice(reader, reader->name), value = text_trim(slice(reader, reader->value));
    reader->in_value = false;
    if (!is_token(name) || has_control(value)) return refuse(reader, 400);
    for (int id = 0; id < HEADERS; id++) {
        if (!text_is_nocase(name, HEADER[id].name)) continue;
        if (HEADER[id].once && reader->seen >> id & 1) return refuse(reader, 400);
        reader->seen |= 1U << id;
        reader->header[id] = value.length
                                 ? (HeadSlice){ (u16)(value.at - reader->head), (u16)value.length }
                                 : (HeadSlice){ 0, 0 };
        break;
    }
    return 0;
}

static int on_target(http_parser *parser, const char *at, size_t length)
{
    RequestReader *reader = parser->data;
    return extend(reader, &reader->target, at, length);
}

static int on_name(http_parser *parser, const char *at, size_t length)
{
    RequestReader *reader = parser->data;
    if (reader->in_value) {
        if (end_header(reader)) return 1;
        reader->name = (HeadSlice){ 0, 0 };
    }
    return extend(reader, &reader->name, at, length);
}

static int on_value(http_parser *parser, const char *at, size_t length)
{
    RequestReader *reader = parser->data;
    if (reader->head_done) return 0;
    if (!reader->in_value) {
        reader->in_value = true;
        reader->value = (HeadSlice){ 0, 0 };
    }
    return extend(reader, &reader->value, at, length);
}

// --- the head ------------------------------------------------------------------------------------

static Method method_of(const http_parser *parser)
{
    switch (parser->method) {
    case HTTP_GET: return METHOD_GET;
    case HTTP_HEAD: return METHOD_HEAD;
    case HTTP_POST: return METHOD_POST;
    case HTTP_DELETE: return METHOD_DELETE;
    case HTTP_OPTIONS: return METHOD_OPTIONS;
    default: return METHOD_OTHER;
    }
}

// A host with or without a port, in characters allowed in a URL's host.
static bool host_is_valid(Text host)
{
    static const char MARKS[] = "-._~!$&'()*+;=%:[]";
    for (size_t i = 0; i < host.length; i++) {
        char c = text_lower(host.at[i]);
        if (!text_digit(c) && (c < 'a' || c > 'z') && (!c || !strchr(MARKS, c))) return false;
    }
    return host.length > 0;
}

static int hex_digit(char c)
{
    if (text_digit(c)) return c - '0';
    c = text_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Decodes in place, since the text only gets shorter. No control characters in any encoding.
static bool decode_path(char *at, size_t *length)
{
    size_t to = 0;
    for (size_t i = 0; i < *length; i++) {
        int c = (u8)at[i];
        if (c == '%') {
            int high = *length - i > 2 ? hex_digit(at[i + 1]) : -1;
            int low = high >= 0 ? hex_digit(at[i + 2]) : -1;
            if (low < 0) return false;
            c = high * 16 + low;
            i += 2;
        }
        if (c < ' ' || c == 0x7f) return false;
        at[to++] = (char)c;
    }
    *length = to;
    return true;
}

// Finds path and query in "/path?query", or in "http://host/path?query" as proxies send it.
static bool read_target(RequestReader *reader)
{
    Request *request = &reader->request;
    Text target = slice(reader, reader->target);
    struct http_parser_url url;
    for (size_t i = 0; i < target.length; i++)
        if (target.at[i] <= ' ' || target.at[i] >= 0x7f || target.at[i] == '#') return false;
    if (text_is(target, "*")) {
        request->path = target;
        return request->method == METHOD_OPTIONS;
    }
    http_parser_url_init(&url);
    if (http_parser_parse_url(target.at, target.length, 0, &url)) return false;
    if (url.field_set & 1 << UF_HOST) {
        size_t end = url.field_data[UF_HOST].off + url.field_data[UF_HOST].len;
        if (url.field_set & 1 << UF_PORT)
            end = url.field_data[UF_PORT].off + url.field_data[UF_PORT].len;
        request->host = text_cut(target, url.field_data[UF_HOST].off, end);
    }
    if (url.field_set & 1 << UF_QUERY)
        request->query =
            (Text){ target.at + url.field_data[UF_QUERY].off, url.field_data[UF_QUERY].len };
    request->path = text_of("/");
    if (url.field_set & 1 << UF_PATH) {
        char *path = reader->head + reader->target.start + url.field_data[UF_PATH].off;
        size_t length = url.field_data[UF_PATH].len;
        if (!decode_path(path, &length)) return false;
        request->path = (Text){ path, length };
    }
    return true;
}

// Exactly one blank on either side of the target: the library accepts more, but other readers
// don't.
static bool line_is_exact(const RequestReader *reader)
{
    const char *start = reader->head + reader->target.start, *end = start + reader->target.length;
    return start[-1] == ' ' && start[-2] != ' ' && end[0] == ' ' && end[1] == 'H';
}

// Returns 0, or the status of a refusal.
static int check_head(RequestReader *reader)
{
    const http_parser *parser = &reader->parser;
    bool chunked = reader->seen >> HEADER_TRANSFER_ENCODING & 1;
    Request *request = &reader->request;
    if (!parser->http_major) return 400;
    if (parser->http_major != 1) return 505;
    if (!line_is_exact(reader)) return 400;
    for (size_t i = 0; i < reader->head_length; i++)
        if (reader->head[i] == '\n' && (!i || reader->head[i - 1] != '\r')) return 400;
    request->method = method_of(parser);
    request->host = request_header(reader, HEADER_HOST);
    if (parser->http_minor && !host_is_valid(request->host)) return 400;
    if (!read_target(reader)) return 400;
    if (chunked && !parser->http_minor) return 400;
    if (chunked && !text_is_nocase(request_header(reader, HEADER_TRANSFER_ENCODING), "chunked"))
        return 501;
    bool reads = request->method == METHOD_GET || request->method == METHOD_HEAD;
    if (reads && request_has_body(reader)) return 400;
    if (request_length(reader) > reader->body_max) return 413;
    request->origin = request_header(reader, HEADER_ORIGIN);
    request->cookie = request_header(reader, HEADER_COOKIE);
    request->authorization = request_header(reader, HEADER_AUTHORIZATION);
    request->content_type = request_header(reader, HEADER_CONTENT_TYPE);
    request->accept_encoding = request_header(reader, HEADER_ACCEPT_ENCODING);
    request->user_agent = request_header(reader, HEADER_USER_AGENT);
    request->if_none_match = request_header(reader, HEADER_IF_NONE_MATCH);
    return 0;
}

static int on_head(http_parser *parser)
{
    RequestReader *reader = parser->data;
    if (reader->in_value && end_header(reader)) return -1; // 1 would mean: no body
    http_parser_pause(parser, 1);
    return 0;
}

const char *request_method_name(const RequestReader *reader)
{
    return http_method_str((enum http_method)reader->parser.method);
}

u64 request_length(const RequestReader *reader)
{
    return reader->parser.flags & F_CONTENTLENGTH ? reader->parser.content_length : 0;
}

bool request_has_body(const RequestReader *reader)
{
    return request_length(reader) || reader->parser.flags & F_CHUNKED;
}

bool request_is_1_0(const RequestReader *reader)
{
    return !reader->parser.http_minor;
}

bool request_keeps_alive(const RequestReader *reader)
{
    return http_should_keep_alive(&reader->parser);
}

bool request_awaits_continue(const RequestReader *reader)
{
    return text_is_nocase(request_header(reader, HEADER_EXPECT), "100-continue") &&
           request_has_body(reader) && !request_is_1_0(reader);
}

// --- WebSocket upgrades and trusted proxies ------------------------------------------------------

bool request_wants_websocket(const RequestReader *reader)
{
    Text list = request_header(reader, HEADER_UPGRADE), member;
    if (!(reader->parser.flags & F_CONNECTION_UPGRADE) || request_is_1_0(reader)) return false;
    while (text_split(&list, ',', &member))
        if (text_is_nocase(text_trim(member), "websocket")) return true;
    return false;
}

int request_check_websocket(const RequestReader *reader)
{
    enum { KEY_LENGTH = 24 }; // 16 bytes in base64
    Text key = request_header(reader, HEADER_WEBSOCKET_KEY);
    if (reader->request.method != METHOD_GET || key.length != KEY_LENGTH) return 400;
    for (size_t i = 0; i < KEY_LENGTH - 2; i++) {
        char c = text_lower(key.at[i]);
        if (!text_digit(c) && (c < 'a' || c > 'z') && c != '+' && c != '/') return 400;
    }
    if (!text_is(text_from(key, KEY_LENGTH - 2), "==")) return 400;
    return text_is(request_header(reader, HEADER_WEBSOCKET_VERSION), "13") ? 0 : 426;
}

Text request_forwarded_for(const RequestReader *reader)
{
    Text list = request_header(reader, HEADER_FORWARDED_FOR), member = { "", 0 };
    char text[INET6_ADDRSTRLEN];
    u8 number[sizeof(struct in6_addr)];
    while (text_split(&list, ',', &member)) {
    }
    member = text_trim(member); // the last one is from our own proxy
    Out out = out_to(text, sizeof text);
    out_text(&out, member);
    bool address = !out.lost && (inet_pton(AF_INET, text, number) == 1 ||
                                 inet_pton(AF_INET6, text, number) == 1);
    return address ? member : (Text){ "", 0 };
}

bool request_forwarded_https(const RequestReader *reader)
{
    return text_is_nocase(request_header(reader, HEADER_FORWARDED_PROTO), "https");
}

u32 request_forwarded_round_trip(const RequestReader *reader)
{
    enum { ROUND_TRIP_MAX = 10000000 };
    i64 us;
    Text text = request_header(reader, HEADER_FORWARDED_RTT);
    return text.length && text_count(text, ROUND_TRIP_MAX, &us) ? (u32)us : 0;
}

// --- the body ------------------------------------------------------------------------------------

static int on_body(http_parser *parser, const char *at, size_t length)
{
    RequestReader *reader = parser->data;
    size_t wanted = reader->body_length + length;
    if (wanted > reader->body_max) return refuse(reader, 413);
    if (wanted > reader->body_capacity) {
        // Space for the received bytes, not for the announced ones, which cost the sender nothing.
        size_t capacity = wanted + wanted / 2;
        char *body = realloc(reader->body, capacity);
        if (!body) return refuse(reader, 503);
        reader->body = body;
        reader->body_capacity = capacity;
    }
    memcpy(reader->body + reader->body_length, at, length);
    reader->body_length = wanted;
    return 0;
}

// The library accepts any byte for the LF after a chunk's size and any two for the CRLF after its
// data. So it pauses there, and this file checks them.
static int on_chunk_size(http_parser *parser)
{
    RequestReader *reader = parser->data;
    reader->chunk_line = LINE_TAKEN;
    http_parser_pause(parser, 1);
    return 0;
}

static int on_chunk_end(http_parser *parser)
{
    RequestReader *reader = parser->data;
    reader->chunk_line = parser->flags & F_TRAILING ? LINE_LAST : LINE_TAKEN;
    http_parser_pause(parser, 1);
    return 0;
}

static int on_done(http_parser *parser)
{
    RequestReader *reader = parser->data;
    reader->done = true;
    http_parser_pause(parser, 1);
    return 0;
}

// --- bytes ---------------------------------------------------------------------------------------

static const http_parser_settings SETTINGS = {
    .on_url = on_target,
    .on_header_field = on_name,
    .on_header_value = on_value,
    .on_headers_complete = on_head,
    .on_body = on_body,
    .on_chunk_header = on_chunk_size,
    .on_chunk_complete = on_chunk_end,
    .on_message_complete = on_done,
};

void request_init(RequestReader *reader, size_t body_max)
{
    memset(reader, 0, offsetof(RequestReader, head));
    http_parser_init(&reader->parser, HTTP_REQUEST);
    reader->parser.data = reader;
    reader->body_max = body_max;
}

void request_free(RequestReader *reader)
{
    free(reader->body);
    reader->body = NULL;
}

static RequestStep refused(RequestReader *reader, int status)
{
    refuse(reader, status);
    return REQUEST_REFUSED;
}

static RequestStep take_head(RequestReader *reader, Text *input)
{
    char *to = reader->head + reader->head_length;
    size_t free_bytes = sizeof reader->head - reader->head_length;
    size_t length = input->length < free_bytes ? input->length : free_bytes;
    memcpy(to, input->at, length);
    size_t taken = http_parser_execute(&reader->parser, &SETTINGS, to, length);
    reader->head_length += taken;
    *input = text_from(*input, taken);
    switch ((int)HTTP_PARSER_ERRNO(&reader->parser)) {
    case HPE_OK: return input->length ? refused(reader, 431) : REQUEST_MORE;
    case HPE_PAUSED: break;
    case HPE_HEADER_OVERFLOW: return refused(reader, 431);
    default: return refused(reader, 400);
    }
    // The head's last LF is left for the next call, and may be any byte (see on_chunk_size).
    http_parser_pause(&reader->parser, 0);
    reader->head_done = true;
    int status = *input->at == '\n' ? check_head(reader) : 400;
    return status ? refused(reader, status) : REQUEST_HEAD;
}

static void remember(RequestReader *reader, Text taken)
{
    if (!taken.length) return;
    reader->before = taken.length > 1 ? taken.at[taken.length - 2] : reader->last;
    reader->last = taken.at[taken.length - 1];
}

// After the last chunk the LF is still to come; elsewhere it has been taken.
static bool line_is_fine(RequestReader *reader, Text input)
{
    ChunkLine line = reader->chunk_line;
    reader->chunk_line = LINE_NONE;
    if (line == LINE_TAKEN) return reader->before == '\r' && reader->last == '\n';
    return line == LINE_NONE || (reader->last == '\r' && *input.at == '\n');
}

static RequestStep take_body(RequestReader *reader, Text *input)
{
    while (input->length) {
        size_t taken = http_parser_execute(&reader->parser, &SETTINGS, input->at, input->length);
        enum http_errno error = HTTP_PARSER_ERRNO(&reader->parser);
        remember(reader, text_cut(*input, 0, taken));
        *input = text_from(*input, taken);
        if (error == HPE_OK && !input->length) return REQUEST_MORE;
        if (error == HPE_HEADER_OVERFLOW) return refused(reader, 431);
        if (error != HPE_PAUSED) return refused(reader, 400);
        http_parser_pause(&reader->parser, 0);
        if (!line_is_fine(reader, *input)) return refused(reader, 400);
        if (reader->done) {
            reader->request.body = (Text){ reader->body ? reader->body : "", reader->body_length };
            return REQUEST_DONE;
        }
    }
    return REQUEST_MORE;
}

RequestStep request_take(RequestReader *reader, Text *input)
{
    return reader->head_done ? take_body(reader, input) : take_head(reader, input);
}
