// SPDX-License-Identifier: MIT
// HTTP: the lobby, making a game, actions in one.
// Uses: preferences
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"
#include "server/api/reply_messages.h"
#include "server/api/secret.h"
#include "server/features/preferences/preferences.h"
#include "server/online/own_games.h"
#include "server/people/names.h"

#include <stdlib.h>
#include <string.h>

// --- one game ------------------------------------------------------------------------------------

void route_get_lobby(Call *call)
{
    const Hub *hub = call->routes->setup.hub;
    Json json = { 0 };
    lobby_write(hub, &json);
    reply_json(call->web, 200, &json, NULL);
}

// A game, as it is asked for.
typedef struct GameAsked {
    i64 id, person, now;
    int watchers;
    bool record;
} GameAsked;

static void write_game(const GameAsked *asked, const Room *room, Json *json)
{
    if (!asked->record) {
        game_write(json, NULL, room, asked->person, asked->now, asked->watchers);
        return;
    }
    size_t length;
    char *record = room_record(room, asked->now, &length);
    if (record) out_text(json, (Text){ record, length });
    if (!record) json->lost = true;
    free(record);
}

static void answer_game(Call *call)
{
    const GameAsked *asked = call->asked;
    char name[GAME_ID_LENGTH + sizeof ".txt"];
    if (call->code != ERROR_NONE || !asked->record) {
        route_answer_read(call);
        return;
    }
    route_charge_load(call, call->plies);
    game_id_write(asked->id, name);
    strcat(name, ".txt");
    reply_file(call->web, &call->json, "text/plain; charset=utf-8", name);
}

// A game that is over and not in memory any more.
static void read_game(Call *call, Store *reading)
{
    Fault why = { .message = "" };
    const GameAsked *asked = call->asked;
    Room *room = rooms_load_over(reading, asked->id, &why);
    if (room) {
        call->plies = room->match.count;
        write_game(asked, room, &call->json);
        rooms_free_room(room);
    } else if (*why.message) {
        route_fail(call, ERROR_FAILED, "the game cannot be read");
    } else {
        route_fail(call, ERROR_NOT_FOUND, "there is no such game");
    }
}

void route_get_game(Call *call)
{
    Routes *routes = call->routes;
    Text name = call->part[1];
    bool record =
        name.length == GAME_ID_LENGTH + 4 && text_is(text_from(name, GAME_ID_LENGTH), ".txt");
    GameAsked *asked = call->asked = calloc(1, sizeof *asked);
    if (!asked) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    if (!game_id_read(record ? text_cut(name, 0, GAME_ID_LENGTH) : name, &asked->id)) {
        route_refuse(call, ERROR_NOT_FOUND, "there is no such game");
        return;
    }
    asked->record = record;
    asked->person = call->who.person.id;
    asked->now = rooms_clock(routes->setup.rooms);
    asked->watchers = hub_watchers(routes->setup.hub, asked->id);
    const Room *room = rooms_find(routes->setup.rooms, asked->id);
    if (room) {
        write_game(asked, room, &call->json);
        answer_game(call);
    } else if (route_allowed(call, LIMIT_LOAD)) {
        route_read(call, READ_SHORT, read_game, answer_game);
    }
}

// Only of games in progress: in those that are over nothing may be played.
void route_get_moves(Call *call)
{
    i64 id;
    bool read = game_id_read(call->part[1], &id);
    const Room *room = read ? rooms_find(call->routes->setup.rooms, id) : NULL;
    if (!room) {
        route_refuse(call, ERROR_NOT_FOUND, "there is no such game, or it is over");
        return;
    }
    Json json = { 0 };
    message_write_moves(&json, room);
    reply_json(call->web, 200, &json, NULL);
}

// --- making a game, and actions in one -----------------------------------------------------------

// What is asked for, while its person is made and while it is committed.
typedef struct GameRequest {
    Routes *routes;
    WebCall *web;
    bool makes;
    union {
        SetupAsked asked;
        Message message;
    };
    i64 person;
    char cookie[COOKIE_SIZE]; // empty: none
    u64 began_ns;
    Invited invited[PLAYERS_MAX]; // by seat; 0: nobody
} GameRequest;

