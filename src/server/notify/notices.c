// SPDX-License-Identifier: MIT
#include "server/notify/notices.h"

#include <stdlib.h>
#include <string.h>

enum { WISHES_KEY = 1 };
// A warning comes when so much of a turn is left: a sixth, but between an hour and twelve.
static const i64 WARN_MIN = 3600000, WARN_MAX = 12 * 3600000;

struct Notices {
    NoticesSetup setup;
    Pusher *pusher; // NULL: nothing is sent to browsers
    char push_key[PUSH_KEY_SIZE];
    Json json;
    i64 looked_ms;   // at the clocks; 0: never
    i64 last_ms;     // of the last notice: no two are of one instant, so that they have an order
    i64 sat, sat_in; // who sat down last, and in which game: its start follows at once
};

// --- as it is kept -------------------------------------------------------------------------------

// One notice of a kind about a game, or about a person where there is no game.
static i64 key_of(NoticeKind kind, i64 game, i64 other)
{
    return (i64)((u64)(game ? game : other) << 4 | (u64)kind) & INT64_MAX;
}

void notice_write(const Notice *notice, Out *out)
{
    char game[GAME_ID_LENGTH + 1] = "-";
    if (notice->game) game_id_write(notice->game, game);
    out_format(out, "%s %s ", notice_word(notice->kind), game);
    out_int(out, notice->other);
    out_format(out, " %s %s", notice->variant[0] ? notice->variant : "-",
               notice->detail[0] ? notice->detail : "-");
}

static void take_word(Text word, char *buffer, size_t size)
{
    Out out = out_to(buffer, size);
    if (!text_is(word, "-")) out_text(&out, word);
}

bool notice_read(const StoredItem *item, Notice *notice)
{
    Text rest = item->body, word;
    *notice = (Notice){ .person = item->person, .at_ms = item->at_ms };
    if (!text_split(&rest, ' ', &word) || !notice_find(word, &notice->kind)) return false;
    if (!text_split(&rest, ' ', &word)) return false;
    if (!text_is(word, "-") && !game_id_read(word, &notice->game)) return false;
    if (!text_split(&rest, ' ', &word) || !text_count(word, INT64_MAX, &notice->other))
        return false;
    if (!text_split(&rest, ' ', &word)) return false;
    take_word(word, notice->variant, sizeof notice->variant);
    if (!rest.at) return false;
    take_word(rest, notice->detail, sizeof notice->detail);
    return true;
}

static bool see_wishes(void *context, const StoredItem *item)
{
    NoticeWishes *wishes = context;
    Text rest = item->body, word;
    i64 number[3] = { 0 };
    for (int i = 0; i < 3; i++)
        if (!text_split(&rest, ' ', &word) || !text_count(word, INT64_MAX, &number[i])) return true;
    *wishes = (NoticeWishes){ .off = (int)(number[0] & ((1 << NOTICE_KINDS) - 1)),
                              .push_off = (int)(number[1] & ((1 << NOTICE_KINDS) - 1)),
                              .read_ms = number[2] };
    return true;
}

NoticeWishes notice_wishes(Store *reading, i64 person)
{
    NoticeWishes wishes = { .push_off = 1 << NOTICE_FOLLOW };
    store_items(reading, person, ITEM_WISHES, see_wishes, &wishes);
    return wishes;
}

StoreWrite notice_wishes_write(i64 person, const NoticeWishes *wishes, char *text)
{
    Out out = out_to(text, WISHES_TEXT_MAX);
    out_format(&out, "%d %d ", wishes->off, wishes->push_off);
    out_int(&out, wishes->read_ms);
    return (StoreWrite){ .kind = WRITE_ITEM,
                         .item = { .person = person,
                                   .kind = ITEM_WISHES,
                                   .key = WISHES_KEY,
                                   .at_ms = wishes->read_ms,
                                   .body = { text, out.length } } };
}

// --- adding --------------------------------------------------------------------------------------

// A notice on its way.
typedef struct NoticeTask {
    Notices *notices;
    Notice notice;
    StoredPerson other;
    NoticeWishes wishes;
    bool known; // they have been told of it before, and once is enough
    int devices;
    PushDevice device[PUSH_DEVICES_MAX];
} NoticeTask;

