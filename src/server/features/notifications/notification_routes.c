// SPDX-License-Identifier: MIT
// The notifications feature: its messages, its routes and its row.
#include "server/api/call.h"
#include "server/api/messages/shape_json.h"
#include "server/api/peer.h"
#include "server/features/notifications/notification_ops.h"
#include "server/features/notifications/notifications.h"
#include "server/identity/persons.h"

#include <string.h>

// --- messages ------------------------------------------------------------------------------------

typedef struct NotificationShown {
    NotificationKind kind;
    i64 at, game;
    char variant[NOTIFICATION_VARIANT_SIZE], detail[NOTIFICATION_DETAIL_SIZE];
    PersonShown person;
    bool unread;
} NotificationShown;
static const Field SHOWN_FIELDS[] = {
    FIELD(NotificationShown, kind, .as = AS_WORD, .words = NOTIFICATION_WORDS),
    FIELD(NotificationShown, at, .as = AS_TIME),
    FIELD(NotificationShown, game, .as = AS_GAME),
    FIELD(NotificationShown, variant, .flags = FIELD_NULL),
    FIELD(NotificationShown, detail, .flags = FIELD_NULL,
          .says = "a clock, a reason's word, `won`, `lost`, `drawn` or `aborted`"),
    FIELD_SHAPE(NotificationShown, person, &PERSON_SHOWN, .flags = FIELD_NULL),
    FIELD(NotificationShown, unread),
};
static const Shape NOTIFICATION_SHOWN = SHAPE_NAMED("Notice", NotificationShown, SHOWN_FIELDS);

typedef struct SocketNotification {
    const char *t;
    NotificationShown notification;
} SocketNotification;
static const Shape SOCKET_NOTIFICATION =
    SHAPE(SocketNotification, FIELD(SocketNotification, t),
          FIELD_SHAPE(SocketNotification, notification, &NOTIFICATION_SHOWN));

static NotificationShown shown(const Notification *notification, const StoredPerson *other,
                               bool unread)
{
    NotificationShown shown = { .kind = notification->kind,
                                .at = notification->at_ms,
                                .game = notification->game,
                                .person = { .id = other->id, .kind = other->kind },
                                .unread = unread };
    memcpy(shown.variant, notification->variant, sizeof shown.variant);
    memcpy(shown.detail, notification->detail, sizeof shown.detail);
    memcpy(shown.person.name, other->name, sizeof shown.person.name);
    return shown;
}

void notification_to_socket(Json *json, const Notification *notification, const StoredPerson *other)
{
    const SocketNotification message = { "notification", shown(notification, other, true) };
    js_shape(json, NULL, &SOCKET_NOTIFICATION, &message, NULL);
}

// The kinds of notification that the person has switched off. The body of POST
// /notifications/settings.
typedef struct KindsOff {
    int off, push_off;
} KindsOff;
#define KINDS_FIELD(type, member, ...)                                                             \
    FIELD(type, member, .as = AS_WORDS, .words = NOTIFICATION_WORDS, __VA_ARGS__)
static const Field KINDS_FIELDS[] = {
    KINDS_FIELD(KindsOff, off, .noun = "kinds",
                .refusal = "\"off\" has a member that is not a kind of notice"),
    KINDS_FIELD(KindsOff, push_off, .noun = "kinds",
                .refusal = "\"push_off\" has a member that is not a kind of notice",
                .says = "kinds that are not sent to browsers"),
};
static const Shape KINDS_OFF = SHAPE_NAMED("NotificationSettings", KindsOff, KINDS_FIELDS);

typedef struct PushShown {
    char key[PUSH_KEY_SIZE];
    int devices;
} PushShown;
static const Field PUSH_FIELDS[] = {
    FIELD(PushShown, key, .says = "of the server, in base64url"),
    FIELD(PushShown, devices, .says = "browsers of the caller that receive messages"),
};
static const Shape PUSH_SHOWN = SHAPE_NAMED("Push", PushShown, PUSH_FIELDS);

