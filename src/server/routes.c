// SPDX-License-Identifier: MIT
#include "server/routes.h"

#include "server/batch.h"
#include "server/messages.h"
#include "server/names.h"
#include "server/origin.h"
#include "server/reply.h"
#include "server/secret.h"
#include "variants/variants.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE_DEFAULT = 20, // games of the archive in one answer
    PAGE_MOST = 50,
    RECORDS_MOST = 1000,
    QUERY_ROOM = 64,
    PARTS_MOST = 3, // of a path below /api/v1
};
static const char ROOT[] = "/api/v1/";

struct Routes {
    RoutesSetup setup;
    Batches batches;
    u64 began_ns;
};

// One request on its way through a handler.
typedef struct Call {
    Routes *routes;
    WebCall *web;
    const Request *request;
    Who who;
    Text part[PARTS_MOST]; // of the path
} Call;

static i64 now_ms(const Routes *routes)
{
    return routes->setup.now(routes->setup.owner);
}

static void refuse(const Call *call, const char *code, const char *text)
{
    reply_error(call->web, code, text);
}

// --- the asker -----------------------------------------------------------------------------------

typedef struct OwnGames {
    Routes *routes;
    Json *json;
} OwnGames;

static bool write_own_game(void *context, const Room *room)
{
    OwnGames *own = context;
    message_write_summary(own->json, NULL, room, hub_watchers(own->routes->setup.hub, room->id));
    return true;
}

void routes_write_me(Routes *routes, const StoredPerson *person, Json *json)
{
    js_object(json, NULL);
    message_write_person(json, "person", person->id, person->kind, person->name);
    js_array(json, "games");
    if (person->id)
        play_each_of(routes->setup.play, person->id, write_own_game, &(OwnGames){ routes, json });
    js_close(json, ']');
    js_object(json, "server");
    js_string(json, "version", routes->setup.version);
    js_close(json, '}');
    js_close(json, '}');
}

static void get_me(Call *call)
{
    Json json = { 0 };
    routes_write_me(call->routes, &call->who.person, &json);
    reply_json(call->web, 200, &json, NULL);
}

static void people_do(Call *call, PeopleAct act)
{
    people_act(call->routes->setup.people, act, call->web, call->request, &call->who);
}

static void post_register(Call *call)
{
    people_do(call, PEOPLE_REGISTER);
}
static void post_login(Call *call)
{
    people_do(call, PEOPLE_LOGIN);
}
static void post_logout(Call *call)
{
    people_do(call, PEOPLE_LOGOUT);
}
static void post_logout_everywhere(Call *call)
{
    people_do(call, PEOPLE_LOGOUT_EVERYWHERE);
}
static void post_password(Call *call)
{
    people_do(call, PEOPLE_PASSWORD);
}
static void post_delete_account(Call *call)
{
    people_do(call, PEOPLE_DELETE);
}
static void post_token(Call *call)
{
    people_do(call, PEOPLE_TOKEN);
}

static bool write_token(void *context, const StoredToken *token)
{
    message_write_token(context, token);
    return true;
}

static void get_tokens(Call *call)
{
    Json json = { 0 };
    js_object(&json, NULL);
    js_array(&json, "tokens");
    store_tokens(call->routes->setup.store, call->who.person.id, write_token, &json);
    js_close(&json, ']');
    js_close(&json, '}');
    reply_json(call->web, 200, &json, NULL);
}

static void delete_token(Call *call)
{
    i64 id;
    if (text_count(call->part[1], (i64)1 << 53, &id))
        people_drop_token(call->routes->setup.people, call->web, &call->who, id);
    else
        refuse(call, "not_found", "there is no such token");
}

static bool write_session(void *context, const StoredSession *session)
{
    Json *json = context;
    js_object(json, NULL);
    js_number(json, "created", session->created_ms);
    js_number(json, "expires", session->expires_ms);
    js_close(json, '}');
    return true;
}

