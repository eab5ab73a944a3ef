// SPDX-License-Identifier: MIT
// Answers of the API: JSON, or a refusal in the API's words.
#ifndef MEYDAN_SERVER_REPLY_H
#define MEYDAN_SERVER_REPLY_H

#include "server/json.h"
#include "server/web.h"

// The HTTP status that goes with one of the API's words for what is wrong.
int reply_status(const char *code);

// `json` is given away; `cookie` is a value of Set-Cookie or NULL.
void reply_json(WebCall *call, int status, Json *json, const char *cookie);
// The same as a file of that name, of another type.
void reply_file(WebCall *call, Json *text, const char *type, const char *name);
void reply_error(WebCall *call, const char *code, const char *text);
// {"ok":true}
void reply_ok(WebCall *call);

#endif