typedef struct NotificationList {
    NotificationShown notification[NOTIFICATIONS_MAX];
    int count, unread;
    KindsOff kinds;
    PushShown push;
} NotificationList;
static const Field LIST_FIELDS[] = {
    FIELD_ARRAY(NotificationList, notification, count, &NOTIFICATION_SHOWN, .key = "notifications",
                .says = "the latest first"),
    FIELD(NotificationList, unread),
    FIELD_SHAPE(NotificationList, kinds, &KINDS_OFF, .flags = FIELD_INLINE),
    FIELD_SHAPE(NotificationList, push, &PUSH_SHOWN, .flags = FIELD_NULL,
                .says = "null: the server sends nothing to browsers"),
};
static const Shape NOTIFICATION_LIST = SHAPE_NAMED("Notifications", NotificationList, LIST_FIELDS);

// --- reading -------------------------------------------------------------------------------------

typedef struct ListRead {
    NotificationList *list;
    Store *reading;
    i64 read_ms;
} ListRead;

static bool see_notification(void *context, const void *row)
{
    const ListRead *read = context;
    const ItemText *item = row;
    NotificationList *list = read->list;
    Notification notification;
    StoredPerson other = { 0 };
    if (list->count == NOTIFICATIONS_MAX) return false;
    if (!notification_read(item->body, &notification)) return true;
    notification.at_ms = item->at_ms;
    if (notification.other) person_by_id(read->reading, notification.other, &other);
    bool unread = item->at_ms > read->read_ms;
    list->notification[list->count++] = shown(&notification, &other, unread);
    list->unread += unread;
    return true;
}

static void read_items(Store *reading, i64 person, NotificationItem kind, SeeRow *see,
                       void *context)
{
    store_select(reading, &NOTIFICATION_OPS[NOTIFICATIONS_OF], &(ItemsWanted){ person, kind }, see,
                 context);
}

static void read_list(Store *reading, i64 person, NotificationList *list)
{
    const NotificationSettings settings = notification_settings(reading, person);
    ListRead read = { list, reading, settings.read_ms };
    list->kinds = (KindsOff){ settings.off, settings.push_off };
    read_items(reading, person, ITEM_NOTICE, see_notification, &read);
}

static bool count_device(void *context, const void *row)
{
    (void)row;
    ++*(int *)context;
    return true;
}

static void read_notifications(Call *call, Store *reading)
{
    NotificationList *list = call->asked;
    read_list(reading, call->who.person.id, list);
    if (*list->push.key)
        read_items(reading, call->who.person.id, ITEM_DEVICE, count_device, &list->push.devices);
    js_shape(&call->json, NULL, &NOTIFICATION_LIST, list, NULL);
}

static void get_notifications(Call *call)
{
    NotificationList *list = route_ask(call, sizeof *list);
    const char *key = notifications_push_key(call->app);
    if (!list) return;
    if (key) memcpy(list->push.key, key, strlen(key) + 1);
    route_read(call, READ_SHORT, read_notifications, NULL);
}

// --- the export ----------------------------------------------------------------------------------

static void export_notifications(Json *json, const char *key, Store *reading, i64 person)
{
    NotificationList list = { .count = 0 };
    read_list(reading, person, &list);
    js_array(json, key);
    for (int i = 0; i < list.count; i++)
        js_shape(json, NULL, &NOTIFICATION_SHOWN, &list.notification[i], NULL);
    js_close(json, ']');
}

static void export_settings(Json *json, const char *key, Store *reading, i64 person)
{
    const NotificationSettings settings = notification_settings(reading, person);
    js_shape(json, key, &KINDS_OFF, &(KindsOff){ settings.off, settings.push_off }, NULL);
}

static bool export_device(void *context, const void *row)
{
    Json *json = context;
    const ItemText *item = row;
    PushDevice device;
    if (!device_read(item->body, &device)) return true;
    js_object(json, NULL);
    js_string(json, "endpoint", device.endpoint);
    js_number(json, "at", item->at_ms);
    js_close(json, '}');
    return true;
}

