// SPDX-License-Identifier: MIT
// Tests of JSON by shape: every kind and meaning out and in, and the words of refusals.
#include "server/api/feature.h"
#include "server/api/messages/shape_json.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum Colour { RED, GREEN, NO_COLOUR } Colour;
static const char *const COLOURS[] = { "red", "green", "", NULL };

typedef struct Line {
    char line[9];
} Line;
static const Field LINE_FIELDS[] = { FIELD(Line, line) };
static const Shape LINE = SHAPE_BARE(Line, LINE_FIELDS);

typedef struct Part {
    int number;
    bool yes;
} Part;
static const Field PART_FIELDS[] = { FIELD(Part, number, .max = 9), FIELD(Part, yes) };
static const Shape PART = SHAPE_OF(Part, PART_FIELDS);

typedef struct Whole {
    i64 id, game, at;
    char name[21];
    Colour colour;
    int set;
    bool left_out, real_given;
    double real;
    Part part, inlined;
    Line line[3];
    int lines;
    Part parts[2];
    int parts_count;
    SecretHash hash;
    i64 hidden;
} Whole;
static const Field WHOLE_FIELDS[] = {
    FIELD(Whole, id, .as = AS_ID),
    FIELD(Whole, game, .as = AS_GAME, .flags = FIELD_OPTIONAL),
    FIELD(Whole, at, .as = AS_TIME, .flags = FIELD_OPTIONAL | FIELD_NULL),
    FIELD(Whole, name, .max = 5, .flags = FIELD_OPTIONAL | FIELD_NULL),
    FIELD(Whole, colour, .as = AS_WORD, .words = COLOURS, .flags = FIELD_OPTIONAL),
    FIELD(Whole, set, .as = AS_WORDS, .words = COLOURS, .key = "colours", .flags = FIELD_OPTIONAL),
    FIELD(Whole, left_out, .flags = FIELD_OMIT | FIELD_OPTIONAL),
    FIELD(Whole, real, .flags = FIELD_OPTIONAL, .given = offsetof(Whole, real_given)),
    FIELD(Whole, real_given, .as = AS_HIDDEN),
    FIELD_SHAPE(Whole, part, &PART, .flags = FIELD_OPTIONAL),
    FIELD_SHAPE(Whole, inlined, &PART, .flags = FIELD_INLINE),
    FIELD_ARRAY(Whole, line, lines, &LINE, .key = "lines", .flags = FIELD_OPTIONAL),
    FIELD_ARRAY(Whole, parts, parts_count, &PART, .min = 1, .flags = FIELD_OPTIONAL),
    FIELD(Whole, hash),
    FIELD(Whole, hidden, .as = AS_HIDDEN),
};
static const Shape WHOLE = SHAPE_OF(Whole, WHOLE_FIELDS);

static const char FULL_TEXT[] =
    "{\"id\":\"12\",\"game\":\"0aB1cD2e\",\"at\":5,\"name\":\"\xc3\xa4\xc3\xa4\","
    "\"colour\":\"green\",\"colours\":[\"red\",\"green\"],\"left_out\":true,\"real\":3,"
    "\"part\":{\"number\":1,\"yes\":true},\"number\":2,\"yes\":false,"
    "\"lines\":[\"one\",\"two\"],\"parts\":[{\"number\":3,\"yes\":true}]}";

static char *written(const Whole *whole)
{
    Json json = { 0 };
    js_shape(&json, NULL, &WHOLE, whole, NULL);
    return js_take(&json).at;
}

static void a_message_goes_out_as_it_came_in(void **state)
{
    (void)state;
    Fault why;
    Whole whole = { .hidden = 7 };
    if (!shape_check(&WHOLE, &why) || !shape_is_readable(&WHOLE, &why)) fail_msg("%s", why.message);
    if (shape_read_json(text_of(FULL_TEXT), &WHOLE, &whole, &why) != OK)
        fail_msg("%s", why.message);
    assert_true(whole.id == 12 && whole.at == 5 && whole.colour == GREEN && whole.set == 3);
    assert_true(whole.part.number == 1 && whole.inlined.number == 2 && whole.lines == 2 &&
                whole.parts_count == 1 && whole.hidden == 7 && whole.real_given);
    char *text = written(&whole);
    assert_string_equal(text, FULL_TEXT);
    free(text);
}

