// SPDX-License-Identifier: MIT
// HTTP: the lobby, making a game, actions in one.
#include "server/route.h"

#include "server/messages.h"
#include "server/own_games.h"
#include "server/reply.h"
#include "server/secret.h"

#include <stdlib.h>
#include <string.h>

// --- one game ------------------------------------------------------------------------------------

void route_get_lobby(Call *call)
{
    Json json = { 0 };
    js_object(&json, NULL);
    hub_write_lobby(call->routes->setup.hub, &json);
    js_close(&json, '}');
    reply_json(call->web, 200, &json, NULL);
}

static void answer_record(Call *call, const Room *room)
{
    size_t length;
    char name[GAME_ID_LENGTH + sizeof ".txt"], *record;
    Json text = { 0 };
    record = room_record(room, play_clock(call->routes->setup.play), &length);
    if (record) js_raw(&text, (Text){ record, length });
    if (!record) text.failed = true;
    free(record);
    game_id_write(room->id, name);
    strcat(name, ".txt");
    reply_file(call->web, &text, "text/plain; charset=utf-8", name);
}

void route_get_game(Call *call)
{
    Routes *routes = call->routes;
    Text name = call->part[1];
    bool record =
        name.length == GAME_ID_LENGTH + 4 && text_is(text_from(name, GAME_ID_LENGTH), ".txt");
    Fault why = { .message = "" };
    i64 id;
    if (!game_id_read(record ? text_cut(name, 0, GAME_ID_LENGTH) : name, &id)) {
        route_refuse(call, "not_found", "there is no such game");
        return;
    }
    Room *loaded = NULL;
    const Room *room = play_find(routes->setup.play, id);
    if (!room && !route_allowed(call, LIMIT_LOAD)) return;
    if (!room) room = loaded = play_load_over(routes->setup.store, id, &why);
    if (loaded) route_charge_load(call, loaded->match.count);
    if (!room) {
        route_refuse(call, *why.message ? "failed" : "not_found",
                     *why.message ? "the game cannot be read" : "there is no such game");
    } else if (record) {
        answer_record(call, room);
    } else {
        Json json = { 0 };
        message_write_game(&json, NULL, room, call->who.person.id, play_clock(routes->setup.play),
                           hub_watchers(routes->setup.hub, id));
        reply_json(call->web, 200, &json, NULL);
    }
    if (loaded) play_free_room(loaded);
}

// --- making a game, and actions in one -----------------------------------------------------------

// What is asked for, while its person is made and while it is committed.
typedef struct Deed {
    Routes *routes;
    WebCall *web;
    bool makes;
    union {
        SetupAsked asked;
        Message message;
    };
    i64 person;
    char cookie[COOKIE_ROOM]; // empty: none
    u64 began_ns;
} Deed;

static void end_deed(Deed *deed, const ActResult *result)
{
    Routes *routes = deed->routes;
    Metrics *metrics = routes->setup.metrics;
    const char *cookie = *deed->cookie ? deed->cookie : NULL;
    if (result->code != CODE_OK) {
        if (result->code == CODE_FAILED || result->code == CODE_BUSY)
            metrics->failed++;
        else
            metrics->refused++;
        reply_refused(deed->web, &(Refused){ .code = code_name(result->code),
                                             .text = result->text,
                                             .refusal = result->refusal,
                                             .cookie = cookie });
        free(deed);
        return;
    }
    histogram_add(&metrics->commit, (double)(uv_hrtime() - deed->began_ns) / 1e6);
    Json json = { 0 };
    js_object(&json, NULL);
    const Room *room = deed->makes ? play_find(routes->setup.play, result->game) : NULL;
    if (room) {
        message_write_game(&json, "game", room, deed->person, play_clock(routes->setup.play), 0);
    } else {
        js_bool(&json, "ok", true);
        if (result->game) message_write_game_id(&json, "game", result->game);
    }
    js_close(&json, '}');
    reply_json(deed->web, deed->makes ? 201 : 200, &json, cookie);
    free(deed);
}

static void deed_done(void *context, const ActResult *result)
{
    end_deed(context, result);
}

static void do_deed(void *context, i64 person, const char *cookie)
{
    Deed *deed = context;
    Routes *routes = deed->routes;
    if (!person) {
        end_deed(deed, &(ActResult){ .code = CODE_BUSY,
                                     .text = "the server does not keep up; try again" });
        return;
    }
    deed->person = person;
    if (cookie) strcpy(deed->cookie, cookie);
    routes->setup.metrics->actions++;
    deed->began_ns = uv_hrtime();
    if (deed->makes) {
        for (int seat = 0; seat < PLAYERS_MOST; seat++)
            if (deed->asked.me[seat]) deed->asked.setup.seat[seat].person = person;
        play_make(routes->setup.play, &deed->asked.setup, person, deed_done, deed);
        return;
    }
    const Message *message = &deed->message;
    const Action action = {
        .kind = message_action_kind(message->kind),
        .game = message->game,
        .person = person,
        .seat = message->seat,
        .ply = message->ply,
        .move = text_of(message->move),
    };
    play_act(routes->setup.play, &action, deed_done, deed);
}

