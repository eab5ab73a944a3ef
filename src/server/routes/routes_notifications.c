// SPDX-License-Identifier: MIT
// HTTP: notices, and what somebody wants to hear of.
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"

#include <stdlib.h>

enum {
    AHEAD_MS = 60000
}; // that a notice's time may be ahead of the clock: no two are of one instant

// --- the list ------------------------------------------------------------------------------------

typedef struct NotificationList {
    Notification notification[NOTIFICATIONS_MAX];
    int count, devices;
    const char *push_key; // NULL: nothing is sent to browsers
} NotificationList;

static bool see_notice(void *context, const StoredItem *item)
{
    NotificationList *list = context;
    if (list->count == NOTIFICATIONS_MAX) return false;
    list->count += notification_read(item, &list->notification[list->count]);
    return true;
}

static bool count_device(void *context, const StoredItem *item)
{
    (void)item;
    ((NotificationList *)context)->devices++;
    return true;
}

static void read_notifications(Call *call, Store *reading)
{
    NotificationList *list = call->asked;
    Json *json = &call->json;
    NotificationSettings settings = notification_settings(reading, call->who.person.id);
    int unread = 0;
    store_items(reading, call->who.person.id, ITEM_NOTICE, see_notice, list);
    js_object(json, NULL);
    js_array(json, "notifications");
    for (int i = 0; i < list->count; i++) {
        bool fresh = list->notification[i].at_ms > settings.read_ms;
        message_write_listed_notification(json, reading, &list->notification[i], fresh);
        unread += fresh;
    }
    js_close(json, ']');
    js_number(json, "unread", unread);
    message_write_kinds(json, "off", settings.off);
    message_write_kinds(json, "push_off", settings.push_off);
    if (list->push_key) {
        store_items(reading, call->who.person.id, ITEM_PUSH, count_device, list);
        js_object(json, "push");
        js_string(json, "key", list->push_key);
        js_number(json, "devices", list->devices);
        js_close(json, '}');
    } else
        js_null(json, "push");
    js_close(json, '}');
}

void route_get_notifications(Call *call)
{
    NotificationList *list = call->asked = calloc(1, sizeof *list);
    if (!list) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    list->push_key = notifications_push_key(call->routes->setup.notifications);
    route_read(call, READ_SHORT, read_notifications, NULL);
}

// --- changes -------------------------------------------------------------------------------------

// What changes of somebody's wishes.
typedef struct SettingsTask {
    NotifyBody body;
    bool reads; // else the kinds
    NotificationSettings settings;
} SettingsTask;

static void read_old_wishes(Call *call, Store *reading)
{
    SettingsTask *task = call->asked;
    task->settings = notification_settings(reading, call->who.person.id);
}

static void written(void *context, StoreStatus status)
{
    WebCall *web = context;
    if (status == STORED)
        reply_ok(web);
    else
        reply_error(web, ERROR_FAILED, "it could not be saved; try again");
}

static void change_wishes(Call *call)
{
    SettingsTask *task = call->asked;
    NotificationSettings *settings = &task->settings;
    char text[WISHES_TEXT_MAX];
    if (call->code != ERROR_NONE) {
        route_answer_read(call);
        return;
    }
    if (task->reads && task->body.until > settings->read_ms) settings->read_ms = task->body.until;
    if (!task->reads) {
        settings->off = task->body.off;
        settings->push_off = task->body.push_off;
    }
    const StoreWrite write = notification_settings_write(call->who.person.id, settings, text);
    if (!store_write(call->routes->setup.store, &write, 1, written, call->web))
        route_refuse(call, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

static void post_wishes(Call *call, int needs, bool reads)
{
    Fault why;
    SettingsTask *task = call->asked = calloc(1, sizeof *task);
    if (!task) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    task->reads = reads;
    if (message_read_notify(call->request->body, needs, 0, &task->body, &why) != OK)
        route_refuse(call, ERROR_MALFORMED, why.message);
    else if (reads && task->body.until > route_now(call->routes) + AHEAD_MS)
        route_refuse(call, ERROR_MALFORMED, "\"until\" is in the future");
    else
        route_read(call, READ_SHORT, read_old_wishes, change_wishes);
}

void route_post_notifications_read(Call *call)
{
    post_wishes(call, NOTIFY_UNTIL, true);
}

void route_post_notifications_settings(Call *call)
{
    post_wishes(call, NOTIFY_OFF | NOTIFY_PUSH_OFF, false);
}

// --- browsers ------------------------------------------------------------------------------------

static void write_item(Call *call, const StoreWrite *write)
{
    if (!store_write(call->routes->setup.store, write, 1, written, call->web))
        route_refuse(call, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

void route_post_push(Call *call)
{
    Fault why;
    NotifyBody body;
    PushDevice device;
    char text[DEVICE_TEXT_MAX];
    const Notifications *notifications = call->routes->setup.notifications;
    if (!notifications_push_key(notifications)) {
        route_refuse(call, ERROR_FORBIDDEN, "this server sends nothing to browsers");
        return;
    }
    if (message_read_notify(call->request->body, NOTIFY_ENDPOINT | NOTIFY_P256DH | NOTIFY_AUTH, 0,
                            &body, &why) != OK ||
        !device_check(&body, notifications_push_anywhere(notifications), &device, &why)) {
        route_refuse(call, ERROR_MALFORMED, why.message);
        return;
    }
    device.person = call->who.person.id;
    const StoreWrite write = device_write(&device, route_now(call->routes), text);
    write_item(call, &write);
}

void route_post_push_remove(Call *call)
{
    Fault why;
    NotifyBody body;
    if (message_read_notify(call->request->body, NOTIFY_ENDPOINT, 0, &body, &why) != OK) {
        route_refuse(call, ERROR_MALFORMED, why.message);
        return;
    }
    const StoreWrite write = { .kind = WRITE_ITEM_GONE,
                               .item = { .person = call->who.person.id,
                                         .kind = ITEM_PUSH,
                                         .key = device_key(text_of(body.endpoint)) } };
    write_item(call, &write);
}
