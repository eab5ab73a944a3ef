// SPDX-License-Identifier: MIT
// The one writer of JSON text. It adds commas itself: a value or key that follows another one gets
// one. `key` is NULL for the members of an array and for the outermost value.
#ifndef MEYDAN_BASE_JSON_H
#define MEYDAN_BASE_JSON_H

#include "base/text.h"

typedef Out Json; // one that grows: see platform/json_heap.h

void js_object(Out *out, const char *key);
void js_array(Out *out, const char *key);
void js_close(Out *out, char bracket);

// Writes bytes that aren't valid UTF-8 as U+FFFD.
void js_text(Out *out, const char *key, Text text);
void js_string(Out *out, const char *key, const char *string); // NULL is null
void js_number(Out *out, const char *key, i64 number);
void js_bool(Out *out, const char *key, bool yes);
void js_null(Out *out, const char *key);
// The members of a set of players, as an array.
void js_players(Out *out, const char *key, u8 players);
// JSON made elsewhere, copied unchanged.
void js_value(Out *out, const char *key, Text value);
// A key whose value another function writes.
void js_key(Out *out, const char *key);

#endif
