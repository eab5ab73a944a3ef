// SPDX-License-Identifier: MIT
#include "server/api/openapi.h"

#include "server/api/described.h"
#include "server/api/messages/reply_messages.h"
#include "server/api/messages/shape_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- types in TypeScript -------------------------------------------------------------------------
//
// Field.type is a type in TypeScript, of which messages use a part:
//
//     union    item ("|" item)*
//     item     (literal | name | "(" union ")" | "{" (name ":" union ";"?)* "}") "[]"*

static void put_union(Json *json, const char *key, Text type);

static Text skip_blanks(Text text)
{
    while (text.length && text_blank(*text.at))
        text = text_from(text, 1);
    return text;
}

// The bytes before the next `end` outside of brackets and quotes; all of them if there is none.
static size_t length_before(Text text, char end)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (!depth && c == end) return i;
        depth += (c == '(' || c == '{') - (c == ')' || c == '}');
    }
    return text.length;
}

static void put_ref(Json *json, Text name)
{
    char path[128];
    Out out = out_to(path, sizeof path);
    out_format(&out, "#/components/schemas/%t", name);
    js_string(json, "$ref", path);
}

static void put_object_members(Json *json, Text members)
{
    js_string(json, "type", "object");
    js_object(json, "properties");
    for (Text rest = members, member; text_split(&rest, ';', &member);) {
        size_t colon = length_before(member, ':');
        char name[64];
        Out out = out_to(name, sizeof name);
        out_text(&out, text_trim(text_cut(member, 0, colon)));
        if (out.length) put_union(json, name, text_from(member, colon + 1));
    }
    js_close(json, '}');
    js_array(json, "required");
    for (Text rest = members, member; text_split(&rest, ';', &member);) {
        Text name = text_trim(text_cut(member, 0, length_before(member, ':')));
        if (name.length) js_text(json, NULL, name);
    }
    js_close(json, ']');
}

static void put_item_members(Json *json, Text item)
{
    item = text_trim(item);
    size_t length = item.length;
    if (length > 2 && text_is(text_from(item, length - 2), "[]")) {
        js_string(json, "type", "array");
        js_object(json, "items");
        put_item_members(json, text_cut(item, 0, length - 2));
        js_close(json, '}');
    } else if (length && *item.at == '(') {
        js_array(json, "anyOf");
        for (Text rest = text_cut(item, 1, length - 1); rest.length;) {
            size_t end = length_before(rest, '|');
            put_union(json, NULL, text_cut(rest, 0, end));
            rest = end < rest.length ? text_from(rest, end + 1) : (Text){ "", 0 };
        }
        js_close(json, ']');
    } else if (length && *item.at == '{') {
        put_object_members(json, text_cut(item, 1, length - 1));
    } else if (length && *item.at == '"') {
        js_text(json, "const", text_cut(item, 1, length - 1));
    } else if (text_is(item, "string") || text_is(item, "number") || text_is(item, "boolean") ||
               text_is(item, "null")) {
        js_text(json, "type", item);
    } else if (!text_is(item, "unknown")) {
        put_ref(json, item);
    }
}

static void put_type_members(Json *json, Text type)
{
    type = skip_blanks(type);
    if (length_before(type, '|') == type.length) {
        put_item_members(json, type);
        return;
    }
    js_array(json, "anyOf");
    while (type.length) {
        size_t end = length_before(type, '|');
        put_union(json, NULL, text_cut(type, 0, end));
        type = end < type.length ? text_from(type, end + 1) : (Text){ "", 0 };
    }
    js_close(json, ']');
}

static void put_union(Json *json, const char *key, Text type)
{
    js_object(json, key);
    put_type_members(json, type);
    js_close(json, '}');
}

// --- a field -------------------------------------------------------------------------------------

static void put_field_members(Json *json, const Field *f, bool sent);

static void put_words(Json *json, const Field *f)
{
    js_array(json, "enum");
    for (int i = 0; f->words ? f->words[i] != NULL : f->word_of(i) != NULL; i++) {
        const char *word = field_word(f, i);
        if (word) js_string(json, NULL, word);
    }
    js_close(json, ']');
}

static void put_element_members(Json *json, const Shape *shape, bool sent)
{
    if (shape->bare)
        put_field_members(json, &shape->field[0], sent);
    else
        put_ref(json, text_of(shape->name));
}

