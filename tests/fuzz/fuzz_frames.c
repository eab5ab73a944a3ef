// SPDX-License-Identifier: MIT
// Bytes of a WebSocket, without a connection. The first byte sets the size of the pieces in which
// they arrive. For any bytes and pieces, the same messages come out, none too long, all
// of them UTF-8, and an idle reader holds no memory.
#include "fuzz.h"

#include "base/utf8.h"
#include "platform/net/frame_reader.h"

enum { MESSAGE_MAX = 300 };

// Reads all frames and returns a checksum of the results.
static u64 read_all(const u8 *data, size_t size, size_t piece)
{
    FrameReader reader = { 0 };
    FramePool pool = { 0 };
    u64 sum = 0;
    bool over = false;
    for (size_t at = 0; at < size && !over; at += piece) {
        Text input = { (const char *)data + at, size - at < piece ? size - at : piece };
        must(frame_reader_begin(&reader, &pool, input));
        FrameRead read;
        do {
            read = frame_reader_next(&reader, &pool, MESSAGE_MAX);
            over = read.kind == FRAME_CLOSE || read.kind == FRAME_FAULT;
            if (read.kind == FRAME_NONE) break;
            must(read.payload.length <= MESSAGE_MAX);
            if (read.kind == FRAME_MESSAGE) must(utf8_valid(read.payload));
            if (read.kind == FRAME_FAULT) must(read.why && read.code >= 1002 && read.code <= 1011);
            sum = sum * 31 + (u64)read.kind * 7 + (u64)read.code;
            for (size_t i = 0; i < read.payload.length; i++)
                sum = sum * 31 + (u8)read.payload.at[i];
        } while (!over);
        must(over || !reader.partial || !pool.spare);
    }
    frame_reader_free(&reader);
    frame_pool_free(&pool);
    return sum;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (!size) return 0;
    size_t piece = 1 + data[0] % 16;
    must(read_all(data + 1, size - 1, size) == read_all(data + 1, size - 1, piece));
    return 0;
}
