// SPDX-License-Identifier: MIT
// Records with variations: read as a tree, written, and read back.
#include "support/records.h"

#include "record/tree.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 4096 };

// The events of a record in short form: moves as text, others with a symbol.
static void events_of(const char *text, char told[TEXT_MAX], char written[TEXT_MAX])
{
    Record record = record_of(text);
    Position start;
    Fault why;
    assert_int_equal(record_setup(&record, &start, &why), OK);
    TreeReader *reader = malloc(sizeof *reader);
    TreeWriter *writer = malloc(sizeof *writer);
    Out out = out_to(told, TEXT_MAX), copy = out_to(written, TEXT_MAX);
    record_write_setup(&copy, &start, NULL);
    *writer = tree_writer(&copy, &start);
    *reader = tree_reader(&record, &start);
    TreeEvent event;
    while (tree_next(reader, &event)) {
        static const char *const FORM[] = { "%t ", "%t ", "{%t} ", "%t ", "( ", ") " };
        out_format(&out, FORM[event.kind], event.text);
        assert_int_equal(tree_write(writer, &event, &why), OK);
    }
    record_write_result(&writer->writer, &(Outcome){ 0 });
    assert_false(out.lost || copy.lost);
    free(reader);
    free(writer);
}

static void assert_tree(const char *text, const char *wanted)
{
    char told[TEXT_MAX], written[TEXT_MAX], again[TEXT_MAX], twice[TEXT_MAX];
    events_of(text, told, written);
    assert_string_equal(told, wanted);
    events_of(written, again, twice);
    assert_string_equal(again, wanted);
    assert_string_equal(twice, written);
}

static void trees_come_back(void **state)
{
    (void)state;
    assert_tree(
        "[Game \"quoridor\"]\n\n{begin} 1. e2! {good} (1. d1 e8 {here} (1... d9?!) 2. d2) e8 "
        "2. e3 $4 (2. a1h) *\n",
        "{begin} e2 ! {good} ( d1 e8 {here} ( d9 ?! ) d2 ) e8 e3 $4 ( a1h ) ");
    assert_tree("[Game \"quoridor-4\"]\n\n1. e2 out2:time (1... b5) e8 *\n",
                "e2 out2:time ( b5 ) e8 ");
}

static void numbers_go_on(void **state)
{
    (void)state;
    char told[TEXT_MAX], written[TEXT_MAX];
    events_of("[Game \"quoridor\"]\n\n1. e2 e8 (1... d9 2. e3) 2. e3 *\n", told, written);
    assert_non_null(strstr(written, "1. e2 e8 ( 1... d9 2. e3 ) 2. e3 *"));
}

static void what_cannot_be_played_is_told(void **state)
{
    (void)state;
    assert_tree("[Game \"quoridor\"]\n\n1. e2 (1. e5 e8) e8 *\n", "e2 ( {e5 e8} ) e8 ");
    // A variation before the first move has nothing to replace; unreadable commands inside
    // variations are ignored.
    assert_tree("[Game \"quoridor\"]\n\n(1. e2) 1. e2 *\n", "{(1. e2)} e2 ");
}

static void what_cannot_be_written_is_refused(void **state)
{
    (void)state;
    char text[TEXT_MAX];
    Position start;
    Record record = record_of("[Game \"quoridor\"]\n\n1. e2 *\n");
    assert_int_equal(record_setup(&record, &start, NULL), OK);
    Out out = out_to(text, sizeof text);
    TreeWriter *writer = malloc(sizeof *writer);
    *writer = tree_writer(&out, &start);
    Fault why;
    TreeEvent event = { .kind = TREE_OPEN };
    assert_int_equal(tree_write(writer, &event, &why), MALFORMED);
    event.kind = TREE_CLOSE;
    assert_int_equal(tree_write(writer, &event, &why), MALFORMED);
    event = (TreeEvent){ .kind = TREE_MARK, .text = text_of("well") };
    assert_int_equal(tree_write(writer, &event, &why), MALFORMED);
    assert_int_equal(tree_read_step(&start, text_of("e5"), &event, &why), ILLEGAL);
    assert_int_equal(tree_read_step(&start, text_of("out1:time"), &event, &why), ILLEGAL);
    free(writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_come_back),
        cmocka_unit_test(numbers_go_on),
        cmocka_unit_test(what_cannot_be_played_is_told),
        cmocka_unit_test(what_cannot_be_written_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
