// SPDX-License-Identifier: MIT
// The heap of deadlines against a plain list: random setting, moving and clearing.
#include "support/check.h"

#include "base/rng.h"
#include "server/games/live/timers.h"

enum { COUNT = 300, STEPS = 50000 };

static void check_first(const Timers *timers, const Timer *timer)
{
    const Timer *first = timers_first(timers);
    u32 set = 0;
    for (int i = 0; i < COUNT; i++) {
        if (!timer[i].place) continue;
        set++;
        assert_ptr_equal(timers->heap[timer[i].place], &timer[i]);
        assert_true(first && first->at <= timer[i].at);
    }
    assert_int_equal(set, timers->count);
    assert_true(set || !first);
}

static void in_order(void **state)
{
    (void)state;
    Timers timers = { 0 };
    Timer timer[COUNT] = { 0 };
    Rng rng = { 5 };
    assert_true(timers_reserve(&timers, 10));
    assert_true(timers_reserve(&timers, COUNT));
    assert_null(timers_first(&timers));
    for (int step = 0; step < STEPS; step++) {
        Timer *one = &timer[rng_below(&rng, COUNT)];
        if (rng_below(&rng, 3))
            timer_set(&timers, one, (i64)rng_below(&rng, 1000));
        else
            timer_clear(&timers, one); // also if it is not set
        if (step % 16 == 0) check_first(&timers, timer);
    }
    i64 last = 0;
    for (Timer *first; (first = timers_first(&timers));) {
        assert_true(first->at >= last);
        last = first->at;
        timer_clear(&timers, first);
    }
    check_first(&timers, timer);
    timers_free(&timers);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(in_order) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
