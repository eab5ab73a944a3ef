// SPDX-License-Identifier: MIT
#include "server/notify/notifications.h"

#include <stdlib.h>
#include <string.h>

enum { WISHES_KEY = 1 };
// A warning comes when so much of a turn is left: a sixth, but between an hour and twelve.
static const i64 WARN_MIN = 3600000, WARN_MAX = 12 * 3600000;

struct Notifications {
    NotificationsSetup setup;
    Pusher *pusher; // NULL: nothing is sent to browsers
    char push_key[PUSH_KEY_SIZE];
    Json json;
    i64 looked_ms; // at the clocks; 0: never
    i64 last_ms;   // of the last notice: no two are of one instant, so that they have an order
    struct NotificationTask *reading; // on their way into the store
    i64 sat, sat_in; // who sat down last, and in which game: its start follows at once
};

// --- as it is kept -------------------------------------------------------------------------------

// One notice of a kind about a game, or about a person where there is no game.
static i64 key_of(NotificationKind kind, i64 game, i64 other)
{
    return (i64)((u64)(game ? game : other) << 4 | (u64)kind) & INT64_MAX;
}

void notification_write(const Notification *notification, Out *out)
{
    char game[GAME_ID_LENGTH + 1] = "-";
    if (notification->game) game_id_write(notification->game, game);
    out_format(out, "%s %s ", notification_word(notification->kind), game);
    out_int(out, notification->other);
    out_format(out, " %s %s", notification->variant[0] ? notification->variant : "-",
               notification->detail[0] ? notification->detail : "-");
}

static void take_word(Text word, char *buffer, size_t size)
{
    Out out = out_to(buffer, size);
    if (!text_is(word, "-")) out_text(&out, word);
}

bool notification_read(const StoredItem *item, Notification *notification)
{
    Text rest = item->body, word;
    *notification = (Notification){ .person = item->person, .at_ms = item->at_ms };
    if (!text_split(&rest, ' ', &word) || !notification_find(word, &notification->kind))
        return false;
    if (!text_split(&rest, ' ', &word)) return false;
    if (!text_is(word, "-") && !game_id_read(word, &notification->game)) return false;
    if (!text_split(&rest, ' ', &word) || !text_count(word, INT64_MAX, &notification->other))
        return false;
    if (!text_split(&rest, ' ', &word)) return false;
    take_word(word, notification->variant, sizeof notification->variant);
    if (!rest.at) return false;
    take_word(rest, notification->detail, sizeof notification->detail);
    return true;
}

static bool see_wishes(void *context, const StoredItem *item)
{
    NotificationSettings *settings = context;
    Text rest = item->body, word;
    i64 number[3] = { 0 };
    for (int i = 0; i < 3; i++)
        if (!text_split(&rest, ' ', &word) || !text_count(word, INT64_MAX, &number[i])) return true;
    *settings =
        (NotificationSettings){ .off = (int)(number[0] & ((1 << NOTIFICATION_KINDS) - 1)),
                                .push_off = (int)(number[1] & ((1 << NOTIFICATION_KINDS) - 1)),
                                .read_ms = number[2] };
    return true;
}

NotificationSettings notification_settings(Store *reading, i64 person)
{
    NotificationSettings settings = { .push_off = 1 << NOTIFICATION_FOLLOW };
    store_items(reading, person, ITEM_WISHES, see_wishes, &settings);
    return settings;
}

StoreWrite notification_settings_write(i64 person, const NotificationSettings *settings, char *text)
{
    Out out = out_to(text, WISHES_TEXT_MAX);
    out_format(&out, "%d %d ", settings->off, settings->push_off);
    out_int(&out, settings->read_ms);
    return (StoreWrite){ .kind = WRITE_ITEM,
                         .item = { .person = person,
                                   .kind = ITEM_WISHES,
                                   .key = WISHES_KEY,
                                   .at_ms = settings->read_ms,
                                   .body = { text, out.length } } };
}

// --- adding --------------------------------------------------------------------------------------

// A notice on its way.
typedef struct NotificationTask {
    Notifications *notifications;
    Notification notification;
    StoredPerson other;
    NotificationSettings settings;
    bool known; // they have been told of it before, and once is enough
    bool dropped;
    struct NotificationTask *next; // of those that are being read for
    int devices;
    PushDevice device[PUSH_DEVICES_MAX];
} NotificationTask;

static bool see_device(void *context, const StoredItem *item)
{
    NotificationTask *task = context;
    if (device_read(item, &task->device[task->devices])) task->devices++;
    return task->devices < PUSH_DEVICES_MAX;
}

static bool see_known(void *context, const StoredItem *item)
{
    (void)item;
    ((NotificationTask *)context)->known = true;
    return false;
}

