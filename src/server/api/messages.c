// SPDX-License-Identifier: MIT
#include "server/api/messages.h"

#include "engine/levels.h"
#include "server/api/secret.h"
#include "server/rating/ratings.h"
#include "variants/variants.h"

#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

// --- reading -------------------------------------------------------------------------------------

enum { DEPTH_MAX = 4 }; // a set-up's seats are objects in an array in an object
#define NUMBER_MAX ((i64)1 << 53)

// An object to be given back with json_object_put; NULL, and why.
static struct json_object *parse(Text text, Fault *why)
{
    struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MAX);
    struct json_object *object = NULL;
    if (!tokener) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    if (text.length && text.length < 1 << 20)
        object = json_tokener_parse_ex(tokener, text.at, (int)text.length);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    bool whole = object && json_tokener_get_parse_end(tokener) == text.length;
    json_tokener_free(tokener);
    if (whole && json_object_is_type(object, json_type_object)) return object;
    if (object && whole)
        fault(why, MALFORMED, "the message is no JSON object");
    else if (object || error == json_tokener_continue || error == json_tokener_success)
        fault(why, MALFORMED, "the message is no JSON: it ends in the wrong place");
    else
        fault(why, MALFORMED, "the message is no JSON: %s", json_tokener_error_desc(error));
    json_object_put(object);
    return NULL;
}

// The readers of one field say what it should have been.
static Status read_text(struct json_object *value, const char *key, char *room, size_t size,
                        Fault *why)
{
    if (!json_object_is_type(value, json_type_string))
        return fault(why, MALFORMED, "\"%s\" is no text", key);
    size_t length = (size_t)json_object_get_string_len(value);
    const char *at = json_object_get_string(value);
    if (memchr(at, '\0', length))
        return fault(why, MALFORMED, "\"%s\" has a character that no text has", key);
    if (length >= size)
        return fault(why, MALFORMED, "\"%s\" is longer than %d bytes", key, (int)size - 1);
    memcpy(room, at, length + 1);
    return OK;
}

static Status read_number(struct json_object *value, const char *key, i64 most, i64 *number,
                          Fault *why)
{
    if (!json_object_is_type(value, json_type_int))
        return fault(why, MALFORMED, "\"%s\" is no whole number", key);
    i64 read = json_object_get_int64(value);
    if (read < 0 || read > most) return fault(why, MALFORMED, "\"%s\" is out of range", key);
    *number = read;
    return OK;
}

static Status read_bool(struct json_object *value, const char *key, bool *yes, Fault *why)
{
    if (!json_object_is_type(value, json_type_boolean))
        return fault(why, MALFORMED, "\"%s\" is neither true nor false", key);
    *yes = json_object_get_boolean(value);
    return OK;
}

// --- messages of a socket, and actions -----------------------------------------------------------

enum {
    FIELD_KIND = 1,
    FIELD_N = 2,
    FIELD_GAME = 4,
    FIELD_SEAT = 8,
    FIELD_PLY = 16,
    FIELD_MOVE = 32
};

static const char *const FIELD_NAMES[] = { "t", "n", "game", "seat", "ply", "move" };
enum { FIELDS = sizeof FIELD_NAMES / sizeof *FIELD_NAMES };

static const struct {
    const char *name;
    u8 needs, may; // beside the kind and the number
} KINDS[MESSAGES] = {
    [MESSAGE_WATCH] = { "watch", FIELD_GAME, 0 },
    [MESSAGE_UNWATCH] = { "unwatch", FIELD_GAME, 0 },
    [MESSAGE_LOBBY] = { "lobby", 0, 0 },
    [MESSAGE_UNLOBBY] = { "unlobby", 0, 0 },
    [MESSAGE_PING] = { "ping", 0, 0 },
    [MESSAGE_BYE] = { "bye", 0, 0 },
    [MESSAGE_JOIN] = { "join", FIELD_GAME, FIELD_SEAT },
    [MESSAGE_LEAVE] = { "leave", FIELD_GAME, 0 },
    [MESSAGE_MOVE] = { "move", FIELD_GAME | FIELD_PLY | FIELD_MOVE, 0 },
    [MESSAGE_RESIGN] = { "resign", FIELD_GAME, 0 },
    [MESSAGE_ABORT] = { "abort", FIELD_GAME, 0 },
    [MESSAGE_DRAW] = { "draw", FIELD_GAME, 0 },
    [MESSAGE_NODRAW] = { "nodraw", FIELD_GAME, 0 },
    [MESSAGE_TAKEBACK] = { "takeback", FIELD_GAME, 0 },
    [MESSAGE_NOTAKEBACK] = { "notakeback", FIELD_GAME, 0 },
    [MESSAGE_CLAIM] = { "claim", FIELD_GAME, 0 },
    [MESSAGE_REMATCH] = { "rematch", FIELD_GAME, 0 },
};

