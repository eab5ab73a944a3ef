// SPDX-License-Identifier: MIT
#include "server/api/messages/shape_json.h"

#include "platform/net/http.h"
#include "server/api/messages/fields.h"
#include "server/games/state/room.h"
#include "server/identity/persons.h"
#include "variants/variants.h"

#include <math.h>
#include <stdlib.h>

enum { WORD_SIZE = 16, MEMBER_SIZE = 32, SET_BITS = 31 };

// --- a person ------------------------------------------------------------------------------------

static const char *const PERSON_KINDS[] = { [PERSON_ANONYMOUS] = "anonymous",
                                            [PERSON_ACCOUNT] = "account",
                                            [PERSON_BOT] = "bot",
                                            [PERSON_GONE] = "gone",
                                            NULL };
static const Field PERSON_SHOWN_FIELDS[] = {
    FIELD(PersonShown, id, .as = AS_ID),
    FIELD(PersonShown, name, .flags = FIELD_NULL, .says = "null for visitors"),
    FIELD(PersonShown, kind, .as = AS_WORD, .words = PERSON_KINDS),
};
const Shape PERSON_SHOWN = SHAPE_NAMED("Person", PersonShown, PERSON_SHOWN_FIELDS);

void person_shown(PersonShown *shown, i64 id, PersonKind kind, const char *name)
{
    *shown = (PersonShown){ .id = id, .kind = kind };
    memcpy(shown->name, name, strlen(name) + 1);
}

static void write_known(Json *json, const char *key, Store *reading, i64 person)
{
    StoredPerson found;
    if (!person || !reading || !person_by_id(reading, person, &found)) return js_null(json, key);
    PersonShown shown;
    person_shown(&shown, found.id, found.kind, found.name);
    js_shape(json, key, &PERSON_SHOWN, &shown, NULL);
}

// --- writing -------------------------------------------------------------------------------------

void js_game_id(Json *json, const char *key, i64 game)
{
    char id[GAME_ID_LENGTH + 1];
    if (game) game_id_write(game, id);
    js_string(json, key, game ? id : NULL);
}

void js_id(Json *json, const char *key, i64 id)
{
    char digits[24];
    Out out = out_to(digits, sizeof digits);
    out_int(&out, id);
    js_text(json, key, (Text){ digits, out.length });
}

static void write_fields(Json *json, const Shape *shape, const void *of, Store *reading);

static void write_elements(Json *json, const char *key, const Field *f, const void *of,
                           Store *reading)
{
    const char *at = field_at(f, of);
    if (f->kind == KIND_LIST) at = *(const char *const *)(const void *)at;
    js_array(json, key);
    for (int i = 0; i < field_count(f, of); i++)
        js_shape(json, NULL, f->shape, at + (size_t)i * f->shape->size, reading);
    js_close(json, ']');
}

static void write_plain(Json *json, const char *key, const Field *f, const void *of, Store *reading)
{
    const void *at = field_at(f, of);
    switch (f->kind) {
    case KIND_I64:
    case KIND_INT: js_number(json, key, field_number(f, of)); break;
    case KIND_BOOL: js_bool(json, key, *(const bool *)at); break;
    case KIND_DOUBLE: js_number(json, key, (i64)lround(*(const double *)at)); break;
    case KIND_TEXT:
    case KIND_CHARS: js_text(json, key, field_text(f, of)); break;
    case KIND_STRING: js_string(json, key, *(const char *const *)at); break;
    case KIND_SHAPE: js_shape(json, key, f->shape, at, reading); break;
    case KIND_ARRAY:
    case KIND_LIST: write_elements(json, key, f, of, reading); break;
    case KIND_BYTES:
    case KIND_RESULT: break;
    }
}

static void write_set(Json *json, const char *key, const Field *f, i64 set)
{
    js_array(json, key);
    for (int bit = 0; bit < SET_BITS; bit++) {
        if (!(set >> bit & 1)) continue;
        if (f->as == AS_BITS)
            js_number(json, NULL, bit);
        else if (field_word(f, bit))
            js_string(json, NULL, field_word(f, bit));
    }
    js_close(json, ']');
}

static void write_value(Json *json, const char *key, const Field *f, const void *of, Store *reading)
{
    Text text = field_text(f, of);
    i64 number = field_number(f, of);
    switch (f->as) {
    case AS_PLAIN:
    case AS_TIME: write_plain(json, key, f, of, reading); break;
    case AS_GAME: js_game_id(json, key, number); break;
    case AS_PERSON: write_known(json, key, reading, number); break;
    case AS_ID: js_id(json, key, number); break;
    case AS_WORD: js_string(json, key, field_word(f, (int)number)); break;
    case AS_WORDS:
    case AS_BITS: write_set(json, key, f, number); break;
    case AS_JSON: js_value(json, key, text.length ? text : text_of("null")); break;
    case AS_HIDDEN: break;
    }
}

