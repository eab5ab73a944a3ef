// SPDX-License-Identifier: MIT
// Every message of the API in both directions: accepted and refused input, and output for a short
// game.
#include "support/check.h"

#include "server/api/accounts/account_view.h"
#include "server/api/accounts/people.h"
#include "server/api/messages/game_view.h"
#include "server/api/messages/reply_messages.h"
#include "server/features/features.h"
#include "server/features/play/actions.h"
#include "server/features/play/setup_given.h"
#include "server/identity/person_ops.h"
#include "server/kernel/metrics.h"

#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

// --- reading -------------------------------------------------------------------------------------

typedef struct Received {
    const SocketMessage *row;
    i64 n;
    ActionGiven action; // of a row with actions
    char fields[512];   // of any other
} Received;

// Reads a socket's message as the hub does.
static Status receive(const char *text, Received *received, ErrorCode *code, Fault *why)
{
    OpenMessage message;
    int place;
    *code = ERROR_MALFORMED;
    Status status = message_open(text_of(text), &message, why);
    received->n = message.n;
    if (status != OK) return status;
    received->row = features_message(FEATURES, message.name, &place);
    if (!received->row) {
        *code = ERROR_UNKNOWN;
        message_close(&message);
        return MALFORMED;
    }
    const Shape *shape = received->row->shape;
    bool acts = received->row->receive == ACTION_MESSAGES[0].receive;
    void *into = acts ? (void *)&received->action : received->fields;
    assert_true(acts || shape->size <= sizeof received->fields);
    if (shape->defaults) memcpy(into, shape->defaults, shape->size);
    status = message_read(&message, shape, into, why);
    message_close(&message);
    return status;
}

static Received received(const char *text)
{
    Received received = { .n = -2 };
    ErrorCode code;
    Fault why;
    assert_int_equal(receive(text, &received, &code, &why), OK);
    return received;
}

static void messages_that_are(void **state)
{
    (void)state;
    Received message = received("{\"t\":\"move\",\"n\":7,\"game\":\"0aB1cD2e\",\"ply\":12,"
                                "\"move\":\"e3\"}");
    char id[GAME_ID_LENGTH + 1];
    game_id_write(message.action.game, id);
    assert_int_equal(message.action.kind, ACT_MOVE);
    assert_int_equal(message.n, 7);
    assert_string_equal(id, "0aB1cD2e");
    assert_int_equal(message.action.ply, 12);
    assert_string_equal(message.action.move, "e3");
    assert_int_equal(message.action.seat, NO_SEAT);

    static const struct {
        const char *name;
        ActionKind action;
    } ACTS[] = {
        { "join", ACT_JOIN },         { "leave", ACT_LEAVE },
        { "resign", ACT_RESIGN },     { "abort", ACT_ABORT },
        { "draw", ACT_DRAW },         { "nodraw", ACT_NODRAW },
        { "takeback", ACT_TAKEBACK }, { "notakeback", ACT_NOTAKEBACK },
        { "claim", ACT_CLAIM },       { "rematch", ACT_REMATCH },
        { "decline", ACT_DECLINE },
    };
    for (size_t i = 0; i < sizeof ACTS / sizeof *ACTS; i++) {
        char text[64];
        Out out = out_to(text, sizeof text);
        out_format(&out, "{\"game\":\"00000001\",\"t\":\"%s\"}", ACTS[i].name);
        message = received(text);
        assert_int_equal(message.action.kind, ACTS[i].action);
        assert_int_equal(message.action.game, 1);
        assert_int_equal(message.n, -1);
        assert_ptr_equal(action_row(text_of(ACTS[i].name)), message.row);
    }
    assert_int_equal(received("{\"t\":\"ping\",\"n\":0}").n, 0);
    assert_string_equal(received(" { \"t\" : \"bye\" } ").row->name, "bye");
    received("{\"t\":\"pair\",\"variant\":\"quoridor\",\"clock\":\"300+3\",\"rated\":true}");
    static const char *const PLAIN[] = { "lobby",      "unlobby",       "unpair",         "fill",
                                         "challenges", "notifications", "unnotifications" };
    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++) {
        char text[64];
        Out out = out_to(text, sizeof text);
        out_format(&out, "{\"t\":\"%s\"}", PLAIN[i]);
        assert_string_equal(received(text).row->name, PLAIN[i]);
    }
    assert_int_equal(received("{\"t\":\"join\",\"game\":\"zzzzzzzz\",\"seat\":3}").action.seat, 3);
}

