// SPDX-License-Identifier: MIT
// Growing arrays, queues, hash tables.
#include "platform/array.h"
#include "platform/hash.h"
#include "platform/queue.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void an_array_grows_and_keeps_its_members(void **state)
{
    (void)state;
    u64 *number = NULL;
    size_t capacity = 0;
    for (size_t i = 0; i < 1000; i++) {
        number = array_grow(number, &capacity, i + 1, sizeof *number);
        assert_non_null(number);
        assert_true(capacity > i);
        number[i] = i * i;
    }
    assert_int_equal(capacity, 1024);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(number[i], i * i);
    free(number);
}

typedef struct Member {
    union {
        QueueLink queued;
        HashLink hashed;
    };
    int number;
} Member;

static void queues_keep_the_order(void **state)
{
    (void)state;
    Queue queue = { 0 };
    Member member[4] = { { .number = 0 }, { .number = 1 }, { .number = 2 }, { .number = 3 } };
    assert_null(queue_take(&queue));
    queue_add(&queue, &member[1].queued);
    queue_add(&queue, &member[2].queued);
    queue_add_first(&queue, &member[0].queued);
    queue_add(&queue, &member[3].queued);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(queue.count, 4 - i);
        assert_int_equal(((Member *)queue_take(&queue))->number, i);
    }
    assert_null(queue_take(&queue));
    queue_add_first(&queue, &member[2].queued); // an emptied queue works like a new one
    queue_add(&queue, &member[0].queued);
    assert_int_equal(((Member *)queue_take(&queue))->number, 2);
    assert_int_equal(((Member *)queue_take(&queue))->number, 0);
    assert_int_equal(queue.count, 0);
}

enum { MEMBERS = 3000, KEYS = 1000 }; // so that the table grows more than once

static int count_of(const HashTable *table, u64 key)
{
    int count = 0, before = -1;
    for (const HashLink *at = hash_first(table, key); at; at = hash_next(at), count++) {
        assert_int_equal(at->key, key);
        assert_true(((const Member *)at)->number > before); // in order of insertion
        before = ((const Member *)at)->number;
    }
    return count;
}

static void hash_tables_find_what_is_there(void **state)
{
    (void)state;
    static Member member[MEMBERS];
    HashTable table;
    assert_true(hash_init(&table));
    for (int i = 0; i < MEMBERS; i++) {
        member[i].number = i;
        hash_add_last(&table, &member[i].hashed, (u64)(i % KEYS) << 32);
    }
    for (u64 key = 0; key < KEYS; key++)
        assert_int_equal(count_of(&table, key << 32), MEMBERS / KEYS);
    assert_null(hash_first(&table, 1));
    for (int i = 0; i < KEYS; i++) // the one in the middle
        hash_remove(&table, &member[KEYS + i].hashed);
    for (u64 key = 0; key < KEYS; key++)
        assert_int_equal(count_of(&table, key << 32), MEMBERS / KEYS - 1);
    assert_int_equal(table.count, MEMBERS - KEYS);
    hash_add_first(&table, &member[KEYS].hashed, 0);
    assert_ptr_equal(hash_first(&table, 0), &member[KEYS].hashed);
    hash_free(&table);
}

// A loop over members may add members.
static void a_table_may_grow_under_a_loop(void **state)
{
    (void)state;
    static Member member[MEMBERS];
    HashTable table;
    int seen = 0, added = 2;
    assert_true(hash_init(&table));
    hash_add_last(&table, &member[0].hashed, 7);
    hash_add_last(&table, &member[1].hashed, 7);
    for (HashLink *at = hash_first(&table, 7); at; at = hash_next(at), seen++)
        while (added < MEMBERS)
            hash_add_last(&table, &member[added].hashed, (u64)added), added++;
    assert_int_equal(seen, 3); // member 7 has that key too
    hash_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_grows_and_keeps_its_members),
        cmocka_unit_test(queues_keep_the_order),
        cmocka_unit_test(hash_tables_find_what_is_there),
        cmocka_unit_test(a_table_may_grow_under_a_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
