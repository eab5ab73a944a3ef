// SPDX-License-Identifier: MIT
#include "base/json.h"

#include "base/bits.h"

static void comma(Out *out)
{
    char last = out->length ? out->at[out->length - 1] : '[';
    if (last != '[' && last != '{' && last != ':') out_char(out, ',');
}

void json_open(Out *out, char bracket)
{
    comma(out);
    out_char(out, bracket);
}

void json_close(Out *out, char bracket)
{
    out_char(out, bracket);
}

void json_text(Out *out, Text text)
{
    static const char HEX[] = "0123456789abcdef";
    comma(out);
    out_char(out, '"');
    for (size_t i = 0; i < text.length; i++) {
        u8 c = (u8)text.at[i];
        if (c == '"' || c == '\\') out_char(out, '\\');
        if (c >= ' ')
            out_char(out, (char)c);
        else
            out_format(out, "\\u00%c%c", HEX[c >> 4], HEX[c & 15]);
    }
    out_char(out, '"');
}

void json_string(Out *out, const char *string)
{
    json_text(out, text_of(string));
}

void json_key(Out *out, const char *key)
{
    json_string(out, key);
    out_char(out, ':');
}

void json_raw(Out *out, Text value)
{
    comma(out);
    out_text(out, value);
}

void json_number(Out *out, i64 number)
{
    comma(out);
    out_int(out, number);
}

void json_bool(Out *out, bool yes)
{
    comma(out);
    out_str(out, yes ? "true" : "false");
}

void json_null(Out *out)
{
    comma(out);
    out_str(out, "null");
}

void json_players(Out *out, u8 players)
{
    json_open(out, '[');
    for (; players; players &= (u8)(players - 1))
        json_number(out, bits_first(players));
    json_close(out, ']');
}
