// SPDX-License-Identifier: MIT
// Writes JSON. Commas are inserted automatically between values and members.
#ifndef MEYDAN_BASE_JSON_H
#define MEYDAN_BASE_JSON_H

#include "base/text.h"

void json_open(Out *out, char bracket); // '{' or '['
void json_close(Out *out, char bracket);
void json_key(Out *out, const char *key);
void json_text(Out *out, Text text);
void json_string(Out *out, const char *string);
void json_number(Out *out, i64 number);
void json_bool(Out *out, bool yes);
void json_null(Out *out);
// Writes ready-made JSON unchanged.
void json_raw(Out *out, Text value);
// Writes a set of players as an array.
void json_players(Out *out, u8 players);

#endif