static void read_task(void *context, Store *reading)
{
    NotificationTask *task = context;
    const Notification *notification = &task->notification;
    // Whoever follows again and again is not heard again and again.
    if (notification->kind == NOTIFICATION_FOLLOW)
        store_item(reading, notification->person, ITEM_NOTICE,
                   key_of(notification->kind, notification->game, notification->other), see_known,
                   task);
    task->settings = notification_settings(reading, task->notification.person);
    if (task->notification.other) store_person(reading, task->notification.other, &task->other);
    if (task->notifications->pusher && !(task->settings.push_off & 1 << task->notification.kind))
        store_items(reading, task->notification.person, ITEM_PUSH, see_device, task);
}

enum { DAY_S = 86400 };

// To their browsers: what a socket is told.
static void push(const NotificationTask *task, Text plain)
{
    const Notification *notification = &task->notification;
    char topic[PUSH_TOPIC_MAX], id[GAME_ID_LENGTH + 1];
    Out out = out_to(topic, sizeof topic);
    out_format(&out, "%s-", notification_word(notification->kind));
    if (notification->game) {
        game_id_write(notification->game, id);
        out_str(&out, id);
    } else
        out_int(&out, notification->other);
    bool urgent =
        notification->kind == NOTIFICATION_CHALLENGE || notification->kind == NOTIFICATION_TIME;
    const PushMessage message = {
        .plain = plain, .topic = topic, .urgent = urgent, .ttl_s = urgent ? DAY_S / 2 : 3 * DAY_S
    };
    for (int i = 0; i < task->devices; i++)
        pusher_send(task->notifications->pusher, &task->device[i], &message);
}

static void on_kept(void *context, StoreStatus status)
{
    NotificationTask *task = context;
    Notifications *notifications = task->notifications;
    if (status == STORED) {
        js_clear(&notifications->json);
        message_write_notification(&notifications->json, &task->notification, &task->other);
        if (!notifications->json.lost)
            notifications->setup.tell(notifications->setup.owner, task->notification.person,
                                      js_view(&notifications->json));
        if (!notifications->json.lost && notifications->pusher)
            push(task, js_view(&notifications->json));
    }
    free(task);
}

static void end_reading(NotificationTask *task)
{
    NotificationTask **link = &task->notifications->reading;
    while (*link != task)
        link = &(*link)->next;
    *link = task->next;
}

static void on_read(void *context, bool was_read)
{
    NotificationTask *task = context;
    end_reading(task);
    const Notification *notification = &task->notification;
    char body[NOTIFICATION_TEXT_MAX];
    Out out = out_to(body, sizeof body);
    notification_write(notification, &out);
    const StoreWrite write = { .kind = WRITE_ITEM,
                               .item = { .person = notification->person,
                                         .kind = ITEM_NOTICE,
                                         .key = key_of(notification->kind, notification->game,
                                                       notification->other),
                                         .at_ms = notification->at_ms,
                                         .body = { body, out.length },
                                         .most = NOTIFICATIONS_MAX } };
    bool wanted = was_read && !task->known && !task->dropped &&
                  !(task->settings.off & 1 << notification->kind);
    if (wanted && store_write(task->notifications->setup.store, &write, 1, on_kept, task)) return;
    free(task);
}

void notifications_add(Notifications *notifications, const Notification *notification)
{
    const NotificationsSetup *setup = &notifications->setup;
    if (!notification->person || notification->person == notification->other) return;
    bool about_game =
        notification->kind != NOTIFICATION_CHALLENGE && notification->kind != NOTIFICATION_FOLLOW;
    // A game goes on when its players block each other, and its clocks too.
    if (!about_game && setup->apart(setup->owner, notification->person, notification->other))
        return;
    NotificationTask *task = calloc(1, sizeof *task);
    if (!task) return;
    task->notifications = notifications;
    task->notification = *notification;
    i64 now = setup->now(setup->owner);
    notifications->last_ms = now > notifications->last_ms ? now : notifications->last_ms + 1;
    task->notification.at_ms = notifications->last_ms;
    task->next = notifications->reading;
    notifications->reading = task;
    if (store_read(setup->store, READ_SHORT, read_task, on_read, task)) return;
    end_reading(task);
    free(task);
}

void notifications_drop(Notifications *notifications, i64 person, NotificationKind kind, i64 game)
{
    const StoreWrite write = {
        .kind = WRITE_ITEM_GONE,
        .item = { .person = person, .kind = ITEM_NOTICE, .key = key_of(kind, game, 0) }
    };
    // One whose settings are still being read is not in the store yet.
    for (NotificationTask *task = notifications->reading; task; task = task->next)
        task->dropped |= task->notification.person == person && task->notification.kind == kind &&
                         task->notification.game == game;
    if (person) store_write(notifications->setup.store, &write, 1, NULL, NULL);
}

