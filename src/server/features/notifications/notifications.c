// SPDX-License-Identifier: MIT
#include "server/features/notifications/notifications.h"

#include "platform/wake.h"
#include "server/features/notifications/notification_ops.h"
#include "server/games/live/rooms.h"
#include "server/identity/access.h"
#include "server/identity/persons.h"

#include <stdlib.h>
#include <string.h>

extern const Feature NOTIFICATIONS;

// A warning comes when this much of a turn is left: a sixth, but between one hour and twelve.
static const i64 WARN_MIN = 3600000, WARN_MAX = 12 * 3600000;
enum { CLOCKS_FIRST_MS = 1000, CLOCKS_MS = 60000 }; // the clocks are checked

typedef struct Notifications {
    const App *app;
    uv_timer_t clocks;
    Wake wake;
    Pusher *pusher; // NULL: nothing is sent to browsers
    char push_key[PUSH_KEY_SIZE];
    Json json;
    i64 looked_ms; // the last check of the clocks, or 0
    i64 last_ms;   // of the last notification: no two have the same instant, so they have an order
    struct NotificationTask *reading; // being written to the store
    i64 sat, sat_in; // the last person who took a seat, and the game, which may start at once
} Notifications;

// --- stored --------------------------------------------------------------------------------------

const char *const NOTIFICATION_WORDS[NOTIFICATION_KINDS + 1] = {
    [NOTIFICATION_TURN] = "turn",           [NOTIFICATION_TIME] = "time",
    [NOTIFICATION_CHALLENGE] = "challenge", [NOTIFICATION_STARTED] = "started",
    [NOTIFICATION_DECLINED] = "declined",   [NOTIFICATION_ENDED] = "ended",
    [NOTIFICATION_FOLLOW] = "follow",
};

static bool find_word(Text word, NotificationKind *kind)
{
    for (int i = 0; i < NOTIFICATION_KINDS; i++)
        if (text_is(word, NOTIFICATION_WORDS[i])) {
            *kind = (NotificationKind)i;
            return true;
        }
    return false;
}

// One notification of a kind about a game, or about a person where there is no game.
static i64 key_of(NotificationKind kind, i64 game, i64 other)
{
    return (i64)((u64)(game ? game : other) << 4 | (u64)kind) & INT64_MAX;
}

void notification_write(const Notification *notification, Out *out)
{
    char game[GAME_ID_LENGTH + 1] = "-";
    if (notification->game) game_id_write(notification->game, game);
    out_format(out, "%s %s ", NOTIFICATION_WORDS[notification->kind], game);
    out_int(out, notification->other);
    out_format(out, " %s %s", notification->variant[0] ? notification->variant : "-",
               notification->detail[0] ? notification->detail : "-");
}

static void take_word(Text word, char *buffer, size_t size)
{
    Out out = out_to(buffer, size);
    if (!text_is(word, "-")) out_text(&out, word);
}

