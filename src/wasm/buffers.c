// SPDX-License-Identifier: MIT
#include "wasm/buffers.h"

#include "wasm/memory.h"

typedef struct Buffer {
    char *at;
    size_t room;
} Buffer;

static Buffer input, output;

static bool make_room(Buffer *buffer, size_t size)
{
    if (buffer->room >= size) return true;
    block_give(buffer->at, buffer->room);
    *buffer = (Buffer){ block_take(size), size };
    if (!buffer->at) buffer->room = 0;
    return buffer->at;
}

char *page_input(u32 size)
{
    return make_room(&input, size + 1) ? input.at : NULL;
}

const char *page_output(void)
{
    return output.at;
}

Text argument(u32 length)
{
    return (Text){ input.at, length < input.room ? length : input.room };
}

Text argument_line(Text *rest)
{
    Text line = { 0 };
    text_split(rest, '\n', &line);
    return line;
}

Out answer_begin(size_t room)
{
    static char nothing[1];
    if (!make_room(&output, room)) return out_to(nothing, sizeof nothing);
    return out_to(output.at, output.room);
}

u32 answer_end(const Out *out)
{
    return (u32)out->length;
}
