// SPDX-License-Identifier: MIT
// Messages between nodes in both forms, and input that is none.
#include "server/cluster/older.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

typedef struct Step {
    int number, kind, ply;
    bool takes_back;
    i64 at_ms;
    Text body;
} Step;
static const Field STEP_FIELDS[] = {
    FIELD(Step, number),     FIELD(Step, kind),  FIELD(Step, ply),
    FIELD(Step, takes_back), FIELD(Step, at_ms), FIELD(Step, body),
};
static const Shape STEP = SHAPE_OF(Step, STEP_FIELDS);
typedef struct Steps {
    i64 game;
    int count;
    Step step[4];
} Steps;
static const Field STEPS_FIELDS[] = { FIELD(Steps, game), FIELD_ARRAY(Steps, step, count, &STEP) };
static const Shape STEPS = SHAPE_OF(Steps, STEPS_FIELDS);

typedef struct Mixed {
    i64 person;
    SecretHash session, except;
    bool yes;
    Text text;
} Mixed;
static const Field MIXED_FIELDS[] = { FIELD(Mixed, person), FIELD(Mixed, session),
                                      FIELD(Mixed, except), FIELD(Mixed, yes), FIELD(Mixed, text) };
static const Shape MIXED = SHAPE_OF(Mixed, MIXED_FIELDS);

static const Topic MOVES = { .name = "test.moves",
                             .shape = &STEPS,
                             .older = { OLDER_EVENTS, "ge" } };
static const Topic MIX = { .name = "test.mix",
                           .shape = &MIXED,
                           .older = { OLDER_SIGNED_OUT, "phxyb" } };
static const Topic NEW = { .name = "test.new", .shape = &MIXED };

static char message[MESSAGE_HEADER + 4 * RECORD_MAX];
static size_t length;

static void begin(void)
{
    node_message_write(message, 0x123456789abcdef1u, 42);
    length = MESSAGE_HEADER;
}

static Text ended(void)
{
    return (Text){ message, length };
}

static const Steps TWO = { .game = 77,
                           .count = 2,
                           .step = { { 3, 3, 5, false, 1794874480880, { "e2", 2 } },
                                     { 4, 3, -1, true, 1794874480880, { "", 0 } } } };

static void check_two(const Steps *heard)
{
    assert_int_equal(heard->game, 77);
    assert_int_equal(heard->count, 2);
    assert_int_equal(heard->step[0].ply, 5);
    assert_int_equal(heard->step[1].ply, -1);
    assert_true(!heard->step[0].takes_back && heard->step[1].takes_back);
    assert_true(text_is(heard->step[0].body, "e2"));
    assert_true(heard->step[0].at_ms == 1794874480880);
}

static void there_and_back(void **state)
{
    (void)state;
    for (int older = 0; older < 2; older++) {
        Mixed said = { .person = -5, .yes = true, .text = text_of("{\"t\":\"notice\"}") }, heard;
        Steps steps;
        NodeMessage read;
        NodeRecord record;
        memset(said.session.bytes, 7, sizeof said.session.bytes);
        begin();
        length += (older ? older_write : node_record_write)(message + length, &MOVES, &TWO);
        length += (older ? older_write : node_record_write)(message + length, &MIX, &said);
        assert_true(node_message_read(ended(), &read));
        assert_true(read.from == 0x123456789abcdef1u);
        assert_int_equal(read.number, 42);
        assert_true(node_record_next(&read, &record));
        assert_int_equal(record.kind == RECORD_TOPIC, !older);
        assert_false(node_record_read(&record, &MIX, &heard));
        assert_true(node_record_read(&record, &MOVES, &steps));
        check_two(&steps);
        assert_true(node_record_next(&read, &record));
        assert_true(node_record_read(&record, &MIX, &heard));
        assert_int_equal(heard.person, -5);
        assert_true(heard.yes);
        assert_memory_equal(&heard.session, &said.session, sizeof heard.session);
        assert_int_equal(heard.except.bytes[0], 0);
        assert_true(text_is(heard.text, "{\"t\":\"notice\"}"));
        assert_false(node_record_next(&read, &record));
    }
}

