// SPDX-License-Identifier: MIT
// Tests of operations on both databases, and of the checks that refuse them.
#include "support/stored.h"

#include "server/identity/persons.h"
#include "sql/op.h"

#include <string.h>

typedef struct Item {
    i64 person;
    int kind;
    i64 key;
    i64 at_ms;
    Text body;
} Item;
static const Field ITEM_FIELDS[] = { FIELD(Item, person), FIELD(Item, kind), FIELD(Item, key),
                                     FIELD(Item, at_ms), FIELD(Item, body) };
static const Shape ITEM = SHAPE_OF(Item, ITEM_FIELDS);

// Fields in a different order from the statement's, with a hash, a real number and a nested struct.
typedef struct Mixed {
    char name[16];
    PersonArg who;
    SecretHash hash;
    double part;
    bool yes;
} Mixed;
static const Field MIXED_FIELDS[] = { FIELD(Mixed, name), FIELD_SHAPE(Mixed, who, &PERSON_ARG),
                                      FIELD(Mixed, hash), FIELD(Mixed, part), FIELD(Mixed, yes) };
static const Shape MIXED = SHAPE_OF(Mixed, MIXED_FIELDS);

typedef struct Count {
    int count;
} Count;
static const Field COUNT_FIELDS[] = { FIELD(Count, count) };
static const Shape COUNT = SHAPE_OF(Count, COUNT_FIELDS);

static StoreStatus add_twice(SqlConnection *c, const void *args);

enum { ADD, DROP, IS_THERE, LIST, LONG, COUNT_ALL, TWICE, MIX, FORGET, SINGLE, OPS };
static const StoreOp TEST_OPS[OPS] = {
    [ADD] = { .name = "item.add",
              .does = OP_CHANGES_ONE,
              .args = &ITEM,
              .sql = "INSERT INTO item (body, at_ms, key, kind, person)"
                     " VALUES ($5, $4, $3, $2, $1)" },
    [DROP] = { .name = "item.drop",
               .does = OP_CHANGES_ANY,
               .args = &PERSON_ARG,
               .sql = "DELETE FROM item WHERE person = $1" },
    [IS_THERE] = { .name = "item.is_there",
                   .does = OP_REQUIRES,
                   .args = &PERSON_ARG,
                   .sql = "SELECT key, key FROM item WHERE person = $1 AND body <> '$2'" },
    [LIST] = { .name = "item.list",
               .does = OP_READS,
               .args = &PERSON_ARG,
               .row = &ITEM,
               .sql = "SELECT person, kind, key, at_ms, body FROM item WHERE person = $1"
                      " ORDER BY key" },
    [LONG] = { .name = "item.long",
               .does = OP_READS_LONG,
               .row = &ITEM,
               .sql = "SELECT person, kind, key, at_ms, body FROM item ORDER BY key" },
    [COUNT_ALL] = { .name = "item.count",
                    .does = OP_READS,
                    .row = &COUNT,
                    .sql = "SELECT CAST(count(*) AS INTEGER) FROM item" },
    [TWICE] = { .name = "item.twice", .does = OP_RUNS, .args = &ITEM, .run = add_twice },
    [MIX] = { .name = "item.mix",
              .does = OP_READS,
              .args = &MIXED,
              .row = &MIXED,
              .sql = "SELECT $1, $2, $3, $4, $5",
              .postgres = "SELECT $1, $2, $3, $4, $5 WHERE 1 = 1" },
    [FORGET] = { .name = "item.forget",
                 .does = OP_CHANGES_ONE,
                 .args = &PERSON_ARG,
                 .forgets = FORGETS_PERSON,
                 .sql = "UPDATE person SET name = 'Other' WHERE id = $1" },
    [SINGLE] = { .name = "item.single",
                 .does = OP_CHANGES_ONE,
                 .args = &ITEM,
                 .single = true,
                 .orders = true,
                 .sql = "INSERT INTO item (person, kind, key, at_ms, body)"
                        " VALUES ($1, $2, $3, $4, $5)" },
};

// A transaction sees its own writes.
static StoreStatus add_twice(SqlConnection *c, const void *args)
{
    Item item = *(const Item *)args;
    Count before, after;
    StoreStatus status = op_find(c, &TEST_OPS[COUNT_ALL], NULL, &before);
    if (status == STORED) status = op_run(c, &TEST_OPS[ADD], &item);
    item.key++;
    if (status == STORED) status = op_run(c, &TEST_OPS[ADD], &item);
    if (status == STORED) status = op_find(c, &TEST_OPS[COUNT_ALL], NULL, &after);
    return status != STORED ? status : after.count == before.count + 2 ? STORED : STORE_FAILED;
}

static Store *open_with_people(void)
{
    Store *store = open_store(0);
    for (int i = 1; i <= 2; i++) {
        const StoreWrite person = added_person(i, PERSON_ACCOUNT, i == 1 ? "Ada" : "Bob");
        assert_int_equal(write_one(store, person), STORED);
    }
    return store;
}

