// SPDX-License-Identifier: MIT
// HTTP: who follows and who blocks whom.
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"

#include <stdlib.h>

// --- the list ------------------------------------------------------------------------------------

enum { FRIENDS_MAX = 2 * TIES_MAX };

typedef struct Friend {
    StoredPerson person;
    TieKind kind;
    bool mutual;
} Friend;

typedef struct Friends {
    i64 asker;
    StoredTie tie[FRIENDS_MAX];
    int ties;
    Friend friend[FRIENDS_MAX];
    int count;
} Friends;

static bool see_tie(void *context, const StoredTie *tie)
{
    Friends *friends = context;
    if (friends->ties == FRIENDS_MAX) return false;
    friends->tie[friends->ties++] = *tie;
    return true;
}

static bool see_back(void *context, const StoredTie *tie)
{
    Friends *friends = context;
    bool *back = &friends->friend[friends->count].mutual;
    if (tie->kind == TIE_FOLLOW && tie->other == friends->asker) *back = true;
    return !*back;
}

static void read_friends(Call *call, Store *reading)
{
    Friends *friends = call->asked;
    store_ties(reading, friends->asker, see_tie, friends);
    for (int i = 0; i < friends->ties; i++) {
        Friend *one = &friends->friend[friends->count];
        if (!store_person(reading, friends->tie[i].other, &one->person)) continue;
        one->kind = friends->tie[i].kind;
        if (one->kind == TIE_FOLLOW) store_ties(reading, one->person.id, see_back, friends);
        friends->count++;
    }
}

typedef struct Playing {
    const Room *room;
} Playing;

static bool see_room(void *context, const Room *room)
{
    if (room->state != ROOM_LIVE || !room->open_to_all) return true;
    ((Playing *)context)->room = room;
    return false;
}

// Who is there, and in which public game, is known to the loop only.
static void answer_friends(Call *call)
{
    const Friends *friends = call->asked;
    const RoutesSetup *setup = &call->routes->setup;
    Json *json = &call->json;
    js_object(json, NULL);
    for (TieKind kind = TIE_FOLLOW; kind <= TIE_BLOCK; kind++) {
        js_array(json, kind == TIE_FOLLOW ? "friends" : "blocked");
        for (int i = 0; i < friends->count; i++) {
            const Friend *one = &friends->friend[i];
            if (one->kind != kind) continue;
            js_object(json, NULL);
            message_write_person(json, "person", one->person.id, one->person.kind,
                                 one->person.name);
            if (kind == TIE_FOLLOW) {
                Playing playing = { 0 };
                rooms_each_of(setup->rooms, one->person.id, see_room, &playing);
                js_bool(json, "online",
                        crowd_here(setup->crowd, one->person.id, route_now(call->routes)));
                js_bool(json, "follows_you", one->mutual);
                message_write_game_id(json, "game", playing.room ? playing.room->id : 0);
            }
            js_close(json, '}');
        }
        js_close(json, ']');
    }
    js_close(json, '}');
    route_answer_read(call);
}

void route_get_friends(Call *call)
{
    Friends *friends = call->asked = calloc(1, sizeof *friends);
    if (!friends) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    friends->asker = call->who.person.id;
    // Whom the followed follow is looked through: with 500 of each it is no short read.
    if (route_allowed(call, LIMIT_SEARCH))
        route_read(call, READ_LONG, read_friends, answer_friends);
}

// --- changes -------------------------------------------------------------------------------------

typedef struct TieTask {
    WebCall *web;
    Moderation *moderation;
    Notices *notices;
    StoredTie tie;
    bool ends;
} TieTask;

static void written(void *context, StoreStatus status)
{
    TieTask *task = context;
    Standing *standing = moderation_standing(task->moderation);
    if (status == STORED) {
        if (task->ends)
            standing_untie(standing, &task->tie);
        else
            standing_tie(standing, &task->tie);
        if (!task->ends && task->tie.kind == TIE_FOLLOW)
            notices_add(task->notices, &(Notice){ .kind = NOTICE_FOLLOW,
                                                  .person = task->tie.other,
                                                  .other = task->tie.person });
        reply_ok(task->web);
    } else if (status == STORE_CONFLICT) {
        reply_error(task->web, ERROR_TOO_MANY, "you have too many of these; end some first");
    } else {
        reply_error(task->web, ERROR_FAILED, "it could not be saved; try again");
    }
    free(task);
}

static void read_other(Call *call, Store *reading)
{
    TieTask *task = call->asked;
    StoredPerson other;
    if (!route_read_person(call, reading, call->part[1], &other)) return;
    task->tie.other = other.id;
    if (other.id == task->tie.person) route_fail(call, ERROR_FORBIDDEN, "that is you");
}

static void answer_tie(Call *call)
{
    TieTask *task = call->asked;
    const Standing *standing = moderation_standing(task->moderation);
    if (call->code == ERROR_NONE && !task->ends && task->tie.kind == TIE_FOLLOW &&
        standing_apart(standing, task->tie.person, task->tie.other))
        route_fail(call, ERROR_FORBIDDEN, "you cannot follow this person");
    if (call->code != ERROR_NONE) {
        route_answer_read(call);
        return;
    }
    const StoreWrite write = { .kind = task->ends ? WRITE_TIE_GONE : WRITE_TIE, .tie = task->tie };
    if (store_write(call->routes->setup.store, &write, 1, written, task))
        call->asked = NULL;
    else
        route_refuse(call, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

static void change_tie(Call *call, TieKind kind, bool ends)
{
    Fault why;
    CaseBody body;
    if (message_read_case(call->request->body, 0, 0, &body, &why) != OK) {
        route_refuse(call, ERROR_MALFORMED, why.message);
        return;
    }
    TieTask *task = call->asked = calloc(1, sizeof *task);
    if (!task) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    *task = (TieTask){
        .web = call->web,
        .moderation = call->routes->setup.moderation,
        .notices = call->routes->setup.notices,
        .tie = { .person = call->who.person.id, .kind = kind, .at_ms = route_now(call->routes) },
        .ends = ends
    };
    route_read(call, READ_SHORT, read_other, answer_tie);
}

void route_post_follow(Call *call)
{
    if (route_may_play(call)) change_tie(call, TIE_FOLLOW, false);
}
void route_post_unfollow(Call *call)
{
    change_tie(call, TIE_FOLLOW, true);
}
void route_post_block(Call *call)
{
    change_tie(call, TIE_BLOCK, false);
}
void route_post_unblock(Call *call)
{
    change_tie(call, TIE_BLOCK, true);
}