// --- news of rooms -------------------------------------------------------------------------------

static Notification about(const Room *room, NotificationKind kind, i64 person, i64 other)
{
    Notification notification = {
        .kind = kind, .person = person, .game = room->id, .other = other
    };
    Out out = out_to(notification.variant, sizeof notification.variant);
    out_str(&out, room_variant(room)->id);
    return notification;
}

// The first person at the table who is not `person`, by whom a game is known; 0 for none.
static i64 opponent_of(const Room *room, i64 person)
{
    for (int i = 0; i < room_players(room); i++)
        if (room->seat[i].person && room->seat[i].person != person) return room->seat[i].person;
    return 0;
}

static void tell_turn(Notifications *notifications, const Room *room)
{
    int turn = room_turn(room);
    if (turn < 0 || speed_is_live(room->speed) || room->seat[turn].here) return;
    i64 person = room->seat[turn].person;
    Notification notification = about(room, NOTIFICATION_TURN, person, opponent_of(room, person));
    notifications_add(notifications, &notification);
}

static void tell_challenge(Notifications *notifications, const Room *room)
{
    for (int i = 0; i < room_players(room); i++) {
        if (!room->seat[i].invited || room->seat[i].invited == room->maker) continue;
        Notification notification =
            about(room, NOTIFICATION_CHALLENGE, room->seat[i].invited, room->maker);
        Out out = out_to(notification.detail, sizeof notification.detail);
        clock_write(&room->match.spec, &out);
        notifications_add(notifications, &notification);
    }
}

// Everybody who does not look at the game, but for the one who sat down last. A game that began
// full is one that all of them have just asked for.
static void tell_start(Notifications *notifications, const Room *room)
{
    i64 last = notifications->sat_in == room->id ? notifications->sat : 0;
    for (int i = 0; i < room_players(room); i++) {
        const Seat *seat = &room->seat[i];
        notifications_drop(notifications, seat->person, NOTIFICATION_CHALLENGE, room->id);
        if (!last || !seat->person || seat->person == last || seat->here) continue;
        Notification notification = about(room, NOTIFICATION_STARTED, seat->person, last);
        notifications_add(notifications, &notification);
    }
}

static const char *end_word(const Room *room, int seat)
{
    const Outcome *outcome = &room->match.outcome;
    if (room->aborted) return "aborted";
    int halves = outcome_halves(outcome, seat);
    return halves == 2 ? "won" : halves ? "drawn" : "lost";
}

static void tell_end(Notifications *notifications, const Room *room)
{
    for (int i = 0; i < room_players(room); i++) {
        const Seat *seat = &room->seat[i];
        i64 concerned = seat->person ? seat->person : seat->invited;
        if (!concerned) continue;
        if (!speed_is_live(room->speed)) {
            notifications_drop(notifications, concerned, NOTIFICATION_TURN, room->id);
            notifications_drop(notifications, concerned, NOTIFICATION_TIME, room->id);
        }
        notifications_drop(notifications, concerned, NOTIFICATION_CHALLENGE, room->id);
        if (seat->here || !seat->person || !room->started_ms) continue;
        Notification notification =
            about(room, NOTIFICATION_ENDED, seat->person, opponent_of(room, seat->person));
        Out out = out_to(notification.detail, sizeof notification.detail);
        out_str(&out, end_word(room, i));
        notifications_add(notifications, &notification);
    }
}

static void tell_declined(Notifications *notifications, const Room *room)
{
    if (!room->declines) return;
    const Decline *decline = &room->decline[room->declines - 1];
    int seat = room_seat_of(room, room->maker);
    notifications_drop(notifications, decline->person, NOTIFICATION_CHALLENGE, room->id);
    if (seat >= 0 && room->seat[seat].here) return; // they see it
    Notification notification = about(room, NOTIFICATION_DECLINED, room->maker, decline->person);
    Out out = out_to(notification.detail, sizeof notification.detail);
    out_str(&out, decline_name((DeclineReason)decline->reason));
    notifications_add(notifications, &notification);
}

