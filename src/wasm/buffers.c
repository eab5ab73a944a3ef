// SPDX-License-Identifier: MIT
#include "wasm/buffers.h"

#include "wasm/page_memory.h"

typedef struct Buffer {
    char *at;
    size_t capacity;
} Buffer;

static Buffer input, output;

static bool make_space(Buffer *buffer, size_t size)
{
    if (buffer->capacity >= size) return true;
    block_give(buffer->at, buffer->capacity);
    *buffer = (Buffer){ block_take(size), size };
    if (!buffer->at) buffer->capacity = 0;
    return buffer->at;
}

char *page_input(u32 size)
{
    return make_space(&input, size + 1) ? input.at : NULL;
}

const char *page_output(void)
{
    return output.at;
}

Text argument(u32 length)
{
    return (Text){ input.at, length < input.capacity ? length : input.capacity };
}

Text argument_line(Text *rest)
{
    Text line = { 0 };
    text_split(rest, '\n', &line);
    return line;
}

Out answer_begin(size_t capacity)
{
    static char nothing[1];
    if (!make_space(&output, capacity)) return out_to(nothing, sizeof nothing);
    return out_to(output.at, output.capacity);
}

u32 answer_end(const Out *out)
{
    return (u32)out->length;
}