static void end_game_request(void *context, const ActResult *result)
{
    GameRequest *game_request = context;
    Routes *routes = game_request->routes;
    Metrics *metrics = routes->setup.metrics;
    const char *cookie = *game_request->cookie ? game_request->cookie : NULL;
    if (result->code != ERROR_NONE) {
        if (result->code == ERROR_FAILED || result->code == ERROR_BUSY)
            metrics->failed++;
        else
            metrics->refused++;
        reply_refused(game_request->web, &(Refused){ .code = result->code,
                                                     .text = result->text,
                                                     .refusal = result->refusal,
                                                     .cookie = cookie });
        free(game_request);
        return;
    }
    histogram_add(&metrics->commit, (double)(uv_hrtime() - game_request->began_ns) / 1e6);
    Json json = { 0 };
    const Room *room = game_request->makes ? rooms_find(routes->setup.rooms, result->game) : NULL;
    if (room)
        message_write_made(&json, room, game_request->person, rooms_clock(routes->setup.rooms));
    else
        reply_write_done(&json, result->game);
    reply_json(game_request->web, game_request->makes ? 201 : 200, &json, cookie);
    free(game_request);
}

static void do_game_request(void *context, i64 person, const char *cookie)
{
    GameRequest *game_request = context;
    Routes *routes = game_request->routes;
    if (!person) {
        end_game_request(
            game_request,
            &(ActResult){ .code = ERROR_BUSY, .text = "the server is overloaded; try again" });
        return;
    }
    game_request->person = person;
    presence_seen(routes->setup.presence, person, route_now(routes));
    if (cookie) strcpy(game_request->cookie, cookie);
    routes->setup.metrics->actions++;
    game_request->began_ns = uv_hrtime();
    if (game_request->makes) {
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            if (game_request->asked.me[seat]) game_request->asked.setup.seat[seat].person = person;
        rooms_make(routes->setup.rooms, &game_request->asked.setup, person, end_game_request,
                   game_request);
        return;
    }
    const Message *message = &game_request->message;
    const Action action = {
        .kind = message_action_kind(message->kind),
        .game = message->game,
        .person = person,
        .seat = message->seat,
        .ply = message->ply,
        .move = text_of(message->move),
        .decline = message->decline,
    };
    rooms_act(routes->setup.rooms, &action, end_game_request, game_request);
}

static bool may_make(const Call *call)
{
    RateLimits *limits = call->routes->setup.limits;
    i64 now = route_now(call->routes), person = call->who.person.id;
    return limits_take_address(limits, LIMIT_MAKE, call->request->address, now, NULL) &&
           (!person || limits_take(limits, LIMIT_MAKE_OWN, (Text){ (char *)&person, sizeof person },
                                   now, NULL));
}

static GameRequest *game_request_new(const Call *call)
{
    GameRequest *game_request = calloc(1, sizeof *game_request);
    if (!game_request) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return NULL;
    }
    game_request->routes = call->routes;
    game_request->web = call->web;
    return game_request;
}

// --- challenges ----------------------------------------------------------------------------------

enum { CHALLENGES_TO_ONE = 3 }; // open at the same time

// Whose names stand in the set-up, and whether they want to be challenged.
static void read_invited(Call *call, Store *reading)
{
    GameRequest *game_request = call->asked;
    SetupAsked *asked = &game_request->asked;
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        StoredPerson person;
        char key[PERSON_NAME_MAX];
        const char *why;
        if (!*asked->invited[seat]) continue;
        if (name_key(text_of(asked->invited[seat]), key, NULL) != OK ||
            !store_person_by_key(reading, text_of(key), &person)) {
            route_fail(call, ERROR_NOT_FOUND,
                       "there is no account with the name of the invited player");
            return;
        }
        asked->setup.seat[seat].invited = person.id;
        if (!preferences_accept(reading, &call->who.person, &person, &asked->setup,
                                &game_request->invited[seat], &why)) {
            route_fail(call, ERROR_NOT_ACCEPTED, why);
            return;
        }
    }
}

