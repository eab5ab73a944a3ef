// SPDX-License-Identifier: MIT
// JSON text, written into a buffer that grows. Commas put themselves: a value that follows another
// one gets one. `key` is NULL for the members of an array and for the outermost value.
//
// Without memory it continues silently and sets `failed`: the text is then not to be used.
#ifndef MEYDAN_SERVER_API_JSON_H
#define MEYDAN_SERVER_API_JSON_H

#include "base/text.h"

typedef struct Json {
    char *at;
    size_t length, capacity;
    bool failed;
    char before; // the last byte of what js_take took; 0: nothing
} Json;

static inline Text js_view(const Json *json)
{
    return (Text){ json->at, json->length };
}

// Empties it and keeps the room, or gives the room back.
void js_clear(Json *json);
void js_free(Json *json);
// Gives what is written so far away, and goes on behind it.
Json js_take(Json *json);

void js_object(Json *json, const char *key);
void js_array(Json *json, const char *key);
void js_close(Json *json, char bracket);

// What is no UTF-8 is written as U+FFFD.
void js_text(Json *json, const char *key, Text text);
void js_string(Json *json, const char *key, const char *string); // NULL is null
void js_number(Json *json, const char *key, i64 number);
void js_bool(Json *json, const char *key, bool yes);
void js_null(Json *json, const char *key);
// Bytes as they are: text that is not JSON, or JSON made elsewhere.
void js_raw(Json *json, Text text);
void js_value(Json *json, const char *key, Text value);

#endif
