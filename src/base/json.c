// SPDX-License-Identifier: MIT
#include "base/json.h"

#include "base/bits.h"
#include "base/utf8.h"

// Writes a comma if a value precedes, then the key, if there is one.
static void begin(Out *out, const char *key)
{
    char last = out->length ? out->at[out->length - 1] : out->before;
    if (last && last != '[' && last != '{' && last != ':') out_char(out, ',');
    if (!key) return;
    out_char(out, '"');
    out_str(out, key);
    out_text(out, (Text){ "\":", 2 });
}

void js_key(Out *out, const char *key)
{
    begin(out, key);
}

void js_object(Out *out, const char *key)
{
    begin(out, key);
    out_char(out, '{');
}

void js_array(Out *out, const char *key)
{
    begin(out, key);
    out_char(out, '[');
}

void js_close(Out *out, char bracket)
{
    out_char(out, bracket);
}

void js_text(Out *out, const char *key, Text text)
{
    static const char HEX[] = "0123456789abcdef";
    begin(out, key);
    out_char(out, '"');
    for (size_t i = 0; i < text.length;) {
        u8 c = (u8)text.at[i];
        size_t size = utf8_size(text_from(text, i));
        if (c == '"' || c == '\\') out_char(out, '\\');
        if (c < ' ')
            out_format(out, "\\u00%c%c", HEX[c >> 4], HEX[c & 15]);
        else
            out_text(out, size ? (Text){ text.at + i, size } : text_of("\xef\xbf\xbd"));
        i += size ? size : 1;
    }
    out_char(out, '"');
}

void js_string(Out *out, const char *key, const char *string)
{
    if (string)
        js_text(out, key, text_of(string));
    else
        js_null(out, key);
}

void js_value(Out *out, const char *key, Text value)
{
    begin(out, key);
    out_text(out, value);
}

void js_number(Out *out, const char *key, i64 number)
{
    begin(out, key);
    out_int(out, number);
}

void js_bool(Out *out, const char *key, bool yes)
{
    js_value(out, key, text_of(yes ? "true" : "false"));
}

void js_null(Out *out, const char *key)
{
    js_value(out, key, text_of("null"));
}

void js_players(Out *out, const char *key, u8 players)
{
    js_array(out, key);
    for (; players; players &= (u8)(players - 1))
        js_number(out, NULL, bits_first(players));
    js_close(out, ']');
}
