// SPDX-License-Identifier: MIT
#include "server/api/messages/reply_messages.h"

#include "server/api/messages/shape_json.h"

// --- HTTP ----------------------------------------------------------------------------------------

typedef struct Acted {
    bool ok;
    i64 game;
} Acted;
const Shape ACTED = SHAPE(Acted, FIELD(Acted, ok),
                          FIELD(Acted, game, .as = AS_GAME, .flags = FIELD_OMIT, .type = "string"));

typedef struct Cause {
    const char *code, *text, *rule, *challenge;
    int bits;
} Cause;
static const Field CAUSE_FIELDS[] = {
    FIELD(Cause, code, .type = "string"),
    FIELD(Cause, text, .type = "string"),
    FIELD(Cause, rule, .flags = FIELD_OMIT, .type = "string",
          .says = "the rule that an illegal move breaks"),
    FIELD(Cause, challenge, .flags = FIELD_OMIT, .type = "string"),
    FIELD(Cause, bits, .flags = FIELD_OMIT),
};
static const Shape CAUSE = SHAPE_NAMED("RefusalReason", Cause, CAUSE_FIELDS);

typedef struct RefusalReply {
    Cause error;
} RefusalReply;
static const Field REFUSED_FIELDS[] = { FIELD_SHAPE(RefusalReply, error, &CAUSE) };
const Shape REFUSAL_REPLY = SHAPE_NAMED("RefusalReply", RefusalReply, REFUSED_FIELDS);

static Cause cause_of(ErrorCode code, const char *text, Refusal refusal)
{
    return (Cause){ .code = error_name(code),
                    .text = text,
                    .rule = refusal ? refusal_name(refusal) : NULL };
}

void reply_write_done(Json *json, i64 game)
{
    js_shape(json, NULL, &ACTED, &(Acted){ true, game }, NULL);
}

void reply_write_refusal(Json *json, ErrorCode code, const char *text, Refusal refusal)
{
    js_shape(json, NULL, &REFUSAL_REPLY, &(RefusalReply){ cause_of(code, text, refusal) }, NULL);
}

void reply_write_work(Json *json, const char *text, const char *challenge, int bits)
{
    RefusalReply refused = { cause_of(ERROR_WORK_NEEDED, text, ALLOWED) };
    refused.error.challenge = challenge;
    refused.error.bits = bits;
    js_shape(json, NULL, &REFUSAL_REPLY, &refused, NULL);
}

// --- sockets -------------------------------------------------------------------------------------

typedef struct OkMessage {
    const char *t;
    i64 n, game;
} OkMessage;
static const Shape OK_MESSAGE =
    SHAPE(OkMessage, FIELD(OkMessage, t, .type = "string"),
          FIELD(OkMessage, n, .flags = FIELD_NULL, .none = -1),
          FIELD(OkMessage, game, .as = AS_GAME, .flags = FIELD_OMIT, .type = "string"));

typedef struct ErrorMessage {
    const char *t;
    i64 n;
    Cause cause;
} ErrorMessage;
static const Shape ERROR_MESSAGE =
    SHAPE(ErrorMessage, FIELD(ErrorMessage, t, .type = "string"),
          FIELD(ErrorMessage, n, .flags = FIELD_NULL, .none = -1),
          FIELD_SHAPE(ErrorMessage, cause, &CAUSE, .flags = FIELD_INLINE));

typedef struct PongMessage {
    const char *t;
    i64 n, lag;
} PongMessage;
static const Shape PONG_MESSAGE =
    SHAPE(PongMessage, FIELD(PongMessage, t, .type = "string"),
          FIELD(PongMessage, n, .flags = FIELD_NULL, .none = -1),
          FIELD(PongMessage, lag, .flags = FIELD_NULL, .none = -1, .says = "the round trip in ms"));

typedef struct ByeMessage {
    const char *t, *text;
} ByeMessage;
static const Shape BYE_MESSAGE = SHAPE(ByeMessage, FIELD(ByeMessage, t, .type = "string"),
                                       FIELD(ByeMessage, text, .type = "string"));

typedef struct ReconnectMessage {
    const char *t;
    int within;
} ReconnectMessage;
static const Shape RECONNECT_MESSAGE =
    SHAPE(ReconnectMessage, FIELD(ReconnectMessage, t, .type = "string"),
          FIELD(ReconnectMessage, within, .says = "ms"));

void reply_write_ok(Json *json, i64 n, i64 game)
{
    js_shape(json, NULL, &OK_MESSAGE, &(OkMessage){ .t = "ok", n, game }, NULL);
}

void reply_write_error(Json *json, i64 n, ErrorCode code, const char *text, Refusal refusal)
{
    const ErrorMessage message = { .t = "error", n, cause_of(code, text, refusal) };
    js_shape(json, NULL, &ERROR_MESSAGE, &message, NULL);
}

void reply_write_pong(Json *json, i64 n, i64 lag_ms)
{
    js_shape(json, NULL, &PONG_MESSAGE, &(PongMessage){ .t = "pong", n, lag_ms }, NULL);
}

void reply_write_bye(Json *json, const char *text)
{
    js_shape(json, NULL, &BYE_MESSAGE, &(ByeMessage){ .t = "bye", text }, NULL);
}

void reply_write_reconnect(Json *json, int within_ms)
{
    js_shape(json, NULL, &RECONNECT_MESSAGE, &(ReconnectMessage){ .t = "reconnect", within_ms },
             NULL);
}
