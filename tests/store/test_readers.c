// SPDX-License-Identifier: MIT
// Reads on threads of their own: what is done is seen, long ones keep nobody waiting, and whoever
// asked is told in every case.
#include "support/stored.h"

#include <semaphore.h>

static sem_t woken;

static void wake(void *context)
{
    (void)context;
    sem_post(&woken);
}

static Store *open_with_readers(int readers)
{
    const StoreSetup setup = { .where = path, .readers = readers, .wake = wake };
    sem_init(&woken, 0, 0);
    Store *store = store_open(&setup, &why);
    if (!store) fail_msg("%s", why.message);
    return store;
}

typedef struct Asked {
    i64 person;
    sem_t *hold; // the job waits for it; NULL: for nothing
    bool found;
    int reported; // how often
    bool was_read;
} Asked;

static void look(void *context, Store *reading)
{
    Asked *asked = context;
    StoredPerson person;
    if (asked->hold) sem_wait(asked->hold);
    asked->found = store_person(reading, asked->person, &person);
}

static void note(void *context, bool was_read)
{
    Asked *asked = context;
    asked->reported++;
    asked->was_read = was_read;
}

static void await(Store *store, const Asked *asked)
{
    while (!asked->reported) {
        sem_wait(&woken);
        store_collect(store);
    }
}

static StoreWrite person_of(i64 id)
{
    return (StoreWrite){ .kind = WRITE_PERSON, .person = { .id = id, .kind = PERSON_ANONYMOUS } };
}

static void what_is_done_is_seen(void **state)
{
    (void)state;
    for (int readers = 0; readers < 3; readers++) {
        Store *store = open_with_readers(readers);
        for (i64 id = 100 * (readers + 1); id < 100 * (readers + 1) + 50; id++) {
            Asked asked = { .person = id }, after = asked;
            assert_true(store_read(store, READ_SHORT, look, note, &asked));
            await(store, &asked);
            assert_true(asked.was_read && !asked.found);
            assert_int_equal(write_one(store, person_of(id)), STORED);
            assert_true(store_read(store, READ_LONG, look, note, &after));
            await(store, &after);
            assert_true(after.was_read && after.found);
        }
        assert_true(store_traffic(store).reads_on_loop == 0);
        store_close(store);
    }
}

// All threads but the one for short reads are held up by long ones.
static void short_ones_do_not_wait(void **state)
{
    (void)state;
    sem_t hold;
    sem_init(&hold, 0, 0);
    Store *store = open_with_readers(3);
    Asked slow[5] = { { .hold = &hold },
                      { .hold = &hold },
                      { .hold = &hold },
                      { .hold = &hold },
                      { .hold = &hold } };
    for (int i = 0; i < 5; i++)
        assert_true(store_read(store, READ_LONG, look, note, &slow[i]));
    for (int i = 0; i < 20; i++) {
        Asked quick = { .person = 1 };
        assert_true(store_read(store, READ_SHORT, look, note, &quick));
        await(store, &quick);
    }
    for (int i = 0; i < 5; i++) {
        assert_int_equal(slow[i].reported, 0);
        sem_post(&hold);
    }
    for (int i = 0; i < 5; i++)
        await(store, &slow[i]);
    store_close(store);
}

static void everybody_is_told_at_the_end(void **state)
{
    (void)state;
    enum { MANY = 300 };
    Store *store = open_with_readers(2);
    Asked asked[MANY] = { 0 };
    for (int i = 0; i < MANY; i++)
        assert_true(store_read(store, i % 2 ? READ_LONG : READ_SHORT, look, note, &asked[i]));
    store_close(store);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(asked[i].reported, 1);
}

static void reads_on_the_loop_are_counted(void **state)
{
    (void)state;
    Store *store = open_with_readers(1);
    StoredPerson person;
    store_person(store, 7, &person);
    assert_true(store_traffic(store).reads_on_loop == 0); // it is still starting
    store_count_reads(store);
    store_person(store, 7, &person);
    assert_true(store_traffic(store).reads_on_loop == 1);
    Asked asked = { .person = 7 };
    assert_true(store_read(store, READ_SHORT, look, note, &asked));
    await(store, &asked);
    assert_true(store_traffic(store).reads_on_loop == 1 && store_traffic(store).reads == 1);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(what_is_done_is_seen),
        STORE_TEST(short_ones_do_not_wait),
        STORE_TEST(everybody_is_told_at_the_end),
        STORE_TEST(reads_on_the_loop_are_counted),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
