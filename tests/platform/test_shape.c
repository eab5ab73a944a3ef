// SPDX-License-Identifier: MIT
// Tests of struct shapes: checks, copies, packing for other nodes.
#include "platform/shape.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

typedef struct Inner {
    int number;
    Text text;
} Inner;
typedef struct Outer {
    i64 id;
    bool yes;
    double part;
    char name[21];
    Inner inner;
    SecretHash hash;
    Text last;
} Outer;
static const Field INNER_FIELDS[] = { FIELD(Inner, number), FIELD(Inner, text) };
static const Shape INNER = SHAPE_OF(Inner, INNER_FIELDS);
static const Field OUTER_FIELDS[] = {
    FIELD(Outer, id),
    FIELD(Outer, yes),
    FIELD(Outer, part),
    FIELD(Outer, name, .max = 5),
    FIELD_SHAPE(Outer, inner, &INNER),
    FIELD(Outer, hash, .as = AS_HIDDEN),
    FIELD(Outer, last),
};
static const Shape OUTER = SHAPE_OF(Outer, OUTER_FIELDS);

static const Outer FULL_ONE = { .id = -7,
                                .yes = true,
                                .part = 0.25,
                                .name = "Ada",
                                .inner = { 3, { "within", 6 } },
                                .hash = { { 1, 2, 3 } },
                                .last = { "behind", 6 } };

static void assert_same(const Outer *one, const Outer *other)
{
    assert_true(one->id == other->id && one->yes == other->yes && one->part == other->part);
    assert_string_equal(one->name, other->name);
    assert_int_equal(one->inner.number, other->inner.number);
    assert_true(text_equal(one->inner.text, other->inner.text));
    assert_memory_equal(&one->hash, &other->hash, sizeof one->hash);
    assert_true(text_equal(one->last, other->last));
}

static void refused(const Shape *shape, const char *words)
{
    Fault why = { 0 };
    if (shape_check(shape, &why) && shape_tiles(shape, &why)) fail_msg("not refused: %s", words);
    if (!strstr(why.message, words)) fail_msg("\"%s\" is not \"%s\"", why.message, words);
}

// A Text that isn't listed would be copied as a pointer to memory that its owner frees.
static void a_field_that_is_not_listed_is_found(void **state)
{
    (void)state;
    Fault why;
    assert_true(shape_check(&OUTER, &why) && shape_tiles(&OUTER, &why));
    for (int left_out = 0; left_out < OUTER.count; left_out++) {
        if (OUTER_FIELDS[left_out].kind == KIND_BOOL) continue; // smaller than padding can be
        Field field[sizeof OUTER_FIELDS / sizeof *OUTER_FIELDS];
        Shape shape = { .name = "Outer", .size = sizeof(Outer), .field = field, .count = 0 };
        for (int i = 0; i < OUTER.count; i++)
            if (i != left_out) field[shape.count++] = OUTER_FIELDS[i];
        refused(&shape, "Outer has bytes at");
    }
}

static void contradictions_are_found(void **state)
{
    (void)state;
    static const char *const WORDS[] = { "one", NULL };
    static const struct {
        Field field;
        const char *words;
    } CASES[] = {
        { FIELD(Outer, id, .as = AS_WORD), "words only as" },
        { FIELD(Outer, name, .as = AS_GAME), "Outer.name must be an i64" },
        { FIELD(Outer, name, .as = AS_WORD, .words = WORDS), "must be a number" },
        { FIELD(Outer, name, .max = 6), "too small for four bytes" },
        { FIELD(Outer, last, .as = AS_JSON), "must state its type" },
        { FIELD(Outer, inner.number, .shape = &INNER), "has a shape only if" },
        { FIELD_SHAPE(Outer, last, &INNER), "of another type" },
        { FIELD(Outer, id, .flags = FIELD_INLINE), "inline but no struct" },
        { FIELD(Outer, yes, .given = offsetof(Outer, part)), "no bool" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        refused(
            &(Shape){
                .name = "Outer", .size = sizeof(Outer), .field = &CASES[i].field, .count = 1 },
            CASES[i].words);
}

static void a_copy_owns_its_texts(void **state)
{
    (void)state;
    char within[] = "within", behind[] = "behind";
    Outer one = FULL_ONE;
    one.inner.text.at = within;
    one.last.at = behind;
    size_t size = shape_copy_size(&OUTER, &one);
    char *space = malloc(size);
    assert_true(size % 16 == 0 && shape_copy(&OUTER, &one, space) == space + size);
    memset(within, 'x', 6);
    memset(behind, 'x', 6);
    assert_same((Outer *)(void *)space, &FULL_ONE);
    free(space);
}

static void nodes_send_it_to_each_other(void **state)
{
    (void)state;
    char bytes[400];
    Outer heard;
    size_t size = shape_pack(&OUTER, &FULL_ONE, bytes, sizeof bytes);
    assert_true(size && shape_unpack(&OUTER, (Text){ bytes, size }, &heard));
    assert_same(&heard, &FULL_ONE);
    assert_int_equal(shape_pack(&OUTER, &FULL_ONE, bytes, size), 0); // no space for the last byte
}

static void nodes_of_two_versions_understand_each_other(void **state)
{
    (void)state;
    char bytes[400];
    Outer heard;
    const Shape older = {
        .name = "Outer", .size = sizeof(Outer), .field = OUTER_FIELDS, .count = 4
    };
    size_t size = shape_pack(&older, &FULL_ONE, bytes, sizeof bytes);
    assert_true(shape_unpack(&OUTER, (Text){ bytes, size }, &heard));
    assert_string_equal(heard.name, "Ada");
    assert_true(!heard.inner.number && !heard.last.length);
    size = shape_pack(&OUTER, &FULL_ONE, bytes, sizeof bytes);
    assert_true(shape_unpack(&older, (Text){ bytes, size }, &heard));
    assert_string_equal(heard.name, "Ada");
    assert_true(!heard.last.length);
}

static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    char bytes[400];
    Outer heard;
    size_t size = shape_pack(&OUTER, &FULL_ONE, bytes, sizeof bytes);
    for (size_t length = 0, field = 0; length < size; length++) {
        bool fine = shape_unpack(&OUTER, (Text){ bytes, length }, &heard);
        field += fine;                             // only between two fields of the outer one
        char *exact = malloc(length ? length : 1); // the sanitizer watches its end
        memcpy(exact, bytes, length);
        assert_true(shape_unpack(&OUTER, (Text){ exact, length }, &heard) == fine);
        free(exact);
        if (length == size - 1) assert_int_equal(field, 7);
    }
    for (size_t i = 0; i < size; i++) {
        char kept = bytes[i];
        for (int value = 0; value < 256; value++) {
            bytes[i] = (char)value;
            shape_unpack(&OUTER, (Text){ bytes, size }, &heard); // no read beyond the end
        }
        bytes[i] = kept;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_that_is_not_listed_is_found),
        cmocka_unit_test(contradictions_are_found),
        cmocka_unit_test(a_copy_owns_its_texts),
        cmocka_unit_test(nodes_send_it_to_each_other),
        cmocka_unit_test(nodes_of_two_versions_understand_each_other),
        cmocka_unit_test(damaged_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
