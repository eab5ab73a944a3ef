// SPDX-License-Identifier: MIT
// Messages of the API, inward: read.
#include "server/api/messages.h"

#include "engine/levels.h"
#include "server/api/fields.h"
#include "variants/variants.h"

#include <string.h>

// --- messages of a socket, and actions -----------------------------------------------------------

enum {
    FIELD_KIND = 1,
    FIELD_N = 2,
    FIELD_GAME = 4,
    FIELD_SEAT = 8,
    FIELD_PLY = 16,
    FIELD_MOVE = 32,
    FIELD_VARIANT = 64,
    FIELD_CLOCK = 128,
    FIELD_RATED = 256,
    FIELD_REASON = 512,
};

static const char *const FIELD_NAMES[] = { "t",    "n",       "game",  "seat",  "ply",
                                           "move", "variant", "clock", "rated", "reason" };
enum { FIELDS = sizeof FIELD_NAMES / sizeof *FIELD_NAMES };

static const struct {
    const char *name;
    u16 needs, may;   // besides the kind and the number
    RouteScope scope; // SCOPE_READ or SCOPE_PLAY
} KINDS[MESSAGES] = {
    [MESSAGE_WATCH] = { "watch", FIELD_GAME, 0, SCOPE_READ },
    [MESSAGE_UNWATCH] = { "unwatch", FIELD_GAME, 0, SCOPE_READ },
    [MESSAGE_LOBBY] = { "lobby", 0, 0, SCOPE_READ },
    [MESSAGE_UNLOBBY] = { "unlobby", 0, 0, SCOPE_READ },
    [MESSAGE_PING] = { "ping", 0, 0, SCOPE_READ },
    [MESSAGE_BYE] = { "bye", 0, 0, SCOPE_READ },
    [MESSAGE_PAIR] = { "pair", FIELD_VARIANT | FIELD_CLOCK, FIELD_RATED, SCOPE_PLAY },
    [MESSAGE_UNPAIR] = { "unpair", 0, 0, SCOPE_PLAY },
    [MESSAGE_FILL] = { "fill", 0, 0, SCOPE_PLAY },
    [MESSAGE_NOTICES] = { "notifications", 0, 0, SCOPE_READ },
    [MESSAGE_UNNOTICES] = { "unnotifications", 0, 0, SCOPE_READ },
    [MESSAGE_CHALLENGES] = { "challenges", 0, 0, SCOPE_READ },
    [MESSAGE_JOIN] = { "join", FIELD_GAME, FIELD_SEAT, SCOPE_PLAY },
    [MESSAGE_LEAVE] = { "leave", FIELD_GAME, 0, SCOPE_PLAY },
    [MESSAGE_MOVE] = { "move", FIELD_GAME | FIELD_PLY | FIELD_MOVE, 0, SCOPE_PLAY },
    [MESSAGE_RESIGN] = { "resign", FIELD_GAME, 0, SCOPE_PLAY },
    [MESSAGE_ABORT] = { "abort", FIELD_GAME, 0, SCOPE_PLAY },
    [MESSAGE_DRAW] = { "draw", FIELD_GAME, 0, SCOPE_PLAY },
    [MESSAGE_NODRAW] = { "nodraw", FIELD_GAME, 0, SCOPE_PLAY },
    [MESSAGE_TAKEBACK] = { "takeback", FIELD_GAME, 0, SCOPE_PLAY },
    [MESSAGE_NOTAKEBACK] = { "notakeback", FIELD_GAME, 0, SCOPE_PLAY },
    [MESSAGE_CLAIM] = { "claim", FIELD_GAME, 0, SCOPE_PLAY },
    [MESSAGE_REMATCH] = { "rematch", FIELD_GAME, 0, SCOPE_PLAY },
    [MESSAGE_DECLINE] = { "decline", FIELD_GAME, FIELD_REASON, SCOPE_PLAY },
};