static void write_field(Json *json, const char *key, const Field *f, const void *of, Store *reading)
{
    bool empty = f->flags & (FIELD_NULL | FIELD_OMIT) && field_is_empty(f, of);
    if (f->as == AS_HIDDEN || f->kind == KIND_BYTES) return;
    if (empty && (f->flags & FIELD_OMIT)) return;
    if (empty)
        js_null(json, key);
    else if (f->flags & FIELD_INLINE)
        write_fields(json, f->shape, field_at(f, of), reading);
    else
        write_value(json, key, f, of, reading);
}

static void write_fields(Json *json, const Shape *shape, const void *of, Store *reading)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++)
        write_field(json, field_key(f), f, of, reading);
}

void js_shape(Json *json, const char *key, const Shape *shape, const void *of, Store *reading)
{
    if (shape->bare) return write_field(json, key, &shape->field[0], of, reading);
    js_object(json, key);
    write_fields(json, shape, of, reading);
    js_close(json, '}');
}

// --- reading: one value --------------------------------------------------------------------------

static Status read_object(struct json_object *object, const Shape *shape, void *into, Fault *why);
static Status read_field(const Field *f, struct json_object *value, void *into, Fault *why);

static Status refuse(const Field *f, Fault *why, const char *words)
{
    if (f->refusal) return fault(why, MALFORMED, "%s", f->refusal);
    return fault(why, MALFORMED, words, field_key(f));
}

// Keeps the reader's message about a wrong type, unless the field has one message for all faults.
static Status wrong_type(const Field *f, Status status, Fault *why)
{
    if (status == OK || !(f->flags & FIELD_STRICT)) return status;
    return fault(why, status, "%s", f->refusal);
}

static size_t characters(Text text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += (text.at[i] & 0xc0) != 0x80;
    return count;
}

static Status read_chars(const Field *f, struct json_object *value, char *at, Fault *why)
{
    // The buffer has four bytes per character, so the limit in characters is checked first.
    if (f->max && json_object_is_type(value, json_type_string) &&
        characters((Text){ json_object_get_string(value),
                           (size_t)json_object_get_string_len(value) }) > (size_t)f->max)
        return fault(why, MALFORMED, "\"%s\" is longer than %d characters", field_key(f),
                     (int)f->max);
    Status status = read_text(value, field_key(f), at, f->size, why);
    if (status != OK) return wrong_type(f, status, why);
    return (i64)characters(text_of(at)) < f->min ? refuse(f, why, "\"%s\" is too short")
           : f->fits && !f->fits(text_of(at))    ? refuse(f, why, "\"%s\" is not one that is known")
                                                 : OK;
}

static i64 most_of(const Field *f)
{
    return f->max ? f->max : f->kind == KIND_INT ? INT32_MAX : NUMBER_MAX;
}

static void set_number(const Field *f, void *at, i64 number)
{
    if (f->kind == KIND_I64)
        *(i64 *)at = number;
    else
        *(int *)at = (int)number;
}

static Status read_whole(const Field *f, struct json_object *value, void *at, Fault *why)
{
    i64 number = 0;
    Status status = read_number(value, field_key(f), most_of(f), &number, why);
    if (status != OK) return wrong_type(f, status, why);
    if (number < f->min) return refuse(f, why, "\"%s\" is out of range");
    set_number(f, at, number);
    return OK;
}

static Status read_double(const Field *f, struct json_object *value, double *at, Fault *why)
{
    bool fits =
        json_object_is_type(value, json_type_double) || json_object_is_type(value, json_type_int);
    double number = fits ? json_object_get_double(value) : 0;
    if (!fits) return refuse(f, why, "\"%s\" is not a number");
    if (number < (double)f->min || (f->max && number > (double)f->max) || !isfinite(number))
        return refuse(f, why, "\"%s\" is out of range");
    *at = number;
    return OK;
}

static Status read_word(const Field *f, struct json_object *value, void *at, Fault *why)
{
    char word[WORD_SIZE];
    Status status = read_text(value, field_key(f), word, sizeof word, why);
    if (status != OK) return wrong_type(f, status, why);
    int number = field_find_word(f, text_of(word));
    if (number < 0) return refuse(f, why, "\"%s\" is not one that is known");
    set_number(f, at, number);
    return OK;
}

