// SPDX-License-Identifier: MIT
#include "platform/json_heap.h"

#include "platform/array.h"

bool out_grow(Out *out, size_t more)
{
    char *at = array_grow(out->at, &out->capacity, out->length + more + 1, 1);
    if (!at) return false;
    out->at = at;
    return out->heap = true;
}

void js_clear(Json *json)
{
    json->length = 0;
    json->lost = false;
    json->before = 0;
}

void js_free(Json *json)
{
    free(json->at);
    *json = (Json){ 0 };
}

Json js_take(Json *json)
{
    Json taken = *json;
    char last = json->length ? json->at[json->length - 1] : json->before;
    *json = (Json){ .before = last };
    return taken;
}