static void messages_that_are_none(void **state)
{
    (void)state;
    static const struct {
        const char *text, *wrong;
    } CASES[] = {
        { "", "the message is not JSON: it ends in the wrong place" },
        { "{", "the message is not JSON: it ends in the wrong place" },
        { "{}", "\"t\" is missing" },
        { "[]", "the message is not a JSON object" },
        { "\"t\"", "the message is not a JSON object" },
        { "{\"t\":1}", "\"t\" is not a string" },
        { "{\"t\":null}", "\"t\" is not a string" },
        { "{\"t\":\"watch\"}", "\"game\" is missing" },
        { "{\"t\":\"pair\",\"variant\":\"quoridor\"}", "\"clock\" is missing" },
        { "{\"t\":\"pair\",\"variant\":\"quoridor\",\"clock\":5}", "\"clock\" is not a string" },
        { "{\"t\":\"pair\",\"variant\":\"q\",\"clock\":\"5\",\"rated\":1}",
          "\"rated\" is neither true nor false" },
        { "{\"t\":\"watch\",\"game\":7}", "\"game\" is not a string" },
        { "{\"t\":\"watch\",\"game\":\"00000000\"}", "\"game\" is not a game id" },
        { "{\"t\":\"watch\",\"game\":\"0aB1cD2\"}", "\"game\" is not a game id" },
        { "{\"t\":\"watch\",\"game\":\"0aB1cD2e3\"}", "\"game\" is longer than 8 bytes" },
        { "{\"t\":\"watch\",\"game\":\"0aB1\\u0000D2e\"}",
          "\"game\" has a character that is not allowed in text" },
        { "{\"t\":\"watch\",\"game\":\"0aB1cD2e\",\"ply\":1}", "unknown field 'ply'" },
        { "{\"t\":\"move\",\"game\":\"0aB1cD2e\",\"ply\":1}", "\"move\" is missing" },
        { "{\"t\":\"move\",\"game\":\"0aB1cD2e\",\"ply\":-1,\"move\":\"e2\"}",
          "\"ply\" is out of range" },
        { "{\"t\":\"move\",\"game\":\"0aB1cD2e\",\"ply\":1e3,\"move\":\"e2\"}",
          "\"ply\" is not a whole number" },
        { "{\"t\":\"move\",\"game\":\"0aB1cD2e\",\"ply\":999999999999999999,\"move\":\"e2\"}",
          "\"ply\" is out of range" },
        { "{\"t\":\"move\",\"ply\":9999999999999999999}", "a number has more than 18 digits" },
        { "{\"t\":\"move\",\"ply\":-99999999999999999999}", "a number has more than 18 digits" },
        { "{\"t\":\"move\",\"ply\":0.0000001234567890123456789}", "\"ply\" is not a whole number" },
        { "{\"t\":\"ping\",\"n\":\"99999999999999999999\"}", "\"n\" is not a whole number" },
        { "{\"t\":\"ping\t\"}", "the message is not JSON: control character in a string" },
        { "{\"t\":\"\\\"\n\"}", "the message is not JSON: control character in a string" },
        { "{\"t\":\"\xed\xa0\x80\"}", "the message is not JSON: invalid UTF-8" },
        { "{\"t\":\"\xc0\x80\"}", "the message is not JSON: invalid UTF-8" },
        { "{\"t\":\"\xc3\"}", "the message is not JSON: invalid UTF-8" },
        { "{\"t\":\"move\",\"game\":\"0aB1cD2e\",\"ply\":1,\"move\":[\"e2\"]}",
          "\"move\" is not a string" },
        { "{\"t\":\"move\",\"game\":\"0aB1cD2e\",\"ply\":1,\"move\":\"aaaaaaaaaaaaaaaa\"}",
          "\"move\" is longer than 15 bytes" },
        { "{\"t\":\"join\",\"game\":\"0aB1cD2e\",\"seat\":4}", "\"seat\" is out of range" },
        { "{\"t\":\"ping\",\"n\":\"1\"}", "\"n\" is not a whole number" },
        { "{\"t\":\"ping\",\"n\":-2}", "\"n\" is out of range" },
        { "{\"t\":\"ping\",\"x\":1}", "unknown field 'x'" },
        { "{\"t\":\"ping\"}{}", "the message is not JSON: it ends in the wrong place" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Received message;
        ErrorCode code = ERROR_NONE;
        Fault why = { .message = "" };
        assert_int_equal(receive(CASES[i].text, &message, &code, &why), MALFORMED);
        if (strncmp(why.message, "the message is not JSON:", 24) != 0)
            assert_string_equal(why.message, CASES[i].wrong);
        assert_int_equal(!strncmp(CASES[i].wrong, "the message is not JSON:", 24),
                         !strncmp(why.message, "the message is not JSON:", 24));
        assert_int_equal(code, ERROR_MALFORMED);
    }
    Received message;
    ErrorCode code;
    Fault why;
    assert_int_equal(receive("{\"n\":5,\"t\":\"dance\"}", &message, &code, &why), MALFORMED);
    assert_int_equal(code, ERROR_UNKNOWN);
    assert_int_equal(message.n, 5); // so that the refusal can name it
    assert_int_equal(receive("{\"t\":\"bye\\u0000\"}", &message, &code, &why), MALFORMED);
    assert_int_equal(code, ERROR_UNKNOWN);
}

// Reads a body by the row of POST /PATH.
static Status read_body(const char *path, const char *text, Body *body, Fault *why)
{
    for (const Feature *const *f = FEATURES; *f; f++)
        for (int i = 0; i < (*f)->routes_count; i++) {
            const Route *route = &(*f)->routes[i];
            if (route->method != METHOD_POST || strcmp(route->path, path) != 0) continue;
            assert_int_equal(route->body->size, sizeof *body);
            *body = *(const Body *)route->body->defaults;
            return shape_read_json(text_of(text), route->body, body, why);
        }
    fail_msg("no route %s", path);
    return MALFORMED;
}

static void texts_beyond_ascii(void **state)
{
    (void)state;
    Body body;
    Fault why = { .message = "" };
    static const char *const NAMES[] = { "Ж", "Şükrü Ağa", "aÿb", "棋", "🙂", "\xc2\x80" };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char text[64];
        Out out = out_to(text, sizeof text);
        out_format(&out, "{\"label\":\"%s\"}", NAMES[i]);
        assert_int_equal(read_body("tokens", text, &body, &why), OK);
        assert_string_equal(body.label, NAMES[i]);
    }
    static const char *const WRONG[] = {
        "{\"name\":\"Ж\",}", "{'name':'Ж'}",       "{\"name\":Ж}", "Ж{\"name\":\"a\"}",
        "{\"name\":\"a\"}Ж", "{\"name\":\"\\Ж\"}", "{\"Ж\":TRUE}", "{/*Ж*/}",
        "{\"name\":\"Ж\"",   "{\"name\":\"Ж\"}}",
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        assert_int_equal(read_body("tokens", WRONG[i], &body, &why), MALFORMED);
        assert_memory_equal(why.message, "the message is not JSON:", 24);
    }
    assert_int_equal(read_body("tokens", "{\"имя\":\"Ж\"}", &body, &why), MALFORMED);
    assert_string_equal(why.message, "unknown field '\?\?\?\?\?\?'");
}