typedef struct Pending {
    i64 maker, person;
    int open, games;  // challenges by the maker; games of the person
    int shared, slow; // of those, games with the maker, and games that may last for weeks
} Pending;

static bool count_pending(void *context, const Room *room)
{
    Pending *pending = context;
    bool waits = room->state == ROOM_OPEN && room_invited_seat(room, pending->person) >= 0;
    pending->open += waits && pending->maker && room->maker == pending->maker;
    if (!waits && room_seat_of(room, pending->person) < 0) return true;
    pending->games++;
    pending->shared += pending->maker && room_seat_of(room, pending->maker) >= 0;
    pending->slow += !speed_is_live(room->speed);
    return true;
}

// A bot plays as many games as it wants to. Half of them are for one person at most, and half for
// games without an end in sight: nobody keeps all others from playing with it.
static bool bot_has_place(const Call *call, const Invited *bot, const Pending *pending)
{
    const GameRequest *game_request = call->asked;
    int half = (bot->at_once + 1) / 2;
    bool slow = !speed_is_live(speed_of(&game_request->asked.setup.clock));
    const char *why = NULL;
    if (pending->games >= bot->at_once)
        why = "this bot plays as many games as it wants to";
    else if (pending->shared >= half)
        why = "you play enough games with this bot; others want to play it too";
    else if (slow && pending->slow >= half)
        why = "this bot plays enough games without a live clock";
    if (why) route_refuse(call, ERROR_NOT_ACCEPTED, why);
    return !why;
}

// Nobody is challenged again and again.
static bool may_challenge(Call *call, const Invited *invited)
{
    const RoutesSetup *setup = &call->routes->setup;
    i64 maker = call->who.person.id, now = route_now(call->routes), pair[2];
    Pending pending = { .maker = maker, .person = invited->person };
    rooms_each_of(setup->rooms, invited->person, count_pending, &pending);
    if (invited->kind == PERSON_BOT && !bot_has_place(call, invited, &pending)) return false;
    if (!limits_capacity(setup->limits, pending.open, CHALLENGES_TO_ONE)) {
        route_refuse(call, ERROR_TOO_MANY, "you have challenged this player already");
        return false;
    }
    pair[0] = maker;
    pair[1] = invited->person;
    if ((maker && !limits_take(setup->limits, LIMIT_CHALLENGE,
                               (Text){ (char *)&maker, sizeof maker }, now, NULL)) ||
        (maker && invited->kind != PERSON_BOT &&
         !limits_take(setup->limits, LIMIT_CHALLENGE_PAIR, (Text){ (char *)pair, sizeof pair }, now,
                      NULL))) {
        setup->metrics->too_fast++;
        route_refuse(call, ERROR_TOO_FAST, "too many challenges; wait a little");
        return false;
    }
    return true;
}

static void answer_invited(Call *call)
{
    GameRequest *game_request = call->asked;
    if (call->code != ERROR_NONE) {
        route_answer_read(call);
        return;
    }
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (game_request->invited[seat].person &&
            !may_challenge(call, &game_request->invited[seat]))
            return;
    call->asked = NULL;
    people_need(call->routes->setup.people, &call->who, call->request->secure, do_game_request,
                game_request);
}

void route_post_game(Call *call)
{
    Fault why;
    if (!route_may_play(call)) return;
    GameRequest *game_request = game_request_new(call);
    if (!game_request) return;
    game_request->makes = true;
    if (message_read_setup(call->request->body, &game_request->asked, &why) != OK) {
        route_refuse(call, ERROR_MALFORMED, why.message);
    } else if (!may_make(call)) {
        call->routes->setup.metrics->too_fast++;
        route_refuse(call, ERROR_TOO_FAST, "too many games; wait a little");
    } else if (!own_games_may_make(call->routes->setup.rooms, call->routes->setup.limits,
                                   call->who.person.id)) {
        route_refuse(call, ERROR_TOO_MANY, "you have too many games at once; call some off first");
    } else {
        bool invites = false;
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            invites = invites || *game_request->asked.invited[seat];
        if (invites) {
            call->asked = game_request;
            route_read(call, READ_SHORT, read_invited, answer_invited);
        } else {
            people_need(call->routes->setup.people, &call->who, call->request->secure,
                        do_game_request, game_request);
        }
        return;
    }
    free(game_request);
}

