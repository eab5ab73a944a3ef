// SPDX-License-Identifier: MIT
// Messages of the API, outward: what happened to somebody.
#include "server/api/messages.h"

static const char *const WORDS[NOTIFICATION_KINDS] = {
    [NOTIFICATION_TURN] = "turn",           [NOTIFICATION_TIME] = "time",
    [NOTIFICATION_CHALLENGE] = "challenge", [NOTIFICATION_STARTED] = "started",
    [NOTIFICATION_DECLINED] = "declined",   [NOTIFICATION_ENDED] = "ended",
    [NOTIFICATION_FOLLOW] = "follow",
};

const char *notification_word(NotificationKind kind)
{
    return WORDS[kind];
}

bool notification_find(Text word, NotificationKind *kind)
{
    for (int i = 0; i < NOTIFICATION_KINDS; i++)
        if (text_is(word, WORDS[i])) {
            *kind = (NotificationKind)i;
            return true;
        }
    return false;
}

// Everything but the other person.
static void write_body(Json *json, const Notification *notification)
{
    js_string(json, "kind", WORDS[notification->kind]);
    js_number(json, "at", notification->at_ms);
    message_write_game_id(json, "game", notification->game);
    js_string(json, "variant", notification->variant[0] ? notification->variant : NULL);
    js_string(json, "detail", notification->detail[0] ? notification->detail : NULL);
}

void message_write_notification(Json *json, const Notification *notification,
                                const StoredPerson *other)
{
    js_object(json, NULL);
    js_string(json, "t", "notification");
    js_object(json, "notification");
    write_body(json, notification);
    if (other && other->id)
        message_write_person(json, "person", other->id, other->kind, other->name);
    else
        js_null(json, "person");
    js_bool(json, "unread", true);
    js_close(json, '}');
    js_close(json, '}');
}

void message_write_listed_notification(Json *json, Store *reading, const Notification *notification,
                                       bool unread)
{
    js_object(json, NULL);
    write_body(json, notification);
    message_write_known(json, "person", reading, notification->other);
    js_bool(json, "unread", unread);
    js_close(json, '}');
}

void message_write_kinds(Json *json, const char *key, int kinds)
{
    js_array(json, key);
    for (int i = 0; i < NOTIFICATION_KINDS; i++)
        if (kinds & 1 << i) js_string(json, NULL, WORDS[i]);
    js_close(json, ']');
}