static bool find_kind(Text name, MessageKind first, MessageKind *kind)
{
    for (int i = (int)first; i < MESSAGES; i++)
        if (text_is(name, KINDS[i].name)) {
            *kind = (MessageKind)i;
            return true;
        }
    return false;
}

static Status read_field(struct json_object *value, int field, Message *message, Fault *why)
{
    const char *key = FIELD_NAMES[field];
    char game[GAME_ID_LENGTH + 1];
    i64 number = 0;
    Status status;
    switch (1 << field) {
    case FIELD_GAME:
        status = read_text(value, key, game, sizeof game, why);
        if (status == OK && !game_id_read(text_of(game), &message->game))
            status = fault(why, MALFORMED, "\"game\" is no game's id");
        return status;
    case FIELD_SEAT:
        status = read_number(value, key, PLAYERS_MAX - 1, &number, why);
        message->seat = (int)number;
        return status;
    case FIELD_PLY:
        status = read_number(value, key, 1000000, &number, why);
        message->ply = (int)number;
        return status;
    case FIELD_MOVE: return read_text(value, key, message->move, sizeof message->move, why);
    default: return OK; // read before
    }
}

// All fields but the kind and the number, of which `allowed` may and `needed` must be there.
static Status read_fields(struct json_object *object, int needed, int allowed, Message *message,
                          Fault *why)
{
    int seen = 0;
    json_object_object_foreach(object, key, value)
    {
        int field = 0;
        while (field < FIELDS && strcmp(FIELD_NAMES[field], key))
            field++;
        if (field == FIELDS || !(allowed & 1 << field))
            return fault(why, MALFORMED, "unknown field %q", text_of(key));
        Status status = read_field(value, field, message, why);
        if (status != OK) return status;
        seen |= 1 << field;
    }
    for (int field = 0; field < FIELDS; field++)
        if (needed & ~seen & 1 << field)
            return fault(why, MALFORMED, "\"%s\" is missing", FIELD_NAMES[field]);
    return OK;
}

static const Message NO_MESSAGE = { .n = -1, .seat = NO_SEAT, .ply = -1 };

static Status read_message(struct json_object *object, Message *message, const char **code,
                           Fault *why)
{
    struct json_object *value;
    char name[16];
    if (json_object_object_get_ex(object, "n", &value)) {
        Status status = read_number(value, "n", NUMBER_MAX, &message->n, why);
        if (status != OK) return status;
    }
    if (!json_object_object_get_ex(object, "t", &value))
        return fault(why, MALFORMED, "\"t\" is missing");
    if (!json_object_is_type(value, json_type_string))
        return fault(why, MALFORMED, "\"t\" is no text");
    if (read_text(value, "t", name, sizeof name, NULL) != OK ||
        !find_kind(text_of(name), MESSAGE_WATCH, &message->kind)) {
        *code = "unknown";
        return fault(why, MALFORMED, "there is no message %q",
                     text_of(json_object_get_string(value)));
    }
    int needs = KINDS[message->kind].needs;
    return read_fields(object, needs, needs | KINDS[message->kind].may | FIELD_KIND | FIELD_N,
                       message, why);
}

Status message_read(Text text, Message *message, const char **code, Fault *why)
{
    *message = NO_MESSAGE;
    *code = "malformed";
    struct json_object *object = parse(text, why);
    if (!object) return MALFORMED;
    Status status = read_message(object, message, code, why);
    json_object_put(object);
    return status;
}

bool message_action(Text word, MessageKind *kind)
{
    return find_kind(word, MESSAGE_JOIN, kind);
}