static bool write_rating(void *context, const StoredRating *rating)
{
    message_write_rating(context, rating);
    return true;
}

static bool write_change(void *context, const StoredChange *change)
{
    message_write_change(context, change);
    return true;
}

static void get_export(Call *call)
{
    Routes *routes = call->routes;
    Store *store = routes->setup.store;
    const StoredPerson *person = &call->who.person;
    Json json = { 0 };
    js_object(&json, NULL);
    message_write_person(&json, "person", person->id, person->kind, person->name);
    js_number(&json, "created", person->created_ms);
    js_array(&json, "sessions");
    store_sessions(store, person->id, write_session, &json);
    js_close(&json, ']');
    js_array(&json, "tokens");
    store_tokens(store, person->id, write_token, &json);
    js_close(&json, ']');
    js_array(&json, "ratings");
    store_ratings(store, person->id, write_rating, &json);
    js_close(&json, ']');
    js_array(&json, "changes");
    store_changes(store, &(ChangeFilter){ .person = person->id }, write_change, &json);
    js_close(&json, ']');
    js_array(&json, "playing");
    play_each_of(routes->setup.play, person->id, write_own_game, &(OwnGames){ routes, &json });
    js_close(&json, ']');
    batch_export(&routes->batches, call->web, person->id, &json);
}

// --- others --------------------------------------------------------------------------------------

static bool find_person(Routes *routes, Text name, StoredPerson *person)
{
    char key[NAME_MOST];
    return name_key(name, key, NULL) == OK &&
           store_person_by_key(routes->setup.store, text_of(key), person);
}

static void get_person(Call *call)
{
    Store *store = call->routes->setup.store;
    StoredPerson person;
    PersonCounts counts = { 0 };
    if (!find_person(call->routes, call->part[1], &person)) {
        refuse(call, "not_found", "nobody has that name");
        return;
    }
    Json json = { 0 };
    js_object(&json, NULL);
    message_write_person(&json, "person", person.id, person.kind, person.name);
    js_number(&json, "created", person.created_ms);
    js_array(&json, "ratings");
    store_ratings(store, person.id, write_rating, &json);
    js_close(&json, ']');
    store_counts(store, person.id, &counts);
    message_write_counts(&json, "counts", &counts);
    js_close(&json, '}');
    reply_json(call->web, 200, &json, NULL);
}

static void get_person_ratings(Call *call)
{
    StoredPerson person;
    char variant[QUERY_ROOM] = "", speed[QUERY_ROOM] = "";
    if (!find_person(call->routes, call->part[1], &person)) {
        refuse(call, "not_found", "nobody has that name");
        return;
    }
    http_query(call->request->query, "variant", variant, sizeof variant);
    http_query(call->request->query, "speed", speed, sizeof speed);
    const ChangeFilter filter = { .person = person.id,
                                  .variant = text_of(variant),
                                  .speed = text_of(speed) };
    Json json = { 0 };
    js_object(&json, NULL);
    js_array(&json, "changes");
    store_changes(call->routes->setup.store, &filter, write_change, &json);
    js_close(&json, ']');
    js_close(&json, '}');
    reply_json(call->web, 200, &json, NULL);
}

// --- the archive ---------------------------------------------------------------------------------

typedef struct Query {
    char variant[QUERY_ROOM], speed[QUERY_ROOM], result[QUERY_ROOM];
    GameFilter filter;
} Query;

// A number in the query; false if it is there and is none.
static bool query_number(Text query, const char *name, i64 most, i64 *number)
{
    char text[QUERY_ROOM];
    return !http_query(query, name, text, sizeof text) || !*text ||
           text_count(text_of(text), most, number);
}

