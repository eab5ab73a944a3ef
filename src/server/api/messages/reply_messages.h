// SPDX-License-Identifier: MIT
// The messages with which the server answers any request or socket message: done, refused, and
// those about the socket itself.
#ifndef MEYDAN_SERVER_API_MESSAGES_REPLY_MESSAGES_H
#define MEYDAN_SERVER_API_MESSAGES_REPLY_MESSAGES_H

#include "base/errors.h"
#include "game/refusal.h"
#include "platform/json_heap.h"
#include "platform/shape.h"

// HTTP: {"ok":true}, with the game that the request was about (0: none); {"error":{...}}.
extern const Shape ACTED, REFUSAL_REPLY;
void reply_write_done(Json *json, i64 game);
void reply_write_refusal(Json *json, ErrorCode code, const char *text, Refusal refusal);
// A refusal that asks for proof of work first.
void reply_write_work(Json *json, const char *text, const char *challenge, int bits);

// Sockets: `n` is the number of the message that is answered, or -1.
void reply_write_ok(Json *json, i64 n, i64 game);
void reply_write_error(Json *json, i64 n, ErrorCode code, const char *text, Refusal refusal);
void reply_write_pong(Json *json, i64 n, i64 lag_ms); // -1: not measured
void reply_write_bye(Json *json, const char *text);
// Asks the client to open another socket at a random moment within that time, and to close this one
// then.
void reply_write_reconnect(Json *json, int within_ms);

#endif
