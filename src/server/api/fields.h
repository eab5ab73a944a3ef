// SPDX-License-Identifier: MIT
// Reading JSON that clients send, field by field: only messages_*.c include it.
#ifndef MEYDAN_SERVER_API_FIELDS_H
#define MEYDAN_SERVER_API_FIELDS_H

#include "base/text.h"

#include <json-c/json.h>
#include <string.h>

enum { DEPTH_MAX = 4 }; // a set-up's seats are objects in an array in an object
#define NUMBER_MAX ((i64)1 << 53)

// An object to be given back with json_object_put; NULL, and why.
static inline struct json_object *parse(Text text, Fault *why)
{
    struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MAX);
    struct json_object *object = NULL;
    if (!tokener) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    if (text.length && text.length < 1 << 20)
        object = json_tokener_parse_ex(tokener, text.at, (int)text.length);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    bool whole = object && json_tokener_get_parse_end(tokener) == text.length;
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
