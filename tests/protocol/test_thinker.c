// SPDX-License-Identifier: MIT
// Threads, stops at any moment, and time management.
#include "base/rng.h"
#include "engine/bench.h"
#include "protocol/thinker.h"
#include "variants/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

static atomic_int reports, ends;

static void on_report(void *context, const Report *report)
{
    (void)context;
    assert_true(report->line->length > 0 && report->nodes > 0);
    atomic_fetch_add(&reports, 1);
}

static void on_done(void *context)
{
    (void)context;
    atomic_fetch_add(&ends, 1);
}

static const ThinkerHost HOST = { .report = on_report, .done = on_done };

static void set_start(Thinker *thinker, int variant, Position *start)
{
    variant_start(variant_at(variant), start);
    engine_set_position(thinker_engine(thinker), start, NULL, 0);
}

static void check_best(Thinker *thinker, const Position *position)
{
    Fault why;
    assert_int_equal(move_check(position, engine_best(thinker_engine(thinker)), &why), OK);
}

static void pause_us(u32 us)
{
    struct timespec t = { 0, (long)us * 1000 };
    nanosleep(&t, NULL);
}

static void test_threads(void **state)
{
    (void)state;
    Thinker *thinker = thinker_new(1, 4, HOST);
    assert_non_null(thinker);
    for (int i = 0; i < VARIANTS; i++) {
        Position start;
        set_start(thinker, i, &start);
        int reported = atomic_load(&reports), ended = atomic_load(&ends);
        thinker_go(thinker, &(SearchLimits){ .nodes = 5000, .lines = 2 });
        thinker_wait(thinker);
        assert_true(atomic_load(&reports) > reported);
        assert_int_equal(atomic_load(&ends), ended + 1);
        check_best(thinker, &start);
    }
    thinker_free(thinker);
}

static void test_stop_races(void **state)
{
    (void)state;
    enum { ROUNDS = 60 };
    Rng rng = { 3 };
    Thinker *thinker = thinker_new(1, 4, HOST);
    assert_non_null(thinker);
    for (int i = 0; i < ROUNDS; i++) {
        Position start;
        thinker_wait(thinker);
        if (rng_below(&rng, 4) == 0) engine_new_game(thinker_engine(thinker));
        set_start(thinker, i % VARIANTS, &start);
        int ended = atomic_load(&ends);
        bool endless = rng_below(&rng, 2);
        thinker_go(thinker, endless ? &(SearchLimits){ 0 }
                                    : &(SearchLimits){ .nodes = rng_below(&rng, 2000) + 1 });
        if (rng_below(&rng, 3)) pause_us(rng_below(&rng, 3000));
        if (endless || rng_below(&rng, 2)) thinker_stop(thinker);
        thinker_wait(thinker);
        assert_int_equal(atomic_load(&ends), ended + 1);
        check_best(thinker, &start);
    }
    // Free it during a search, and before the threads have started one.
    thinker_go(thinker, &(SearchLimits){ 0 });
    thinker_free(thinker);
    thinker_free(thinker_new(1, THREADS_MAX, HOST));
    assert_null(thinker_new(1, THREADS_MAX + 1, HOST));
    thinker_free(NULL);
}

// Even without any time the first depth is searched, so the move isn't arbitrary.
static void test_no_time(void **state)
{
    (void)state;
    Thinker *thinker = thinker_new(1, 1, HOST);
    for (int i = 0; i < VARIANTS; i++) {
        Position start;
        const Line *lines;
        set_start(thinker, i, &start);
        thinker_go(thinker, &(SearchLimits){ .soft_ms = 1, .hard_ms = 1 });
        thinker_stop(thinker);
        thinker_wait(thinker);
        assert_int_equal(engine_lines(thinker_engine(thinker), &lines), 1);
        // Not always the line's first move: an interrupted depth may have found a better one.
        check_best(thinker, &start);
    }
    thinker_free(thinker);
}

// Simulates games of 500 moves in which every move takes a few ms more than planned, and sometimes
// the machine is busy.
static i64 lowest_clock(i64 main, i64 inc, i64 late, i64 hiccup)
{
    Rng rng = { 1 };
    i64 lowest = main;
    for (int i = 0; i < 500; i++) {
        SearchLimits limits = { 0 };
        engine_time((TimeLeft){ .main_ms = main, .inc_ms = inc }, 10, &limits);
        assert_true(limits.soft_ms >= 1 && limits.soft_ms <= limits.hard_ms);
        bool hard = rng_below(&rng, 3) == 0;
        main -= (hard ? limits.hard_ms : limits.soft_ms) + late;
        if (rng_below(&rng, 25) == 0) main -= hiccup;
        if (main < lowest) lowest = main;
        if (main <= 0) return main;
        main += inc;
    }
    return lowest;
}

static void test_time_left(void **state)
{
    (void)state;
    assert_true(lowest_clock(1000, 10, 2, 40) > 0);
    assert_true(lowest_clock(1000, 10, 5, 20) > 0);
    assert_true(lowest_clock(1000, 100, 10, 40) > 0);
    assert_true(lowest_clock(10000, 100, 20, 100) > 0);
    assert_true(lowest_clock(60000, 1000, 50, 300) > 0);
    assert_true(lowest_clock(100, 5000, 10, 30) > 0);
    // The plan never exceeds the clock, whatever its state.
    for (i64 main = -100; main < 3000; main += 7)
        for (i64 inc = 0; inc < 10000; inc = inc * 3 + 1) {
            SearchLimits limits = { 0 };
            engine_time((TimeLeft){ .main_ms = main, .inc_ms = inc }, 10, &limits);
            assert_true(limits.soft_ms >= 1 && limits.soft_ms <= limits.hard_ms);
            assert_true(limits.hard_ms == 1 || limits.hard_ms <= main - 10);
            engine_time((TimeLeft){ .main_ms = main, .inc_ms = inc, .period_ms = 1000 }, 10,
                        &limits);
            assert_true(limits.hard_ms >= 980 && limits.soft_ms >= 490);
            assert_true(limits.hard_ms <= (main > 0 ? main : 0) + 980);
        }
}

// The signature depends neither on earlier searches nor on the caller.
static void test_bench(void **state)
{
    (void)state;
    enum { DEPTH = 3 };
    size_t size = engine_size(BENCH_HASH_MB, 1);
    void *memory = aligned_alloc(64, size);
    Engine *engine = engine_init(memory, size, 1, (Host){ 0 });
    u64 nodes = bench_signature(engine, DEPTH);
    assert_int_equal(bench_signature(engine, DEPTH), nodes);
    u64 sum = 0;
    int of[VARIANTS] = { 0 };
    for (int i = BENCH_POSITIONS; i-- > 0;) {
        Position position;
        bench_position(i, &position);
        for (int v = 0; v < VARIANTS; v++)
            of[v] += position.head.variant == variant_at(v);
        u64 part = bench_search(engine, i, DEPTH);
        assert_true(part > 0);
        sum += part;
    }
    assert_int_equal(sum, nodes);
    for (int v = 0; v < VARIANTS; v++)
        assert_int_equal(of[v], BENCH_POSITIONS / VARIANTS);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads), cmocka_unit_test(test_stop_races),
        cmocka_unit_test(test_no_time), cmocka_unit_test(test_time_left),
        cmocka_unit_test(test_bench),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
