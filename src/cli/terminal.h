// SPDX-License-Identifier: MIT
// Line-based input and output on terminals, pipes or files.
//
// Between terminal_open() and terminal_close(), signals that end the program are delivered only
// while waiting for a line, so that no action is interrupted halfway.
#ifndef MEYDAN_CLI_TERMINAL_H
#define MEYDAN_CLI_TERMINAL_H

#include "base/text.h"

enum { LINE_LENGTH_MAX = 1024 }; // the rest of a longer line is discarded

typedef enum Input {
    INPUT_LINE,
    INPUT_TIMEOUT,
    INPUT_END,    // end of the input, or the output is closed
    INPUT_SIGNAL, // SIGINT, SIGTERM or SIGHUP
} Input;

typedef struct Terminal {
    char buffer[LINE_LENGTH_MAX];
    size_t used, taken; // bytes in the buffer, and those already returned
    bool skipping;      // skipping the rest of a line that was too long
    bool ended;
} Terminal;

void terminal_open(Terminal *terminal);
void terminal_close(void);

// Waits at most until `deadline` of terminal_now(), or INT64_MAX. The line has no line end and is
// valid until the next call. Echoes lines that aren't typed, so that the output looks like a
// session. Without a line, ends the prompt's line.
Input terminal_read(Terminal *terminal, i64 deadline, Text *line);

// Waits for a file descriptor instead: INPUT_LINE if it is readable (or closed), INPUT_TIMEOUT,
// INPUT_SIGNAL, or INPUT_END if the output is closed.
Input terminal_wait(int file, i64 deadline);

// A monotonic clock in milliseconds.
i64 terminal_now(void);

bool terminal_is_typed(void);    // the input is a terminal
bool terminal_has_colour(void);  // a terminal, and NO_COLOR isn't set
bool terminal_has_unicode(void); // the locale uses UTF-8

// The length in bytes of the first character of a non-empty text; 0 if it is invalid UTF-8 or a
// control character.
size_t terminal_printable(Text text);
// Writes untrusted text with '?' for unprintable characters; never splits a character.
void terminal_clean(Text text, Out *out);
// Prints untrusted text with '?' for unprintable characters.
void terminal_print(Text text);

#endif
