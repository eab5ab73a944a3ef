// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // memmem
#include "client/http.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD_MAX = 2048, BUFFER_FIRST = 16384 };

i64 http_head(Text bytes, int *status)
{
    static const char VERSION[] = "HTTP/1.";
    size_t known = bytes.length < 7 ? bytes.length : 7;
    if (memcmp(bytes.at, VERSION, known) != 0) return -1;
    const char *end = memmem(bytes.at, bytes.length, "\r\n\r\n", 4);
    if (!end) return bytes.length > ANSWER_MAX ? -1 : 0;
    i64 number = 0;
    if (!text_number(text_cut(bytes, 9, 12), 999, &number)) return -1;
    *status = (int)number;
    return end + 4 - bytes.at;
}

Text http_header(Text head, const char *name)
{
    Text line;
    while (text_split(&head, '\n', &line)) {
        Text key;
        if (!text_split(&line, ':', &key) || !line.at) continue;
        if (text_is_nocase(key, name)) return text_trim(line);
    }
    return (Text){ "", 0 };
}

static bool send_request(Stream *stream, const Url *url, const HttpAsk *ask, Wait wait)
{
    char head[HEAD_MAX];
    Out out = out_to(head, sizeof head);
    out_format(&out, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n", ask->method, ask->path,
               url->authority);
    if (ask->token) out_format(&out, "Authorization: Bearer %s\r\n", ask->token);
    if (ask->body.length)
        out_format(&out, "Content-Type: application/json\r\nContent-Length: %d\r\n",
                   (int)ask->body.length);
    out_str(&out, "\r\n");
    return !out.lost && stream_write(stream, (Text){ head, out.length }, wait) &&
           stream_write(stream, ask->body, wait);
}

// Takes the chunks of a body together, in place. False if they are cut short or no chunks.
static bool join_chunks(char *body, size_t *length)
{
    size_t from = 0, to = 0;
    for (;;) {
        char *end = NULL;
        unsigned long size = strtoul(body + from, &end, 16);
        char *line = strstr(body + from, "\r\n");
        if (end == body + from || !line) return false;
        from = (size_t)(line + 2 - body);
        if (!size) break;
        if (size > *length - from || *length - from - size < 2) return false;
        memmove(body + to, body + from, size);
        to += size;
        from += size + 2;
    }
    body[to] = '\0';
    *length = to;
    return true;
}

// Everything until the end of the stream, or of the body if its length is given.
static bool read_answer(Stream *stream, Wait wait, HttpAnswer *answer, Fault *why)
{
    size_t capacity = BUFFER_FIRST, used = 0, wanted = SIZE_MAX;
    i64 head = 0;
    char *bytes = malloc(capacity);
    while (bytes && used < wanted) {
        if (used + 1 == capacity) {
            char *more = capacity < ANSWER_MAX ? realloc(bytes, capacity *= 2) : NULL;
            if (!more) break;
            bytes = more;
        }
        i64 count = stream_read(stream, bytes + used, capacity - used - 1);
        if (count < 0 || (!count && !stream_wait(stream, wait))) break;
        used += (size_t)count;
        if (head) continue;
        i64 told;
        head = http_head((Text){ bytes, used }, &answer->status);
        if (head < 0) break;
        Text length = http_header((Text){ bytes, (size_t)head }, "content-length");
        if (head && text_number(length, ANSWER_MAX, &told)) wanted = (size_t)(head + told);
    }
    bool whole = bytes && head > 0 && (wanted == SIZE_MAX || used >= wanted);
    if (whole) {
        bytes[used] = '\0';
        Text coding = http_header((Text){ bytes, (size_t)head }, "transfer-encoding");
        bool chunked = text_is_nocase(coding, "chunked");
        answer->length = used - (size_t)head;
        memmove(bytes, bytes + head, answer->length + 1);
        whole = !chunked || join_chunks(bytes, &answer->length);
    }
    answer->body = bytes;
    if (whole) return true;
    http_free(answer);
    fault(why, MALFORMED, "the server does not answer");
    return false;
}

bool http_ask(const Url *url, const HttpAsk *ask, Wait wait, HttpAnswer *answer, Fault *why)
{
    *answer = (HttpAnswer){ 0 };
    Stream *stream = stream_open(url, wait, why);
    if (!stream) return false;
    bool fine = send_request(stream, url, ask, wait);
    if (fine)
        fine = read_answer(stream, wait, answer, why);
    else
        fault(why, MALFORMED, "the server does not accept the request");
    stream_close(stream);
    return fine;
}

void http_free(HttpAnswer *answer)
{
    free(answer->body);
    *answer = (HttpAnswer){ 0 };
}