Status message_read_action(Text body, MessageKind kind, Message *message, Fault *why)
{
    *message = NO_MESSAGE;
    message->kind = kind;
    struct json_object *object = parse(body, why);
    if (!object) return MALFORMED;
    int needs = KINDS[kind].needs & ~FIELD_GAME;
    Status status = read_fields(object, needs, needs | KINDS[kind].may, message, why);
    json_object_put(object);
    return status;
}

// --- bodies about people -------------------------------------------------------------------------

static Status read_body(struct json_object *object, int needs, int may, Body *body, Fault *why)
{
    const struct {
        const char *key;
        char *room;
        size_t size;
    } texts[] = {
        { "name", body->name, sizeof body->name },
        { "password", body->password, sizeof body->password },
        { "old", body->password, sizeof body->password },
        { "new", body->fresh, sizeof body->fresh },
        { "label", body->label, sizeof body->label },
        { "bot", NULL, 0 },
    };
    enum { KEYS = sizeof texts / sizeof *texts };
    int seen = 0;
    json_object_object_foreach(object, key, value)
    {
        int i = 0;
        while (i < KEYS && strcmp(texts[i].key, key))
            i++;
        if (i == KEYS || !((needs | may) & 1 << i))
            return fault(why, MALFORMED, "unknown field %q", text_of(key));
        Status status = texts[i].room ? read_text(value, key, texts[i].room, texts[i].size, why)
                                      : read_bool(value, key, &body->bot, why);
        if (status != OK) return status;
        seen |= 1 << i;
    }
    for (int i = 0; i < KEYS; i++)
        if (needs & ~seen & 1 << i) return fault(why, MALFORMED, "\"%s\" is missing", texts[i].key);
    return OK;
}

Status message_read_body(Text text, int needs, int may, Body *body, Fault *why)
{
    *body = (Body){ 0 };
    struct json_object *object = parse(text, why);
    if (!object) return MALFORMED;
    Status status = read_body(object, needs, may, body, why);
    json_object_put(object);
    return status;
}

// --- set-ups -------------------------------------------------------------------------------------

// "open", "me", {"invite":"Ada"} or {"computer":5}
static Status read_seat(struct json_object *value, int seat, SetupAsked *asked, Fault *why)
{
    struct json_object *inner;
    char word[8];
    i64 level = 0;
    if (json_object_is_type(value, json_type_string)) {
        bool fits = read_text(value, "seats", word, sizeof word, NULL) == OK;
        asked->me[seat] = fits && !strcmp(word, "me");
        if (asked->me[seat] || (fits && !strcmp(word, "open"))) return OK;
    } else if (json_object_is_type(value, json_type_object) &&
               json_object_object_length(value) == 1) {
        if (json_object_object_get_ex(value, "invite", &inner))
            return read_text(inner, "invite", asked->invited[seat], PERSON_NAME_MAX, why);
        if (json_object_object_get_ex(value, "computer", &inner)) {
            Status status = read_number(inner, "computer", LEVELS, &level, why);
            if (status == OK && !level)
                status = fault(why, MALFORMED, "\"computer\" is out of range");
            asked->setup.seat[seat].level = (u8)level;
            return status;
        }
    }
    return fault(why, MALFORMED,
                 "a seat is \"me\", \"open\", {\"invite\":NAME} or {\"computer\":LEVEL}");
}

static Status read_seats(struct json_object *seats, int players, SetupAsked *asked, Fault *why)
{
    if (!seats) {
        asked->me[0] = true;
        return OK;
    }
    if (!json_object_is_type(seats, json_type_array))
        return fault(why, MALFORMED, "\"seats\" is no array");
    if (json_object_array_length(seats) != (size_t)players)
        return fault(why, MALFORMED, "\"seats\" has not %d members", players);
    int mine = 0;
    for (int seat = 0; seat < players; seat++) {
        Status status = read_seat(json_object_array_get_idx(seats, (size_t)seat), seat, asked, why);
        if (status != OK) return status;
        mine += asked->me[seat];
    }
    if (mine > 1) return fault(why, MALFORMED, "only one seat is \"me\"");
    return OK;
}