static Status read_set(const Field *f, struct json_object *value, void *at, Fault *why)
{
    bool fits = json_object_is_type(value, json_type_array);
    size_t count = fits ? json_object_array_length(value) : 0;
    i64 set = 0;
    if (!fits || (i64)count < f->min)
        return f->noun
                   ? fault(why, MALFORMED, "\"%s\" is not an array of %s", field_key(f), f->noun)
                   : fault(why, MALFORMED, "\"%s\" is not an array", field_key(f));
    for (size_t i = 0; i < count; i++) {
        char word[MEMBER_SIZE];
        struct json_object *member = json_object_array_get_idx(value, i);
        int bit = read_text(member, field_key(f), word, sizeof word, NULL) == OK
                      ? field_find_word(f, text_of(word))
                      : -1;
        if (bit < 0) return refuse(f, why, "\"%s\" has a name that is not known");
        set |= (i64)1 << bit;
    }
    set_number(f, at, set);
    return OK;
}

static Status read_game(const Field *f, struct json_object *value, i64 *at, Fault *why)
{
    char id[GAME_ID_LENGTH + 1];
    Status status = read_text(value, field_key(f), id, sizeof id, why);
    if (status != OK) return wrong_type(f, status, why);
    return game_id_read(text_of(id), at) ? OK : refuse(f, why, "\"%s\" is not a game id");
}

static Status read_id(const Field *f, struct json_object *value, i64 *at, Fault *why)
{
    char digits[20];
    Status status = read_text(value, field_key(f), digits, sizeof digits, why);
    if (status != OK) return wrong_type(f, status, why);
    return text_count(text_of(digits), NUMBER_MAX, at) ? OK : refuse(f, why, "\"%s\" is not an id");
}

static Status read_array(const Field *f, struct json_object *value, void *into, Fault *why)
{
    char *at = (char *)into + f->offset;
    int *used = (int *)(void *)((char *)into + f->count_offset),
        most = (int)(f->size / f->shape->size);
    if (!json_object_is_type(value, json_type_array))
        return fault(why, MALFORMED, "\"%s\" is not an array", field_key(f));
    size_t count = json_object_array_length(value);
    if ((i64)count < f->min)
        return fault(why, MALFORMED, "\"%s\" has no member, or more than %d", field_key(f), most);
    if (count > (size_t)most)
        return fault(why, MALFORMED,
                     f->min ? "\"%s\" has no member, or more than %d"
                            : "\"%s\" has more than %d members",
                     field_key(f), most);
    for (size_t i = 0; i < count; i++, at += f->shape->size) {
        struct json_object *member = json_object_array_get_idx(value, i);
        Field element = f->shape->field[0];
        element.key = field_key(f);
        Status status;
        if (f->shape->bare)
            status = read_field(&element, member, at, why);
        else if (!json_object_is_type(member, json_type_object))
            status =
                fault(why, MALFORMED, "\"%s\" has a member that is not an object", field_key(f));
        else
            status = read_object(member, f->shape, at, why);
        if (status != OK) return status;
    }
    *used = (int)count;
    return OK;
}

static Status read_plain(const Field *f, struct json_object *value, void *into, Fault *why)
{
    void *at = (char *)into + f->offset;
    switch (f->kind) {
    case KIND_I64:
    case KIND_INT: return read_whole(f, value, at, why);
    case KIND_BOOL: return wrong_type(f, read_bool(value, field_key(f), at, why), why);
    case KIND_DOUBLE: return read_double(f, value, at, why);
    case KIND_CHARS: return read_chars(f, value, at, why);
    case KIND_SHAPE:
        if (!json_object_is_type(value, json_type_object))
            return refuse(f, why, "\"%s\" is not an object");
        return read_object(value, f->shape, at, why);
    case KIND_ARRAY: return read_array(f, value, into, why);
    case KIND_TEXT:
    case KIND_STRING:
    case KIND_BYTES:
    case KIND_LIST:
    case KIND_RESULT: break;
    }
    return fault(why, MALFORMED, "\"%s\" cannot be read", field_key(f));
}

static Status read_field(const Field *f, struct json_object *value, void *into, Fault *why)
{
    void *at = (char *)into + f->offset;
    switch (f->as) {
    case AS_PLAIN:
    case AS_TIME: return read_plain(f, value, into, why);
    case AS_GAME: return read_game(f, value, at, why);
    case AS_ID: return read_id(f, value, at, why);
    case AS_WORD: return read_word(f, value, at, why);
    case AS_WORDS: return read_set(f, value, at, why);
    case AS_PERSON:
    case AS_BITS:
    case AS_JSON:
    case AS_HIDDEN: break;
    }
    return fault(why, MALFORMED, "\"%s\" cannot be read", field_key(f));
}

