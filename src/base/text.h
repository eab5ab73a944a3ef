// SPDX-License-Identifier: MIT
// Text without libc: slices to read from, bounded buffers to write to, and error messages.
//
// A Text is a slice of memory owned elsewhere and isn't NUL-terminated. An Out writes into the
// caller's buffer, never past its end, and keeps it NUL-terminated; `lost` is set if something
// didn't fit. An all-zero Out has no buffer and grows (out_grow). A Fault is a one-line description
// of an invalid input.
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
    bool heap;   // `at` is from out_grow()
    char before; // the byte before `at` that js_take removed, or 0
} Out;

typedef struct Fault {
    char message[200];
    int code; // identifies the message for translation: a Refusal if a move breaks a rule, else 0
} Fault;

Text text_of(const char *nul_terminated);
bool text_is(Text text, const char *wanted);
bool text_equal(Text a, Text b);
// Ignores ASCII case only, independent of the locale (no Turkish i).
bool text_is_nocase(Text text, const char *wanted);
Text text_from(Text text, size_t start);
Text text_cut(Text text, size_t start, size_t end);
Text text_trim(Text text);

// Removes the piece before the next `separator` (or the whole rest) from the front of `*rest`.
// Returns false when nothing is left; "a//b" yields "a", "", "b".
bool text_split(Text *rest, char separator, Text *piece);
// Removes the next run of non-blank bytes from the front of `*rest`. Returns false if only blanks
// are left.
bool text_word(Text *rest, Text *word);
// Accepts only a decimal number 0..max: no sign, no blanks, at most 18 digits.
bool text_number(Text text, i64 max, i64 *number);
// Like text_number, but rejects leading zeros.
bool text_count(Text text, i64 max, i64 *number);
bool text_blank(char c);
bool text_digit(char c);
char text_lower(char c);

Out out_to(char *buffer, size_t capacity);
// Makes space for `more` bytes, and sets `heap`. The core has no heap, so its own version returns
// false; platform/json_heap.c replaces it.
bool out_grow(Out *out, size_t more);
void out_char(Out *out, char c);
void out_text(Out *out, Text text);
void out_str(Out *out, const char *nul_terminated);
void out_int(Out *out, i64 number);
void out_pad(Out *out, char c, int count);
// Ends a line and removes its trailing blanks.
void out_line(Out *out);

// Formats for out_format and fault: %s a string, %d an int, %c a char, %t a Text, %q a Text in
// quotes (clipped, unprintable bytes shown as '?'), %% a percent sign.
void out_format(Out *out, const char *format, ...);
// Writes the message and returns `status`, which allows `return fault(...)`. `into` may be NULL.
Status fault(Fault *into, Status status, const char *format, ...);

#endif