bool notification_read(Text body, Notification *notification)
{
    Text rest = body, word;
    *notification = (Notification){ 0 };
    if (!text_split(&rest, ' ', &word) || !find_word(word, &notification->kind)) return false;
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

static bool see_settings(void *context, const void *row)
{
    NotificationSettings *settings = context;
    Text rest = ((const ItemText *)row)->body, word;
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
    store_select(reading, &NOTIFICATION_OPS[NOTIFICATIONS_OF],
                 &(ItemsWanted){ person, ITEM_SETTINGS }, see_settings, &settings);
    return settings;
}

// --- adding --------------------------------------------------------------------------------------

// A notification that is being stored.
typedef struct NotificationTask {
    Notifications *notifications;
    Notification notification;
    StoredPerson other;
    NotificationSettings settings;
    bool known; // the person was notified of this follower before
    bool dropped;
    struct NotificationTask *next; // of Notifications.reading
    int devices;
    PushDevice device[PUSH_DEVICES_MAX];
} NotificationTask;

static bool see_device(void *context, const void *row)
{
    NotificationTask *task = context;
    PushDevice *device = &task->device[task->devices];
    device->person = task->notification.person;
    if (device_read(((const ItemText *)row)->body, device)) task->devices++;
    return task->devices < PUSH_DEVICES_MAX;
}

static bool see_known(void *context, const void *row)
{
    (void)row;
    ((NotificationTask *)context)->known = true;
    return false;
}

static void read_task(void *context, Store *reading)
{
    NotificationTask *task = context;
    const Notification *notification = &task->notification;
    i64 person = notification->person;
    // Repeated follows by one person notify once.
    const ItemKey key = { person, ITEM_NOTICE,
                          key_of(notification->kind, notification->game, notification->other) };
    if (notification->kind == NOTIFICATION_FOLLOW)
        store_select(reading, &NOTIFICATION_OPS[NOTIFICATIONS_FIND], &key, see_known, task);
    task->settings = notification_settings(reading, person);
    if (notification->other) person_by_id(reading, notification->other, &task->other);
    if (task->notifications->pusher && !(task->settings.push_off & 1 << notification->kind))
        store_select(reading, &NOTIFICATION_OPS[NOTIFICATIONS_OF],
                     &(ItemsWanted){ person, ITEM_DEVICE }, see_device, task);
}

enum { DAY_S = 86400 };

// Sends the message of the sockets to the browsers.
static void push(const NotificationTask *task, Text plain)
{
    const Notification *notification = &task->notification;
    char topic[PUSH_TOPIC_MAX], id[GAME_ID_LENGTH + 1];
    Out out = out_to(topic, sizeof topic);
    out_format(&out, "%s-", NOTIFICATION_WORDS[notification->kind]);
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
        notification_to_socket(&notifications->json, &task->notification, &task->other);
        const Text message = js_view(&notifications->json);
        if (!notifications->json.lost)
            app_tell_person(notifications->app, task->notification.person, message);
        if (!notifications->json.lost && notifications->pusher) push(task, message);
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
    const ItemSet set = { .person = notification->person,
                          .kind = ITEM_NOTICE,
                          .key =
                              key_of(notification->kind, notification->game, notification->other),
                          .at_ms = notification->at_ms,
                          .body = { body, out.length } };
    const ItemTrim trim = { notification->person, ITEM_NOTICE, NOTIFICATIONS_MAX };
    const StoreWrite writes[] = { store_op(&NOTIFICATION_OPS[NOTIFICATIONS_SET], &set),
                                  store_op(&NOTIFICATION_OPS[NOTIFICATIONS_TRIM], &trim) };
    bool wanted = was_read && !task->known && !task->dropped &&
                  !(task->settings.off & 1 << notification->kind);
    if (wanted && store_write(task->notifications->app->store, writes, 2, on_kept, task)) return;
    free(task);
}

void notifications_add(const App *app, const Notification *notification)
{
    Notifications *notifications = app_state(app, &NOTIFICATIONS);
    if (!notification->person || notification->person == notification->other) return;
    bool about_game =
        notification->kind != NOTIFICATION_CHALLENGE && notification->kind != NOTIFICATION_FOLLOW;
    // A game and its clocks continue when its players block each other.
    if (!about_game && access_blocked(app->access, notification->person, notification->other))
        return;
    NotificationTask *task = calloc(1, sizeof *task);
    if (!task) return;
    task->notifications = notifications;
    task->notification = *notification;
    i64 now = app_now(app);
    notifications->last_ms = now > notifications->last_ms ? now : notifications->last_ms + 1;
    task->notification.at_ms = notifications->last_ms;
    task->next = notifications->reading;
    notifications->reading = task;
    if (store_read(app->store, READ_SHORT, read_task, on_read, task)) return;
    end_reading(task);
    free(task);
}

// Deletes the notification of that kind about the game.
static void drop(Notifications *notifications, i64 person, NotificationKind kind, i64 game)
{
    const ItemKey key = { person, ITEM_NOTICE, key_of(kind, game, 0) };
    const StoreWrite write = store_op(&NOTIFICATION_OPS[NOTIFICATIONS_END], &key);
    // A notification whose settings are still being read isn't in the store yet.
    for (NotificationTask *task = notifications->reading; task; task = task->next)
        task->dropped |= task->notification.person == person && task->notification.kind == kind &&
                         task->notification.game == game;
    if (person) store_write(notifications->app->store, &write, 1, NULL, NULL);
}

// --- news of games -------------------------------------------------------------------------------

static Notification about(const Room *room, NotificationKind kind, i64 person, i64 other)
{
    Notification notification = {
        .kind = kind, .person = person, .game = room->id, .other = other
    };
    Out out = out_to(notification.variant, sizeof notification.variant);
    out_str(&out, room_variant(room)->id);
    return notification;
}

// The first person at the table who is not `person`, to identify the game; 0 for none.
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
    notifications_add(notifications->app, &notification);
}

