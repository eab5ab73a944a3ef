// SPDX-License-Identifier: MIT
// Games: reading one, creating one, and acting in one, by HTTP and by socket.
//
// Uses: preferences
#include "server/api/call.h"
#include "server/api/hub.h"
#include "server/api/messages/game_view.h"
#include "server/api/messages/reply_messages.h"
#include "server/api/own_games.h"
#include "server/features/play/actions.h"
#include "server/features/play/setup_given.h"
#include "server/features/preferences/preferences.h"
#include "server/identity/names.h"
#include "server/identity/persons.h"
#include "server/kernel/secret.h"

#include <stdlib.h>
#include <string.h>

extern const Feature PLAY;

// --- one game ------------------------------------------------------------------------------------

static void get_lobby(Call *call)
{
    Json json = { 0 };
    lobby_write(call->app->hub, &json);
    reply_json(call->web, 200, &json, NULL);
}

// A request for a game.
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
    limits_charge_load(call->app->limits, call->request->address, app_now(call->app), call->plies);
    game_id_write(asked->id, name);
    strcat(name, ".txt");
    reply_file(call->web, &call->json, "text/plain; charset=utf-8", name);
}

// Reads a finished game that has left memory.
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

static void get_game(Call *call)
{
    const App *app = call->app;
    Text name = call->part[1];
    bool record =
        name.length == GAME_ID_LENGTH + 4 && text_is(text_from(name, GAME_ID_LENGTH), ".txt");
    GameAsked *asked = route_ask(call, sizeof *asked);
    if (!asked) return;
    if (!game_id_read(record ? text_cut(name, 0, GAME_ID_LENGTH) : name, &asked->id)) {
        route_refuse(call, ERROR_NOT_FOUND, "there is no such game");
        return;
    }
    asked->record = record;
    asked->person = call->who.person.id;
    asked->now = rooms_clock(app->rooms);
    asked->watchers = hub_watchers(app->hub, asked->id);
    const Room *room = rooms_find(app->rooms, asked->id);
    if (room) {
        write_game(asked, room, &call->json);
        answer_game(call);
    } else if (route_allowed(call, LIMIT_LOAD)) {
        route_read(call, READ_SHORT, read_game, answer_game);
    }
}

typedef struct LegalMove {
    char text[MOVE_TEXT_MAX];
} LegalMove;
static const Field LEGAL_MOVE_FIELDS[] = { FIELD(LegalMove, text) };
static const Shape LEGAL_MOVE = SHAPE_BARE(LegalMove, LEGAL_MOVE_FIELDS);

typedef struct LegalMoves {
    int ply, turn;
    LegalMove move[MOVES_MAX];
    int moves;
} LegalMoves;
static const Shape LEGAL_MOVES = SHAPE(
    LegalMoves, FIELD(LegalMoves, ply), FIELD(LegalMoves, turn, .flags = FIELD_NULL, .none = -1),
    FIELD_ARRAY(LegalMoves, move, moves, &LEGAL_MOVE, .key = "moves",
                .says = "in no particular order; none if there is no turn"));

// Answers with the legal moves of a game in progress.
static void get_moves(Call *call)
{
    i64 id;
    bool read = game_id_read(call->part[1], &id);
    const Room *room = read ? rooms_find(call->app->rooms, id) : NULL;
    if (!room) return route_refuse(call, ERROR_NOT_FOUND, "there is no such game, or it is over");
    const Position *position = &room->match.position;
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    LegalMoves legal;
    Json json = { 0 };
    legal.ply = (int)room->match.count;
    legal.turn = room_turn(room);
    legal.moves = legal.turn >= 0 ? game->moves(position, moves) : 0;
    for (int i = 0; i < legal.moves; i++) {
        Out out = out_to(legal.move[i].text, sizeof legal.move[i].text);
        game->write_move(position, moves[i], &out);
    }
    js_shape(&json, NULL, &LEGAL_MOVES, &legal, NULL);
    reply_json(call->web, 200, &json, NULL);
}

// --- making a game, and actions in one -----------------------------------------------------------

// A request for a new game. It lives until its person exists and the game is committed.
typedef struct GameRequest {
    const App *app;
    WebCall *web;
    bool makes;
    union {
        SetupGiven asked;
        ActionGiven action;
    };
    i64 person;
    char cookie[COOKIE_SIZE]; // empty: none
    u64 began_ns;
    Invited invited[PLAYERS_MAX]; // by seat, id 0 if the seat isn't reserved
} GameRequest;

typedef struct Made {
    GameView game;
} Made;
static const Field MADE_FIELDS[] = { FIELD_SHAPE(Made, game, &GAME_VIEW) };
static const Shape MADE = SHAPE_NAMED("MadeGame", Made, MADE_FIELDS);

static void write_made(Json *json, const Room *room, i64 person, i64 now)
{
    Made made;
    if (!game_view(&made.game, room, person, now, 0)) {
        json->lost = true;
        return;
    }
    js_shape(json, NULL, &MADE, &made, NULL);
    game_view_free(&made.game);
}

