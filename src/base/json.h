// SPDX-License-Identifier: MIT
// Answers as JSON. Commas put themselves: a value or key that follows another one gets one.
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
// JSON that was made elsewhere, as it is.
void json_raw(Out *out, Text value);
// The members of a set of players, as an array.
void json_players(Out *out, u8 players);

#endif