static void tell_event(Notifications *notifications, const News *news)
{
    const Room *room = news->room;
    const Event *event = news->event;
    switch (event->kind) {
    case EVENT_SIT:
        notifications->sat = event->person;
        notifications->sat_in = room->id;
        return;
    case EVENT_START: tell_start(notifications, room); break;
    case EVENT_END: tell_end(notifications, room); return;
    case EVENT_MOVE:
        if (speed_is_live(room->speed)) return;
        notifications_drop(notifications, room->seat[event->seat].person, NOTIFICATION_TURN,
                           room->id);
        notifications_drop(notifications, room->seat[event->seat].person, NOTIFICATION_TIME,
                           room->id);
        break;
    case EVENT_DECLINE: tell_declined(notifications, room); return;
    case EVENT_LEAVE:
    case EVENT_TAKEBACK: break;
    default: return;
    }
    // With days for each move a conditional move may answer: NEWS_TURN says that none did.
    if (room->speed != SPEED_CORRESPONDENCE) tell_turn(notifications, room);
}

void notifications_news(Notifications *notifications, const News *news)
{
    if (news->kind == NEWS_EVENT) tell_event(notifications, news);
    if (news->kind == NEWS_TURN) tell_turn(notifications, news->room);
    if (news->kind != NEWS_MADE) return;
    tell_challenge(notifications, news->room);
    if (news->room->state == ROOM_LIVE && news->room->speed != SPEED_CORRESPONDENCE)
        tell_turn(notifications, news->room);
}

// --- clocks --------------------------------------------------------------------------------------

typedef struct ClockLook {
    Notifications *notifications;
    i64 since, now;
} ClockLook;

static i64 warn_before(const Room *room)
{
    i64 share = clock_left(&room->match.spec, room->match.clock[room_turn(room)]) / 6;
    return share < WARN_MIN ? WARN_MIN : share < WARN_MAX ? share : WARN_MAX;
}

// It crossed the line since it was last looked: nothing needs to be remembered of each game.
static bool look_at_clock(void *context, const Room *room)
{
    const ClockLook *look = context;
    int turn = room_turn(room);
    if (turn < 0 || room->speed != SPEED_CORRESPONDENCE || !room_clock_runs(room)) return true;
    i64 person = room->seat[turn].person, line = room_deadline(room) - warn_before(room);
    if (!person || line <= look->since || line > look->now) return true;
    const NotificationsSetup *setup = &look->notifications->setup;
    if (!setup->keeps(setup->owner, room->id)) return true;
    Notification notification = about(room, NOTIFICATION_TIME, person, opponent_of(room, person));
    notifications_add(look->notifications, &notification);
    return true;
}

void notifications_check_clocks(Notifications *notifications, const Rooms *rooms)
{
    ClockLook look = { notifications, notifications->looked_ms, rooms_clock(rooms) };
    notifications->looked_ms = look.now;
    if (look.since) rooms_each(rooms, ROOM_LIVE, look_at_clock, &look);
}

// --- the whole -----------------------------------------------------------------------------------

static void forget_device(void *owner, i64 person, i64 key)
{
    Notifications *notifications = owner;
    const StoreWrite write = { .kind = WRITE_ITEM_GONE,
                               .item = { .person = person, .kind = ITEM_PUSH, .key = key } };
    store_write(notifications->setup.store, &write, 1, NULL, NULL);
}

void notifications_collect(Notifications *notifications)
{
    if (notifications->pusher) pusher_collect(notifications->pusher, forget_device, notifications);
}

const char *notifications_push_key(const Notifications *notifications)
{
    return notifications->pusher ? notifications->push_key : NULL;
}

bool notifications_push_anywhere(const Notifications *notifications)
{
    return notifications->setup.anywhere;
}

static bool start_pusher(Notifications *notifications, Fault *why)
{
    const NotificationsSetup *setup = &notifications->setup;
    PushKeys keys;
    if (!push_keys_load(setup->store, setup->now(setup->owner), &keys, why)) return false;
    Out out = out_to(notifications->push_key, sizeof notifications->push_key);
    push_base64_write(keys.point, PUSH_POINT, &out);
    notifications->pusher = pusher_new(&(PusherSetup){ .own = keys,
                                                       .contact = setup->contact,
                                                       .anywhere = setup->anywhere,
                                                       .wake = setup->wake,
                                                       .context = setup->owner });
    if (!notifications->pusher) fault(why, MALFORMED, "no memory or threads to send to browsers");
    return notifications->pusher != NULL;
}

Notifications *notifications_new(const NotificationsSetup *setup, Fault *why)
{
    Notifications *notifications = calloc(1, sizeof *notifications);
    if (!notifications) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    notifications->setup = *setup;
    if (!setup->contact || start_pusher(notifications, why)) return notifications;
    notifications_free(notifications);
    return NULL;
}

void notifications_stop(Notifications *notifications)
{
    if (notifications) pusher_stop(notifications->pusher);
}

void notifications_free(Notifications *notifications)
{
    if (!notifications) return;
    pusher_free(notifications->pusher);
    js_free(&notifications->json);
    free(notifications);
}
