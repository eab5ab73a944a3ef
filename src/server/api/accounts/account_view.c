// SPDX-License-Identifier: MIT
#include "server/api/accounts/account_view.h"

#include "server/api/messages/shape_json.h"
#include "server/kernel/secret.h"

#include <string.h>

// --- tokens --------------------------------------------------------------------------------------

static const char *const SCOPES[] = { "play", "read", NULL };
_Static_assert(TOKEN_PLAY == 1 << 0 && TOKEN_READ == 1 << 1, "a scope's word has its bit's place");

static const Field TOKEN_FIELDS[] = {
    FIELD(StoredToken, id, .as = AS_ID),
    FIELD(StoredToken, label),
    FIELD(StoredToken, created_ms, .as = AS_TIME, .key = "created"),
    FIELD(StoredToken, scopes, .as = AS_WORDS, .words = SCOPES),
    FIELD(StoredToken, expires_ms, .as = AS_TIME, .key = "expires", .flags = FIELD_NULL),
    FIELD(StoredToken, used_ms, .as = AS_TIME, .key = "used", .flags = FIELD_NULL,
          .says = "the last use, to the hour"),
};
const Shape TOKEN_VIEW = {
    .name = "Token", .size = sizeof(StoredToken), .field = TOKEN_FIELDS, .count = 6
};

typedef struct NewToken {
    StoredToken token;
    char secret[TOKEN_SIZE];
} NewToken;
static const Field NEW_TOKEN_FIELDS[] = {
    FIELD_SHAPE(NewToken, token, &TOKEN_VIEW, .flags = FIELD_INLINE),
    FIELD(NewToken, secret, .key = "token", .says = "shown only once"),
};
const Shape NEW_TOKEN = SHAPE_OF(NewToken, NEW_TOKEN_FIELDS);

static bool write_token(void *context, const void *token)
{
    js_shape(context, NULL, &TOKEN_VIEW, token, NULL);
    return true;
}

void tokens_write(Json *json, const char *key, Store *reading, i64 person)
{
    js_array(json, key);
    store_select(reading, &PERSON_OPS[PERSONS_TOKENS], &(PersonArg){ person }, write_token, json);
    js_close(json, ']');
}

void new_token_write(Json *json, const TokenGrant *token, const char *secret)
{
    NewToken made = { .token = { .id = token->id,
                                 .label = token->label,
                                 .created_ms = token->created_ms,
                                 .scopes = token->scopes,
                                 .expires_ms = token->expires_ms } };
    Out out = out_to(made.secret, sizeof made.secret);
    out_format(&out, "%s%s", TOKEN_PREFIX, secret);
    js_shape(json, NULL, &NEW_TOKEN, &made, NULL);
}

// --- sessions ------------------------------------------------------------------------------------

typedef struct SessionView {
    i64 id;
    Text label;
    i64 created, expires, used;
    bool current;
} SessionView;
static const Field SESSION_FIELDS[] = {
    FIELD(SessionView, id, .as = AS_ID),
    FIELD(SessionView, label, .says = "the browser and the system, such as `Firefox, Linux`"),
    FIELD(SessionView, created, .as = AS_TIME),
    FIELD(SessionView, expires, .as = AS_TIME),
    FIELD(SessionView, used, .as = AS_TIME, .flags = FIELD_NULL,
          .says = "the last use, to the hour"),
    FIELD(SessionView, current, .says = "it is the caller's"),
};
const Shape SESSION_VIEW = {
    .name = "Session", .size = sizeof(SessionView), .field = SESSION_FIELDS, .count = 6
};

i64 session_id(const SecretHash *hash)
{
    i64 id = 0;
    for (int i = 0; i < 6; i++)
        id = id << 8 | hash->bytes[i];
    return id;
}

typedef struct SessionList {
    Json *json;
    const SecretHash *current;
} SessionList;

static bool write_session(void *context, const void *row)
{
    const SessionList *list = context;
    const StoredSession *session = row;
    const SecretHash *hash = &session->hash;
    const SessionView view = { .id = session_id(hash),
                               .label = session->label,
                               .created = session->created_ms,
                               .expires = session->expires_ms,
                               .used = session->used_ms,
                               .current =
                                   list->current && !memcmp(list->current, hash, sizeof *hash) };
    js_shape(list->json, NULL, &SESSION_VIEW, &view, NULL);
    return true;
}

void sessions_write(Json *json, const char *key, Store *reading, i64 person,
                    const SecretHash *current)
{
    SessionList list = { json, current };
    js_array(json, key);
    store_select(reading, &PERSON_OPS[PERSONS_SESSIONS], &(PersonArg){ person }, write_session,
                 &list);
    js_close(json, ']');
}

// --- the second factor ---------------------------------------------------------------------------

typedef struct FactorView {
    bool on;
    i64 since;
    int recovery;
} FactorView;
static const Field FACTOR_FIELDS[] = {
    FIELD(FactorView, on),
    FIELD(FactorView, since, .as = AS_TIME, .flags = FIELD_NULL),
    FIELD(FactorView, recovery, .says = "recovery codes that are left"),
};
const Shape FACTOR_VIEW = {
    .name = "SecondFactor", .size = sizeof(FactorView), .field = FACTOR_FIELDS, .count = 3
};

typedef struct FactorBegun {
    const char *secret, *uri;
} FactorBegun;
static const Field FACTOR_BEGUN_FIELDS[] = {
    FIELD(FactorBegun, secret, .type = "string"),
    FIELD(FactorBegun, uri, .type = "string", .says = "`otpauth://`, for an authenticator app"),
};
const Shape FACTOR_BEGUN = SHAPE_OF(FactorBegun, FACTOR_BEGUN_FIELDS);

typedef struct CodeShown {
    char code[CODE_SIZE];
} CodeShown;
static const Field CODE_FIELDS[] = { FIELD(CodeShown, code) };
static const Shape CODE_SHOWN = SHAPE_BARE(CodeShown, CODE_FIELDS);

typedef struct Recovery {
    const CodeShown *code;
    int codes;
} Recovery;
static const Field RECOVERY_FIELDS[] = { FIELD_LIST(Recovery, code, codes, &CODE_SHOWN,
                                                    .key = "recovery", .says = "shown only once") };
const Shape RECOVERY_VIEW = {
    .name = "RecoveryCodes", .size = sizeof(Recovery), .field = RECOVERY_FIELDS, .count = 1
};

void factor_write(Json *json, Store *reading, i64 person)
{
    Factor factor = { .since_ms = 0 };
    store_find(reading, &IDENTITY_OPS[IDENTITY_FACTOR], &(PersonArg){ person }, &factor);
    bool on = factor.since_ms > 0;
    const FactorView view = { on, factor.since_ms, on ? factor.recovery : 0 };
    js_shape(json, NULL, &FACTOR_VIEW, &view, NULL);
}

void factor_begun_write(Json *json, const char *secret, const char *uri)
{
    js_shape(json, NULL, &FACTOR_BEGUN, &(FactorBegun){ secret, uri }, NULL);
}

void recovery_write(Json *json, char (*code)[CODE_SIZE], int count)
{
    const Recovery recovery = { (const CodeShown *)code, count };
    js_shape(json, NULL, &RECOVERY_VIEW, &recovery, NULL);
}