static void actions_by_http(void **state)
{
    (void)state;
    ActionGiven given = { 0 };
    Fault why;
    const SocketMessage *move = action_row(text_of("move")),
                        *resign = action_row(text_of("resign"));
    assert_int_equal(action_read_body(text_of("{\"ply\":3,\"move\":\"e2\"}"), move, &given, &why),
                     OK);
    assert_int_equal(given.ply, 3);
    assert_int_equal(action_read_body(text_of("{}"), resign, &given, &why), OK);
    assert_int_equal(action_read_body(text_of("{\"n\":1}"), resign, &given, &why), MALFORMED);
    assert_string_equal(why.message, "unknown field 'n'");
    assert_int_equal(action_read_body(text_of("{\"game\":\"0aB1cD2e\"}"), resign, &given, &why),
                     MALFORMED);
    assert_null(action_row(text_of("ping")));
    assert_null(action_row(text_of("")));
}

static void bodies(void **state)
{
    (void)state;
    Body body;
    Fault why;
    const char *text = "{\"name\":\"Ada\",\"password\":\"x\\\"y\",\"bot\":true}";
    assert_int_equal(read_body("register", text, &body, &why), OK);
    assert_string_equal(body.name, "Ada");
    assert_string_equal(body.password, "x\"y");
    assert_true(body.bot);
    assert_int_equal(read_body("password", "{\"old\":\"a\",\"new\":\"b\"}", &body, &why), OK);
    assert_string_equal(body.password, "a");
    assert_string_equal(body.fresh, "b");
    assert_int_equal(read_body("register", "{\"name\":\"Ada\"}", &body, &why), MALFORMED);
    assert_string_equal(why.message, "\"password\" is missing");
    text = "{\"name\":\"A\",\"password\":\"b\",\"bot\":1}";
    assert_int_equal(read_body("register", text, &body, &why), MALFORMED);
    assert_string_equal(why.message, "\"bot\" is neither true nor false");
    assert_int_equal(read_body("login", "{\"label\":\"x\"}", &body, &why), MALFORMED);
    assert_string_equal(why.message, "unknown field 'label'");
    assert_int_equal(
        read_body("tokens", "{\"label\":\"x\",\"scopes\":[\"read\"],\"days\":7}", &body, &why), OK);
    assert_true(body.scopes == TOKEN_READ && body.days == 7);
    assert_int_equal(read_body("tokens", "{\"label\":\"x\",\"scopes\":[]}", &body, &why),
                     MALFORMED);
    assert_string_equal(why.message, "\"scopes\" is not an array of scopes");
}