// The start position, by a layout's name or as it stands.
static Status read_start(const Variant *variant, struct json_object *layout,
                         struct json_object *position, Position *start, Fault *why)
{
    char text[POSITION_TEXT_MAX];
    Status status;
    if (layout && position)
        return fault(why, MALFORMED, "\"layout\" and \"position\" are one too many");
    if (position) {
        status = read_text(position, "position", text, sizeof text, why);
        return status != OK ? status : variant->game->read(variant, text_of(text), start, why);
    }
    variant_start(variant, start);
    if (!layout) return OK;
    status = read_text(layout, "layout", text, sizeof text, why);
    if (status != OK) return status;
    const Layout *found = variant_layout(variant, text_of(text));
    if (!found) return fault(why, MALFORMED, "there is no layout %q", text_of(text));
    return variant->game->read(variant, text_of(found->position), start, why);
}

enum {
    SETUP_VARIANT,
    SETUP_LAYOUT,
    SETUP_POSITION,
    SETUP_CLOCK,
    SETUP_SEATS,
    SETUP_LOT,
    SETUP_RATED,
    SETUP_PUBLIC,
    SETUP_FIELDS
};

static Status read_setup(struct json_object *object, SetupAsked *asked, Fault *why)
{
    static const char *const NAMES[SETUP_FIELDS] = { "variant", "layout", "position", "clock",
                                                     "seats",   "lot",    "rated",    "public" };
    struct json_object *field[SETUP_FIELDS] = { 0 };
    char text[CLOCK_TEXT_MAX];
    Status status = OK;
    json_object_object_foreach(object, key, value)
    {
        int i = 0;
        while (i < SETUP_FIELDS && strcmp(NAMES[i], key))
            i++;
        if (i == SETUP_FIELDS) return fault(why, MALFORMED, "unknown field %q", text_of(key));
        if (!value) return fault(why, MALFORMED, "\"%s\" is null", key);
        field[i] = value;
    }
    GameSetup *setup = &asked->setup;
    if (!field[SETUP_VARIANT]) return fault(why, MALFORMED, "\"variant\" is missing");
    status = read_text(field[SETUP_VARIANT], "variant", text, sizeof text, why);
    if (status != OK) return status;
    const Variant *variant = variant_find(text_of(text));
    if (!variant) return fault(why, MALFORMED, "there is no variant %q", text_of(text));
    status = read_start(variant, field[SETUP_LAYOUT], field[SETUP_POSITION], &setup->start, why);
    if (status == OK && field[SETUP_CLOCK]) {
        status = read_text(field[SETUP_CLOCK], "clock", text, sizeof text, why);
        if (status == OK) status = clock_read(text_of(text), &setup->clock, why);
    }
    if (status == OK) status = read_seats(field[SETUP_SEATS], variant->players, asked, why);
    if (status == OK && field[SETUP_LOT])
        status = read_bool(field[SETUP_LOT], "lot", &setup->lot, why);
    if (status == OK && field[SETUP_RATED])
        status = read_bool(field[SETUP_RATED], "rated", &setup->rated, why);
    if (status == OK && field[SETUP_PUBLIC])
        status = read_bool(field[SETUP_PUBLIC], "public", &setup->open_to_all, why);
    return status;
}

Status message_read_setup(Text text, SetupAsked *asked, Fault *why)
{
    *asked = (SetupAsked){ .setup.open_to_all = true };
    struct json_object *object = parse(text, why);
    if (!object) return MALFORMED;
    Status status = read_setup(object, asked, why);
    json_object_put(object);
    return status;
}

// --- parts ---------------------------------------------------------------------------------------

void message_write_game_id(Json *json, const char *key, i64 game)
{
    char id[GAME_ID_LENGTH + 1];
    if (game) game_id_write(game, id);
    js_string(json, key, game ? id : NULL);
}

// Numbers of persons and tokens are texts: a page's numbers would do, others' might not.
static void write_id(Json *json, const char *key, i64 id)
{
    char digits[24];
    Out out = out_to(digits, sizeof digits);
    out_int(&out, id);
    js_text(json, key, (Text){ digits, out.length });
}

void message_write_person(Json *json, const char *key, i64 id, PersonKind kind, const char *name)
{
    static const char *const KIND[] = { [PERSON_ANONYMOUS] = "anonymous",
                                        [PERSON_ACCOUNT] = "account",
                                        [PERSON_BOT] = "bot",
                                        [PERSON_GONE] = "gone" };
    if (!id) {
        js_null(json, key);
        return;
    }
    js_object(json, key);
    write_id(json, "id", id);
    js_string(json, "name", *name ? name : NULL);
    js_string(json, "kind", KIND[kind]);
    js_close(json, '}');
}