static void end_game_request(void *context, const ActResult *result)
{
    GameRequest *game_request = context;
    const App *app = game_request->app;
    Metrics *metrics = app->metrics;
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
    const Room *room = game_request->makes ? rooms_find(app->rooms, result->game) : NULL;
    if (room)
        write_made(&json, room, game_request->person, rooms_clock(app->rooms));
    else
        reply_write_done(&json, result->game);
    reply_json(game_request->web, game_request->makes ? 201 : 200, &json, cookie);
    free(game_request);
}

static void do_game_request(void *context, i64 person, const char *cookie)
{
    GameRequest *game_request = context;
    const App *app = game_request->app;
    if (!person) {
        end_game_request(
            game_request,
            &(ActResult){ .code = ERROR_BUSY, .text = "the server is overloaded; try again" });
        return;
    }
    game_request->person = person;
    presence_seen(app->presence, person, app_now(app));
    if (cookie) strcpy(game_request->cookie, cookie);
    app->metrics->actions++;
    game_request->began_ns = uv_hrtime();
    if (game_request->makes) {
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            if (game_request->asked.me[seat]) game_request->asked.setup.seat[seat].person = person;
        rooms_make(app->rooms, &game_request->asked.setup, person, end_game_request, game_request);
        return;
    }
    const Action action = action_of(&game_request->action, person, 0);
    rooms_act(app->rooms, &action, end_game_request, game_request);
}

static GameRequest *game_request_new(const Call *call)
{
    GameRequest *game_request = calloc(1, sizeof *game_request);
    if (!game_request) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return NULL;
    }
    game_request->app = call->app;
    game_request->web = call->web;
    return game_request;
}

// --- challenges ----------------------------------------------------------------------------------

enum { CHALLENGES_TO_ONE = 3 }; // open at the same time