static void tell_challenge(Notifications *notifications, const Room *room)
{
    for (int i = 0; i < room_players(room); i++) {
        if (!room->seat[i].invited || room->seat[i].invited == room->maker) continue;
        Notification notification =
            about(room, NOTIFICATION_CHALLENGE, room->seat[i].invited, room->maker);
        Out out = out_to(notification.detail, sizeof notification.detail);
        clock_write(&room->match.spec, &out);
        notifications_add(notifications->app, &notification);
    }
}

// Notifies all players who are away from the game, except the one who sat down last. If the seats
// were taken from the beginning, all players have just requested the game.
static void tell_start(Notifications *notifications, const Room *room)
{
    i64 last = notifications->sat_in == room->id ? notifications->sat : 0;
    for (int i = 0; i < room_players(room); i++) {
        const Seat *seat = &room->seat[i];
        drop(notifications, seat->person, NOTIFICATION_CHALLENGE, room->id);
        if (!last || !seat->person || seat->person == last || seat->here) continue;
        Notification notification = about(room, NOTIFICATION_STARTED, seat->person, last);
        notifications_add(notifications->app, &notification);
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
            drop(notifications, concerned, NOTIFICATION_TURN, room->id);
            drop(notifications, concerned, NOTIFICATION_TIME, room->id);
        }
        drop(notifications, concerned, NOTIFICATION_CHALLENGE, room->id);
        if (seat->here || !seat->person || !room->started_ms) continue;
        Notification notification =
            about(room, NOTIFICATION_ENDED, seat->person, opponent_of(room, seat->person));
        Out out = out_to(notification.detail, sizeof notification.detail);
        out_str(&out, end_word(room, i));
        notifications_add(notifications->app, &notification);
    }
}

static void tell_declined(Notifications *notifications, const Room *room)
{
    if (!room->declines) return;
    const Decline *decline = &room->decline[room->declines - 1];
    int seat = room_seat_of(room, room->maker);
    drop(notifications, decline->person, NOTIFICATION_CHALLENGE, room->id);
    if (seat >= 0 && room->seat[seat].here) return; // they see it
    Notification notification = about(room, NOTIFICATION_DECLINED, room->maker, decline->person);
    Out out = out_to(notification.detail, sizeof notification.detail);
    out_str(&out, decline_name((DeclineReason)decline->reason));
    notifications_add(notifications->app, &notification);
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
        drop(notifications, room->seat[event->seat].person, NOTIFICATION_TURN, room->id);
        drop(notifications, room->seat[event->seat].person, NOTIFICATION_TIME, room->id);
        break;
    case EVENT_DECLINE: tell_declined(notifications, room); return;
    case EVENT_LEAVE:
    case EVENT_TAKEBACK: break;
    case EVENT_STAND:
    case EVENT_DRAW:
    case EVENT_NODRAW:
    case EVENT_ASK:
    case EVENT_AGREE:
    case EVENT_NOASK:
    case EVENT_PAUSE:
    case EVENT_KINDS: return;
    }
    // With days per move a conditional move may reply: NEWS_TURN reports that none did.
    if (room->speed != SPEED_CORRESPONDENCE) tell_turn(notifications, room);
}