static Item item_of(i64 person, i64 key)
{
    return (Item){ .person = person, .kind = 3, .key = key, .at_ms = 9, .body = { "body", 4 } };
}

static int count_all(Store *store)
{
    Count count = { -1 };
    assert_true(store_find(store, &TEST_OPS[COUNT_ALL], NULL, &count));
    return count.count;
}

static void all_are_accepted(void **state)
{
    (void)state;
    Store *store = open_with_people();
    if (!store_check_ops(store, TEST_OPS, OPS, &why)) fail_msg("%s", why.message);
    for (int i = 0; i < OPS; i++)
        if (!store_prepare_op(store, &TEST_OPS[i], &why)) fail_msg("%s", why.message);
    store_close(store);
}

typedef struct Seen {
    Item item[4];
    int count, most;
} Seen;

static bool see_item(void *context, const void *row)
{
    Seen *seen = context;
    seen->item[seen->count++] = *(const Item *)row;
    assert_true(text_is(seen->item[seen->count - 1].body, "body"));
    return seen->count < seen->most;
}

static void rows_are_written_and_read(void **state)
{
    (void)state;
    Store *store = open_with_people();
    for (int i = 0; i < 3; i++) {
        const Item item = item_of(1, 10 + i);
        assert_int_equal(write_one(store, store_op(&TEST_OPS[ADD], &item)), STORED);
    }
    Seen seen = { .most = 4 };
    assert_true(store_select(store, &TEST_OPS[LIST], &(PersonArg){ 1 }, see_item, &seen));
    assert_true(seen.count == 3 && seen.item[2].key == 12 && seen.item[0].at_ms == 9 &&
                seen.item[0].kind == 3 && seen.item[0].person == 1);
    seen = (Seen){ .most = 2 };
    assert_true(store_select(store, &TEST_OPS[LONG], NULL, see_item, &seen));
    assert_int_equal(seen.count, 2);
    assert_int_equal(write_one(store, store_op(&TEST_OPS[DROP], &(PersonArg){ 2 })), STORED);
    assert_int_equal(count_all(store), 3);
    assert_int_equal(write_one(store, store_op(&TEST_OPS[DROP], &(PersonArg){ 1 })), STORED);
    assert_int_equal(count_all(store), 0);
    Item none;
    assert_false(store_find(store, &TEST_OPS[LIST], &(PersonArg){ 1 }, &none)); // it has a text
    assert_true(store_failed(store));
    store_close(store);
}

static void a_conflict_undoes_the_call(void **state)
{
    (void)state;
    Store *store = open_with_people();
    const Item one = item_of(1, 10), other = item_of(2, 20);
    const PersonArg ada = { 1 }, bob = { 2 };
    const StoreWrite twice[] = { store_op(&TEST_OPS[ADD], &one), store_op(&TEST_OPS[ADD], &other),
                                 store_op(&TEST_OPS[ADD], &one) };
    assert_int_equal(write_now(store, twice, 3), STORE_CONFLICT);
    assert_int_equal(count_all(store), 0);
    assert_int_equal(write_now(store, twice, 2), STORED);
    const StoreWrite required[] = { store_op(&TEST_OPS[IS_THERE], &ada),
                                    store_op(&TEST_OPS[DROP], &bob) };
    assert_int_equal(write_now(store, required, 2), STORED);
    assert_int_equal(count_all(store), 1);
    const StoreWrite missing[] = { store_op(&TEST_OPS[DROP], &ada),
                                   store_op(&TEST_OPS[IS_THERE], &bob) };
    assert_int_equal(write_now(store, missing, 2), STORE_CONFLICT);
    assert_int_equal(count_all(store), 1);
    const Item third = item_of(1, 11), fourth = item_of(1, 12);
    assert_int_equal(write_one(store, store_op(&TEST_OPS[TWICE], &third)), STORED);
    assert_int_equal(count_all(store), 3);
    assert_int_equal(write_one(store, store_op(&TEST_OPS[TWICE], &fourth)), STORE_CONFLICT);
    assert_int_equal(count_all(store), 3);
    assert_int_equal(write_one(store, store_op(&TEST_OPS[SINGLE], &third)), STORE_CONFLICT);
    assert_int_equal(write_one(store, store_op(&TEST_OPS[SINGLE], &other)), STORED);
    store_close(store);
}

static void every_kind_goes_in_and_comes_out(void **state)
{
    (void)state;
    Store *store = open_with_people();
    const Mixed in = { "naive \xc3\xaf", { -5 }, { { 0, 255, 7 } }, 0.125, true };
    Mixed out;
    memset(&out, 0xff, sizeof out);
    assert_true(store_find(store, &TEST_OPS[MIX], &in, &out));
    assert_string_equal(out.name, in.name);
    assert_true(out.who.person == -5 && out.part == 0.125 && out.yes);
    assert_memory_equal(&out.hash, &in.hash, sizeof in.hash);
    store_close(store);
}

