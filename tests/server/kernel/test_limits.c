// SPDX-License-Identifier: MIT
// Token buckets: how many at once, how soon again, and for whom.
#include "support/check.h"

#include "server/kernel/limits.h"

#include <stdio.h>
#include <stdlib.h>

// How many calls pass at one instant.
static int burst(RateLimits *limits, Limit limit, const char *who, i64 now)
{
    int count = 0;
    while (count < 100000 && limits_take(limits, limit, text_of(who), now, NULL))
        count++;
    return count;
}

static void a_burst_and_then_slowly(void **state)
{
    (void)state;
    RateLimits *limits = limits_new(1);
    i64 wait = 0, now = 1000000;
    int at_once = burst(limits, LIMIT_REGISTER, "a", now);
    assert_int_equal(at_once, 10);
    assert_false(limits_take(limits, LIMIT_REGISTER, text_of("a"), now, &wait));
    assert_in_range(wait, 59990, 60001);
    assert_false(limits_take(limits, LIMIT_REGISTER, text_of("a"), now + wait - 10, NULL));
    assert_true(limits_take(limits, LIMIT_REGISTER, text_of("a"), now + wait, NULL));
    assert_false(limits_take(limits, LIMIT_REGISTER, text_of("a"), now + wait, NULL));
    // After a day the whole allowance is back, and no more.
    assert_int_equal(burst(limits, LIMIT_REGISTER, "a", now + 86400000), at_once);
    limits_free(limits);
}

static void everybody_has_their_own(void **state)
{
    (void)state;
    RateLimits *limits = limits_new(1);
    int at_once = burst(limits, LIMIT_SIGN_IN, "a", 5);
    assert_int_equal(burst(limits, LIMIT_SIGN_IN, "b", 5), at_once);
    assert_int_equal(burst(limits, LIMIT_SIGN_IN, "a", 5), 0);
    assert_int_not_equal(burst(limits, LIMIT_MAKE, "a", 5), 0); // another limit
    limits_free(limits);
}

static void addresses(void **state)
{
    (void)state;
    RateLimits *limits = limits_new(1);
    const struct {
        const char *first, *second;
        bool same;
    } cases[] = {
        { "192.0.2.1", "192.0.2.1", true },
        { "192.0.2.1", "192.0.2.2", false },
        { "2001:db8:1:2::3", "2001:db8:1:2:ffff::4", true }, // one household
        { "2001:db8:1:2::3", "2001:db8:1:3::3", false },
        { "::ffff:192.0.2.7", "::ffff:192.0.2.8", false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        i64 now = (i64)i * 100000000;
        while (limits_take_address(limits, LIMIT_REGISTER, text_of(cases[i].first), now, NULL)) {
        }
        assert_int_equal(
            limits_take_address(limits, LIMIT_REGISTER, text_of(cases[i].second), now, NULL),
            !cases[i].same);
    }
    limits_free(limits);
}

static void scale(void **state)
{
    (void)state;
    RateLimits *none = limits_new(0), *thrice = limits_new(3);
    assert_int_equal(burst(none, LIMIT_REGISTER, "a", 1), 100000);
    assert_int_equal(burst(thrice, LIMIT_REGISTER, "a", 1), 30);
    Bucket bucket = { 0 };
    int count = 0;
    while (limits_take_own(thrice, LIMIT_MESSAGE, &bucket, 1))
        count++;
    assert_int_equal(count, 120);
    assert_true(limits_take_own(none, LIMIT_MESSAGE, &bucket, 1));
    assert_true(limits_capacity(none, 1000000, 1));
    assert_true(limits_capacity(thrice, 5, 2));
    assert_false(limits_capacity(thrice, 6, 2));
    limits_free(none);
    limits_free(thrice);
}

// Many other clients don't evict the bucket of an active one.
static void a_crowd(void **state)
{
    (void)state;
    RateLimits *limits = limits_new(1);
    burst(limits, LIMIT_SIGN_IN, "guesser", 0);
    for (int i = 0; i < 20000; i++) {
        char who[16];
        snprintf(who, sizeof who, "%d", i);
        limits_take(limits, LIMIT_SIGN_IN, text_of(who), 0, NULL);
    }
    assert_int_equal(burst(limits, LIMIT_SIGN_IN, "guesser", 0), 0);
    limits_free(limits);
}

// Long games cost more than short ones, and the excess must be waited for.
static void loads(void **state)
{
    (void)state;
    RateLimits *limits = limits_new(1);
    Text who = text_of("10.0.0.1");
    int short_ones = 0, long_ones = 0;
    while (limits_take_address(limits, LIMIT_LOAD, who, 0, NULL)) {
        limits_charge_load(limits, who, 0, 60);
        short_ones++;
    }
    assert_int_equal(short_ones, 400);
    while (limits_take_address(limits, LIMIT_LOAD, who, 1000000, NULL)) {
        limits_charge_load(limits, who, 1000000, 16000);
        long_ones++;
    }
    assert_int_equal(long_ones, 3); // 161 tokens each: 83 are owed now
    assert_false(limits_take_address(limits, LIMIT_LOAD, who, 1000000 + 83 * 20, NULL));
    assert_true(limits_take_address(limits, LIMIT_LOAD, who, 1000000 + 85 * 20, NULL));
    assert_true(limits_take_address(limits, LIMIT_LOAD, text_of("10.0.0.2"), 1000000, NULL));
    RateLimits *none = limits_new(0);
    limits_charge_load(none, who, 0, 1000000);
    assert_true(limits_take_address(none, LIMIT_LOAD, who, 0, NULL));
    limits_free(limits);
    limits_free(none);
}

// Bodies that cannot be read use up the allowance of changes.
static void malformed(void **state)
{
    (void)state;
    RateLimits *limits = limits_new(1);
    Text who = text_of("10.0.0.1");
    int count = 0;
    while (limits_take_address(limits, LIMIT_ACT, who, 0, NULL)) {
        limits_charge_malformed(limits, who, 0);
        count++;
    }
    assert_int_equal(count, 67); // of 400, each for itself and five more
    for (int i = 0; i < 1000; i++)
        limits_charge_malformed(limits, who, 0);
    assert_false(limits_take_address(limits, LIMIT_ACT, who, 7000, NULL));
    assert_true(limits_take_address(limits, LIMIT_ACT, who, 9000, NULL)); // 800 tokens at most
    limits_free(limits);
}

static void networks(void **state)
{
    (void)state;
    static const struct {
        const char *one, *other;
        bool same;
    } CASES[] = {
        { "192.0.2.1", "192.0.2.1", true },
        { "192.0.2.1", "192.0.2.11", false },
        { "2001:db8::1", "2001:db8::ffff:1", true },
        { "2001:db8::1", "2001:db8:0:1::1", false },
        { "::ffff:192.0.2.1", "::ffff:192.0.2.2", false },
        { "", "192.0.2.1", false },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_int_equal(limits_same_network(text_of(CASES[i].one), text_of(CASES[i].other)),
                         CASES[i].same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_burst_and_then_slowly),
        cmocka_unit_test(everybody_has_their_own),
        cmocka_unit_test(addresses),
        cmocka_unit_test(scale),
        cmocka_unit_test(a_crowd),
        cmocka_unit_test(loads),
        cmocka_unit_test(malformed),
        cmocka_unit_test(networks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
