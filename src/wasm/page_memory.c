// SPDX-License-Identifier: MIT
// Block sizes are powers of two. A freed block is kept for the next request of its size. Without
// one, a block is taken from the rest of the last memory from the browser, or more is requested.
#include "wasm/page_memory.h"

enum { PAGE = 65536, SMALLEST = 6, SIZES = 32 };

typedef struct Block {
    struct Block *next;
} Block;

static Block *spare[SIZES];      // by the power of two
static size_t rest_at, rest_end; // the unused part of the memory requested last

static int power_for(size_t size)
{
    int power = SMALLEST;
    while (power < SIZES && (size_t)1 << power < size)
        power++;
    return power;
}

static void *cut(size_t size)
{
    if (rest_end - rest_at < size) {
        size_t pages = (size + PAGE - 1) / PAGE;
        size_t first = __builtin_wasm_memory_grow(0, pages);
        if (first == (size_t)-1) return NULL;
        if (first * PAGE != rest_end) rest_at = first * PAGE;
        rest_end = (first + pages) * PAGE;
    }
    void *block = (void *)rest_at;
    rest_at += size;
    return block;
}

void *block_take(size_t size)
{
    int power = power_for(size);
    if (power >= SIZES - 1) return NULL;
    Block *block = spare[power];
    if (!block) return cut((size_t)1 << power);
    spare[power] = block->next;
    return block;
}

void block_give(void *block, size_t size)
{
    if (!block) return;
    Block *given = block;
    int power = power_for(size);
    given->next = spare[power];
    spare[power] = given;
}