// Finds the people named in the set-up, and whether they accept challenges.
static void read_invited(Call *call, Store *reading)
{
    GameRequest *game_request = call->asked;
    SetupGiven *asked = &game_request->asked;
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        StoredPerson person;
        char key[PERSON_NAME_MAX];
        const char *why;
        if (!*asked->invited[seat]) continue;
        if (name_key(text_of(asked->invited[seat]), key, NULL) != OK ||
            !person_by_key(reading, text_of(key), &person)) {
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

// A bot plays as many games as it wants to. One person gets at most half of them, and games without
// a time limit at most half, so that no player can occupy a bot.
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

// Limits how often one person is challenged.
static bool may_challenge(Call *call, const Invited *invited)
{
    const App *app = call->app;
    i64 maker = call->who.person.id, now = app_now(app), pair[2];
    Pending pending = { .maker = maker, .person = invited->person };
    rooms_each_of(app->rooms, invited->person, count_pending, &pending);
    if (invited->kind == PERSON_BOT && !bot_has_place(call, invited, &pending)) return false;
    if (!limits_capacity(app->limits, pending.open, CHALLENGES_TO_ONE)) {
        route_refuse(call, ERROR_TOO_MANY, "you have challenged this player already");
        return false;
    }
    pair[0] = maker;
    pair[1] = invited->person;
    if ((maker && !limits_take(app->limits, LIMIT_CHALLENGE, (Text){ (char *)&maker, sizeof maker },
                               now, NULL)) ||
        (maker && invited->kind != PERSON_BOT &&
         !limits_take(app->limits, LIMIT_CHALLENGE_PAIR, (Text){ (char *)pair, sizeof pair }, now,
                      NULL))) {
        app->metrics->too_fast++;
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
    people_need(call->app->people, &call->who, call->request->secure, do_game_request,
                game_request);
}

static void post_game(Call *call)
{
    Fault why;
    GameRequest *game_request = game_request_new(call);
    if (!game_request) return;
    game_request->makes = true;
    if (setup_given_read(call->request->body, &game_request->asked, &why) != OK) {
        route_refuse(call, ERROR_MALFORMED, why.message);
    } else if (!route_may_make(call)) {
        call->app->metrics->too_fast++;
        route_refuse(call, ERROR_TOO_FAST, "too many games; wait a little");
    } else if (!own_games_may_make(call->app->rooms, call->app->limits, call->who.person.id)) {
        route_refuse(call, ERROR_TOO_MANY, "you have too many games at once; call some off first");
    } else {
        bool invites = false;
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            invites = invites || *game_request->asked.invited[seat];
        if (invites) {
            call->asked = game_request;
            route_read(call, READ_SHORT, read_invited, answer_invited);
        } else {
            people_need(call->app->people, &call->who, call->request->secure, do_game_request,
                        game_request);
        }
        return;
    }
    free(game_request);
}

// Refuses the request and returns false if the seat isn't available, so that no person is made.
static bool may_visit(const Call *call, i64 game)
{
    const Room *room = rooms_find(call->app->rooms, game);
    if (room && room->state == ROOM_OPEN) return true;
    if (!room)
        route_refuse(call, ERROR_NOT_FOUND, "there is no such game, or it is over");
    else if (room->state == ROOM_LIVE)
        route_refuse(call, ERROR_FULL, "the game has started");
    else
        route_refuse(call, ERROR_OVER, "the game is over");
    return false;
}

static void post_action(Call *call)
{
    Fault why;
    i64 game;
    const SocketMessage *row = action_row(call->part[2]);
    if (!game_id_read(call->part[1], &game))
        return route_refuse(call, ERROR_NOT_FOUND, "there is no such game");
    if (!row) return route_refuse(call, ERROR_UNKNOWN, "there is no such action");
    if (!route_may_play(call)) return;
    const App *app = call->app;
    ActionGiven given = *(const ActionGiven *)row->shape->defaults;
    const Room *room = given.kind == ACT_JOIN ? rooms_find(app->rooms, game) : NULL;
    if (room && !hub_seek_waits(app->hub, room))
        return route_refuse(call, ERROR_AWAY, "whoever made this game is not there");
    if (action_read_body(call->request->body, row, &given, &why) != OK) {
        route_refuse(call, ERROR_MALFORMED, why.message);
    } else if (!call->who.person.id && given.kind != ACT_JOIN) {
        route_refuse(call, ERROR_NOT_SIGNED_IN, "nobody is signed in");
    } else if (given.kind == ACT_REMATCH && !route_may_make(call)) { // it creates a game
        app->metrics->too_fast++;
        route_refuse(call, ERROR_TOO_FAST, "too many games; wait a little");
    } else if (!call->who.person.id && !route_may_make(call)) { // it makes the visitor a person
        app->metrics->too_fast++;
        route_refuse(call, ERROR_TOO_FAST, "too many new visitors; wait a little");
    } else if (!call->who.person.id && !may_visit(call, game)) {
        app->metrics->refused++;
    } else if (!own_games_may_act(app->rooms, app->limits, call->who.person.id,
                                  (ActionKind)given.kind, game)) {
        route_refuse(call, ERROR_TOO_MANY, "you have too many games at once; finish some first");
    } else {
        GameRequest *game_request = game_request_new(call);
        if (!game_request) return;
        given.game = game;
        game_request->action = given;
        people_need(app->people, &call->who, call->request->secure, do_game_request, game_request);
    }
}

// --- the row -------------------------------------------------------------------------------------

static const Route PLAY_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "lobby",
      .answer = get_lobby,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &LOBBY,
      .errors = ERR_NO_OWN,
      .says = "open and live public games, and the pools of quick pairing" },
    { .method = METHOD_POST,
      .path = "games",
      .answer = post_game,
      .scope = SCOPE_PLAY,
      .role = FOR_ANYBODY,
      .plays = true,
      .body_shown = &SETUP_GIVEN,
      .rate = RATE_USUAL,
      TAKES_BODY(&RAW),
      .reply = &MADE,
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_NOT_ACCEPTED) | ERR(ERROR_TOO_MANY) |
                ERR(ERROR_NOT_RATED),
      .says = "creates a game (201)" },
    { .method = METHOD_GET,
      .path = "games/*",
      .answer = get_game,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &GAME_VIEW,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "a game; `/games/ID.txt` is its record" },
    { .method = METHOD_GET,
      .path = "games/*/moves",
      .answer = get_moves,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &LEGAL_MOVES,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "the legal moves of a game in progress" },
    { .method = METHOD_POST,
      .path = "games/*/*",
      .answer = post_action,
      .scope = SCOPE_PLAY,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_BODY(&RAW),
      .reply = &ACTED,
      .errors = ERR(ERROR_NOT_YOURS) | ERR(ERROR_NOT_FOUND) | ERR(ERROR_UNKNOWN) |
                ERR(ERROR_OUT_OF_TURN) | ERR(ERROR_STALE) | ERR(ERROR_OVER) |
                ERR(ERROR_NOT_STARTED) | ERR(ERROR_TAKEN) | ERR(ERROR_FULL) | ERR(ERROR_AWAY) |
                ERR(ERROR_TOO_MANY) | ERR(ERROR_ILLEGAL_MOVE) | ERR(ERROR_NOT_RATED) |
                ERR(ERROR_SUSPENDED),
      .says = "an action, named as the socket's message, whose fields the body has, without `t` "
              "and `game`. The answer to `rematch` and `join` has `game`" },
};

const Feature PLAY = {
    .name = "play",
    .tables = (const char *const[]){ NULL },
    .routes = PLAY_ROUTES,
    .routes_count = sizeof PLAY_ROUTES / sizeof *PLAY_ROUTES,
    .messages = ACTION_MESSAGES,
    .messages_count = ACTION_MESSAGES_COUNT,
};