// --- reading: an object --------------------------------------------------------------------------

// The field with that key, within inline structs too; `*into` becomes the struct it is in.
static const Field *find(const Shape *shape, const char *key, char **into)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        char *inner = *into + f->offset;
        if (f->flags & FIELD_INLINE) {
            const Field *found = find(f->shape, key, &inner);
            if (found) *into = inner;
            if (found) return found;
        } else if (f->as != AS_HIDDEN && f->kind != KIND_BYTES && !strcmp(field_key(f), key)) {
            return f;
        }
    }
    return NULL;
}

// The first required field that is missing, or NULL.
static const Field *missing(const Shape *shape, struct json_object *object)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        if (f->flags & FIELD_OPTIONAL || f->as == AS_HIDDEN || f->kind == KIND_BYTES) continue;
        const Field *inner = f->flags & FIELD_INLINE ? missing(f->shape, object) : NULL;
        if (inner) return inner;
        if (!(f->flags & FIELD_INLINE) && !json_object_object_get_ex(object, field_key(f), NULL))
            return f;
    }
    return NULL;
}

// For a shape with words of its own: the fields are there and no others, lists are lists.
static bool is_formed(struct json_object *object, const Shape *shape, char *into)
{
    json_object_object_foreach(object, key, value)
    {
        char *base = into;
        const Field *f = find(shape, key, &base);
        if (!f || (f->kind == KIND_ARRAY && !json_object_is_type(value, json_type_array)))
            return false;
    }
    return !missing(shape, object);
}

static Status read_object(struct json_object *object, const Shape *shape, void *into, Fault *why)
{
    if (shape->refusal && !is_formed(object, shape, into))
        return fault(why, MALFORMED, "%s", shape->refusal);
    json_object_object_foreach(object, key, value)
    {
        char *base = into;
        const Field *f = find(shape, key, &base);
        if (!f) return fault(why, MALFORMED, "unknown field %q", text_of(key));
        Status status = read_field(f, value, base, why);
        if (status != OK) return status;
        if (f->given) *(bool *)(base + f->given) = true;
    }
    const Field *f = missing(shape, object);
    return f ? fault(why, MALFORMED, "\"%s\" is missing", field_key(f)) : OK;
}

static Status read_draft(struct json_object *object, const Shape *shape, void *into, Fault *why)
{
    void *draft = malloc(shape->size);
    Status status = draft ? OK : fault(why, MALFORMED, "out of memory");
    if (draft) memcpy(draft, into, shape->size);
    if (status == OK) status = read_object(object, shape, draft, why);
    if (status == OK) memcpy(into, draft, shape->size);
    free(draft);
    return status;
}

Status shape_read_json(Text text, const Shape *shape, void *into, Fault *why)
{
    struct json_object *object = parse(text, why);
    Status status = object ? read_draft(object, shape, into, why) : MALFORMED;
    json_object_put(object);
    return status;
}

static Status read_head(OpenMessage *message, Fault *why)
{
    struct json_object *value;
    if (json_object_object_get_ex(message->object, "n", &value)) {
        Status status = read_number(value, "n", NUMBER_MAX, &message->n, why);
        if (status != OK) return status;
    }
    if (!json_object_object_get_ex(message->object, "t", &value))
        return fault(why, MALFORMED, "\"t\" is missing");
    if (!json_object_is_type(value, json_type_string))
        return fault(why, MALFORMED, "\"t\" is not a string");
    message->name =
        (Text){ json_object_get_string(value), (size_t)json_object_get_string_len(value) };
    return OK;
}

Status message_open(Text text, OpenMessage *message, Fault *why)
{
    *message = (OpenMessage){ .object = parse(text, why), .n = -1 };
    Status status = message->object ? read_head(message, why) : MALFORMED;
    if (status != OK) message_close(message);
    return status;
}

Status message_read(const OpenMessage *message, const Shape *shape, void *into, Fault *why)
{
    json_object_object_del(message->object, "n");
    json_object_object_del(message->object, "t");
    return read_draft(message->object, shape, into, why);
}

void message_close(OpenMessage *message)
{
    json_object_put(message->object);
    message->object = NULL;
}

// --- parameters ----------------------------------------------------------------------------------

