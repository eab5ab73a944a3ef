// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <stdarg.h>

enum { QUOTE_MAX = 40 }; // longest part of an input that a message quotes, in bytes

Text text_of(const char *nul_terminated)
{
    size_t length = 0;
    while (nul_terminated[length])
        length++;
    return (Text){ nul_terminated, length };
}

bool text_equal(Text a, Text b)
{
    if (a.length != b.length) return false;
    for (size_t i = 0; i < a.length; i++)
        if (a.at[i] != b.at[i]) return false;
    return true;
}

bool text_is(Text text, const char *wanted)
{
    return text_equal(text, text_of(wanted));
}

char text_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_is_nocase(Text text, const char *wanted)
{
    for (size_t i = 0; i < text.length; i++)
        if (!wanted[i] || text_lower(text.at[i]) != text_lower(wanted[i])) return false;
    return !wanted[text.length];
}

Text text_cut(Text text, size_t start, size_t end)
{
    if (end > text.length) end = text.length;
    if (start > end) start = end;
    // C forbids adding even 0 to NULL.
    return (Text){ start ? text.at + start : text.at, end - start };
}

Text text_from(Text text, size_t start)
{
    return text_cut(text, start, text.length);
}

bool text_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool text_digit(char c)
{
    return c >= '0' && c <= '9';
}

Text text_trim(Text text)
{
    while (text.length && text_blank(text.at[0]))
        text = text_from(text, 1);
    while (text.length && text_blank(text.at[text.length - 1]))
        text.length--;
    return text;
}

bool text_split(Text *rest, char separator, Text *piece)
{
    if (!rest->at) return false;
    size_t end = 0;
    while (end < rest->length && rest->at[end] != separator)
        end++;
    *piece = text_cut(*rest, 0, end);
    *rest = end < rest->length ? text_from(*rest, end + 1) : (Text){ NULL, 0 };
    return true;
}

bool text_word(Text *rest, Text *word)
{
    size_t start = 0;
    while (start < rest->length && text_blank(rest->at[start]))
        start++;
    size_t end = start;
    while (end < rest->length && !text_blank(rest->at[end]))
        end++;
    *word = text_cut(*rest, start, end);
    *rest = text_from(*rest, end);
    return end > start;
}

bool text_number(Text text, i64 max, i64 *number)
{
    if (text.length == 0 || text.length > 18) return false;
    i64 value = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (!text_digit(text.at[i])) return false;
        value = value * 10 + (text.at[i] - '0');
    }
    if (value > max) return false;
    *number = value;
    return true;
}

bool text_count(Text text, i64 max, i64 *number)
{
    if (text.length > 1 && text.at[0] == '0') return false;
    return text_number(text, max, number);
}

Out out_to(char *buffer, size_t capacity)
{
    buffer[0] = '\0';
    return (Out){ .at = buffer, .capacity = capacity };
}

__attribute__((weak)) bool out_grow(Out *out, size_t more)
{
    (void)out, (void)more;
    return false;
}

// How many of `count` more bytes fit; the others are lost.
static size_t space(Out *out, size_t count)
{
    size_t left = out->capacity ? out->capacity - out->length - 1 : 0;
    if (count <= left) return count;
    bool grows = (out->heap || !out->at) && !out->lost;
    if (grows && out_grow(out, count)) return count;
    out->lost = true;
    return left;
}

void out_char(Out *out, char c)
{
    if (!space(out, 1)) return;
    out->at[out->length++] = c;
    out->at[out->length] = '\0';
}

void out_text(Out *out, Text text)
{
    size_t count = space(out, text.length);
    if (!count) return;
    for (size_t i = 0; i < count; i++)
        out->at[out->length + i] = text.at[i];
    out->length += count;
    out->at[out->length] = '\0';
}

void out_str(Out *out, const char *nul_terminated)
{
    out_text(out, text_of(nul_terminated));
}

void out_int(Out *out, i64 number)
{
    char digits[20];
    int count = 0;
    u64 rest = number < 0 ? -(u64)number : (u64)number;
    do
        digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) out_char(out, '-');
    while (count)
        out_char(out, digits[--count]);
}

void out_pad(Out *out, char c, int count)
{
    while (count-- > 0)
        out_char(out, c);
}

void out_line(Out *out)
{
    while (out->length && out->at[out->length - 1] == ' ')
        out->at[--out->length] = '\0';
    out_char(out, '\n');
}

static void out_quoted(Out *out, Text text)
{
    out_char(out, '\'');
    for (size_t i = 0; i < text.length && i < QUOTE_MAX; i++) {
        char c = text.at[i];
        out_char(out, c >= ' ' && c <= '~' ? c : '?');
    }
    if (text.length > QUOTE_MAX) out_str(out, "...");
    out_char(out, '\'');
}

static void out_formatted(Out *out, const char *format, va_list args)
{
    for (; *format; format++) {
        if (*format != '%') {
            out_char(out, *format);
            continue;
        }
        switch (*++format) {
        case 's': out_str(out, va_arg(args, const char *)); break;
        case 'd': out_int(out, va_arg(args, int)); break;
        case 'c': out_char(out, (char)va_arg(args, int)); break;
        case 't': out_text(out, va_arg(args, Text)); break;
        case 'q': out_quoted(out, va_arg(args, Text)); break;
        default: out_char(out, *format); break;
        }
    }
}

void out_format(Out *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    out_formatted(out, format, args);
    va_end(args);
}

Status fault(Fault *into, Status status, const char *format, ...)
{
    if (!into) return status;
    into->code = 0;
    Out out = out_to(into->message, sizeof into->message);
    va_list args;
    va_start(args, format);
    out_formatted(&out, format, args);
    va_end(args);
    return status;
}