// True, or false and the request is refused.
static bool read_query(Call *call, i64 limit, i64 most, Query *query)
{
    Text text = call->request->query;
    GameFilter *filter = &query->filter;
    char player[4 * NAME_MOST], word[QUERY_ROOM];
    StoredPerson person;
    *query = (Query){ 0 };
    filter->open_only = true;
    http_query(text, "variant", query->variant, sizeof query->variant);
    http_query(text, "speed", query->speed, sizeof query->speed);
    http_query(text, "result", query->result, sizeof query->result);
    filter->variant = text_of(query->variant);
    filter->speed = text_of(query->speed);
    filter->result = text_of(query->result);
    if (http_query(text, "player", player, sizeof player) && *player) {
        if (!find_person(call->routes, text_of(player), &person)) {
            refuse(call, "not_found", "nobody has that name");
            return false;
        }
        filter->player = person.id;
    }
    if (http_query(text, "mine", word, sizeof word) && !strcmp(word, "true")) {
        if (!call->who.person.id) {
            refuse(call, "not_signed_in", "nobody is signed in");
            return false;
        }
        filter->player = call->who.person.id;
    }
    // Games that are not public are found by those who played them.
    if (filter->player && filter->player == call->who.person.id) filter->open_only = false;
    if (http_query(text, "rated", word, sizeof word) && *word)
        filter->rated = !strcmp(word, "true") ? RATED_ONLY : UNRATED_ONLY;
    if (http_query(text, "before", word, sizeof word) && *word &&
        !game_id_read(text_of(word), &filter->before)) {
        refuse(call, "malformed", "\"before\" is no game's id");
        return false;
    }
    if (!query_number(text, "since", (i64)1 << 53, &filter->since_ms) ||
        !query_number(text, "until", (i64)1 << 53, &filter->until_ms) ||
        !query_number(text, "limit", most, &limit) || !limit) {
        refuse(call, "malformed", "\"since\", \"until\" or \"limit\" is no number, or too large");
        return false;
    }
    filter->limit = (int)limit;
    return true;
}

typedef struct Found {
    i64 id[PAGE_MOST];
    int count;
} Found;

static bool note_game(void *context, const StoredGame *game)
{
    Found *found = context;
    found->id[found->count++] = game->id;
    return found->count < PAGE_MOST;
}

static void get_games(Call *call)
{
    Routes *routes = call->routes;
    Query query;
    Found found = { .count = 0 };
    i64 next = 0;
    if (!read_query(call, PAGE_DEFAULT, PAGE_MOST, &query)) return;
    if (!store_games(routes->setup.store, &query.filter, note_game, &found, &next)) {
        refuse(call, "failed", "the archive cannot be read");
        return;
    }
    Json json = { 0 };
    js_object(&json, NULL);
    js_array(&json, "games");
    for (int i = 0; i < found.count; i++) {
        Fault why;
        Room *room = play_load_over(routes->setup.store, found.id[i], &why);
        if (!room) continue;
        message_write_summary(&json, NULL, room, hub_watchers(routes->setup.hub, room->id));
        play_free_room(room);
    }
    js_close(&json, ']');
    message_write_game_id(&json, "next", next);
    js_close(&json, '}');
    reply_json(call->web, 200, &json, NULL);
}

static void get_archive(Call *call)
{
    Query query;
    if (read_query(call, RECORDS_MOST, RECORDS_MOST, &query))
        batch_records(&call->routes->batches, call->web, &query.filter);
}

// --- one game ------------------------------------------------------------------------------------

static void get_lobby(Call *call)
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
    record = room_record(room, now_ms(call->routes), &length);
    if (record) js_raw(&text, (Text){ record, length });
    if (!record) text.failed = true;
    free(record);
    game_id_write(room->id, name);
    strcat(name, ".txt");
    reply_file(call->web, &text, "text/plain; charset=utf-8", name);
}

