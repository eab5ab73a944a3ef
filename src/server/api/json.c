// SPDX-License-Identifier: MIT
#include "server/api/json.h"

#include "containers/array.h"
#include "server/net/utf8.h"

#include <string.h>

void js_clear(Json *json)
{
    json->length = 0;
    json->failed = false;
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

// Space for `more` bytes.
static bool grow(Json *json, size_t more)
{
    char *at = json->failed ? NULL : array_grow(json->at, &json->capacity, json->length + more, 1);
    if (at)
        json->at = at;
    else
        json->failed = true;
    return at;
}

void js_raw(Json *json, Text text)
{
    if (!text.length || !grow(json, text.length)) return;
    memcpy(json->at + json->length, text.at, text.length);
    json->length += text.length;
}

static void put(Json *json, char c)
{
    if (grow(json, 1)) json->at[json->length++] = c;
}

static void begin(Json *json, const char *key)
{
    char last = json->length ? json->at[json->length - 1] : json->before;
    if (last && last != '[' && last != '{' && last != ':') put(json, ',');
    if (!key) return;
    put(json, '"');
    js_raw(json, text_of(key));
    js_raw(json, (Text){ "\":", 2 });
}

void js_object(Json *json, const char *key)
{
    begin(json, key);
    put(json, '{');
}

void js_array(Json *json, const char *key)
{
    begin(json, key);
    put(json, '[');
}

void js_close(Json *json, char bracket)
{
    put(json, bracket);
}

void js_text(Json *json, const char *key, Text text)
{
    static const char HEX[] = "0123456789abcdef";
    begin(json, key);
    put(json, '"');
    for (size_t i = 0; i < text.length;) {
        u8 c = (u8)text.at[i];
        size_t size = utf8_size(text_from(text, i));
        if (c == '"' || c == '\\') {
            js_raw(json, (Text){ c == '"' ? "\\\"" : "\\\\", 2 });
        } else if (c < ' ') {
            const char escape[] = { '\\', 'u', '0', '0', HEX[c >> 4], HEX[c & 15] };
            js_raw(json, (Text){ escape, sizeof escape });
        } else {
            js_raw(json, size ? (Text){ text.at + i, size } : text_of("\xef\xbf\xbd"));
        }
        i += size ? size : 1;
    }
    put(json, '"');
}

void js_string(Json *json, const char *key, const char *string)
{
    if (string)
        js_text(json, key, text_of(string));
    else
        js_null(json, key);
}

void js_value(Json *json, const char *key, Text value)
{
    begin(json, key);
    js_raw(json, value);
}

void js_number(Json *json, const char *key, i64 number)
{
    char digits[24];
    Out out = out_to(digits, sizeof digits);
    out_int(&out, number);
    js_value(json, key, (Text){ digits, out.length });
}

void js_bool(Json *json, const char *key, bool yes)
{
    js_value(json, key, text_of(yes ? "true" : "false"));
}

void js_null(Json *json, const char *key)
{
    js_value(json, key, text_of("null"));
}
