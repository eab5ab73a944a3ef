// SPDX-License-Identifier: MIT
// An allocator for the few objects of the page's modules whose size isn't known in advance: texts
// and matches. Native builds (tests, fuzzing) use tests/support/memory.c instead.
#ifndef MEYDAN_WASM_PAGE_MEMORY_H
#define MEYDAN_WASM_PAGE_MEMORY_H

#include "base/types.h"

// Aligned to 64 bytes, not cleared. NULL if the browser provides no more memory.
void *block_take(size_t size);
// `size` must be the allocated size. Accepts NULL.
void block_give(void *block, size_t size);

#endif