static bool see_device(void *context, const StoredItem *item)
{
    NoticeTask *task = context;
    if (device_read(item, &task->device[task->devices])) task->devices++;
    return task->devices < PUSH_DEVICES_MAX;
}

static bool see_known(void *context, const StoredItem *item)
{
    (void)item;
    ((NoticeTask *)context)->known = true;
    return false;
}

static void read_task(void *context, Store *reading)
{
    NoticeTask *task = context;
    const Notice *notice = &task->notice;
    // Whoever follows again and again is not heard again and again.
    if (notice->kind == NOTICE_FOLLOW)
        store_item(reading, notice->person, ITEM_NOTICE,
                   key_of(notice->kind, notice->game, notice->other), see_known, task);
    task->wishes = notice_wishes(reading, task->notice.person);
    if (task->notice.other) store_person(reading, task->notice.other, &task->other);
    if (task->notices->pusher && !(task->wishes.push_off & 1 << task->notice.kind))
        store_items(reading, task->notice.person, ITEM_PUSH, see_device, task);
}

enum { DAY_S = 86400 };

// To their browsers: what a socket is told.
static void push(const NoticeTask *task, Text plain)
{
    const Notice *notice = &task->notice;
    char topic[PUSH_TOPIC_MAX], id[GAME_ID_LENGTH + 1];
    Out out = out_to(topic, sizeof topic);
    out_format(&out, "%s-", notice_word(notice->kind));
    if (notice->game) {
        game_id_write(notice->game, id);
        out_str(&out, id);
    } else
        out_int(&out, notice->other);
    bool urgent = notice->kind == NOTICE_CHALLENGE || notice->kind == NOTICE_TIME;
    const PushMessage message = {
        .plain = plain, .topic = topic, .urgent = urgent, .ttl_s = urgent ? DAY_S / 2 : 3 * DAY_S
    };
    for (int i = 0; i < task->devices; i++)
        pusher_send(task->notices->pusher, &task->device[i], &message);
}

static void on_kept(void *context, StoreStatus status)
{
    NoticeTask *task = context;
    Notices *notices = task->notices;
    if (status == STORED) {
        js_clear(&notices->json);
        message_write_notification(&notices->json, &task->notice, &task->other);
        if (!notices->json.failed)
            notices->setup.tell(notices->setup.owner, task->notice.person, js_view(&notices->json));
        if (!notices->json.failed && notices->pusher) push(task, js_view(&notices->json));
    }
    free(task);
}

static void on_read(void *context, bool was_read)
{
    NoticeTask *task = context;
    const Notice *notice = &task->notice;
    char body[NOTICE_TEXT_MAX];
    Out out = out_to(body, sizeof body);
    notice_write(notice, &out);
    const StoreWrite write = { .kind = WRITE_ITEM,
                               .item = { .person = notice->person,
                                         .kind = ITEM_NOTICE,
                                         .key = key_of(notice->kind, notice->game, notice->other),
                                         .at_ms = notice->at_ms,
                                         .body = { body, out.length },
                                         .most = NOTICES_MAX } };
    bool wanted = was_read && !task->known && !(task->wishes.off & 1 << notice->kind);
    if (wanted && store_write(task->notices->setup.store, &write, 1, on_kept, task)) return;
    free(task);
}

void notices_add(Notices *notices, const Notice *notice)
{
    const NoticesSetup *setup = &notices->setup;
    if (!notice->person || notice->person == notice->other) return;
    bool about_game = notice->kind != NOTICE_CHALLENGE && notice->kind != NOTICE_FOLLOW;
    // A game goes on when its players block each other, and its clocks too.
    if (!about_game && setup->apart(setup->owner, notice->person, notice->other)) return;
    NoticeTask *task = calloc(1, sizeof *task);
    if (!task) return;
    task->notices = notices;
    task->notice = *notice;
    i64 now = setup->now(setup->owner);
    notices->last_ms = now > notices->last_ms ? now : notices->last_ms + 1;
    task->notice.at_ms = notices->last_ms;
    if (!store_read(setup->store, READ_SHORT, read_task, on_read, task)) free(task);
}