static void put_list_members(Json *json, const Field *f, bool sent)
{
    js_string(json, "type", "array");
    js_object(json, "items");
    put_element_members(json, f->shape, sent);
    js_close(json, '}');
    if (sent && f->min) js_number(json, "minItems", f->min);
}

static void put_plain_members(Json *json, const Field *f, bool sent)
{
    switch (f->kind) {
    case KIND_I64:
    case KIND_INT:
    case KIND_DOUBLE:
        js_string(json, "type", "integer");
        if (sent && f->max) js_number(json, "minimum", f->min);
        if (sent && f->max) js_number(json, "maximum", f->max);
        break;
    case KIND_BOOL: js_string(json, "type", "boolean"); break;
    case KIND_TEXT:
    case KIND_CHARS:
        js_string(json, "type", "string");
        if (sent && f->max) js_number(json, "maxLength", f->max);
        break;
    case KIND_STRING:
        js_array(json, "type");
        js_string(json, NULL, "string");
        js_string(json, NULL, "null");
        js_close(json, ']');
        break;
    case KIND_SHAPE: put_element_members(json, f->shape, sent); break;
    case KIND_ARRAY:
    case KIND_LIST: put_list_members(json, f, sent); break;
    case KIND_BYTES:
    case KIND_RESULT: break;
    }
}

static void put_set_members(Json *json, const Field *f)
{
    js_string(json, "type", "array");
    js_object(json, "items");
    if (f->as == AS_WORDS)
        put_words(json, f);
    else
        js_string(json, "type", "integer");
    js_close(json, '}');
}

// `null` or what `members` writes.
static void put_nullable(Json *json, const Field *f, bool sent,
                         void (*members)(Json *json, const Field *f, bool sent))
{
    js_array(json, "anyOf");
    js_object(json, NULL);
    members(json, f, sent);
    js_close(json, '}');
    js_object(json, NULL);
    js_string(json, "type", "null");
    js_close(json, '}');
    js_close(json, ']');
}

static void put_game_members(Json *json, const Field *f, bool sent)
{
    (void)f;
    js_string(json, "type", "string");
    if (!sent) js_string(json, "pattern", "^[0-9A-Za-z]{8}$");
}

static void put_person_members(Json *json, const Field *f, bool sent)
{
    (void)f;
    (void)sent;
    put_ref(json, text_of(PERSON_SHOWN.name));
}

static void put_present_members(Json *json, const Field *f, bool sent)
{
    if (f->type && f->as == AS_GAME) return put_game_members(json, f, sent);
    if (f->type) return put_type_members(json, text_of(f->type));
    switch (f->as) {
    case AS_PLAIN: put_plain_members(json, f, sent); break;
    case AS_TIME:
        js_string(json, "type", "integer");
        js_string(json, "format", "unix-time-ms");
        break;
    case AS_GAME:
        if (sent)
            put_game_members(json, f, sent);
        else
            put_nullable(json, f, sent, put_game_members);
        break;
    case AS_PERSON: put_nullable(json, f, sent, put_person_members); break;
    case AS_ID: js_string(json, "type", "string"); break;
    case AS_WORD: put_words(json, f); break;
    case AS_WORDS:
    case AS_BITS: put_set_members(json, f); break;
    case AS_JSON: put_list_members(json, f, sent); break;
    case AS_HIDDEN: break;
    }
}

static void put_field_members(Json *json, const Field *f, bool sent)
{
    bool both = f->as == AS_GAME || f->as == AS_PERSON;
    if (f->flags & FIELD_NULL && !both)
        put_nullable(json, f, sent, put_present_members);
    else
        put_present_members(json, f, sent);
}

// --- a message -----------------------------------------------------------------------------------

static bool is_shown(const Field *f)
{
    return f->as != AS_HIDDEN && f->kind != KIND_BYTES;
}

static void put_properties(Json *json, const Shape *shape, int from, bool sent)
{
    for (const Field *f = shape->field + from, *end = shape->field + shape->count; f < end; f++) {
        if (!is_shown(f)) continue;
        if (f->flags & FIELD_INLINE) {
            put_properties(json, f->shape, 0, sent);
            continue;
        }
        js_object(json, field_key(f));
        put_field_members(json, f, sent);
        if (f->says) js_string(json, "description", f->says);
        js_close(json, '}');
    }
}

// Who sends a message.
typedef enum Way { WAY_ANSWERED, WAY_SENT, WAY_BOTH } Way;

