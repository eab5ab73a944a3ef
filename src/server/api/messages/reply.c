// SPDX-License-Identifier: MIT
#include "server/api/messages/reply.h"

#include "server/api/messages/reply_messages.h"

#include <stdio.h>
#include <stdlib.h>

enum { RETRY_S = 5 }; // if the time until a retry makes sense is unknown

static void answer(WebCall *call, Answer answer, Json *body)
{
    if (body->lost) {
        js_free(body);
        reply_error(call, ERROR_FAILED, "out of memory");
        return;
    }
    answer.cache = "no-store";
    answer.body = js_view(body);
    answer.holder = body->at;
    answer.release = free;
    web_answer(call, &answer);
    *body = (Json){ 0 };
}

void reply_json(WebCall *call, int status, Json *json, const char *cookie)
{
    answer(call, (Answer){ .status = status, .type = "application/json", .set_cookie = cookie },
           json);
}

void reply_file(WebCall *call, Json *text, const char *type, const char *name)
{
    char disposition[128];
    snprintf(disposition, sizeof disposition, "attachment; filename=\"%s\"", name ? name : "");
    answer(call, (Answer){ .status = 200, .type = type, .disposition = name ? disposition : NULL },
           text);
}

// In whole seconds, for Retry-After; 0 if a retry would be pointless.
static int retry_after(int status, i64 wait_ms)
{
    if (wait_ms > 0) return (int)((wait_ms + 999) / 1000);
    return status == 429 || status == 503 ? RETRY_S : 0;
}

void reply_refused(WebCall *call, const Refused *refused)
{
    Json json = { 0 };
    reply_write_refusal(&json, refused->code, refused->text, refused->refusal);
    if (json.lost) {
        js_free(&json);
        Answer plain = http_error(500);
        web_answer(call, &plain);
        return;
    }
    int status = refused->allow ? 405 : error_status(refused->code);
    answer(call,
           (Answer){ .status = status,
                     .type = "application/json",
                     .set_cookie = refused->cookie,
                     .allow = refused->allow,
                     .retry_after_s = retry_after(status, refused->wait_ms) },
           &json);
}

void reply_error(WebCall *call, ErrorCode code, const char *text)
{
    reply_refused(call, &(Refused){ .code = code, .text = text });
}

void reply_ok(WebCall *call)
{
    Json json = { 0 };
    reply_write_done(&json, 0);
    reply_json(call, 200, &json, NULL);
}