static void write_number_or_null(Json *json, const char *key, i64 number, bool null)
{
    if (null)
        js_null(json, key);
    else
        js_number(json, key, number);
}

static void write_seat(Json *json, const char *key, const Room *room, int number)
{
    const Seat *seat = &room->seat[number];
    js_object(json, key);
    message_write_person(json, "person", seat->person, (PersonKind)seat->kind, seat->name);
    write_number_or_null(json, "computer", seat->level, !seat->level);
    js_string(json, "invited", seat->invited && !seat->person ? seat->name : NULL);
    write_number_or_null(json, "rating", seat->rating, !seat->rating);
    js_bool(json, "provisional", seat->provisional);
    js_bool(json, "here", seat->here || seat->level);
    js_string(json, "out", seat->out ? reason_name((Reason)seat->reason) : NULL);
    js_close(json, '}');
}

static void write_seats(Json *json, const Room *room)
{
    js_array(json, "seats");
    for (int seat = 0; seat < room_players(room); seat++)
        write_seat(json, NULL, room, seat);
    js_close(json, ']');
}

static void write_clocks(Json *json, const ClockFace *faces, int players)
{
    js_array(json, "clocks");
    for (int seat = 0; seat < players; seat++) {
        js_object(json, NULL);
        js_number(json, "main", faces[seat].main);
        js_number(json, "period", faces[seat].period);
        js_number(json, "periods", faces[seat].periods);
        js_close(json, '}');
    }
    js_close(json, ']');
}

static void write_set(Json *json, const char *key, u8 players)
{
    js_array(json, key);
    for (int player = 0; player < PLAYERS_MAX; player++)
        if (players >> player & 1) js_number(json, NULL, player);
    js_close(json, ']');
}

static void write_turn(Json *json, int turn)
{
    write_number_or_null(json, "turn", turn, turn < 0);
}