static void setups(void **state)
{
    (void)state;
    SetupGiven asked;
    Fault why;
    assert_int_equal(setup_given_read(text_of("{\"variant\":\"quoridor\"}"), &asked, &why), OK);
    assert_true(asked.me[0] && !asked.me[1] && asked.setup.open_to_all && !asked.setup.rated);
    assert_true(clock_spec_none(&asked.setup.clock));
    assert_int_equal(
        setup_given_read(
            text_of(
                "{\"variant\":\"abalone-4\",\"clock\":\"600+5+3x30\",\"lot\":true,\"rated\":true,"
                "\"public\":false,\"seats\":[\"open\",{\"invite\":\"Ada\"},{\"computer\":5},\"me\"]"
                "}"),
            &asked, &why),
        OK);
    assert_true(asked.me[3] && !asked.me[0]);
    assert_string_equal(asked.invited[1], "Ada");
    assert_int_equal(asked.setup.seat[2].level, 5);
    assert_int_equal(asked.setup.clock.periods, 3);
    assert_true(asked.setup.lot && asked.setup.rated && !asked.setup.open_to_all);
    assert_int_equal(
        setup_given_read(text_of("{\"variant\":\"abalone\",\"layout\":\"belgian-daisy\"}"), &asked,
                         &why),
        OK);
    assert_string_equal(setup_layout(&asked.setup.start)->name, "belgian-daisy");
    assert_int_equal(
        setup_given_read(
            text_of("{\"variant\":\"quoridor\",\"position\":\"e3 / - / e2 e8 / 9 10 / 1\"}"),
            &asked, &why),
        OK);
    assert_string_equal(position_text(&asked.setup.start).at, "e3 / - / e2 e8 / 9 10 / 1");

    static const struct {
        const char *text, *wrong;
    } CASES[] = {
        { "{}", "\"variant\" is missing" },
        { "{\"variant\":\"chess\"}", "there is no variant 'chess'" },
        { "{\"variant\":null}", "\"variant\" is null" },
        { "{\"variant\":\"quoridor\",\"x\":1}", "unknown field 'x'" },
        { "{\"variant\":\"quoridor\",\"layout\":\"x\"}", "there is no layout 'x'" },
        { "{\"variant\":\"quoridor\",\"layout\":\"standard\",\"position\":\"x\"}",
          "give \"layout\" or \"position\", not both" },
        { "{\"variant\":\"quoridor\",\"seats\":{}}", "\"seats\" is not an array" },
        { "{\"variant\":\"quoridor\",\"seats\":[\"me\"]}", "\"seats\" does not have 2 members" },
        { "{\"variant\":\"quoridor\",\"seats\":[\"me\",\"me\"]}", "only one seat is \"me\"" },
        { "{\"variant\":\"quoridor\",\"seats\":[\"me\",{\"computer\":0}]}",
          "\"computer\" is out of range" },
        { "{\"variant\":\"quoridor\",\"seats\":[\"me\",{}]}",
          "a seat is \"me\", \"open\", {\"invite\":NAME} or {\"computer\":LEVEL}" },
        { "{\"variant\":\"quoridor\",\"seats\":[\"me\",\"somebody\"]}",
          "a seat is \"me\", \"open\", {\"invite\":NAME} or {\"computer\":LEVEL}" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_int_equal(setup_given_read(text_of(CASES[i].text), &asked, &why), MALFORMED);
        assert_string_equal(why.message, CASES[i].wrong);
    }
}

// --- writing -------------------------------------------------------------------------------------

// The text, which must be JSON; valid until the next call.
static const char *text_of_json(Json *json)
{
    static char text[8192];
    assert_false(json->lost);
    assert_in_range(json->length, 1, sizeof text - 1);
    memcpy(text, json->at, json->length);
    text[json->length] = '\0';
    struct json_object *parsed = json_tokener_parse(text);
    assert_non_null(parsed);
    json_object_put(parsed);
    js_free(json);
    return text;
}

static void small_messages(void **state)
{
    (void)state;
    Json json = { 0 };
    i64 game;
    assert_true(game_id_read(text_of("0aB1cD2e"), &game));
    reply_write_ok(&json, 7, 0);
    assert_string_equal(text_of_json(&json), "{\"t\":\"ok\",\"n\":7}");
    reply_write_ok(&json, -1, game);
    assert_string_equal(text_of_json(&json), "{\"t\":\"ok\",\"n\":null,\"game\":\"0aB1cD2e\"}");
    reply_write_error(&json, 3, ERROR_ILLEGAL_MOVE, "it \"cannot\" be", REFUSED_NO_WALLS);
    assert_string_equal(text_of_json(&json),
                        "{\"t\":\"error\",\"n\":3,\"code\":\"illegal_move\",\"text\":\"it "
                        "\\\"cannot\\\" be\",\"rule\":\"no-walls-left\"}");
    reply_write_refusal(&json, ERROR_OVER, "the game is over", ALLOWED);
    assert_string_equal(text_of_json(&json),
                        "{\"error\":{\"code\":\"over\",\"text\":\"the game is over\"}}");
    reply_write_pong(&json, 1, -1);
    assert_string_equal(text_of_json(&json), "{\"t\":\"pong\",\"n\":1,\"lag\":null}");
    game_write_watchers(&json, game, 5);
    assert_string_equal(text_of_json(&json), "{\"t\":\"watchers\",\"game\":\"0aB1cD2e\",\"n\":5}");
    game_write_rematch(&json, game, 1);
    assert_string_equal(text_of_json(&json),
                        "{\"t\":\"rematch\",\"game\":\"0aB1cD2e\",\"next\":\"00000001\"}");
    reply_write_bye(&json, "the server is stopping");
    assert_string_equal(text_of_json(&json), "{\"t\":\"bye\",\"text\":\"the server is stopping\"}");
    PersonShown person;
    person_shown(&person, 123, PERSON_ACCOUNT, "Ada");
    js_shape(&json, NULL, &PERSON_SHOWN, &person, NULL);
    assert_string_equal(text_of_json(&json),
                        "{\"id\":\"123\",\"name\":\"Ada\",\"kind\":\"account\"}");
    person_shown(&person, 9, PERSON_GONE, "");
    js_shape(&json, NULL, &PERSON_SHOWN, &person, NULL);
    assert_string_equal(text_of_json(&json), "{\"id\":\"9\",\"name\":null,\"kind\":\"gone\"}");
    new_token_write(
        &json,
        &(TokenGrant){ .id = 5, .label = text_of("bot"), .created_ms = 5, .scopes = TOKEN_PLAY },
        "SECRET");
    assert_string_equal(text_of_json(&json),
                        "{\"id\":\"5\",\"label\":\"bot\",\"created\":5,\"scopes\":[\"play\"],"
                        "\"expires\":null,\"used\":null,\"token\":\"mey_SECRET\"}");
}

static void texts_that_would_break_json(void **state)
{
    (void)state;
    Json json = { 0 };
    js_array(&json, NULL);
    js_text(&json, NULL, text_of("\"\\/\n\x01\x7f"));
    js_text(&json, NULL, text_of("İ太😀"));
    js_text(&json, NULL,
            text_of("a\xff"
                    "b\xc3"));
    js_text(&json, NULL, text_of("\xed\xa0\x80"));
    js_number(&json, NULL, INT64_MIN);
    js_string(&json, NULL, NULL);
    js_close(&json, ']');
    assert_string_equal(text_of_json(&json),
                        "[\"\\\"\\\\/\\u000a\\u0001\x7f\",\"İ太😀\",\"a\xef\xbf\xbd"
                        "b\xef\xbf\xbd\","
                        "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\",-9223372036854775808,null]");
}

// Two people sit down and one moves.
static void rooms_a_little(Room *room, News *news, Event *last)
{
    GameSetup setup = { .open_to_all = true, .seat = { { .person = 11 } } };
    Fault why;
    variant_start(variant_find(text_of("quoridor")), &setup.start);
    assert_int_equal(clock_read(text_of("300+2"), &setup.clock, &why), OK);
    room_start(room, 1, 11, 1000, &setup);
    Event sit = { .kind = EVENT_SIT, .number = 0, .at = 2000, .seat = 1, .person = 22 };
    Event start = { .kind = EVENT_START,
                    .number = 1,
                    .at = 2000,
                    .sitter = { { .person = 11 }, { .person = 22 } } };
    Event move = { .kind = EVENT_MOVE,
                   .number = 2,
                   .at = 5000,
                   .move = "e2",
                   .clock = { .main = 299000 },
                   .lag_ms = 40 };
    assert_int_equal(room_apply(room, &sit, &why), OK);
    assert_int_equal(room_apply(room, &start, &why), OK);
    assert_int_equal(room_grow(room, &why), OK);
    assert_int_equal(room_apply(room, &move, &why), OK);
    *last = move;
    *news = (News){
        .kind = NEWS_EVENT, .game = 1, .room = room, .event = last, .turn = 1, .now = 5001
    };
    for (int seat = 0; seat < 2; seat++)
        news->clock[seat] = room_clock(room, seat, 5001);
}

static void a_game_and_its_events(void **state)
{
    (void)state;
    Room room = { 0 };
    News news;
    Event event;
    Json json = { 0 };
    rooms_a_little(&room, &news, &event);
    game_write_event(&json, &news);
    assert_string_equal(text_of_json(&json),
                        "{\"t\":\"event\",\"game\":\"00000001\",\"number\":2,\"kind\":\"move\","
                        "\"at\":5000,\"seat\":0,"
                        "\"ply\":0,\"move\":\"e2\",\"lag\":40,\"clocks\":[{\"main\":299000,"
                        "\"period\":0,\"periods\":0},"
                        "{\"main\":299999,\"period\":0,\"periods\":0}],\"turn\":1,\"now\":5001}");
    game_write(&json, NULL, &room, 22, 6000, 3);
    const char *text = text_of_json(&json);
    static const char *const PARTS[] = {
        "{\"id\":\"00000001\",\"variant\":\"quoridor\",\"layout\":\"standard\",\"clock\":\"300+2\","
        "\"speed\":\"blitz\",\"rated\":false,\"public\":true,\"state\":\"live\",\"created\":1000,"
        "\"ended\":null,\"seats\":[{\"person\":{\"id\":\"11\",",
        "\"plies\":1,\"turn\":1,\"result\":\"*\",\"reason\":null,\"position\":\"- / - / e2 e9 / 10 "
        "10 / "
        "2\",\"watchers\":3,\"start\":\"- / - / e1 e9 / 10 10 / "
        "1\",\"number\":2,\"moves\":[\"e2\"],"
        "\"leaves\":[],\"lot\":false,\"clocks\":[{\"main\":299000,\"period\":0,\"periods\":0},{"
        "\"main\":"
        "299000,\"period\":0,\"periods\":0}],\"running\":true,\"waiting\":false,\"now\":6000,"
        "\"first_move\":20000,\"draw\":[],\"takeback\":"
        "null,\"rematch\":null,\"you\":[1],\"maker\":false,\"ratings\":null}",
    };
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        assert_non_null(strstr(text, PARTS[i]));
    summary_write(&json, NULL, &room, 3);
    assert_null(strstr(text_of_json(&json), "moves"));
    game_write_here(&json, &room);
    assert_string_equal(text_of_json(&json),
                        "{\"t\":\"here\",\"game\":\"00000001\",\"here\":[false,false],"
                        "\"claim\":[null,null]}");

    // Every kind of event is JSON.
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        event.kind = (EventKind)kind;
        game_write_event(&json, &news);
        char expected[32];
        Out out = out_to(expected, sizeof expected);
        out_format(&out, "\"kind\":\"%s\"", event_name((EventKind)kind));
        assert_non_null(strstr(text_of_json(&json), expected));
    }
    room_free_plies(&room);
}

// A stranger learns that nothing can be saved, but not the database's address.
static void health(void **state)
{
    (void)state;
    Gauges gauges = { .version = "1", .health = { .failing = true } };
    snprintf(gauges.health.cause, sizeof gauges.health.cause,
             "connection to \"db.internal\" failed");
    for (int operator= 0; operator<2; operator++) {
        Json json = { 0 };
        metrics_write_health(&gauges, operator, & json);
        char *text = js_take(&json).at;
        assert_non_null(strstr(text, "\"reason\":\"nothing can be saved"));
        assert_int_equal(strstr(text, "db.internal") != NULL, operator);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_that_are),
        cmocka_unit_test(messages_that_are_none),
        cmocka_unit_test(texts_beyond_ascii),
        cmocka_unit_test(actions_by_http),
        cmocka_unit_test(bodies),
        cmocka_unit_test(health),
        cmocka_unit_test(setups),
        cmocka_unit_test(small_messages),
        cmocka_unit_test(texts_that_would_break_json),
        cmocka_unit_test(a_game_and_its_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
