// SPDX-License-Identifier: MIT
// Messages of the API, outward: what happened to somebody.
#include "server/api/messages.h"

static const char *const WORDS[NOTICE_KINDS] = {
    [NOTICE_TURN] = "turn",       [NOTICE_TIME] = "time",         [NOTICE_CHALLENGE] = "challenge",
    [NOTICE_STARTED] = "started", [NOTICE_DECLINED] = "declined", [NOTICE_ENDED] = "ended",
    [NOTICE_FOLLOW] = "follow",
};

const char *notice_word(NoticeKind kind)
{
    return WORDS[kind];
}

bool notice_find(Text word, NoticeKind *kind)
{
    for (int i = 0; i < NOTICE_KINDS; i++)
        if (text_is(word, WORDS[i])) {
            *kind = (NoticeKind)i;
            return true;
        }
    return false;
}

// Everything but the other person.
static void write_body(Json *json, const Notice *notice)
{
    js_string(json, "kind", WORDS[notice->kind]);
    js_number(json, "at", notice->at_ms);
    message_write_game_id(json, "game", notice->game);
    js_string(json, "variant", notice->variant[0] ? notice->variant : NULL);
    js_string(json, "detail", notice->detail[0] ? notice->detail : NULL);
}

void message_write_notification(Json *json, const Notice *notice, const StoredPerson *other)
{
    js_object(json, NULL);
    js_string(json, "t", "notification");
    js_object(json, "notification");
    write_body(json, notice);
    if (other && other->id)
        message_write_person(json, "person", other->id, other->kind, other->name);
    else
        js_null(json, "person");
    js_bool(json, "unread", true);
    js_close(json, '}');
    js_close(json, '}');
}

void message_write_notice(Json *json, Store *reading, const Notice *notice, bool unread)
{
    js_object(json, NULL);
    write_body(json, notice);
    message_write_known(json, "person", reading, notice->other);
    js_bool(json, "unread", unread);
    js_close(json, '}');
}

void message_write_kinds(Json *json, const char *key, int kinds)
{
    js_array(json, key);
    for (int i = 0; i < NOTICE_KINDS; i++)
        if (kinds & 1 << i) js_string(json, NULL, WORDS[i]);
    js_close(json, ']');
}
