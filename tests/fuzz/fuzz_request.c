// SPDX-License-Identifier: MIT
// Bytes of HTTP requests, without a connection. The first byte sets the size of the pieces in which
// they arrive. The resulting requests and statuses must not depend on the pieces.
#include "fuzz.h"

#include "platform/net/request.h"

#include <stdlib.h>

enum { BODY_MAX = 300, REQUESTS_MAX = 8 };

static u64 add(u64 sum, Text text)
{
    for (size_t i = 0; i < text.length; i++)
        sum = sum * 31 + (u8)text.at[i];
    return sum * 31 + text.length;
}

static u64 add_request(u64 sum, const RequestReader *reader)
{
    const Request *request = &reader->request;
    const Text parts[] = { request->path,         request->query,           request->host,
                           request->origin,       request->cookie,          request->authorization,
                           request->content_type, request->accept_encoding, request->if_none_match,
                           request->body };
    must(request->body.length <= BODY_MAX);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        sum = add(sum, parts[i]);
    sum = add(sum, request_forwarded_for(reader));
    return sum * 31 + (u64)request_check_websocket(reader) + request_keeps_alive(reader);
}

static u64 read_all(const u8 *data, size_t size, size_t piece)
{
    RequestReader *reader = malloc(sizeof *reader);
    u64 sum = 0;
    int requests = 0;
    request_init(reader, BODY_MAX);
    for (size_t at = 0; at < size; at += piece) {
        Text input = { (const char *)data + at, size - at < piece ? size - at : piece };
        while (input.length) {
            RequestStep step = request_take(reader, &input);
            if (step == REQUEST_MORE) must(!input.length);
            if (step == REQUEST_REFUSED) {
                must(reader->status >= 400);
                sum = sum * 31 + (u64)reader->status;
                goto over;
            }
            if (step != REQUEST_DONE) continue;
            sum = add_request(sum, reader);
            if (++requests == REQUESTS_MAX) goto over;
            request_free(reader);
            request_init(reader, BODY_MAX);
        }
    }
over:
    request_free(reader);
    free(reader);
    return sum;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (!size) return 0;
    size_t piece = 1 + data[0] % 64;
    must(read_all(data + 1, size - 1, size) == read_all(data + 1, size - 1, piece));
    return 0;
}
