// SPDX-License-Identifier: MIT
// Answers of the API: JSON, or a refusal in the API's words.
#ifndef MEYDAN_SERVER_API_MESSAGES_REPLY_H
#define MEYDAN_SERVER_API_MESSAGES_REPLY_H

#include "base/errors.h"
#include "game/refusal.h"
#include "platform/json_heap.h"
#include "platform/net/web.h"

// Takes over `json`; `cookie` is a value of Set-Cookie or NULL.
void reply_json(WebCall *call, int status, Json *json, const char *cookie);
// The same with another type, as a file of that name to be saved (NULL: to be shown).
void reply_file(WebCall *call, Json *text, const char *type, const char *name);
void reply_error(WebCall *call, ErrorCode code, const char *text);
// A refusal with all its members.
typedef struct Refused {
    ErrorCode code;
    const char *text;
    Refusal refusal;
    const char *cookie; // or NULL
    const char *allow;  // status 405: the allowed methods
    i64 wait_ms;        // until the limit allows it, for Retry-After, or 0 if unknown
} Refused;
void reply_refused(WebCall *call, const Refused *refused);
// {"ok":true}
void reply_ok(WebCall *call);

#endif