void notifications_on_game(const App *app, const News *news)
{
    Notifications *notifications = app_state(app, &NOTIFICATIONS);
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

// Whether its clock crossed the limit since the last check, so that nothing is stored per game.
static bool look_at_clock(void *context, const Room *room)
{
    const ClockLook *look = context;
    int turn = room_turn(room);
    if (turn < 0 || room->speed != SPEED_CORRESPONDENCE || !room_clock_runs(room)) return true;
    i64 person = room->seat[turn].person, line = room_deadline(room) - warn_before(room);
    if (!person || line <= look->since || line > look->now) return true;
    if (!rooms_keeps_time(look->notifications->app->rooms, room->id)) return true;
    Notification notification = about(room, NOTIFICATION_TIME, person, opponent_of(room, person));
    notifications_add(look->notifications->app, &notification);
    return true;
}

static void on_clocks(uv_timer_t *timer)
{
    Notifications *notifications = timer->data;
    const Rooms *rooms = notifications->app->rooms;
    ClockLook look = { notifications, notifications->looked_ms, rooms_clock(rooms) };
    notifications->looked_ms = look.now;
    if (look.since) rooms_each(rooms, ROOM_LIVE, look_at_clock, &look);
}

// --- browsers ------------------------------------------------------------------------------------

static void forget_device(void *owner, i64 person, i64 key)
{
    const Notifications *notifications = owner;
    const ItemKey device = { person, ITEM_DEVICE, key };
    const StoreWrite write = store_op(&NOTIFICATION_OPS[NOTIFICATIONS_END], &device);
    store_write(notifications->app->store, &write, 1, NULL, NULL);
}

static void on_gone(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    Notifications *notifications = poll->data;
    wake_take(&notifications->wake);
    pusher_collect(notifications->pusher, forget_device, notifications);
}

// On the pusher's thread.
static void wake(void *context)
{
    const Notifications *notifications = context;
    wake_send(&notifications->wake);
}

const char *notifications_push_key(const App *app)
{
    const Notifications *notifications = app_state(app, &NOTIFICATIONS);
    return notifications->pusher ? notifications->push_key : NULL;
}

static bool start_pusher(Notifications *notifications, Fault *why)
{
    const App *app = notifications->app;
    PushKeys keys;
    if (!push_keys_load(app->store, app_now(app), &keys, why)) return false;
    Out out = out_to(notifications->push_key, sizeof notifications->push_key);
    push_base64_write(keys.point, PUSH_POINT, &out);
    notifications->pusher = pusher_new(&(PusherSetup){ .own = keys,
                                                       .contact = app->push_contact,
                                                       .anywhere = app->push_anywhere,
                                                       .wake = wake,
                                                       .context = notifications });
    notifications->wake.poll.data = notifications;
    if (notifications->pusher && wake_init(&notifications->wake, app->loop, on_gone)) return true;
    fault(why, MALFORMED, "no memory or threads to send to browsers");
    return false;
}

// --- the whole -----------------------------------------------------------------------------------

void *notifications_open(const App *app, Fault *why)
{
    Notifications *notifications = calloc(1, sizeof *notifications);
    fault(why, MALFORMED, "out of memory");
    if (!notifications) return NULL;
    notifications->app = app;
    notifications->wake.fd = -1;
    if (app->push_contact && !start_pusher(notifications, why)) {
        notifications_close(notifications);
        return NULL;
    }
    uv_timer_init(app->loop, &notifications->clocks);
    notifications->clocks.data = notifications;
    uv_timer_start(&notifications->clocks, on_clocks, CLOCKS_FIRST_MS, CLOCKS_MS);
    return notifications;
}

void notifications_stop(void *state)
{
    Notifications *notifications = state;
    pusher_stop(notifications->pusher);
    if (notifications->wake.fd >= 0) uv_close((uv_handle_t *)&notifications->wake.poll, NULL);
    uv_close((uv_handle_t *)&notifications->clocks, NULL);
}

void notifications_close(void *state)
{
    Notifications *notifications = state;
    pusher_free(notifications->pusher);
    wake_free(&notifications->wake);
    js_free(&notifications->json);
    free(notifications);
}
