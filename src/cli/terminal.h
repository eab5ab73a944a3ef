// SPDX-License-Identifier: MIT
// A conversation by lines: standard input and output, be they a terminal, pipes or files.
//
// Between terminal_open() and terminal_close() the signals that end a program only arrive while it
// waits for a line, so that nothing it does is cut in half.
#ifndef MEYDAN_CLI_TERMINAL_H
#define MEYDAN_CLI_TERMINAL_H

#include "base/text.h"

enum { LINE_LENGTH_MAX = 1024 }; // the rest of a longer line is thrown away

typedef enum Input {
    INPUT_LINE,
    INPUT_TIMEOUT,
    INPUT_END,    // of the input, or the output is gone
    INPUT_SIGNAL, // SIGINT, SIGTERM or SIGHUP
} Input;

typedef struct Terminal {
    char buffer[LINE_LENGTH_MAX];
    size_t used, taken; // bytes in the buffer, and of those the ones given out
    bool skipping;      // the rest of a line that was too long
    bool ended;
} Terminal;

void terminal_open(Terminal *terminal);
void terminal_close(void);

// Waits at most until `deadline` of terminal_now(), or INT64_MAX. The line has no line end and is
// valid until the next call. Lines that nobody types are printed too, so that what comes out reads
// like what people see; without a line the prompt's line is ended.
Input terminal_read(Terminal *terminal, i64 deadline, Text *line);

// Waits for bytes from a file descriptor instead: INPUT_LINE if there are some (or never will be),
// INPUT_TIMEOUT, INPUT_SIGNAL, or INPUT_END if the output is gone.
Input terminal_wait(int file, i64 deadline);

// Milliseconds from some origin, never going back.
i64 terminal_now(void);

bool terminal_is_typed(void);    // somebody types the input
bool terminal_has_colour(void);  // a terminal, and NO_COLOR is not set
bool terminal_has_unicode(void); // the locale's characters are UTF-8

// How many bytes the character at the front of a text has, which is not empty; 0 if it is none in
// UTF-8, or a control character.
size_t terminal_printable(Text text);
// Writes text that others wrote, with '?' for what cannot be printed; never half a character.
void terminal_clean(Text text, Out *out);
// Prints text that others wrote, with '?' for what cannot be printed.
void terminal_print(Text text);

#endif