static void put_required(Json *json, const Shape *shape, int from, Way way)
{
    static const u32 OPTIONAL[] = { [WAY_ANSWERED] = FIELD_OMIT,
                                    [WAY_SENT] = FIELD_OPTIONAL,
                                    [WAY_BOTH] = FIELD_OMIT | FIELD_OPTIONAL };
    for (const Field *f = shape->field + from, *end = shape->field + shape->count; f < end; f++) {
        if (!is_shown(f)) continue;
        if (f->flags & FIELD_INLINE)
            put_required(json, f->shape, 0, way);
        else if (!(f->flags & OPTIONAL[way]))
            js_string(json, NULL, field_key(f));
    }
}

// The fields from that one on. The server refuses unknown fields, clients ignore them.
static void put_message(Json *json, const char *key, const Shape *shape, int from, Way way)
{
    js_object(json, key);
    js_string(json, "type", "object");
    js_object(json, "properties");
    put_properties(json, shape, from, way == WAY_SENT);
    js_close(json, '}');
    js_array(json, "required");
    put_required(json, shape, from, way);
    js_close(json, ']');
    if (way == WAY_SENT) js_bool(json, "additionalProperties", false);
    js_close(json, '}');
}

static void put_schemas(Json *json, const Shapes *shapes)
{
    const Shape *summary = shapes_find(shapes, text_of("Summary"));
    js_object(json, "schemas");
    for (int i = 0; i < shapes->count; i++)
        put_message(json, shapes->shape[i]->name, shapes->shape[i], 0,
                    shapes->both[i]   ? WAY_BOTH
                    : shapes->sent[i] ? WAY_SENT
                                      : WAY_ANSWERED);
    put_message(json, "Done", &DONE, 0, WAY_ANSWERED);
    put_message(json, REFUSAL_REPLY.name, &REFUSAL_REPLY, 0, WAY_ANSWERED);
    put_message(json, REFUSAL_REPLY.field[0].shape->name, REFUSAL_REPLY.field[0].shape, 0,
                WAY_ANSWERED);
    for (const Field *f = summary ? summary->field : NULL; f; f++) {
        if (strcmp(field_key(f), "speed") != 0) continue;
        js_object(json, "Speed");
        put_words(json, f);
        js_close(json, '}');
        break;
    }
    js_close(json, '}');
}

// --- a route -------------------------------------------------------------------------------------

enum { PATH_SIZE = 128, STARS_MAX = 2 };

// A route of OpenAPI: that of a row, or one of its actions.
typedef struct Operation {
    const Feature *feature;
    const Route *route;
    const SocketMessage *action; // takes the place of the last star, or NULL
    char path[PATH_SIZE];        // with names in braces
    char id[PATH_SIZE];
    const char *parameter[STARS_MAX];
    int parameters;
} Operation;

// The name of a star by the part of the path before it.
static const char *star_name(Text before)
{
    static const struct {
        const char *part, *name;
    } NAMES[] = { { "games", "game" }, { "people", "name" }, { "follows", "name" } };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (text_is(before, NAMES[i].part)) return NAMES[i].name;
    return text_is(before, "*") ? "what" : "id";
}

static void name_operation(Operation *operation)
{
    const Route *route = operation->route;
    Out path = out_to(operation->path, PATH_SIZE), id = out_to(operation->id, PATH_SIZE);
    Text rest = text_of(route->path), part, before = { "", 0 };
    for (const char *c = route_method_name(route); *c; c++)
        out_char(&id, text_lower(*c));
    while (text_split(&rest, '/', &part)) {
        out_char(&path, '/');
        out_char(&id, '_');
        bool last = !rest.length;
        if (text_is(part, "*") && last && operation->action) {
            out_str(&path, operation->action->name);
            out_str(&id, operation->action->name);
        } else if (text_is(part, "*") && operation->parameters < STARS_MAX) {
            const char *name = star_name(before);
            operation->parameter[operation->parameters++] = name;
            out_format(&path, "{%s}", name);
            out_str(&id, name);
        } else {
            out_text(&path, part);
            out_text(&id, part);
        }
        before = part;
    }
}

static void put_text_schema(Json *json)
{
    js_object(json, "schema");
    js_string(json, "type", "string");
    js_close(json, '}');
}

