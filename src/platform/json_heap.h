// SPDX-License-Identifier: MIT
// JSON (base/json.h) in a buffer that grows: an all-zero Json is empty. If memory runs out, `lost`
// is set and the text must not be used. A program gets the version of out_grow() that allocates by
// using js_take() or js_free(), which every growing Json needs.
#ifndef MEYDAN_PLATFORM_JSON_HEAP_H
#define MEYDAN_PLATFORM_JSON_HEAP_H

#include "base/json.h"

static inline Text js_view(const Json *json)
{
    return (Text){ json->at, json->length };
}

// Empties it and keeps its buffer, or frees the buffer too.
void js_clear(Json *json);
void js_free(Json *json);
// Returns what has been written and continues behind it, in a new buffer.
Json js_take(Json *json);

#endif
