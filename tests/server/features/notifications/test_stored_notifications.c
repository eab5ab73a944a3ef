// SPDX-License-Identifier: MIT
// Stored notifications: the latest of a kind remain, they follow their person and are deleted with
// them, and old ones expire.
#include "support/stored.h"

#include "server/features/notifications/notification_ops.h"
#include "server/identity/person_ops.h"

static const i64 DAY = 86400000;

static StoreStatus run(Store *store, int op, const void *args)
{
    const StoreWrite write = { &NOTIFICATION_OPS[op], args };
    return write_one(store, write);
}

static StoreStatus set(Store *store, i64 person, NotificationItem kind, i64 key, i64 at_ms,
                       const char *body)
{
    const ItemSet item = { person, kind, key, at_ms, text_of(body) };
    return run(store, NOTIFICATIONS_SET, &item);
}

static bool add_body(void *context, const void *row)
{
    out_text(context, ((const ItemText *)row)->body);
    return true;
}

static void items_are(Store *store, i64 person, NotificationItem kind, const char *bodies)
{
    char text[64];
    Out out = out_to(text, sizeof text);
    assert_true(store_select(store, &NOTIFICATION_OPS[NOTIFICATIONS_OF],
                             &(ItemsWanted){ person, kind }, add_body, &out));
    assert_string_equal(text, bodies);
}

static Store *open_with_persons(void)
{
    Store *store = open_store(0);
    for (i64 id = 1; id <= 3; id++)
        assert_int_equal(write_one(store, added_person(id, PERSON_ANONYMOUS, "")), STORED);
    return store;
}

static void the_latest_remain(void **state)
{
    (void)state;
    Store *store = open_with_persons();
    assert_int_equal(set(store, 9, ITEM_DEVICE, 1, 1, "x"), STORE_CONFLICT); // nobody
    for (i64 key = 1; key <= 4; key++)
        assert_int_equal(set(store, 1, ITEM_DEVICE, key, key, key % 2 ? "a" : "b"), STORED);
    assert_int_equal(run(store, NOTIFICATIONS_TRIM, &(ItemTrim){ 1, ITEM_DEVICE, 3 }), STORED);
    items_are(store, 1, ITEM_DEVICE, "bab");
    assert_int_equal(set(store, 1, ITEM_DEVICE, 2, 9, "c"), STORED);
    items_are(store, 1, ITEM_DEVICE, "cba");
    for (int i = 0; i < 2; i++) // the second time is no conflict
        assert_int_equal(run(store, NOTIFICATIONS_END, &(ItemKey){ 1, ITEM_DEVICE, 4 }), STORED);
    items_are(store, 1, ITEM_DEVICE, "ca");
    store_close(store);
}

static void they_move_and_go(void **state)
{
    (void)state;
    Store *store = open_with_persons();
    set(store, 1, ITEM_NOTICE, 1, 1, "a");
    set(store, 1, ITEM_NOTICE, 2, 2, "b");
    set(store, 2, ITEM_NOTICE, 2, 3, "c");
    assert_int_equal(run(store, NOTIFICATIONS_MOVE, &(PersonMove){ 1, 2 }), STORED);
    assert_int_equal(run(store, NOTIFICATIONS_LEAVE, &(PersonMove){ 1, 2 }), STORED);
    items_are(store, 1, ITEM_NOTICE, "");
    items_are(store, 2, ITEM_NOTICE, "ca"); // of a key that both have, the second person's
    assert_int_equal(run(store, NOTIFICATIONS_MOVE, &(PersonMove){ 2, 2 }), STORED);
    assert_int_equal(run(store, NOTIFICATIONS_LEAVE, &(PersonMove){ 2, 2 }), STORED);
    items_are(store, 2, ITEM_NOTICE, "ca");
    assert_int_equal(run(store, NOTIFICATIONS_FORGET, &(PersonArg){ 2 }), STORED);
    items_are(store, 2, ITEM_NOTICE, "");
    store_close(store);
}

static void expire_for_a_day(Store *store, i64 now_ms)
{
    for (i64 minute = 0; minute < 1440; minute++)
        assert_int_equal(run(store, NOTIFICATIONS_EXPIRE, &(PruneArg){ now_ms + minute * 60000 }),
                         STORED);
}

static void old_ones_expire(void **state)
{
    (void)state;
    Store *store = open_with_persons();
    const ItemText key = { 1, text_of("key") };
    set(store, 1, ITEM_NOTICE, 1, 1 * DAY, "a");
    set(store, 3, ITEM_NOTICE, 1, 1 * DAY, "a");
    set(store, 3, ITEM_NOTICE, 2, 100 * DAY, "b");
    set(store, 3, ITEM_SETTINGS, 1, 1 * DAY, "c");
    assert_int_equal(run(store, NOTIFICATIONS_ADD_PUSH_KEY, &key), STORED);
    assert_int_equal(run(store, NOTIFICATIONS_ADD_PUSH_KEY, &key), STORE_CONFLICT);
    expire_for_a_day(store, 89 * DAY);
    items_are(store, 3, ITEM_NOTICE, "ba");
    expire_for_a_day(store, 92 * DAY);
    items_are(store, 1, ITEM_NOTICE, "");
    items_are(store, 3, ITEM_NOTICE, "b");
    items_are(store, 3, ITEM_SETTINGS, "c");
    items_are(store, 0, ITEM_PUSH_KEY, "key");
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = { STORE_TEST(the_latest_remain), STORE_TEST(they_move_and_go),
                                        STORE_TEST(old_ones_expire) };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