static void empty_values_are_null_or_left_out(void **state)
{
    (void)state;
    char *text = written(&(Whole){ .colour = NO_COLOUR });
    assert_string_equal(text, "{\"id\":\"0\",\"game\":null,\"at\":null,\"name\":null,"
                              "\"colour\":null,\"colours\":[],\"real\":0,"
                              "\"part\":{\"number\":0,\"yes\":false},\"number\":0,\"yes\":false,"
                              "\"lines\":[],\"parts\":[]}");
    free(text);
}

static void refused(const char *text, const char *words)
{
    Fault why = { 0 };
    Whole whole, before;
    memset(&whole, 0x55, sizeof whole);
    before = whole;
    if (shape_read_json(text_of(text), &WHOLE, &whole, &why) == OK) fail_msg("taken: %s", text);
    assert_string_equal(why.message, words);
    assert_memory_equal(&whole, &before, sizeof whole);
}

// The memory that json-c would allocate is bounded before it parses.
static void too_many_values(void **state)
{
    (void)state;
    enum { MANY = 64 << 10 };
    static char text[MANY + 64];
    Whole whole = { .id = 0 };
    Fault why;
    size_t at = (size_t)sprintf(text, "{\"lines\":[");
    while (at < MANY - 2)
        at += (size_t)sprintf(text + at, "1,");
    sprintf(text + at, "1]}");
    assert_int_not_equal(shape_read_json(text_of(text), &WHOLE, &whole, &why), OK);
    assert_string_equal(why.message, "the message has more than 1500 values");
    at = (size_t)sprintf(text, "{");
    for (int i = 0; at < MANY - 16; i++)
        at += (size_t)sprintf(text + at, "\"%d\":1,", i);
    sprintf(text + at, "\"x\":1}");
    assert_int_not_equal(shape_read_json(text_of(text), &WHOLE, &whole, &why), OK);
    assert_string_equal(why.message, "the message has more than 1500 values");
    // Commas within a text don't count.
    at = (size_t)sprintf(text, "{\"name\":\"");
    while (at < MANY - 2)
        text[at++] = ',';
    sprintf(text + at, "\"}");
    assert_int_not_equal(shape_read_json(text_of(text), &WHOLE, &whole, &why), OK);
    assert_string_equal(why.message, "\"name\" is longer than 5 characters");
    assert_int_not_equal(shape_read_json(text_of("{\"a\":[[[[[[1]]]]]]}"), &WHOLE, &whole, &why),
                         OK);
    assert_non_null(strstr(why.message, "not JSON"));
}

typedef struct Query {
    char variant[32], pool[32];
    int number;
    i64 hidden;
} Query;
static const Field QUERY_FIELDS[] = {
    FIELD(Query, variant, .fits = is_variant_id, .flags = FIELD_OPTIONAL),
    FIELD(Query, pool, .fits = is_pool_name, .flags = FIELD_OPTIONAL),
    FIELD(Query, number, .flags = FIELD_OPTIONAL),
    FIELD(Query, hidden, .as = AS_HIDDEN),
};
static const Shape QUERY = SHAPE_OF(Query, QUERY_FIELDS);