static void write_position(Json *json, const char *key, const Position *position)
{
    char text[POSITION_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    position->head.variant->game->write(position, &out);
    js_text(json, key, (Text){ text, out.length });
}

static void write_result(Json *json, const Room *room)
{
    char result[RESULT_TEXT_MAX];
    Out out = out_to(result, sizeof result);
    room_result(room, &out);
    js_text(json, "result", (Text){ result, out.length });
    js_string(json, "reason", room_reason(room));
}

static void write_ratings(Json *json, const Room *room)
{
    if (!room->has_ratings) {
        js_null(json, "ratings");
        return;
    }
    js_array(json, "ratings");
    for (int seat = 0; seat < room_players(room); seat++) {
        const RatingShown *shown = &room->shown[seat];
        if (!shown->before && !shown->after) {
            js_null(json, NULL);
            continue;
        }
        js_object(json, NULL);
        js_number(json, "before", shown->before);
        js_number(json, "after", shown->after);
        js_close(json, '}');
    }
    js_close(json, ']');
}

// The members of SUMMARY.
static void write_summary(Json *json, const Room *room, int watchers)
{
    static const char *const STATE[] = {
        [ROOM_OPEN] = "open", [ROOM_LIVE] = "live", [ROOM_OVER] = "over"
    };
    char clock[CLOCK_TEXT_MAX];
    Out out = out_to(clock, sizeof clock);
    clock_write(&room->match.spec, &out);
    message_write_game_id(json, "id", room->id);
    js_string(json, "variant", room_variant(room)->id);
    js_string(json, "layout", room->layout ? room->layout->name : NULL);
    js_string(json, "clock", clock);
    js_string(json, "speed", speed_name(room->speed));
    js_bool(json, "rated", room->rated);
    if (room->annulled) js_bool(json, "annulled", true);
    js_bool(json, "public", room->open_to_all);
    js_string(json, "state", STATE[room->state]);
    js_number(json, "created", room->created_ms);
    write_number_or_null(json, "ended", room->ended_ms, !room->ended_ms);
    write_seats(json, room);
    js_number(json, "plies", room->match.count);
    write_turn(json, room_turn(room));
    write_result(json, room);
    write_position(json, "position", &room->match.position);
    js_number(json, "watchers", watchers);
}

void message_write_summary(Json *json, const char *key, const Room *room, int watchers)
{
    js_object(json, key);
    write_summary(json, room, watchers);
    js_close(json, '}');
}

static void write_move(void *context, int ply, Text move)
{
    (void)ply;
    js_text(context, NULL, move);
}

static void write_takeback(Json *json, const Match *match)
{
    if (match->takeback_by == NOBODY) {
        js_null(json, "takeback");
        return;
    }
    js_object(json, "takeback");
    js_number(json, "seat", match->takeback_by);
    js_number(json, "to", match->takeback_to);
    write_set(json, "agreed", match->takeback_agreed);
    js_close(json, '}');
}

void message_write_game(Json *json, const char *key, const Room *room, i64 person, i64 now,
                        int watchers)
{
    int players = room_players(room);
    ClockFace faces[PLAYERS_MAX];
    u8 you = 0;
    for (int seat = 0; seat < players; seat++) {
        faces[seat] = room_clock(room, seat, now);
        if (person && room->seat[seat].person == person) you |= (u8)(1 << seat);
    }
    js_object(json, key);
    write_summary(json, room, watchers);
    write_position(json, "start", &room->match.start);
    js_number(json, "number", room->number);
    js_array(json, "moves");
    room_moves(room, write_move, json);
    js_close(json, ']');
    js_array(json, "leaves");
    for (int i = 0; i < room->leaves; i++) {
        js_object(json, NULL);
        js_number(json, "ply", room->leave[i].ply);
        js_number(json, "seat", room->leave[i].seat);
        js_string(json, "reason", reason_name((Reason)room->leave[i].reason));
        js_close(json, '}');
    }
    js_close(json, ']');
    js_bool(json, "lot", room->lot);
    write_clocks(json, faces, players);
    js_bool(json, "running", room_clock_runs(room));
    js_number(json, "now", now);
    i64 first_move = speed_first_move(room->speed);
    write_number_or_null(json, "first_move", first_move, first_move == CLOCK_NEVER);
    write_set(json, "draw", room->state == ROOM_LIVE ? room->match.draw_agreed : 0);
    write_takeback(json, &room->match);
    message_write_game_id(json, "rematch", room->rematch);
    write_set(json, "you", you);
    js_bool(json, "maker", person && room->maker == person);
    write_ratings(json, room);
    js_close(json, '}');
}

// --- whole messages ------------------------------------------------------------------------------

void message_begin(Json *json, const char *t)
{
    js_object(json, NULL);
    js_string(json, "t", t);
}

void message_write_event(Json *json, const News *news)
{
    const Event *event = news->event;
    const Room *room = news->room;
    int players = room_players(room);
    message_begin(json, "event");
    message_write_game_id(json, "game", news->game);
    js_number(json, "number", event->number);
    js_string(json, "kind", event_name(event->kind));
    js_number(json, "at", event->at);
    bool clocks = false;
    switch (event->kind) {
    case EVENT_SIT:
        js_number(json, "seat", event->seat);
        write_seat(json, "person", room, event->seat);
        break;
    case EVENT_START:
        write_seats(json, room);
        clocks = true;
        break;
    case EVENT_MOVE:
        js_number(json, "seat", event->seat);
        js_number(json, "ply", event->ply);
        js_string(json, "move", event->move);
        if (event->lag_ms) js_number(json, "lag", event->lag_ms);
        clocks = true;
        break;
    case EVENT_ASK:
        js_number(json, "seat", event->seat);
        js_number(json, "to", room->match.takeback_to);
        break;
    case EVENT_STAND:
    case EVENT_DRAW:
    case EVENT_NODRAW:
    case EVENT_AGREE:
    case EVENT_NOASK: js_number(json, "seat", event->seat); break;
    case EVENT_TAKEBACK:
        js_number(json, "plies", event->plies);
        clocks = true;
        break;
    case EVENT_LEAVE:
        js_number(json, "seat", event->seat);
        js_string(json, "reason", reason_name(event->reason));
        clocks = true;
        break;
    case EVENT_END:
        write_result(json, room);
        if (room->has_ratings) write_ratings(json, room);
        clocks = true;
        break;
    case EVENT_PAUSE:
    case EVENT_KINDS: clocks = true; break;
    }
    if (clocks) {
        write_clocks(json, news->clock, players);
        write_turn(json, news->turn);
        js_number(json, "now", news->now);
    }
    js_close(json, '}');
}

void message_write_here(Json *json, const Room *room)
{
    message_begin(json, "here");
    message_write_game_id(json, "game", room->id);
    js_array(json, "here");
    for (int seat = 0; seat < room_players(room); seat++)
        js_bool(json, NULL, room->seat[seat].here || room->seat[seat].level);
    js_close(json, ']');
    js_array(json, "claim");
    for (int seat = 0; seat < room_players(room); seat++) {
        i64 at = room_claim_at(room, seat);
        write_number_or_null(json, NULL, at, at == CLOCK_NEVER);
    }
    js_close(json, ']');
    js_close(json, '}');
}

void message_write_watchers(Json *json, i64 game, int watchers)
{
    message_begin(json, "watchers");
    message_write_game_id(json, "game", game);
    js_number(json, "n", watchers);
    js_close(json, '}');
}

void message_write_rematch(Json *json, i64 game, i64 next)
{
    message_begin(json, "rematch");
    message_write_game_id(json, "game", game);
    message_write_game_id(json, "next", next);
    js_close(json, '}');
}

void message_write_bye(Json *json, const char *text)
{
    message_begin(json, "bye");
    js_string(json, "text", text);
    js_close(json, '}');
}

void message_write_pong(Json *json, i64 n, i64 lag_ms)
{
    message_begin(json, "pong");
    write_number_or_null(json, "n", n, n < 0);
    write_number_or_null(json, "lag", lag_ms, lag_ms < 0);
    js_close(json, '}');
}

void message_write_ok(Json *json, i64 n, i64 game)
{
    message_begin(json, "ok");
    write_number_or_null(json, "n", n, n < 0);
    if (game) message_write_game_id(json, "game", game);
    js_close(json, '}');
}

static void write_refusal(Json *json, const char *code, const char *text, Refusal refusal)
{
    js_string(json, "code", code);
    js_string(json, "text", text);
    if (refusal) js_number(json, "rule", refusal);
    js_close(json, '}');
}

void message_write_error(Json *json, i64 n, const char *code, const char *text, Refusal refusal)
{
    message_begin(json, "error");
    write_number_or_null(json, "n", n, n < 0);
    write_refusal(json, code, text, refusal);
}

void message_write_refusal(Json *json, const char *code, const char *text, Refusal refusal)
{
    js_object(json, NULL);
    js_object(json, "error");
    write_refusal(json, code, text, refusal);
    js_close(json, '}');
}

void message_write_new_token(Json *json, i64 id, const char *label, const char *secret)
{
    char token[TOKEN_SIZE];
    Out out = out_to(token, sizeof token);
    out_format(&out, "%s%s", TOKEN_PREFIX, secret);
    js_object(json, NULL);
    write_id(json, "id", id);
    js_string(json, "label", label);
    js_string(json, "token", token);
    js_close(json, '}');
}

static i64 rounded(double number)
{
    return (i64)(number + (number < 0 ? -0.5 : 0.5));
}

void message_write_rating(Json *json, const StoredRating *rating)
{
    js_object(json, NULL);
    js_text(json, "variant", rating->variant);
    js_text(json, "speed", rating->speed);
    js_number(json, "rating", rounded(rating->now.rating));
    js_number(json, "deviation", rounded(rating->now.deviation));
    js_number(json, "games", rating->games);
    js_bool(json, "provisional", rating_provisional(rating->now));
    js_close(json, '}');
}

void message_write_change(Json *json, const StoredChange *change)
{
    js_object(json, NULL);
    message_write_game_id(json, "game", change->game);
    js_text(json, "variant", change->variant);
    js_text(json, "speed", change->speed);
    js_number(json, "at", change->at_ms);
    js_number(json, "before", rounded(change->before.rating));
    js_number(json, "after", rounded(change->after.rating));
    js_close(json, '}');
}

void message_write_token(Json *json, const StoredToken *token)
{
    js_object(json, NULL);
    write_id(json, "id", token->id);
    js_text(json, "label", token->label);
    js_number(json, "created", token->created_ms);
    js_close(json, '}');
}

void message_write_counts(Json *json, const char *key, const PersonCounts *counts)
{
    js_object(json, key);
    js_number(json, "games", counts->games);
    js_number(json, "wins", counts->wins);
    js_number(json, "draws", counts->draws);
    js_number(json, "losses", counts->losses);
    js_close(json, '}');
}