// A newer version sends more: the reader skips records, fields and topics that it doesn't know.
static void newer_ones(void **state)
{
    (void)state;
    const Shape shorter = {
        .name = "Step", .size = sizeof(Step), .field = STEP_FIELDS, .count = 3
    };
    const Field fields[] = { FIELD(Steps, game), FIELD_ARRAY(Steps, step, count, &shorter) };
    const Shape shape = SHAPE_OF(Steps, fields);
    const Topic older_topic = { .name = "test.moves", .shape = &shape };
    const Topic unknown = { .name = "test.unknown", .shape = &STEPS };
    NodeMessage read;
    NodeRecord record;
    Steps heard;
    begin();
    length += node_record_write(message + length, &unknown, &TWO);
    message[length] = (char)200; // a kind of the future
    length += node_record_write(message + length + 1, &MOVES, &TWO) ? 1 + 4 : 0;
    memset(message + length - 4, 0, 4);
    length += node_record_write(message + length, &MOVES, &TWO);
    assert_true(node_message_read(ended(), &read));
    assert_true(node_record_next(&read, &record));
    assert_false(node_record_read(&record, &MOVES, &heard));
    assert_true(node_record_next(&read, &record));
    assert_int_equal(record.kind, 200);
    assert_false(node_record_read(&record, &MOVES, &heard));
    assert_true(node_record_next(&read, &record));
    assert_true(node_record_read(&record, &MOVES, &heard));
    check_two(&heard);
    // An older reader skips the fields that were appended, also those of elements.
    assert_true(node_record_read(&record, &older_topic, &heard));
    assert_int_equal(heard.count, 2);
    assert_int_equal(heard.step[1].number, 4);
    assert_int_equal(heard.step[1].at_ms, 0);
    // And a newer reader gets zeros for fields that an older sender doesn't have.
    begin();
    length += node_record_write(message + length, &older_topic, &TWO);
    assert_true(node_message_read(ended(), &read));
    assert_true(node_record_next(&read, &record));
    assert_true(node_record_read(&record, &MOVES, &heard));
    assert_int_equal(heard.step[0].ply, 5);
    assert_int_equal(heard.step[0].body.length, 0);
}

// One kind of the older form stood for several topics.
static void kinds_of_several_topics(void **state)
{
    (void)state;
    typedef struct Tie {
        i64 person, other;
    } Tie;
    static const Field FIELDS[] = { FIELD(Tie, person), FIELD(Tie, other) };
    static const Shape SHAPE = SHAPE_OF(Tie, FIELDS);
    const Topic topics[] = { { .name = "a", .shape = &SHAPE, .older = { OLDER_STANDING, "poYP" } },
                             { .name = "b", .shape = &SHAPE, .older = { OLDER_STANDING, "poNP" } },
                             { .name = "c", .shape = &SHAPE, .older = { OLDER_STANDING, "--Z" } } };
    for (int said = 0; said < 3; said++) {
        NodeMessage read;
        NodeRecord record;
        Tie heard;
        begin();
        length += older_write(message + length, &topics[said], &(Tie){ 3, 4 });
        assert_true(node_message_read(ended(), &read));
        assert_true(node_record_next(&read, &record));
        for (int i = 0; i < 3; i++)
            assert_int_equal(node_record_read(&record, &topics[i], &heard), i == said);
    }
    assert_int_equal(older_write(message, &NEW, &(Mixed){ 0 }), 0);
}

// A message that doesn't fit is not sent.
static void too_long(void **state)
{
    (void)state;
    static char much[RECORD_MAX];
    Steps steps = TWO;
    assert_int_equal(node_record_write(message, &MIX, &(Mixed){ .text = { much, RECORD_MAX } }), 0);
    assert_int_equal(older_write(message, &MIX, &(Mixed){ .text = { much, OLDER_BODY_MAX + 1 } }),
                     0);
    steps.step[1].body = (Text){ much, OLDER_EVENT_BODY_MAX + 1 };
    assert_int_equal(older_write(message, &MOVES, &steps), 0);
    assert_true(node_record_write(message, &MOVES, &steps));
}

static void damaged_ones(void **state)
{
    (void)state;
    for (int older = 0; older < 2; older++) {
        Steps heard;
        NodeMessage read;
        NodeRecord record;
        begin();
        length += (older ? older_write : node_record_write)(message + length, &MOVES, &TWO);
        for (size_t cut = 0; cut < length; cut++) {
            char *exact = malloc(cut ? cut : 1); // the sanitizer watches its end
            memcpy(exact, message, cut);
            if (node_message_read((Text){ exact, cut }, &read)) {
                assert_true(cut >= MESSAGE_HEADER);
                assert_false(node_record_next(&read, &record));
            }
            free(exact);
        }
        for (size_t i = MESSAGE_HEADER; i < length; i++)
            for (int value = 0; value < 256; value++) {
                char kept = message[i];
                message[i] = (char)value;
                if (node_message_read(ended(), &read))
                    while (node_record_next(&read, &record))
                        if (node_record_read(&record, &MOVES, &heard))
                            assert_in_range(heard.count, 0, 4);
                message[i] = kept;
            }
    }
    message[0] = 'X';
    NodeMessage read;
    assert_false(node_message_read(ended(), &read));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(newer_ones),
        cmocka_unit_test(kinds_of_several_topics),
        cmocka_unit_test(too_long),
        cmocka_unit_test(damaged_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
