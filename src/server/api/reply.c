// SPDX-License-Identifier: MIT
#include "server/api/reply.h"

#include "server/api/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int reply_status(const char *code)
{
    static const struct {
        const char *code;
        int status;
    } STATUS[] = {
        { "malformed", 400 },      { "bad_name", 400 },      { "bad_password", 400 },
        { "wrong_password", 403 }, { "not_signed_in", 401 }, { "not_yours", 403 },
        { "forbidden", 403 },      { "origin", 403 },        { "unknown", 404 },
        { "not_found", 404 },      { "too_large", 413 },     { "too_fast", 429 },
        { "illegal_move", 422 },   { "not_rated", 422 },     { "busy", 503 },
        { "failed", 500 },
    };
    for (size_t i = 0; i < sizeof STATUS / sizeof *STATUS; i++)
        if (!strcmp(STATUS[i].code, code)) return STATUS[i].status;
    return 409; // what is asked does not suit the state of things
}

static void answer(WebCall *call, Answer answer, Json *body)
{
    if (body->failed) {
        js_free(body);
        reply_error(call, "failed", "out of memory");
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

void reply_refused(WebCall *call, const Refused *refused)
{
    Json json = { 0 };
    message_write_refusal(&json, refused->code, refused->text, refused->refusal);
    if (json.failed) {
        js_free(&json);
        Answer plain = http_error(500);
        web_answer(call, &plain);
        return;
    }
    answer(call,
           (Answer){ .status = refused->allow ? 405 : reply_status(refused->code),
                     .type = "application/json",
                     .set_cookie = refused->cookie,
                     .allow = refused->allow },
           &json);
}

void reply_error(WebCall *call, const char *code, const char *text)
{
    reply_refused(call, &(Refused){ .code = code, .text = text });
}

void reply_ok(WebCall *call)
{
    Json json = { 0 };
    js_object(&json, NULL);
    js_bool(&json, "ok", true);
    js_close(&json, '}');
    reply_json(call, 200, &json, NULL);
}
