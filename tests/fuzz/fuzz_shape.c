// SPDX-License-Identifier: MIT
// Fuzzes the readers that go by shape: JSON, parameters, and structs between nodes. A first byte
// picks the reader. A message that is read can be written and read again, with the same text; a
// refusal says why and leaves the struct alone.
#include "fuzz.h"

#include "server/api/messages/shape_json.h"
#include "server/features/features.h"

#include <stdlib.h>
#include <string.h>

static const char *const WORDS[] = { "one", "two", "", "four", NULL };

typedef struct Line {
    char line[9];
} Line;
static const Field LINE_FIELDS[] = { FIELD(Line, line) };
static const Shape LINE = SHAPE_BARE(Line, LINE_FIELDS);

typedef struct Part {
    int number;
    bool yes;
    double real;
} Part;
static const Field PART_FIELDS[] = {
    FIELD(Part, number, .min = 1, .max = 9),
    FIELD(Part, yes, .flags = FIELD_OPTIONAL),
    FIELD(Part, real, .flags = FIELD_OPTIONAL, .max = 1000),
};
static const Shape PART = SHAPE_OF(Part, PART_FIELDS);

// Every kind and every meaning that can be read.
typedef struct Whole {
    i64 id, game, at;
    char name[21];
    int word, words;
    Part part, inlined;
    Line line[3];
    int lines;
    Part parts[2];
    int parts_count;
    SecretHash hash;
} Whole;
static const Field WHOLE_FIELDS[] = {
    FIELD(Whole, id, .as = AS_ID, .flags = FIELD_OPTIONAL),
    FIELD(Whole, game, .as = AS_GAME),
    FIELD(Whole, at, .as = AS_TIME, .flags = FIELD_OPTIONAL),
    FIELD(Whole, name, .max = 5, .flags = FIELD_OPTIONAL),
    FIELD(Whole, word, .as = AS_WORD, .words = WORDS),
    FIELD(Whole, words, .as = AS_WORDS, .words = WORDS, .flags = FIELD_OPTIONAL),
    FIELD_SHAPE(Whole, part, &PART),
    FIELD_SHAPE(Whole, inlined, &PART, .flags = FIELD_INLINE),
    FIELD_ARRAY(Whole, line, lines, &LINE, .key = "lines", .flags = FIELD_OPTIONAL),
    FIELD_ARRAY(Whole, parts, parts_count, &PART, .min = 1, .flags = FIELD_OPTIONAL),
    FIELD(Whole, hash),
};
static const Shape WHOLE = SHAPE_OF(Whole, WHOLE_FIELDS);

static const Field SENT_FIELDS[] = {
    FIELD(Whole, id),   FIELD(Whole, name), FIELD(Whole, word), FIELD_SHAPE(Whole, part, &PART),
    FIELD(Whole, hash),
};
static const Shape SENT = SHAPE_OF(Whole, SENT_FIELDS);

static void check_why(const Fault *why)
{
    must(why->message[0] && strlen(why->message) < sizeof why->message);
}

static Json written(const Shape *shape, const void *of)
{
    Json json = { 0 };
    js_shape(&json, NULL, shape, of, NULL);
    must(!json.lost);
    return json;
}

static void read_json(const Shape *shape, Text text, bool again)
{
    void *one = calloc(1, shape->size), *other = calloc(1, shape->size);
    Fault why = { .message = "" };
    memset(other, 0x55, shape->size);
    memset(one, 0x55, shape->size);
    if (shape_read_json(text, shape, one, &why) != OK) {
        check_why(&why);
        must(!memcmp(one, other, shape->size));
        memset(one, 0, shape->size);
    } else if (again) {
        memset(one, 0, shape->size);
        memset(other, 0, shape->size);
        must(shape_read_json(text, shape, one, &why) == OK);
        Json json = written(shape, one);
        if (((Whole *)one)->game && ((Whole *)one)->parts_count) {
            must(shape_read_json(js_view(&json), shape, other, &why) == OK);
            Json second = written(shape, other);
            must(text_equal(js_view(&json), js_view(&second)));
            js_free(&second);
        }
        js_free(&json);
    }
    free(one);
    free(other);
}

static void read_features(Text text)
{
    Fault why_unread;
    OpenMessage open;
    bool is_message = message_open(text, &open, &why_unread) == OK;
    for (const Feature *const *f = FEATURES; *f; f++) {
        for (int i = 0; i < (*f)->routes_count; i++) {
            Fault why;
            const Route *route = &(*f)->routes[i];
            void *query = calloc(1, route->query->size);
            if (route->body != &RAW) read_json(route->body, text, false);
            if (route->query != &RAW) shape_read_query(text, route->query, query, &why);
            free(query);
        }
        for (int i = 0; is_message && i < (*f)->messages_count; i++) {
            Fault why;
            void *message = calloc(1, (*f)->messages[i].shape->size);
            message_read(&open, (*f)->messages[i].shape, message, &why);
            free(message);
        }
    }
    if (is_message) message_close(&open);
}

static void read_struct(Text text)
{
    char first[512], second[512];
    Whole heard, again;
    if (!shape_unpack(&SENT, text, &heard)) return;
    size_t size = shape_pack(&SENT, &heard, first, sizeof first);
    must(size && shape_unpack(&SENT, (Text){ first, size }, &again));
    must(shape_pack(&SENT, &again, second, sizeof second) == size && !memcmp(first, second, size));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (!size) return 0;
    char *copy = malloc(size); // its end is watched
    memcpy(copy, data + 1, size - 1);
    const Text text = { copy, size - 1 };
    Whole whole = { 0 };
    Fault why = { .message = "" };
    switch (data[0] % 4) {
    case 0: read_json(&WHOLE, text, true); break;
    case 1:
        if (shape_read_query(text, &WHOLE, &whole, &why) != OK) check_why(&why);
        break;
    case 2: read_features(text); break;
    default: read_struct(text); break;
    }
    free(copy);
    return 0;
}
