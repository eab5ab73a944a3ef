// SPDX-License-Identifier: MIT
// Memory for the few things of the page's modules whose size is not known before: texts and
// matches. Natively (tests, fuzzing) tests/support/memory.c stands in.
#ifndef MEYDAN_WASM_MEMORY_H
#define MEYDAN_WASM_MEMORY_H

#include "base/types.h"

// Aligned to 64, not cleared; NULL if the browser gives no more.
void *block_take(size_t size);
// With the size it was taken with; NULL is nothing to give back.
void block_give(void *block, size_t size);

#endif