// A parameter without a value counts as missing.
static Status read_parameter(const Field *f, const char *text, void *into, Fault *why)
{
    void *at = (char *)into + f->offset;
    i64 number = 0;
    switch (f->as) {
    case AS_GAME:
        return game_id_read(text_of(text), at) ? OK : refuse(f, why, "\"%s\" is not a game id");
    case AS_WORD:
        number = field_find_word(f, text_of(text));
        if (number < 0) return refuse(f, why, "\"%s\" is not one that is known");
        set_number(f, at, number);
        return OK;
    case AS_PLAIN:
    case AS_ID:
    case AS_TIME: break;
    case AS_PERSON:
    case AS_WORDS:
    case AS_BITS:
    case AS_JSON:
    case AS_HIDDEN: return OK;
    }
    if (f->kind == KIND_CHARS) {
        if (strlen(text) >= f->size || (f->max && characters(text_of(text)) > (size_t)f->max))
            return refuse(f, why, "\"%s\" is too long");
        if (f->fits && !f->fits(text_of(text)))
            return refuse(f, why, "\"%s\" is not one that is known");
        memcpy(at, text, strlen(text) + 1);
        return OK;
    }
    i64 most = f->kind == KIND_BOOL ? 1 : most_of(f);
    if (!text_count(text_of(text), most, &number) || number < f->min)
        return refuse(f, why, "\"%s\" is out of range");
    if (f->kind == KIND_BOOL)
        *(bool *)at = number != 0;
    else
        set_number(f, at, number);
    return OK;
}

bool is_variant_id(Text value)
{
    return variant_find(value) != NULL;
}

bool is_speed_name(Text value)
{
    Speed speed;
    return speed_read(value, &speed);
}

bool is_pool_name(Text value)
{
    static const char BOTS[] = "-bots";
    size_t length = sizeof BOTS - 1, plain = value.length > length ? value.length - length : 0;
    bool of_bots = plain && text_is(text_from(value, plain), BOTS);
    return is_speed_name(of_bots ? text_cut(value, 0, plain) : value);
}

static bool has_parameter(const Shape *shape, Text key)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++)
        if (f->as != AS_HIDDEN && text_is(key, field_key(f))) return true;
    return false;
}

static Status check_parameters(Text query, const Shape *shape, Fault *why)
{
    Text member, key;
    while (text_split(&query, '&', &member)) {
        text_split(&member, '=', &key);
        if (key.length && !has_parameter(shape, key))
            return fault(why, MALFORMED, "unknown parameter %q", key);
    }
    return OK;
}

Status shape_read_query(Text query, const Shape *shape, void *into, Fault *why)
{
    enum { PARAMETER_SIZE = 1024 };
    if (check_parameters(query, shape, why) != OK) return MALFORMED;
    void *draft = malloc(shape->size);
    Status status = draft ? OK : fault(why, MALFORMED, "out of memory");
    if (draft) memcpy(draft, into, shape->size);
    for (int i = 0; status == OK && i < shape->count; i++) {
        const Field *f = &shape->field[i];
        char text[PARAMETER_SIZE];
        if (f->as == AS_HIDDEN) continue;
        if (http_query(query, field_key(f), text, sizeof text) && *text)
            status = read_parameter(f, text, draft, why);
        else if (!(f->flags & FIELD_OPTIONAL))
            status = shape->refusal ? fault(why, MALFORMED, "%s", shape->refusal)
                                    : fault(why, MALFORMED, "\"%s\" is missing", field_key(f));
    }
    if (status == OK) memcpy(into, draft, shape->size);
    free(draft);
    return status;
}

// --- checks --------------------------------------------------------------------------------------

static bool is_readable(const Field *f)
{
    switch (f->as) {
    case AS_PERSON:
    case AS_BITS:
    case AS_JSON: return false;
    case AS_PLAIN:
    case AS_GAME:
    case AS_ID:
    case AS_TIME:
    case AS_WORD:
    case AS_WORDS:
    case AS_HIDDEN: break;
    }
    switch (f->kind) {
    case KIND_TEXT:
    case KIND_STRING:
    case KIND_LIST: return f->as == AS_HIDDEN;
    case KIND_I64:
    case KIND_INT:
    case KIND_BOOL:
    case KIND_DOUBLE:
    case KIND_CHARS:
    case KIND_BYTES:
    case KIND_SHAPE:
    case KIND_ARRAY:
    case KIND_RESULT: break;
    }
    return true;
}

bool shape_is_readable(const Shape *shape, Fault *why)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        if (!is_readable(f) || (f->flags & FIELD_STRICT && !f->refusal)) {
            fault(why, MALFORMED, "%s.%s cannot be read", shape->name, f->name);
            return false;
        }
        if (f->shape && !shape_is_readable(f->shape, why)) return false;
    }
    return true;
}
