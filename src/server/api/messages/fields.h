// SPDX-License-Identifier: MIT
// Reading JSON that clients send, field by field: only messages_*.c include it.
#ifndef MEYDAN_SERVER_API_MESSAGES_FIELDS_H
#define MEYDAN_SERVER_API_MESSAGES_FIELDS_H

#include "base/text.h"
#include "base/utf8.h"

#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 4 }; // a set-up's seats are objects in an array in an object
#define NUMBER_MAX ((i64)1 << 53)
enum { DIGITS_MAX = 18 }; // NUMBER_MAX has 16
// Keys, values and members of lists, in one message. A list of results of puzzles has the most.
enum { VALUES_MAX = 1500 };

// json-c 0.16 accepts control characters in strings, some invalid UTF-8 and integers of any length.
// json-c 0.18 rejects them. These rules reject them first, so that every version gives the same
// answer. They also bound what json-c allocates, before it builds a tree on the loop's thread.
static inline Status check_text(Text text, Fault *why)
{
    if (!utf8_valid(text)) return fault(why, MALFORMED, "the message is not JSON: invalid UTF-8");
    bool quoted = false, fraction = false;
    int digits = 0, values = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (quoted && (unsigned char)c < ' ')
            return fault(why, MALFORMED, "the message is not JSON: control character in a string");
        if (c == '"') quoted = !quoted;
        if (quoted && c == '\\') {
            if (++i < text.length && text.at[i] & 0x80)
                return fault(why, MALFORMED, "the message is not JSON: invalid escape");
            continue;
        }
        values += !quoted && (c == ',' || c == ':' || c == '[' || c == '{');
        if (values > VALUES_MAX)
            return fault(why, MALFORMED, "the message has more than %d values", VALUES_MAX);
        bool digit = !quoted && c >= '0' && c <= '9';
        fraction = c == '.' || (fraction && digit);
        digits = digit && !fraction ? digits + 1 : 0;
        if (digits > DIGITS_MAX)
            return fault(why, MALFORMED, "a number has more than %d digits", DIGITS_MAX);
    }
    return OK;
}

// Copies the text with every character beyond ASCII as an escape, for a strict parser: json-c 0.18
// takes each byte of such a character for a control character. The text is valid UTF-8. `to` has
// three times its length.
static inline size_t escape(Text text, char *to)
{
    static const char HEX[] = "0123456789abcdef";
    size_t length = 0;
    for (size_t i = 0; i < text.length;) {
        u32 c = (u8)text.at[i++];
        if (c < 0x80) {
            to[length++] = (char)c;
            continue;
        }
        int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
        c &= 0x3fu >> more;
        for (; more; more--)
            c = c << 6 | ((u8)text.at[i++] & 0x3f);
        u32 half[2] = { c, 0 };
        if (c > 0xffff) {
            half[0] = 0xd800 + ((c - 0x10000) >> 10);
            half[1] = 0xdc00 + ((c - 0x10000) & 0x3ff);
        }
        for (int h = 0; h < 2 && half[h]; h++) {
            to[length++] = '\\';
            to[length++] = 'u';
            for (int shift = 12; shift >= 0; shift -= 4)
                to[length++] = HEX[half[h] >> shift & 15];
        }
    }
    return length;
}

// Parses the whole text strictly, or as far as it can. Also returns NULL if out of memory.
static inline struct json_object *parse_strictly(struct json_tokener *tokener, Text text,
                                                 bool *whole)
{
    char *escaped = malloc(3 * text.length + 1);
    *whole = false;
    if (!escaped) return NULL;
    size_t length = escape(text, escaped);
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
    struct json_object *object = json_tokener_parse_ex(tokener, escaped, (int)length);
    *whole = object && json_tokener_get_parse_end(tokener) == length;
    free(escaped);
    return object;
}

// Returns an object to free with json_object_put, or NULL and the fault in `why`.
static inline struct json_object *parse(Text text, Fault *why)
{
    if (check_text(text, why)) return NULL;
    struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MAX);
    struct json_object *object = NULL;
    if (!tokener) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    bool whole = false;
    if (text.length < 1 << 20) object = parse_strictly(tokener, text, &whole);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    json_tokener_free(tokener);
    if (whole && json_object_is_type(object, json_type_object)) return object;
    if (object && whole)
        fault(why, MALFORMED, "the message is not a JSON object");
    else if (object || error == json_tokener_continue || error == json_tokener_success)
        fault(why, MALFORMED, "the message is not JSON: it ends in the wrong place");
    else
        fault(why, MALFORMED, "the message is not JSON: %s", json_tokener_error_desc(error));
    json_object_put(object);
    return NULL;
}

// The readers of one field say what it should have been.
static inline Status read_text(struct json_object *value, const char *key, char *buffer,
                               size_t size, Fault *why)
{
    if (!json_object_is_type(value, json_type_string))
        return fault(why, MALFORMED, "\"%s\" is not a string", key);
    size_t length = (size_t)json_object_get_string_len(value);
    const char *at = json_object_get_string(value);
    if (memchr(at, '\0', length))
        return fault(why, MALFORMED, "\"%s\" has a character that is not allowed in text", key);
    if (length >= size)
        return fault(why, MALFORMED, "\"%s\" is longer than %d bytes", key, (int)size - 1);
    memcpy(buffer, at, length + 1);
    return OK;
}

static inline Status read_number(struct json_object *value, const char *key, i64 most, i64 *number,
                                 Fault *why)
{
    if (!json_object_is_type(value, json_type_int))
        return fault(why, MALFORMED, "\"%s\" is not a whole number", key);
    i64 read = json_object_get_int64(value);
    if (read < 0 || read > most) return fault(why, MALFORMED, "\"%s\" is out of range", key);
    *number = read;
    return OK;
}

static inline Status read_bool(struct json_object *value, const char *key, bool *yes, Fault *why)
{
    if (!json_object_is_type(value, json_type_boolean))
        return fault(why, MALFORMED, "\"%s\" is neither true nor false", key);
    *yes = json_object_get_boolean(value);
    return OK;
}

#endif