static void put_parameters(Json *json, const Operation *operation)
{
    const Shape *query = operation->route->query;
    js_array(json, "parameters");
    for (int i = 0; i < operation->parameters; i++) {
        js_object(json, NULL);
        js_string(json, "name", operation->parameter[i]);
        js_string(json, "in", "path");
        js_bool(json, "required", true);
        put_text_schema(json);
        js_close(json, '}');
    }
    for (const Field *f = query->field, *end = f + query->count; f < end; f++) {
        if (!is_shown(f)) continue;
        js_object(json, NULL);
        js_string(json, "name", field_key(f));
        js_string(json, "in", "query");
        js_bool(json, "required", !(f->flags & FIELD_OPTIONAL));
        if (f->says) js_string(json, "description", f->says);
        js_object(json, "schema");
        put_field_members(json, f, true);
        js_close(json, '}');
        js_close(json, '}');
    }
    js_close(json, ']');
}

static void put_content(Json *json, const Shape *shape)
{
    js_object(json, "content");
    js_object(json, "application/json");
    js_object(json, "schema");
    if (shape == &DONE) {
        put_ref(json, text_of("Done"));
    } else if (shape_is_list(shape)) {
        js_string(json, "type", "object");
        js_object(json, "properties");
        put_properties(json, shape, 0, false);
        js_close(json, '}');
        js_array(json, "required");
        put_required(json, shape, 0, WAY_ANSWERED);
        js_close(json, ']');
    } else {
        put_element_members(json, shape, false);
    }
    js_close(json, '}');
    js_close(json, '}');
    js_close(json, '}');
}

// The body of an action has the message's fields without the game, which the path names.
static void put_body(Json *json, const Operation *operation)
{
    const Shape *body = route_body_shown(operation->route);
    if (operation->route->method != METHOD_POST) return;
    js_object(json, "requestBody");
    js_bool(json, "required", true);
    js_object(json, "content");
    js_object(json, "application/json");
    if (operation->action) {
        put_message(json, "schema", operation->action->shape, 1, WAY_SENT);
    } else {
        js_object(json, "schema");
        if (body == &NOTHING) {
            js_string(json, "type", "object");
            js_number(json, "maxProperties", 0);
        } else if (body != &RAW) {
            put_element_members(json, body, true);
        }
        js_close(json, '}');
    }
    js_close(json, '}');
    js_close(json, '}');
    js_close(json, '}');
}

static void put_refusals(Json *json, const Route *route)
{
    // The names of the codes with this status; those of every route come under `default`.
    for (int status = 400; status < 500; status++) {
        char text[256], number[8];
        Out out = out_to(text, sizeof text);
        for (int code = ERROR_NONE + 1; code < ERRORS; code++)
            if (route->errors & ERR(code) && error_status((ErrorCode)code) == status)
                out_format(&out, "%s`%s`", out.length ? ", " : "", error_name((ErrorCode)code));
        if (!out.length) continue;
        snprintf(number, sizeof number, "%d", status);
        js_object(json, number);
        js_string(json, "description", text);
        put_content(json, &REFUSAL_REPLY);
        js_close(json, '}');
    }
    js_object(json, "429");
    js_string(json, "$ref", "#/components/responses/TooMany");
    js_close(json, '}');
    js_object(json, "default");
    js_string(json, "$ref", "#/components/responses/Refusal");
    js_close(json, '}');
}

static void put_responses(Json *json, const Route *route)
{
    js_object(json, "responses");
    js_object(json, "2XX");
    js_string(json, "description", route->reply == &RAW ? "not JSON; see the description" : "done");
    if (route->reply != &RAW) put_content(json, route->reply);
    js_close(json, '}');
    put_refusals(json, route);
    js_close(json, '}');
}

static void put_scheme(Json *json, const char *name, const char *scope)
{
    js_object(json, NULL);
    js_array(json, name);
    if (scope) js_string(json, NULL, scope);
    js_close(json, ']');
    js_close(json, '}');
}

static void put_security(Json *json, const Route *route)
{
    js_array(json, "security");
    if (route->role == FOR_ANYBODY) {
        js_object(json, NULL);
        js_close(json, '}');
    }
    if (route->scope != SCOPE_SESSION)
        put_scheme(json, "token", route->scope == SCOPE_PLAY ? "play" : "read");
    put_scheme(json, "session", NULL);
    js_close(json, ']');
}

static void put_operation(Json *json, const Operation *operation)
{
    const Route *route = operation->route;
    char method[8];
    Out out = out_to(method, sizeof method);
    for (const char *c = route_method_name(route); *c; c++)
        out_char(&out, text_lower(*c));
    js_object(json, method);
    js_string(json, "operationId", operation->id);
    js_array(json, "tags");
    js_string(json, NULL, operation->feature->name);
    js_close(json, ']');
    js_string(json, "description", operation->action ? operation->action->says : route->says);
    put_security(json, route);
    put_parameters(json, operation);
    put_body(json, operation);
    put_responses(json, route);
    js_close(json, '}');
}