static void export_devices(Json *json, const char *key, Store *reading, i64 person)
{
    js_array(json, key);
    read_items(reading, person, ITEM_DEVICE, export_device, json);
    js_close(json, ']');
}

// --- settings ------------------------------------------------------------------------------------

// No two notifications have the same instant, so one's may be ahead of the clock.
enum { AHEAD_MS = 60000 };

typedef struct ReadUntil {
    i64 until;
} ReadUntil;
static const Shape READ_UNTIL =
    SHAPE(ReadUntil, FIELD(ReadUntil, until, .as = AS_TIME,
                           .says = "notifications up to that `at` have been read"));

static void read_settings(Call *call, Store *reading)
{
    NotificationSettings *settings = call->asked;
    *settings = notification_settings(reading, call->who.person.id);
}

static void set_item(Call *call, const ItemSet *set, int most)
{
    const ItemTrim trim = { set->person, set->kind, most };
    route_write(call,
                &(RouteWrite){ .write = { store_op(&NOTIFICATION_OPS[NOTIFICATIONS_SET], set),
                                          store_op(&NOTIFICATION_OPS[NOTIFICATIONS_TRIM], &trim) },
                               .count = most ? 2 : 1,
                               .conflict = ERROR_FAILED,
                               .text = "it could not be saved; try again" });
}

static void write_settings(Call *call, const NotificationSettings *settings)
{
    char text[64];
    Out out = out_to(text, sizeof text);
    out_format(&out, "%d %d ", settings->off, settings->push_off);
    out_int(&out, settings->read_ms);
    set_item(call,
             &(ItemSet){ .person = call->who.person.id,
                         .kind = ITEM_SETTINGS,
                         .key = 1,
                         .at_ms = settings->read_ms,
                         .body = { text, out.length } },
             0);
}

static void change_read(Call *call)
{
    NotificationSettings *settings = call->asked;
    i64 until = ((const ReadUntil *)call->body)->until;
    if (call->code != ERROR_NONE) return route_answer_read(call);
    if (until > settings->read_ms) settings->read_ms = until;
    write_settings(call, settings);
}

static void change_kinds(Call *call)
{
    NotificationSettings *settings = call->asked;
    const KindsOff *kinds = call->body;
    if (call->code != ERROR_NONE) return route_answer_read(call);
    settings->off = kinds->off;
    settings->push_off = kinds->push_off;
    write_settings(call, settings);
}

static void post_read(Call *call)
{
    if (((const ReadUntil *)call->body)->until > app_now(call->app) + AHEAD_MS)
        route_refuse(call, ERROR_MALFORMED, "\"until\" is in the future");
    else if (route_ask(call, sizeof(NotificationSettings)))
        route_read(call, READ_SHORT, read_settings, change_read);
}

static void post_settings(Call *call)
{
    if (route_ask(call, sizeof(NotificationSettings)))
        route_read(call, READ_SHORT, read_settings, change_kinds);
}

// --- browsers ------------------------------------------------------------------------------------

static const Shape DEVICE_GIVEN =
    SHAPE(DeviceGiven, FIELD(DeviceGiven, endpoint, .says = "an https address"),
          FIELD(DeviceGiven, p256dh, .says = "the browser's key, in base64url"),
          FIELD(DeviceGiven, auth, .says = "the browser's secret, in base64url"));

typedef struct DeviceEnded {
    char endpoint[ENDPOINT_SIZE];
} DeviceEnded;
static const Shape DEVICE_ENDED = SHAPE(DeviceEnded, FIELD(DeviceEnded, endpoint));

