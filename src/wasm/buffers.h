// SPDX-License-Identifier: MIT
// Texts pass between script and module in two buffers, one for arguments and one for results. Both
// grow as needed and then move, so the script must get their address for each call.
#ifndef MEYDAN_WASM_BUFFERS_H
#define MEYDAN_WASM_BUFFERS_H

#include "base/text.h"

#define EXPORT __attribute__((visibility("default")))

// Returns where the script writes `size` bytes of arguments; NULL if out of memory.
EXPORT char *page_input(u32 size);
// The result. Every call with a text as its result returns the length in bytes.
EXPORT const char *page_output(void);

// The first `length` bytes of the arguments.
Text argument(u32 length);
// Arguments are lines. Removes and returns the next one; an empty text if there is none.
Text argument_line(Text *rest);
// Begins a result of less than `capacity` bytes. Text that doesn't fit or gets no memory is lost.
Out answer_begin(size_t capacity);
u32 answer_end(const Out *out);

#endif