// --- the whole -----------------------------------------------------------------------------------

enum { OPERATIONS_MAX = 320 };

typedef struct Operations {
    Operation operation[OPERATIONS_MAX];
    int count;
} Operations;

static void add_operation(Operations *operations, const Feature *feature, const Route *route,
                          const SocketMessage *action)
{
    if (operations->count == OPERATIONS_MAX) return;
    Operation *operation = &operations->operation[operations->count++];
    *operation = (Operation){ .feature = feature, .route = route, .action = action };
    name_operation(operation);
}

// A route that ends in two stars stands for the feature's messages about a game.
static bool stands_for_messages(const Feature *feature, const Route *route)
{
    size_t length = strlen(route->path);
    return feature->messages_count && length > 4 && !strcmp(route->path + length - 4, "/*/*");
}

static void list_operations(Operations *operations, const Feature *const *features)
{
    for (; *features; features++)
        for (int i = 0; i < (*features)->routes_count; i++) {
            const Feature *feature = *features;
            const Route *route = &feature->routes[i];
            if (!stands_for_messages(feature, route)) {
                add_operation(operations, feature, route, NULL);
                continue;
            }
            for (int j = 0; j < feature->messages_count; j++)
                add_operation(operations, feature, route, &feature->messages[j]);
        }
}

// Every path once, with its methods.
static void put_paths(Json *json, const Operations *operations)
{
    js_object(json, "paths");
    for (int i = 0; i < operations->count; i++) {
        const char *path = operations->operation[i].path;
        bool first = true;
        for (int j = 0; j < i; j++)
            first = first && strcmp(operations->operation[j].path, path) != 0;
        if (!first) continue;
        js_object(json, path);
        for (int j = i; j < operations->count; j++)
            if (!strcmp(operations->operation[j].path, path))
                put_operation(json, &operations->operation[j]);
        js_close(json, '}');
    }
    js_close(json, '}');
}

static void put_responses_of_all(Json *json)
{
    static const char PARTS[] =
        "{\"RetryAfter\":{\"description\":\"seconds to wait\",\"schema\":{\"type\":\"integer\"}}}";
    js_value(json, "headers", text_of(PARTS));
    js_object(json, "responses");
    js_object(json, "Refusal");
    js_string(json, "description", "refused: `error.code` has the reason, `error.text` says it");
    put_content(json, &REFUSAL_REPLY);
    js_close(json, '}');
    js_object(json, "TooMany");
    js_string(json, "description",
              "`too_fast`, `called_off`: wait for as long as Retry-After says");
    js_value(json, "headers",
             text_of("{\"Retry-After\":{\"$ref\":\"#/components/headers/RetryAfter\"}}"));
    put_content(json, &REFUSAL_REPLY);
    js_close(json, '}');
    js_close(json, '}');
    js_value(json, "securitySchemes",
             text_of("{\"token\":{\"type\":\"http\",\"scheme\":\"bearer\","
                     "\"description\":\"a token of an account, with the scope `read` or `play`\"},"
                     "\"session\":{\"type\":\"apiKey\",\"in\":\"cookie\","
                     "\"name\":\"meydan_session\"}}"));
}

bool openapi_write(const Feature *const *features, const char *version, Json *json)
{
    Shapes shapes = { .count = 0 };
    for (const Feature *const *f = features; *f; f++)
        if (!shapes_add_routes(&shapes, *f) || !shapes_add_messages(&shapes, *f)) return false;
    Operations *operations = calloc(1, sizeof *operations);
    if (!operations) return false;
    list_operations(operations, features);
    js_object(json, NULL);
    js_string(json, "openapi", "3.1.0");
    js_object(json, "info");
    js_string(json, "title", "Meydan");
    js_string(json, "version", version);
    js_string(json, "description", "Abalone and Quoridor. Times are milliseconds since 1970.");
    js_close(json, '}');
    js_value(json, "servers", text_of("[{\"url\":\"/api/v1\"}]"));
    put_paths(json, operations);
    free(operations);
    js_object(json, "components");
    put_schemas(json, &shapes);
    put_responses_of_all(json);
    js_close(json, '}');
    js_close(json, '}');
    return !json->lost;
}
