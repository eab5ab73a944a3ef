// SPDX-License-Identifier: MIT
// The allocator of the page's files in native builds.
#include "wasm/page_memory.h"

#include <stdlib.h>

void *block_take(size_t size)
{
    return malloc(size ? size : 1);
}

void block_give(void *block, size_t size)
{
    (void)size;
    free(block);
}
