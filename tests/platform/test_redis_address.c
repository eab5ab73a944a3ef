// SPDX-License-Identifier: MIT
// Addresses of Redis on the command line.
#include "platform/redis_link.h"

#include "support/check.h"

static void good_ones(void **state)
{
    (void)state;
    RedisAddress at;
    Fault why;
    assert_true(redis_address_read(text_of("redis://127.0.0.1"), &at, &why));
    assert_string_equal(at.host, "127.0.0.1");
    assert_int_equal(at.port, 6379);
    assert_true(redis_address_read(text_of("redis://:p@ss@redis.example:7000/"), &at, &why));
    assert_string_equal(at.host, "redis.example");
    assert_string_equal(at.password, "p@ss");
    assert_string_equal(at.user, "");
    assert_int_equal(at.port, 7000);
    assert_true(redis_address_read(text_of("redis://ada:pw@[::1]:7001"), &at, &why));
    assert_string_equal(at.user, "ada");
    assert_string_equal(at.host, "::1");
    assert_int_equal(at.port, 7001);
    assert_true(redis_address_read(text_of("redis+unix:///run/redis.sock"), &at, &why));
    assert_string_equal(at.path, "/run/redis.sock");
    assert_string_equal(at.host, "");
}

static void bad_ones(void **state)
{
    (void)state;
    static const char *const BAD[] = { "",
                                       "redis",
                                       "redis://",
                                       "redis://host:0",
                                       "redis://host:70000",
                                       "redis://host:12x",
                                       "redis://nobody@host",
                                       "redis://host/1",
                                       "redis+unix://run/x",
                                       "rediss://host" };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        RedisAddress at;
        Fault why = { 0 };
        assert_false(redis_address_read(text_of(BAD[i]), &at, &why));
        assert_true(why.message[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(good_ones), cmocka_unit_test(bad_ones) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