static void post_push(Call *call)
{
    Fault why;
    PushDevice device;
    char text[DEVICE_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    if (!notifications_push_key(call->app))
        return route_refuse(call, ERROR_FORBIDDEN, "this server sends nothing to browsers");
    if (!device_check(call->body, call->app->push_anywhere, &device, &why))
        return route_refuse(call, ERROR_MALFORMED, why.message);
    device_write(&device, &out);
    set_item(call,
             &(ItemSet){ .person = call->who.person.id,
                         .kind = ITEM_DEVICE,
                         .key = device.key,
                         .at_ms = app_now(call->app),
                         .body = { text, out.length } },
             PUSH_DEVICES_MAX);
}

static void post_push_remove(Call *call)
{
    const DeviceEnded *ended = call->body;
    const ItemKey key = { call->who.person.id, ITEM_DEVICE, device_key(text_of(ended->endpoint)) };
    route_write(call,
                &(RouteWrite){ .write = { store_op(&NOTIFICATION_OPS[NOTIFICATIONS_END], &key) },
                               .count = 1 });
}

// --- the row -------------------------------------------------------------------------------------

static const Route NOTIFICATION_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "notifications",
      .answer = get_notifications,
      .scope = SCOPE_READ,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &NOTIFICATION_LIST,
      .errors = ERR_NO_OWN,
      .says = "the caller's notifications and their settings" },
    { .method = METHOD_POST,
      .path = "notifications/read",
      .answer = post_read,
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_BODY(&READ_UNTIL),
      .reply = &DONE,
      .errors = ERR_NO_OWN,
      .says = "marks notifications as read" },
    { .method = METHOD_POST,
      .path = "notifications/settings",
      .answer = post_settings,
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_BODY(&KINDS_OFF),
      .reply = &DONE,
      .errors = ERR_NO_OWN,
      .says = "names the kinds that the caller does not want at all, and those that are not sent "
              "to browsers" },
    { .method = METHOD_POST,
      .path = "push",
      .answer = post_push,
      .scope = SCOPE_SESSION,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_BODY(&DEVICE_GIVEN),
      .reply = &DONE,
      .errors = ERR_NO_OWN,
      .says = "subscribes a browser of the caller ([Web Push](notifications.md#web-push))" },
    { .method = METHOD_POST,
      .path = "push/remove",
      .answer = post_push_remove,
      .scope = SCOPE_SESSION,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_BODY(&DEVICE_ENDED),
      .reply = &DONE,
      .errors = ERR_NO_OWN,
      .says = "ends that subscription" },
};

static void receive_notifications(const App *app, Peer *peer, i64 n, const void *message)
{
    (void)app;
    (void)message;
    peer_hear(peer, true);
    peer_accept(peer, n, 0);
}

static void receive_unnotifications(const App *app, Peer *peer, i64 n, const void *message)
{
    (void)app;
    (void)message;
    peer_hear(peer, false);
    peer_accept(peer, n, 0);
}

static const SocketMessage NOTIFICATION_MESSAGES[] = {
    { .name = "notifications",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &NOTHING,
      .receive = receive_notifications,
      .says = "sends `notification` messages to this socket from now on" },
    { .name = "unnotifications",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &NOTHING,
      .receive = receive_unnotifications,
      .says = "ends that" },
};

const Feature NOTIFICATIONS = {
    .name = "notifications",
    .tables = (const char *const[]){ "item", NULL },
    .ops = NOTIFICATION_OPS,
    .ops_count = NOTIFICATIONS_OPS,
    .routes = NOTIFICATION_ROUTES,
    .routes_count = sizeof NOTIFICATION_ROUTES / sizeof *NOTIFICATION_ROUTES,
    .messages = NOTIFICATION_MESSAGES,
    .messages_count = sizeof NOTIFICATION_MESSAGES / sizeof *NOTIFICATION_MESSAGES,
    .open = notifications_open,
    .stop = notifications_stop,
    .close = notifications_close,
    .person = { .forget = { &NOTIFICATION_OPS[NOTIFICATIONS_FORGET] },
                .move = { &NOTIFICATION_OPS[NOTIFICATIONS_MOVE],
                          &NOTIFICATION_OPS[NOTIFICATIONS_LEAVE] },
                .export = { { .key = "notifications", .write = export_notifications },
                            { .key = "notification_settings", .write = export_settings },
                            { .key = "push_devices", .write = export_devices } } },
    .prune = &NOTIFICATION_OPS[NOTIFICATIONS_EXPIRE],
    .on_game = notifications_on_game,
};