static void get_game(Call *call)
{
    Routes *routes = call->routes;
    Text name = call->part[1];
    bool record =
        name.length == GAME_ID_LENGTH + 4 && text_is(text_from(name, GAME_ID_LENGTH), ".txt");
    Fault why = { .message = "" };
    i64 id;
    if (!game_id_read(record ? text_cut(name, 0, GAME_ID_LENGTH) : name, &id)) {
        refuse(call, "not_found", "there is no such game");
        return;
    }
    Room *loaded = NULL;
    const Room *room = play_find(routes->setup.play, id);
    if (!room) room = loaded = play_load_over(routes->setup.store, id, &why);
    if (!room) {
        refuse(call, *why.message ? "failed" : "not_found",
               *why.message ? "the game cannot be read" : "there is no such game");
    } else if (record) {
        answer_record(call, room);
    } else {
        Json json = { 0 };
        message_write_game(&json, NULL, room, call->who.person.id, now_ms(routes),
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
        message_write_game(&json, "game", room, deed->person, now_ms(routes), 0);
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
        if (!find_person(call->routes, text_of(asked->invited[seat]), &person)) {
            refuse(call, "not_found", "nobody has the name of the one invited");
            return false;
        }
        asked->setup.seat[seat].invited = person.id;
    }
    return true;
}

static bool may_make(const Call *call)
{
    Limits *limits = call->routes->setup.limits;
    i64 now = now_ms(call->routes), person = call->who.person.id;
    return limits_take_address(limits, LIMIT_MAKE, call->request->address, now, NULL) &&
           (!person || limits_take(limits, LIMIT_MAKE_OWN, (Text){ (char *)&person, sizeof person },
                                   now, NULL));
}

static Deed *deed_new(const Call *call)
{
    Deed *deed = calloc(1, sizeof *deed);
    if (!deed) {
        refuse(call, "failed", "out of memory");
        return NULL;
    }
    deed->routes = call->routes;
    deed->web = call->web;
    return deed;
}

static void post_game(Call *call)
{
    Fault why;
    Deed *deed = deed_new(call);
    if (!deed) return;
    deed->makes = true;
    if (message_read_setup(call->request->body, &deed->asked, &why) != OK) {
        refuse(call, "malformed", why.message);
    } else if (!may_make(call)) {
        call->routes->setup.metrics->too_fast++;
        refuse(call, "too_fast", "that are many games; wait a little");
    } else if (find_invited(call, &deed->asked)) {
        people_need(call->routes->setup.people, &call->who, call->request->secure, do_deed, deed);
        return;
    }
    free(deed);
}

static void post_action(Call *call)
{
    Fault why;
    MessageKind kind;
    i64 game;
    if (!game_id_read(call->part[1], &game)) {
        refuse(call, "not_found", "there is no such game");
        return;
    }
    if (!message_action(call->part[2], &kind)) {
        refuse(call, "unknown", "there is no such action");
        return;
    }
    Deed *deed = deed_new(call);
    if (!deed) return;
    if (message_read_action(call->request->body, kind, &deed->message, &why) != OK) {
        refuse(call, "malformed", why.message);
    } else if (!call->who.person.id && kind != MESSAGE_JOIN) {
        refuse(call, "not_signed_in", "nobody is signed in");
    } else if (!call->who.person.id && !may_make(call)) { // a person is made
        call->routes->setup.metrics->too_fast++;
        refuse(call, "too_fast", "too many new visitors; wait a little");
    } else {
        deed->message.game = game;
        people_need(call->routes->setup.people, &call->who, call->request->secure, do_deed, deed);
        return;
    }
    free(deed);
}

// --- health --------------------------------------------------------------------------------------

static Gauges gauges(const Routes *routes)
{
    PlayCounts counts = play_counts(routes->setup.play);
    Gauges gauges = {
        .games_open = counts.open,
        .games_live = counts.live,
        .moves = counts.moves,
        .store_waiting = counts.waiting,
        .thinking = counts.thinking,
        .uptime_s = (double)(uv_hrtime() - routes->began_ns) / 1e9,
        .version = routes->setup.version,
    };
    hub_gauges(routes->setup.hub, &gauges);
    return gauges;
}

static void get_health(Call *call)
{
    Gauges now = gauges(call->routes);
    Json json = { 0 };
    metrics_write_health(&now, &json);
    reply_json(call->web, 200, &json, NULL);
}

static void get_metrics(Call *call)
{
    Gauges now = gauges(call->routes);
    Json text = { 0 };
    if (!call->routes->setup.metrics_to_all && !origin_loopback(call->request->address)) {
        refuse(call, "forbidden", "only for this machine");
        return;
    }
    metrics_write(call->routes->setup.metrics, &now, &text);
    reply_file(call->web, &text, "text/plain; version=0.0.4; charset=utf-8", NULL);
}

// --- the table -----------------------------------------------------------------------------------

// A part "*" is any one. NEEDS_SESSION: somebody, if only a visitor; NEEDS_ACCOUNT: with a name.
enum { NEEDS_SESSION = 1, NEEDS_ACCOUNT = 2 };

static const struct {
    Method method;
    const char *path;
    void (*answer)(Call *call);
    int needs;
} ROUTES[] = {
    { METHOD_GET, "me", get_me, 0 },
    { METHOD_POST, "register", post_register, 0 },
    { METHOD_POST, "login", post_login, 0 },
    { METHOD_POST, "logout", post_logout, 0 },
    { METHOD_POST, "logout-everywhere", post_logout_everywhere, NEEDS_ACCOUNT },
    { METHOD_POST, "password", post_password, NEEDS_ACCOUNT },
    { METHOD_POST, "delete-account", post_delete_account, NEEDS_ACCOUNT },
    { METHOD_GET, "export", get_export, NEEDS_SESSION },
    { METHOD_GET, "tokens", get_tokens, NEEDS_ACCOUNT },
    { METHOD_POST, "tokens", post_token, NEEDS_ACCOUNT },
    { METHOD_DELETE, "tokens/*", delete_token, NEEDS_ACCOUNT },
    { METHOD_GET, "people/*", get_person, 0 },
    { METHOD_GET, "people/*/ratings", get_person_ratings, 0 },
    { METHOD_GET, "archive.txt", get_archive, 0 },
    { METHOD_GET, "lobby", get_lobby, 0 },
    { METHOD_GET, "games", get_games, 0 },
    { METHOD_POST, "games", post_game, 0 },
    { METHOD_GET, "games/*", get_game, 0 },
    { METHOD_POST, "games/*/*", post_action, 0 },
};
enum { ROUTE_COUNT = sizeof ROUTES / sizeof *ROUTES };

// Whether a path below the root fits a pattern; the parts come out either way.
static bool path_fits(Text path, const char *pattern, Text part[PARTS_MOST])
{
    Text rest = text_of(pattern), wanted;
    int count = 0;
    while (count < PARTS_MOST && text_split(&path, '/', &part[count])) {
        if (!text_split(&rest, '/', &wanted)) return false;
        if (!text_is(wanted, "*") && !text_equal(wanted, part[count])) return false;
        if (!part[count].length) return false;
        count++;
    }
    return !path.at && !rest.at;
}

bool routes_has(Text path)
{
    return text_is(text_cut(path, 0, 5), "/api/") || text_is(path, "/api") ||
           text_is(path, "/health") || text_is(path, "/metrics");
}

// Everything that is judged before the route is: limits, where it comes from, who it is.
static bool admit(Call *call, bool changes)
{
    Routes *routes = call->routes;
    const Request *request = call->request;
    i64 now = now_ms(routes);
    Limits *limits = routes->setup.limits;
    if (!limits_take_address(limits, changes ? LIMIT_ACT : LIMIT_READ, request->address, now,
                             NULL)) {
        routes->setup.metrics->too_fast++;
        refuse(call, "too_fast", "too many requests; wait a second");
        return false;
    }
    call->who = people_who(routes->setup.people, request);
    if (call->who.forged) {
        refuse(call, "not_signed_in", "that token is not valid");
        return false;
    }
    if (changes && !call->who.token && !origin_fits(request, routes->setup.origin)) {
        refuse(call, "origin", "the request comes from another site");
        return false;
    }
    if (request->method == METHOD_POST && !origin_json(request->content_type)) {
        refuse(call, "malformed", "the content type is not application/json");
        return false;
    }
    i64 person = call->who.person.id;
    if (changes && person &&
        !limits_take(limits, LIMIT_ACT_OWN, (Text){ (char *)&person, sizeof person }, now, NULL)) {
        routes->setup.metrics->too_fast++;
        refuse(call, "too_fast", "too many requests; wait a second");
        return false;
    }
    return true;
}

static void answer_route(Call *call, Text path)
{
    Method method = call->request->method == METHOD_HEAD ? METHOD_GET : call->request->method;
    const char *allow = NULL;
    for (int i = 0; i < ROUTE_COUNT; i++) {
        if (!path_fits(path, ROUTES[i].path, call->part)) continue;
        if (ROUTES[i].method != method) {
            bool both =
                allow || (i + 1 < ROUTE_COUNT && !strcmp(ROUTES[i].path, ROUTES[i + 1].path));
            allow = both                              ? "GET, HEAD, POST"
                    : ROUTES[i].method == METHOD_GET  ? "GET, HEAD"
                    : ROUTES[i].method == METHOD_POST ? "POST"
                                                      : "DELETE";
            continue;
        }
        if (!admit(call, method != METHOD_GET)) return;
        if ((ROUTES[i].needs && !call->who.person.id) ||
            (ROUTES[i].needs == NEEDS_ACCOUNT && !people_account(&call->who)))
            refuse(call, "not_signed_in", "sign in first");
        else
            ROUTES[i].answer(call);
        return;
    }
    reply_refused(call->web, &(Refused){ .code = "unknown",
                                         .text = allow ? "that is not done with this"
                                                       : "there is nothing here",
                                         .allow = allow });
}

void routes_answer(Routes *routes, WebCall *web, const Request *request)
{
    Call call = { .routes = routes, .web = web, .request = request };
    size_t root = sizeof ROOT - 1;
    bool reads = request->method == METHOD_GET || request->method == METHOD_HEAD;
    if (text_is(text_cut(request->path, 0, root), ROOT)) {
        answer_route(&call, text_from(request->path, root));
    } else if (!reads || text_is(text_cut(request->path, 0, 4), "/api")) {
        refuse(&call, "unknown", "there is nothing here");
    } else if (text_is(request->path, "/health")) {
        get_health(&call);
    } else {
        get_metrics(&call);
    }
}

int routes_admit(Routes *routes, const Request *request, Who *who)
{
    if (!limits_take_address(routes->setup.limits, LIMIT_SOCKET, request->address, now_ms(routes),
                             NULL)) {
        routes->setup.metrics->too_fast++;
        return 429;
    }
    *who = people_who(routes->setup.people, request);
    if (who->forged) return 401;
    if (!who->token && !origin_fits(request, routes->setup.origin)) return 403;
    // A browser always says where a socket's page is from.
    if (who->session && !request->origin.length) return 403;
    return 0;
}

// --- the whole -----------------------------------------------------------------------------------

Routes *routes_new(const RoutesSetup *setup)
{
    Routes *routes = calloc(1, sizeof *routes);
    if (!routes) return NULL;
    routes->setup = *setup;
    routes->batches = (Batches){
        .loop = setup->loop, .store = setup->store, .owner = setup->owner, .now = setup->now
    };
    routes->began_ns = uv_hrtime();
    return routes;
}

void routes_close(Routes *routes)
{
    routes->batches.closing = true;
}

void routes_free(Routes *routes)
{
    free(routes);
}