// Whose names stand in the set-up; false if the request is refused.
static bool find_invited(Call *call, SetupAsked *asked)
{
    StoredPerson person;
    for (int seat = 0; seat < PLAYERS_MOST; seat++) {
        if (!*asked->invited[seat]) continue;
        if (!route_person(call->routes, text_of(asked->invited[seat]), &person)) {
            route_refuse(call, "not_found", "nobody has the name of the one invited");
            return false;
        }
        asked->setup.seat[seat].invited = person.id;
    }
    return true;
}

static bool may_make(const Call *call)
{
    Limits *limits = call->routes->setup.limits;
    i64 now = route_now(call->routes), person = call->who.person.id;
    return limits_take_address(limits, LIMIT_MAKE, call->request->address, now, NULL) &&
           (!person || limits_take(limits, LIMIT_MAKE_OWN, (Text){ (char *)&person, sizeof person },
                                   now, NULL));
}

static Deed *deed_new(const Call *call)
{
    Deed *deed = calloc(1, sizeof *deed);
    if (!deed) {
        route_refuse(call, "failed", "out of memory");
        return NULL;
    }
    deed->routes = call->routes;
    deed->web = call->web;
    return deed;
}

void route_post_game(Call *call)
{
    Fault why;
    Deed *deed = deed_new(call);
    if (!deed) return;
    deed->makes = true;
    if (message_read_setup(call->request->body, &deed->asked, &why) != OK) {
        route_refuse(call, "malformed", why.message);
    } else if (!may_make(call)) {
        call->routes->setup.metrics->too_fast++;
        route_refuse(call, "too_fast", "that are many games; wait a little");
    } else if (!own_games_may_make(call->routes->setup.play, call->routes->setup.limits,
                                   call->who.person.id)) {
        route_refuse(call, "too_many", "you have too many games at once; call some off first");
    } else if (find_invited(call, &deed->asked)) {
        people_need(call->routes->setup.people, &call->who, call->request->secure, do_deed, deed);
        return;
    }
    free(deed);
}

// Nobody becomes a person for a seat that cannot be had; false, and the request is refused.
static bool may_visit(const Call *call, i64 game)
{
    const Room *room = play_find(call->routes->setup.play, game);
    if (room && room->state == ROOM_OPEN) return true;
    if (!room)
        route_refuse(call, "not_found", "there is no such game, or it is over");
    else if (room->state == ROOM_LIVE)
        route_refuse(call, "full", "the game has begun");
    else
        route_refuse(call, "over", "the game is over");
    return false;
}

void route_post_action(Call *call)
{
    Fault why;
    MessageKind kind;
    i64 game;
    if (!game_id_read(call->part[1], &game)) {
        route_refuse(call, "not_found", "there is no such game");
        return;
    }
    if (!message_action(call->part[2], &kind)) {
        route_refuse(call, "unknown", "there is no such action");
        return;
    }
    Deed *deed = deed_new(call);
    if (!deed) return;
    if (message_read_action(call->request->body, kind, &deed->message, &why) != OK) {
        route_refuse(call, "malformed", why.message);
    } else if (!call->who.person.id && kind != MESSAGE_JOIN) {
        route_refuse(call, "not_signed_in", "nobody is signed in");
    } else if (kind == MESSAGE_REMATCH && !may_make(call)) { // a game is made
        call->routes->setup.metrics->too_fast++;
        route_refuse(call, "too_fast", "that are many games; wait a little");
    } else if (!call->who.person.id && !may_make(call)) { // a person is made
        call->routes->setup.metrics->too_fast++;
        route_refuse(call, "too_fast", "too many new visitors; wait a little");
    } else if (!call->who.person.id && !may_visit(call, game)) {
        call->routes->setup.metrics->refused++;
    } else if (!own_games_may_act(call->routes->setup.play, call->routes->setup.limits,
                                  call->who.person.id, message_action_kind(kind), game)) {
        route_refuse(call, "too_many", "you have too many games at once; end some first");
    } else {
        deed->message.game = game;
        people_need(call->routes->setup.people, &call->who, call->request->secure, do_deed, deed);
        return;
    }
    free(deed);
}
