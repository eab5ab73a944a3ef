// SPDX-License-Identifier: MIT
// Reading JSON that clients send, field by field: only messages_*.c include it.
#ifndef MEYDAN_SERVER_API_MESSAGES_FIELDS_H
#define MEYDAN_SERVER_API_MESSAGES_FIELDS_H

#include "base/text.h"
#include "base/utf8.h"

#include <json-c/json.h>
#include <string.h>

enum { DEPTH_MAX = 4 }; // a set-up's seats are objects in an array in an object
#define NUMBER_MAX ((i64)1 << 53)
enum { DIGITS_MAX = 18 }; // NUMBER_MAX has 16

// json-c 0.16 accepts control characters in strings, some invalid UTF-8 and integers of any length.
// json-c 0.18 rejects them. These rules reject them first, so that every version gives the same
// answer.
static inline Status check_text(Text text, Fault *why)
{
    if (!utf8_valid(text)) return fault(why, MALFORMED, "the message is not JSON: invalid UTF-8");
    bool quoted = false, fraction = false;
    int digits = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (quoted && (unsigned char)c < ' ')
            return fault(why, MALFORMED, "the message is not JSON: control character in a string");
        if (c == '"') quoted = !quoted;
        if (quoted && c == '\\') i++;
        bool digit = !quoted && c >= '0' && c <= '9';
        fraction = c == '.' || (fraction && digit);
        digits = digit && !fraction ? digits + 1 : 0;
        if (digits > DIGITS_MAX)
            return fault(why, MALFORMED, "a number has more than %d digits", DIGITS_MAX);
    }
    return OK;
}

// Parses the whole text strictly, or as far as it can. json-c 0.18 in strict mode takes each byte
// of a character beyond ASCII for a control character, so strict mode is off for these bytes.
// check_text has checked them.
static inline struct json_object *parse_strictly(struct json_tokener *tokener, Text text,
                                                 size_t *end)
{
    struct json_object *object = NULL;
    for (*end = 0; *end < text.length;) {
        const char *at = text.at + *end;
        size_t length = 1, left = text.length - *end;
        while (length < left && (at[length] & 0x80) == (*at & 0x80))
            length++;
        json_tokener_set_flags(tokener, *at & 0x80 ? 0 : JSON_TOKENER_STRICT);
        object = json_tokener_parse_ex(tokener, at, (int)length);
        *end += json_tokener_get_parse_end(tokener);
        if (json_tokener_get_error(tokener) != json_tokener_continue) break;
    }
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
    size_t end = 0;
    if (text.length < 1 << 20) object = parse_strictly(tokener, text, &end);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    bool whole = object && end == text.length;
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