void notices_drop(Notices *notices, i64 person, NoticeKind kind, i64 game)
{
    const StoreWrite write = {
        .kind = WRITE_ITEM_GONE,
        .item = { .person = person, .kind = ITEM_NOTICE, .key = key_of(kind, game, 0) }
    };
    if (person) store_write(notices->setup.store, &write, 1, NULL, NULL);
}

// --- news of rooms -------------------------------------------------------------------------------

static Notice about(const Room *room, NoticeKind kind, i64 person, i64 other)
{
    Notice notice = { .kind = kind, .person = person, .game = room->id, .other = other };
    Out out = out_to(notice.variant, sizeof notice.variant);
    out_str(&out, room_variant(room)->id);
    return notice;
}

// The first person at the table who is not `person`, by whom a game is known; 0 for none.
static i64 opponent_of(const Room *room, i64 person)
{
    for (int i = 0; i < room_players(room); i++)
        if (room->seat[i].person && room->seat[i].person != person) return room->seat[i].person;
    return 0;
}

static void tell_turn(Notices *notices, const Room *room)
{
    int turn = room_turn(room);
    if (turn < 0 || speed_is_live(room->speed) || room->seat[turn].here) return;
    i64 person = room->seat[turn].person;
    Notice notice = about(room, NOTICE_TURN, person, opponent_of(room, person));
    notices_add(notices, &notice);
}

static void tell_challenge(Notices *notices, const Room *room)
{
    for (int i = 0; i < room_players(room); i++) {
        if (!room->seat[i].invited || room->seat[i].invited == room->maker) continue;
        Notice notice = about(room, NOTICE_CHALLENGE, room->seat[i].invited, room->maker);
        Out out = out_to(notice.detail, sizeof notice.detail);
        clock_write(&room->match.spec, &out);
        notices_add(notices, &notice);
    }
}

// Everybody who does not look at the game, but for the one who sat down last. A game that began
// full is one that all of them have just asked for.
static void tell_start(Notices *notices, const Room *room)
{
    i64 last = notices->sat_in == room->id ? notices->sat : 0;
    for (int i = 0; i < room_players(room); i++) {
        const Seat *seat = &room->seat[i];
        notices_drop(notices, seat->person, NOTICE_CHALLENGE, room->id);
        if (!last || !seat->person || seat->person == last || seat->here) continue;
        Notice notice = about(room, NOTICE_STARTED, seat->person, last);
        notices_add(notices, &notice);
    }
}

static const char *end_word(const Room *room, int seat)
{
    const Outcome *outcome = &room->match.outcome;
    if (room->aborted) return "aborted";
    int halves = outcome_halves(outcome, seat);
    return halves == 2 ? "won" : halves ? "drawn" : "lost";
}

static void tell_end(Notices *notices, const Room *room)
{
    for (int i = 0; i < room_players(room); i++) {
        const Seat *seat = &room->seat[i];
        i64 concerned = seat->person ? seat->person : seat->invited;
        if (!concerned) continue;
        if (!speed_is_live(room->speed)) {
            notices_drop(notices, concerned, NOTICE_TURN, room->id);
            notices_drop(notices, concerned, NOTICE_TIME, room->id);
        }
        notices_drop(notices, concerned, NOTICE_CHALLENGE, room->id);
        if (seat->here || !seat->person || !room->started_ms) continue;
        Notice notice = about(room, NOTICE_ENDED, seat->person, opponent_of(room, seat->person));
        Out out = out_to(notice.detail, sizeof notice.detail);
        out_str(&out, end_word(room, i));
        notices_add(notices, &notice);
    }
}

static void tell_declined(Notices *notices, const Room *room)
{
    if (!room->declines) return;
    const Decline *decline = &room->decline[room->declines - 1];
    int seat = room_seat_of(room, room->maker);
    notices_drop(notices, decline->person, NOTICE_CHALLENGE, room->id);
    if (seat >= 0 && room->seat[seat].here) return; // they see it
    Notice notice = about(room, NOTICE_DECLINED, room->maker, decline->person);
    Out out = out_to(notice.detail, sizeof notice.detail);
    out_str(&out, decline_name((DeclineReason)decline->reason));
    notices_add(notices, &notice);
}