// Nobody becomes a person for a seat that cannot be had; false, and the request is refused.
static bool may_visit(const Call *call, i64 game)
{
    const Room *room = rooms_find(call->routes->setup.rooms, game);
    if (room && room->state == ROOM_OPEN) return true;
    if (!room)
        route_refuse(call, ERROR_NOT_FOUND, "there is no such game, or it is over");
    else if (room->state == ROOM_LIVE)
        route_refuse(call, ERROR_FULL, "the game has started");
    else
        route_refuse(call, ERROR_OVER, "the game is over");
    return false;
}

void route_post_action(Call *call)
{
    Fault why;
    MessageKind kind;
    i64 game;
    if (!game_id_read(call->part[1], &game)) {
        route_refuse(call, ERROR_NOT_FOUND, "there is no such game");
        return;
    }
    if (!message_action(call->part[2], &kind)) {
        route_refuse(call, ERROR_UNKNOWN, "there is no such action");
        return;
    }
    if (!route_may_play(call)) return;
    const Room *room = kind == MESSAGE_JOIN ? rooms_find(call->routes->setup.rooms, game) : NULL;
    if (room && !hub_seek_waits(call->routes->setup.hub, room)) {
        route_refuse(call, ERROR_AWAY, "whoever made this game is not there");
        return;
    }
    GameRequest *game_request = game_request_new(call);
    if (!game_request) return;
    if (message_read_action(call->request->body, kind, &game_request->message, &why) != OK) {
        route_refuse(call, ERROR_MALFORMED, why.message);
    } else if (!call->who.person.id && kind != MESSAGE_JOIN) {
        route_refuse(call, ERROR_NOT_SIGNED_IN, "nobody is signed in");
    } else if (kind == MESSAGE_REMATCH && !may_make(call)) { // a game is made
        call->routes->setup.metrics->too_fast++;
        route_refuse(call, ERROR_TOO_FAST, "too many games; wait a little");
    } else if (!call->who.person.id && !may_make(call)) { // a person is made
        call->routes->setup.metrics->too_fast++;
        route_refuse(call, ERROR_TOO_FAST, "too many new visitors; wait a little");
    } else if (!call->who.person.id && !may_visit(call, game)) {
        call->routes->setup.metrics->refused++;
    } else if (!own_games_may_act(call->routes->setup.rooms, call->routes->setup.limits,
                                  call->who.person.id, message_action_kind(kind), game)) {
        route_refuse(call, ERROR_TOO_MANY, "you have too many games at once; finish some first");
    } else {
        game_request->message.game = game;
        people_need(call->routes->setup.people, &call->who, call->request->secure, do_game_request,
                    game_request);
        return;
    }
    free(game_request);
}

// --- somebody to play with -----------------------------------------------------------------------

// A visitor who is about to wait for others on a socket.
typedef struct Visit {
    Routes *routes;
    WebCall *web;
} Visit;

static void end_visit(void *context, i64 id, const char *cookie)
{
    Visit *visit = context;
    Routes *routes = visit->routes;
    StoredPerson person;
    if (!id || !store_person(routes->setup.store, id, &person)) {
        reply_error(visit->web, ERROR_BUSY, "the server is overloaded; try again");
    } else {
        Json json = { 0 };
        presence_seen(routes->setup.presence, id, route_now(routes));
        routes_write_me(routes, &person, &json);
        reply_json(visit->web, 200, &json, cookie);
    }
    free(visit);
}

void route_post_visit(Call *call)
{
    Visit *visit = malloc(sizeof *visit);
    if (!visit) {
        route_refuse(call, ERROR_BUSY, "out of memory");
        return;
    }
    *visit = (Visit){ call->routes, call->web };
    if (!call->who.person.id && !may_make(call)) { // a person is made
        call->routes->setup.metrics->too_fast++;
        route_refuse(call, ERROR_TOO_FAST, "too many new visitors; wait a little");
        free(visit);
        return;
    }
    people_need(call->routes->setup.people, &call->who, call->request->secure, end_visit, visit);
}