// The queue owns its copy, and a struct of another size is no call.
static void arguments_are_copied(void **state)
{
    (void)state;
    Store *store = open_with_people();
    char body[] = "body";
    Item item = item_of(1, 10);
    item.body.at = body;
    int status = -1;
    const StoreWrite write = store_op(&TEST_OPS[ADD], &item);
    assert_true(store_write(store, &write, 1, note_status, &status));
    memset(body, 'x', 4);
    memset(&item, 0, sizeof item);
    while (status < 0)
        store_collect(store);
    Seen seen = { .most = 4 };
    assert_true(store_select(store, &TEST_OPS[LIST], &(PersonArg){ 1 }, see_item, &seen));
    assert_int_equal(seen.count, 1);
    const StoreWrite wrong = store_op(&TEST_OPS[ADD], &(PersonArg){ 1 });
    assert_false(store_write(store, &wrong, 1, note_status, &status));
    store_close(store);
}

static void a_person_is_forgotten(void **state)
{
    (void)state;
    PersonCache *cache = person_cache_new();
    Store *store = store_open(
        &(StoreSetup){ .where = path, .alone = true, .cache = person_cache_hook(cache) }, &why);
    assert_non_null(store);
    StoredPerson found;
    assert_int_equal(write_one(store, added_person(1, PERSON_ACCOUNT, "Ada")), STORED);
    assert_true(person_by_id(store, 1, &found));
    assert_int_equal(write_one(store, store_op(&TEST_OPS[FORGET], &(PersonArg){ 1 })), STORED);
    assert_true(person_by_id(store, 1, &found));
    assert_string_equal(found.name, "Other");
    store_close(store);
    person_cache_free(cache);
}

static void refused(StoreOp op, const char *words)
{
    if (op_check(&op, &why)) fail_msg("not refused: %s", words);
    if (!strstr(why.message, words)) fail_msg("\"%s\" is not \"%s\"", why.message, words);
}

static void an_operation_states_all_that_it_must(void **state)
{
    (void)state;
    StoreOp op = TEST_OPS[DROP];
    op.name = NULL;
    refused(op, "it has no name");
    op = TEST_OPS[DROP], op.does = OP_UNSTATED;
    refused(op, "operation \"item.drop\": it doesn't state what it does");
    op = TEST_OPS[DROP], op.args = NULL;
    refused(op, "its places are not its arguments");
    op = TEST_OPS[DROP], op.args = &PERSON_MOVE;
    refused(op, "its places are not its arguments");
    op = TEST_OPS[DROP], op.postgres = "DELETE FROM item";
    refused(op, "its places are not its arguments");
    op = TEST_OPS[DROP], op.row = &ITEM;
    refused(op, "only reads have `row`");
    op = TEST_OPS[LIST], op.row = NULL;
    refused(op, "only reads have `row`");
    op = TEST_OPS[LIST], op.forgets = FORGETS_ALL;
    refused(op, "it changes nothing");
    op = TEST_OPS[LONG], op.sql = "SELECT * FROM item";
    refused(op, "ORDER BY");
    op = TEST_OPS[ADD], op.sql = "DELETE FROM item WHERE $1 = $2 + $3 + $4 + $5 RETURNING 1";
    refused(op, "RETURNING");
    op = TEST_OPS[DROP], op.sql = "DELETE FROM item WHERE person = $1::bigint";
    refused(op, "use CAST");
    op = TEST_OPS[DROP], op.single = true;
    refused(op, "`single` is for");
    op = TEST_OPS[TWICE], op.run = NULL;
    refused(op, "only OP_RUNS has `run`");
    op = TEST_OPS[MIX], op.does = OP_CHANGES_ANY, op.row = NULL, op.forgets = FORGETS_PERSON;
    refused(op, "$1 must be an i64");
    op.forgets = FORGETS_SECRET;
    refused(op, "$1 must be a hash");

    static const Field HALF[] = { FIELD(Item, person), FIELD(Item, kind), FIELD(Item, key),
                                  FIELD(Item, at_ms) };
    static const Shape HALF_ITEM = SHAPE_OF(Item, HALF);
    op = TEST_OPS[ADD], op.args = &HALF_ITEM;
    refused(op, "belong to no field");
}

static void sql_that_does_not_fit_the_tables_is_refused(void **state)
{
    (void)state;
    Store *store = open_with_people();
    StoreOp op = TEST_OPS[DROP];
    op.sql = "DELETE FROM itm WHERE person = $1";
    assert_false(store_prepare_op(store, &op, &why));
    assert_non_null(strstr(why.message, "item.drop"));
    assert_non_null(strstr(why.message, "itm"));
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(all_are_accepted),
        STORE_TEST(rows_are_written_and_read),
        STORE_TEST(a_conflict_undoes_the_call),
        STORE_TEST(every_kind_goes_in_and_comes_out),
        STORE_TEST(arguments_are_copied),
        STORE_TEST(a_person_is_forgotten),
        STORE_TEST(an_operation_states_all_that_it_must),
        STORE_TEST(sql_that_does_not_fit_the_tables_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