RouteScope message_scope(MessageKind kind)
{
    return KINDS[kind].scope;
}

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
    char game[GAME_ID_LENGTH + 1], word[16];
    i64 number = 0;
    Status status;
    switch (1 << field) {
    case FIELD_GAME:
        status = read_text(value, key, game, sizeof game, why);
        if (status == OK && !game_id_read(text_of(game), &message->game))
            status = fault(why, MALFORMED, "\"game\" is not a game id");
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
    case FIELD_VARIANT:
        return read_text(value, key, message->variant, sizeof message->variant, why);
    case FIELD_CLOCK: return read_text(value, key, message->clock, sizeof message->clock, why);
    case FIELD_RATED: return read_bool(value, key, &message->rated, why);
    case FIELD_REASON:
        status = read_text(value, key, word, sizeof word, why);
        if (status == OK && !decline_find(text_of(word), &message->decline))
            status = fault(why, MALFORMED, "\"reason\" is not one that is known");
        return status;
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

static Status read_message(struct json_object *object, Message *message, ErrorCode *code,
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
        return fault(why, MALFORMED, "\"t\" is not a string");
    if (read_text(value, "t", name, sizeof name, NULL) != OK ||
        !find_kind(text_of(name), MESSAGE_WATCH, &message->kind)) {
        *code = ERROR_UNKNOWN;
        return fault(why, MALFORMED, "there is no message %q",
                     text_of(json_object_get_string(value)));
    }
    int needs = KINDS[message->kind].needs;
    return read_fields(object, needs, needs | KINDS[message->kind].may | FIELD_KIND | FIELD_N,
                       message, why);
}

Status message_read(Text text, Message *message, ErrorCode *code, Fault *why)
{
    *message = NO_MESSAGE;
    *code = ERROR_MALFORMED;
    struct json_object *object = parse(text, why);
    if (!object) return MALFORMED;
    Status status = read_message(object, message, code, why);
    json_object_put(object);
    return status;
}

const char *message_word(MessageKind kind)
{
    return KINDS[kind].name;
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

// ["play","read"], at least one of them
static Status read_scopes(struct json_object *value, int *scopes, Fault *why)
{
    char word[8];
    *scopes = 0;
    size_t count =
        json_object_is_type(value, json_type_array) ? json_object_array_length(value) : 0;
    for (size_t i = 0; i < count; i++) {
        struct json_object *member = json_object_array_get_idx(value, i);
        if (read_text(member, "scopes", word, sizeof word, NULL) != OK) word[0] = '\0';
        int scope = !strcmp(word, "play") ? TOKEN_PLAY : !strcmp(word, "read") ? TOKEN_READ : 0;
        if (!scope) return fault(why, MALFORMED, "a scope is \"play\" or \"read\"");
        *scopes |= scope;
    }
    return *scopes ? OK : fault(why, MALFORMED, "\"scopes\" is not an array of scopes");
}

static Status read_days(struct json_object *value, int *days, Fault *why)
{
    i64 number = 0;
    Status status = read_number(value, "days", TOKEN_DAYS_MAX, &number, why);
    if (status == OK && !number) status = fault(why, MALFORMED, "\"days\" is out of range");
    *days = (int)number;
    return status;
}

static Status read_body(struct json_object *object, int needs, int may, Body *body, Fault *why)
{
    const struct {
        const char *key;
        char *buffer;
        size_t size;
    } texts[] = {
        { "name", body->name, sizeof body->name },
        { "password", body->password, sizeof body->password },
        { "old", body->password, sizeof body->password },
        { "new", body->fresh, sizeof body->fresh },
        { "label", body->label, sizeof body->label },
        { "bot", NULL, 0 },
        { "code", body->code, sizeof body->code },
        { "proof", body->proof, sizeof body->proof },
        { "scopes", NULL, 0 },
        { "days", NULL, 0 },
        { "keep_tokens", NULL, 0 },
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
        Status status;
        switch (1 << i) {
        case BODY_BOT: status = read_bool(value, key, &body->bot, why); break;
        case BODY_KEEP_TOKENS: status = read_bool(value, key, &body->keep_tokens, why); break;
        case BODY_SCOPES: status = read_scopes(value, &body->scopes, why); break;
        case BODY_DAYS: status = read_days(value, &body->days, why); break;
        default: status = read_text(value, key, texts[i].buffer, texts[i].size, why); break;
        }
        if (status != OK) return status;
        seen |= 1 << i;
    }
    for (int i = 0; i < KEYS; i++)
        if (needs & ~seen & 1 << i) return fault(why, MALFORMED, "\"%s\" is missing", texts[i].key);
    return OK;
}

Status message_read_body(Text text, int needs, int may, Body *body, Fault *why)
{
    *body = (Body){ .scopes = TOKEN_PLAY, .days = TOKEN_DAYS };
    struct json_object *object = parse(text, why);
    if (!object) return MALFORMED;
    Status status = read_body(object, needs, may, body, why);
    json_object_put(object);
    return status;
}

// --- conditional moves ---------------------------------------------------------------------------

static Status read_lines(struct json_object *object, LinesAsked *asked, Fault *why)
{
    struct json_object *list, *ply;
    if (json_object_object_length(object) != 2 ||
        !json_object_object_get_ex(object, "lines", &list) ||
        !json_object_is_type(list, json_type_array) ||
        !json_object_object_get_ex(object, "ply", &ply))
        return fault(why, MALFORMED, "wanted are \"ply\" and a list \"lines\", and nothing else");
    Status status = read_number(ply, "ply", INT32_MAX, &asked->ply, why);
    size_t count = json_object_array_length(list);
    if (status == OK && count > CONDITIONAL_LINES_MAX)
        return fault(why, MALFORMED, "\"lines\" has more than %d members", CONDITIONAL_LINES_MAX);
    for (; status == OK && asked->count < (int)count; asked->count++) {
        char *line = asked->line[asked->count];
        status = read_text(json_object_array_get_idx(list, (size_t)asked->count), "lines", line,
                           CONDITIONAL_LINE_SIZE, why);
    }
    return status;
}

Status message_read_lines(Text text, LinesAsked *asked, Fault *why)
{
    asked->count = 0;
    struct json_object *object = parse(text, why);
    if (!object) return MALFORMED;
    Status status = read_lines(object, asked, why);
    json_object_put(object);
    return status;
}

Status message_read_vacation(Text text, int *days, Fault *why)
{
    struct json_object *object = parse(text, why), *value;
    i64 number = 0;
    if (!object) return MALFORMED;
    Status status = MALFORMED;
    if (json_object_object_length(object) != 1 ||
        !json_object_object_get_ex(object, "days", &value))
        fault(why, MALFORMED, "wanted is \"days\", and nothing else");
    else
        status = read_number(value, "days", VACATION_DAYS_MAX, &number, why);
    if (status == OK && !number) status = fault(why, MALFORMED, "a vacation has a day at least");
    *days = (int)number;
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
        return fault(why, MALFORMED, "\"seats\" is not an array");
    if (json_object_array_length(seats) != (size_t)players)
        return fault(why, MALFORMED, "\"seats\" does not have %d members", players);
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
        return fault(why, MALFORMED, "give \"layout\" or \"position\", not both");
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