static void parameters(void **state)
{
    (void)state;
    static const char *const CASES[][2] = {
        { "", "" },
        { "variant=quoridor&pool=blitz-bots&number=3", "" },
        { "&variant=abalone-4&&pool=bullet&", "" },
        { "variant=chess", "\"variant\" is not one that is known" },
        { "pool=blitzbots", "\"pool\" is not one that is known" },
        { "pool=-bots", "\"pool\" is not one that is known" },
        { "number=1&nosuch=1", "unknown parameter 'nosuch'" },
        { "nosuch", "unknown parameter 'nosuch'" },
        { "hidden=1", "unknown parameter 'hidden'" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Query query = { .number = 0 };
        Fault why = { .message = "" };
        Status status = shape_read_query(text_of(CASES[i][0]), &QUERY, &query, &why);
        assert_string_equal(status == OK ? "" : why.message, CASES[i][1]);
    }
}

static void a_field_says_whether_it_was_given(void **state)
{
    (void)state;
    Whole whole = { .id = 0 };
    Fault why;
    if (shape_read_json(text_of("{\"id\":\"1\",\"number\":1,\"yes\":true}"), &WHOLE, &whole,
                        &why) != OK)
        fail_msg("%s", why.message);
    assert_false(whole.real_given);
}

#define INLINE ",\"number\":1,\"yes\":true}"
static void refusals_name_the_field(void **state)
{
    (void)state;
    static const char *const CASES[][2] = {
        { "{\"id\":\"1\"}", "\"number\" is missing" },
        { "{\"number\":1,\"yes\":true}", "\"id\" is missing" },
        { "{\"id\":\"1\",\"hidden\":1" INLINE, "unknown field 'hidden'" },
        { "{\"id\":\"1\",\"hash\":\"x\"" INLINE, "unknown field 'hash'" },
        { "{\"id\":1" INLINE, "\"id\" is not a string" },
        { "{\"id\":\"01\"" INLINE, "\"id\" is not an id" },
        { "{\"id\":\"1\",\"game\":\"abc\"" INLINE, "\"game\" is not a game id" },
        { "{\"id\":\"1\",\"at\":-1" INLINE, "\"at\" is out of range" },
        { "{\"id\":\"1\",\"at\":1.5" INLINE, "\"at\" is not a whole number" },
        { "{\"id\":\"1\",\"at\":null" INLINE, "\"at\" is not a whole number" },
        { "{\"id\":\"1\",\"number\":10,\"yes\":true}", "\"number\" is out of range" },
        { "{\"id\":\"1\",\"number\":1,\"yes\":1}", "\"yes\" is neither true nor false" },
        { "{\"id\":\"1\",\"name\":\"abcdef\"" INLINE, "\"name\" is longer than 5 characters" },
        { "{\"id\":\"1\",\"name\":\"a\\u0000\"" INLINE,
          "\"name\" has a character that is not allowed in text" },
        { "{\"id\":\"1\",\"colour\":\"blue\"" INLINE, "\"colour\" is not one that is known" },
        { "{\"id\":\"1\",\"colour\":\"\"" INLINE, "\"colour\" is not one that is known" },
        { "{\"id\":\"1\",\"colours\":\"red\"" INLINE, "\"colours\" is not an array" },
        { "{\"id\":\"1\",\"colours\":[\"blue\"]" INLINE,
          "\"colours\" has a name that is not known" },
        { "{\"id\":\"1\",\"part\":1" INLINE, "\"part\" is not an object" },
        { "{\"id\":\"1\",\"part\":{\"number\":1}" INLINE, "\"yes\" is missing" },
        { "{\"id\":\"1\",\"lines\":[\"1\",\"2\",\"3\",\"4\"]" INLINE,
          "\"lines\" has more than 3 members" },
        { "{\"id\":\"1\",\"lines\":[\"123456789\"]" INLINE, "\"lines\" is longer than 8 bytes" },
        { "{\"id\":\"1\",\"parts\":[]" INLINE, "\"parts\" has no member, or more than 2" },
        { "{\"id\":\"1\",\"parts\":[1]" INLINE, "\"parts\" has a member that is not an object" },
        { "", "the message is not JSON: it ends in the wrong place" },
        { "[]", "the message is not a JSON object" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        refused(CASES[i][0], CASES[i][1]);
}

static void a_field_has_words_of_its_own(void **state)
{
    (void)state;
    static const Field FIELDS[] = {
        FIELD(Part, number, .min = 1, .max = 9, .refusal = "give a number from 1 to 9",
              .flags = FIELD_STRICT),
    };
    static const Shape SHAPE = { .name = "Part",
                                 .size = sizeof(Part),
                                 .field = FIELDS,
                                 .count = 1,
                                 .refusal = "wanted is \"number\", and nothing else" };
    static const char *const CASES[][2] = {
        { "{\"number\":0}", "give a number from 1 to 9" },
        { "{\"number\":\"1\"}", "give a number from 1 to 9" },
        { "{}", "wanted is \"number\", and nothing else" },
        { "{\"number\":\"1\",\"yes\":true}", "wanted is \"number\", and nothing else" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Fault why = { 0 };
        Part part;
        assert_int_not_equal(shape_read_json(text_of(CASES[i][0]), &SHAPE, &part, &why), OK);
        assert_string_equal(why.message, CASES[i][1]);
    }
}

typedef struct Asked {
    i64 before;
    int limit;
    Colour colour;
    char text[21];
} Asked;
static const Field ASKED_FIELDS[] = {
    FIELD(Asked, before, .as = AS_GAME, .flags = FIELD_OPTIONAL),
    FIELD(Asked, limit, .min = 1, .max = 50, .flags = FIELD_OPTIONAL),
    FIELD(Asked, colour, .as = AS_WORD, .words = COLOURS, .flags = FIELD_OPTIONAL),
    FIELD(Asked, text, .max = 5),
};
static const Shape ASKED = SHAPE_OF(Asked, ASKED_FIELDS);

static void parameters_are_read_by_shape(void **state)
{
    (void)state;
    Fault why;
    Asked asked = { .limit = 20 };
    assert_int_equal(shape_read_query(text_of("text=a%20b&colour=green"), &ASKED, &asked, &why),
                     OK);
    assert_true(asked.limit == 20 && asked.colour == GREEN && !asked.before);
    assert_string_equal(asked.text, "a b");
    static const char *const CASES[][2] = {
        { "limit=5", "\"text\" is missing" },
        { "text=a&limit=0", "\"limit\" is out of range" },
        { "text=a&limit=51", "\"limit\" is out of range" },
        { "text=a&colour=blue", "\"colour\" is not one that is known" },
        { "text=abcdef", "\"text\" is too long" },
        { "text=a&before=x", "\"before\" is not a game id" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_int_not_equal(shape_read_query(text_of(CASES[i][0]), &ASKED, &asked, &why), OK);
        assert_string_equal(why.message, CASES[i][1]);
    }
}

// --- messages of a socket ------------------------------------------------------------------------

static const SocketMessage MESSAGES[] = { { .name = "first", .shape = &PART },
                                          { .name = "second", .shape = &PART } };
static const Feature TALKS = { .name = "talks", .messages = MESSAGES, .messages_count = 2 };
static const Feature *const ROWS[] = { &(const Feature){ .name = "silent" }, &TALKS, NULL };

static void a_message_of_a_socket_finds_its_row(void **state)
{
    (void)state;
    int place = -1;
    const Text text = text_of("{\"n\":3,\"number\":4,\"t\":\"second\",\"yes\":true}");
    OpenMessage message;
    Part part = { 0 };
    Fault why;
    assert_int_equal(message_open(text, &message, &why), OK);
    assert_int_equal(message.n, 3);
    assert_ptr_equal(features_message(ROWS, message.name, &place), &MESSAGES[1]);
    assert_int_equal(place, 1);
    assert_int_equal(message_read(&message, &PART, &part, &why), OK);
    assert_true(part.number == 4 && part.yes);
    message_close(&message);
    static const char *const NONE[] = { "third", "", "a name of more than sixteen bytes" };
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_null(features_message(ROWS, text_of(NONE[i]), &place));
    static const char *const WRONG[] = { "{\"t\":1}", "{}", "x", "{\"t\":\"first\",\"n\":-1}" };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        assert_int_not_equal(message_open(text_of(WRONG[i]), &message, &why), OK);
    assert_int_equal(message_open(text_of("{\"t\":\"first\",\"x\":1}"), &message, &why), OK);
    assert_int_not_equal(message_read(&message, &PART, &part, &why), OK);
    assert_string_equal(why.message, "unknown field 'x'");
    message_close(&message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_goes_out_as_it_came_in),
        cmocka_unit_test(empty_values_are_null_or_left_out),
        cmocka_unit_test(a_field_says_whether_it_was_given),
        cmocka_unit_test(too_many_values),
        cmocka_unit_test(parameters),
        cmocka_unit_test(refusals_name_the_field),
        cmocka_unit_test(a_field_has_words_of_its_own),
        cmocka_unit_test(parameters_are_read_by_shape),
        cmocka_unit_test(a_message_of_a_socket_finds_its_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
