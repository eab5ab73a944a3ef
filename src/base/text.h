// SPDX-License-Identifier: MIT
// Text without libc: slices to read from, bounded buffers to write to, and error messages.
//
// A Text is a piece of somebody else's bytes; it need not end in NUL. An Out writes into a buffer
// of the caller's, never past its end, and keeps it NUL-terminated; `lost` says whether something
// did not fit. A Fault is one line that says what is wrong with an input.
#ifndef MEYDAN_BASE_TEXT_H
#define MEYDAN_BASE_TEXT_H

#include "base/types.h"

typedef struct Text {
    const char *at;
    size_t length;
} Text;

typedef struct Out {
    char *at;
    size_t capacity; // including the closing NUL
    size_t length;
    bool lost;
} Out;

typedef struct Fault {
    char message[200];
    int code; // what a translation goes by: a Refusal where a move breaks a rule, else 0
} Fault;

Text text_of(const char *nul_terminated);
bool text_is(Text text, const char *wanted);
bool text_equal(Text a, Text b);
// ASCII case is ignored (never a locale's: no Turkish i).
bool text_is_nocase(Text text, const char *wanted);
Text text_from(Text text, size_t start);
Text text_cut(Text text, size_t start, size_t end);
Text text_trim(Text text);

// Takes the piece before the next `separator` (or all of the rest) off the front of `*rest`.
// False when nothing is left; "a//b" gives "a", "", "b".
bool text_split(Text *rest, char separator, Text *piece);
// Takes the next run of non-blank bytes off the front of `*rest`; false when only blanks are left.
bool text_word(Text *rest, Text *word);
// A decimal number 0..max and nothing else: no sign, no blanks, at most 18 digits.
bool text_number(Text text, i64 max, i64 *number);
// The same, in canonical form: without leading zeros.
bool text_count(Text text, i64 max, i64 *number);
bool text_blank(char c);
bool text_digit(char c);
char text_lower(char c);

Out out_to(char *buffer, size_t capacity);
void out_char(Out *out, char c);
void out_text(Out *out, Text text);
void out_str(Out *out, const char *nul_terminated);
void out_int(Out *out, i64 number);
void out_pad(Out *out, char c, int count);
// Ends a line, without blanks before its end.
void out_line(Out *out);

// Formats of out_format and fault: %s a string, %d an int, %c a char, %t a Text, %q a Text in
// quotes (clipped, unprintable bytes shown as '?'), %% a percent sign.
void out_format(Out *out, const char *format, ...);
// Writes the message and returns `status`, so that a reader can `return fault(...)`. `into` may be
// NULL.
Status fault(Fault *into, Status status, const char *format, ...);

#endif
