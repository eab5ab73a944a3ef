// SPDX-License-Identifier: MIT
// Who is there: people and not sockets, and for how long after they were seen.
#include "support/check.h"

#include "server/people/crowd.h"

static void people_not_sockets(void **state)
{
    (void)state;
    Crowd *crowd = crowd_new();
    for (int i = 0; i < 5; i++)
        assert_true(crowd_enter(crowd, 7, 0));
    assert_true(crowd_enter(crowd, 8, 0));
    i64 nobody = crowd_nobody(text_of("192.0.2.1")), other = crowd_nobody(text_of("192.0.2.2"));
    assert_true(nobody < 0 && other < 0 && nobody != other);
    crowd_enter(crowd, nobody, 0);
    crowd_enter(crowd, nobody, 0);
    assert_int_equal(crowd_count(crowd), 3);
    for (int i = 0; i < 4; i++)
        crowd_leave(crowd, 7, false, 0);
    assert_int_equal(crowd_count(crowd), 3);
    crowd_leave(crowd, 7, false, 0);
    assert_int_equal(crowd_count(crowd), 2);
    crowd_free(crowd);
}

static void for_a_while(void **state)
{
    (void)state;
    Crowd *crowd = crowd_new();
    assert_false(crowd_here(crowd, 7, 0));
    crowd_seen(crowd, 7, 1000);
    assert_true(crowd_here(crowd, 7, 60999));
    assert_false(crowd_here(crowd, 7, 61000));
    assert_int_equal(crowd_count(crowd), 0);
    crowd_enter(crowd, 7, 100000);
    assert_true(crowd_here(crowd, 7, 1000000000));
    crowd_leave(crowd, 7, false, 200000);
    assert_true(crowd_here(crowd, 7, 219999));
    assert_false(crowd_here(crowd, 7, 220000));
    // A client that says goodbye is gone sooner, whatever was asked for before.
    crowd_enter(crowd, 7, 300000);
    crowd_seen(crowd, 7, 300000);
    crowd_leave(crowd, 7, true, 300000);
    assert_true(crowd_here(crowd, 7, 304999));
    assert_false(crowd_here(crowd, 7, 305000));
    // And whatever was still on its way.
    crowd_enter(crowd, 7, 400000);
    crowd_leave(crowd, 7, true, 400000);
    crowd_seen(crowd, 7, 400100);
    crowd_seen_elsewhere(crowd, 7, 400200);
    assert_true(crowd_here(crowd, 7, 404999));
    assert_false(crowd_here(crowd, 7, 405000));
    crowd_seen(crowd, 7, 406000); // somebody who comes back without a socket
    assert_true(crowd_here(crowd, 7, 465999));
    crowd_free(crowd);
}

// Those who have gone are forgotten, those who are here never.
static void many(void **state)
{
    (void)state;
    Crowd *crowd = crowd_new();
    for (i64 i = 1; i <= 20000; i++) {
        crowd_seen(crowd, i, i * 100);
        if (i % 10 == 0) assert_true(crowd_enter(crowd, i, i * 100));
    }
    assert_int_equal(crowd_count(crowd), 2000);
    for (i64 i = 10; i <= 20000; i += 10)
        assert_true(crowd_here(crowd, i, (i64)1 << 40));
    crowd_free(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_not_sockets),
        cmocka_unit_test(for_a_while),
        cmocka_unit_test(many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