static void tell_event(Notices *notices, const News *news)
{
    const Room *room = news->room;
    const Event *event = news->event;
    switch (event->kind) {
    case EVENT_SIT:
        notices->sat = event->person;
        notices->sat_in = room->id;
        return;
    case EVENT_START: tell_start(notices, room); break;
    case EVENT_END: tell_end(notices, room); return;
    case EVENT_MOVE:
        if (speed_is_live(room->speed)) return;
        notices_drop(notices, room->seat[event->seat].person, NOTICE_TURN, room->id);
        notices_drop(notices, room->seat[event->seat].person, NOTICE_TIME, room->id);
        break;
    case EVENT_DECLINE: tell_declined(notices, room); return;
    case EVENT_LEAVE:
    case EVENT_TAKEBACK: break;
    default: return;
    }
    // With days for each move a conditional move may answer: NEWS_TURN says that none did.
    if (room->speed != SPEED_CORRESPONDENCE) tell_turn(notices, room);
}

void notices_news(Notices *notices, const News *news)
{
    if (news->kind == NEWS_EVENT) tell_event(notices, news);
    if (news->kind == NEWS_TURN) tell_turn(notices, news->room);
    if (news->kind != NEWS_MADE) return;
    tell_challenge(notices, news->room);
    if (news->room->state == ROOM_LIVE && news->room->speed != SPEED_CORRESPONDENCE)
        tell_turn(notices, news->room);
}

// --- clocks --------------------------------------------------------------------------------------

typedef struct ClockLook {
    Notices *notices;
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
    const NoticesSetup *setup = &look->notices->setup;
    if (!setup->keeps(setup->owner, room->id)) return true;
    Notice notice = about(room, NOTICE_TIME, person, opponent_of(room, person));
    notices_add(look->notices, &notice);
    return true;
}

void notices_look_at_clocks(Notices *notices, const Rooms *rooms)
{
    ClockLook look = { notices, notices->looked_ms, rooms_clock(rooms) };
    notices->looked_ms = look.now;
    if (look.since) rooms_each(rooms, ROOM_LIVE, look_at_clock, &look);
}

// --- the whole -----------------------------------------------------------------------------------

static void forget_device(void *owner, i64 person, i64 key)
{
    Notices *notices = owner;
    const StoreWrite write = { .kind = WRITE_ITEM_GONE,
                               .item = { .person = person, .kind = ITEM_PUSH, .key = key } };
    store_write(notices->setup.store, &write, 1, NULL, NULL);
}

void notices_collect(Notices *notices)
{
    if (notices->pusher) pusher_collect(notices->pusher, forget_device, notices);
}

const char *notices_push_key(const Notices *notices)
{
    return notices->pusher ? notices->push_key : NULL;
}

bool notices_push_anywhere(const Notices *notices)
{
    return notices->setup.anywhere;
}

PusherCounts notices_push_counts(const Notices *notices)
{
    return notices->pusher ? pusher_counts(notices->pusher) : (PusherCounts){ 0 };
}

static bool start_pusher(Notices *notices, Fault *why)
{
    const NoticesSetup *setup = &notices->setup;
    PushKeys keys;
    if (!push_keys_load(setup->store, setup->now(setup->owner), &keys, why)) return false;
    Out out = out_to(notices->push_key, sizeof notices->push_key);
    push_base64_write(keys.point, PUSH_POINT, &out);
    notices->pusher = pusher_new(&(PusherSetup){ .own = keys,
                                                 .contact = setup->contact,
                                                 .anywhere = setup->anywhere,
                                                 .wake = setup->wake,
                                                 .context = setup->owner });
    if (!notices->pusher) fault(why, MALFORMED, "no memory or threads to send to browsers");
    return notices->pusher != NULL;
}

Notices *notices_new(const NoticesSetup *setup, Fault *why)
{
    Notices *notices = calloc(1, sizeof *notices);
    if (!notices) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    notices->setup = *setup;
    if (!setup->contact || start_pusher(notices, why)) return notices;
    notices_free(notices);
    return NULL;
}

void notices_stop(Notices *notices)
{
    if (notices) pusher_stop(notices->pusher);
}

void notices_free(Notices *notices)
{
    if (!notices) return;
    pusher_free(notices->pusher);
    js_free(&notices->json);
    free(notices);
}
