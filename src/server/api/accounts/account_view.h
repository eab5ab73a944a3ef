// SPDX-License-Identifier: MIT
// An account's sessions, tokens and second factor as their owner sees them.
#ifndef MEYDAN_SERVER_API_ACCOUNTS_ACCOUNT_VIEW_H
#define MEYDAN_SERVER_API_ACCOUNTS_ACCOUNT_VIEW_H

#include "platform/json_heap.h"
#include "platform/shape.h"
#include "server/identity/identity_ops.h"
#include "server/identity/person_ops.h"

// Arrays of all tokens and sessions of a person. `current` is the hash of the caller's session, or
// NULL.
extern const Shape TOKEN_VIEW, SESSION_VIEW;
void tokens_write(Json *json, const char *key, Store *reading, i64 person);
void sessions_write(Json *json, const char *key, Store *reading, i64 person,
                    const SecretHash *current);
// A session's id is made from its hash.
i64 session_id(const SecretHash *hash);

// The answers to a new token, a new second factor and its recovery codes.
enum { CODE_SIZE = 32 };
extern const Shape NEW_TOKEN, FACTOR_VIEW, FACTOR_BEGUN, RECOVERY_VIEW;
void new_token_write(Json *json, const TokenGrant *token, const char *secret);
void factor_write(Json *json, Store *reading, i64 person);
void factor_begun_write(Json *json, const char *secret, const char *uri);
void recovery_write(Json *json, char (*code)[CODE_SIZE], int count);

#endif
