// SPDX-License-Identifier: MIT
// How texts pass between script and module: two buffers, one for arguments, one for the answer.
// Both grow when they must; then they move, so the script asks for their address each time.
#ifndef MEYDAN_WASM_BUFFERS_H
#define MEYDAN_WASM_BUFFERS_H

#include "base/text.h"

#define EXPORT __attribute__((visibility("default")))

// Where the script writes `size` bytes of arguments; NULL if there is no memory for them.
EXPORT char *page_input(u32 size);
// Where the answer stands. Every call that answers in text returns its length in bytes.
EXPORT const char *page_output(void);

// The first `length` bytes of the arguments.
Text argument(u32 length);
// Arguments are lines. Takes the next one off; an empty text when there is none.
Text argument_line(Text *rest);
// An answer of less than `capacity` bytes is to be written; what does not fit, or finds no memory,
// is lost.
Out answer_begin(size_t capacity);
u32 answer_end(const Out *out);

#endif
