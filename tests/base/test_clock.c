// SPDX-License-Identifier: MIT
// Time controls as text, and the clock rule compared with a simulation in steps of 1 ms.
#include "base/clock.h"
#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static ClockSpec spec_of(const char *text)
{
    ClockSpec spec;
    Fault why;
    if (clock_read(text_of(text), &spec, &why) != OK) fail_msg("%s: %s", text, why.message);
    return spec;
}

static void writes_as(const char *text, const char *canonical)
{
    char buffer[CLOCK_TEXT_MAX];
    Out out = out_to(buffer, sizeof buffer);
    ClockSpec spec = spec_of(text);
    clock_write(&spec, &out);
    assert_false(out.lost);
    assert_string_equal(buffer, canonical);
}

static void is_refused(const char *text, const char *message)
{
    ClockSpec spec = { .main = 77 };
    Fault why;
    if (clock_read(text_of(text), &spec, &why) != MALFORMED) fail_msg("'%s' was read", text);
    assert_string_equal(why.message, message);
    assert_int_equal(spec.main, 77);
}

static void texts_round_trip(void **state)
{
    (void)state;
    writes_as("-", "-");
    writes_as("600", "600+0");
    writes_as("600+5", "600+5");
    writes_as("600+5+3x30", "600+5+3x30");
    writes_as("0+0+1x30", "0+0+1x30");
    writes_as("0+5", "0+5");
    writes_as("0.5+0.01", "0.5+0.01");
    writes_as("60.50+0.001+2x1.25", "60.5+0.001+2x1.25");
    writes_as("3d", "3d");
    writes_as("365d", "365d");
    writes_as("360000+3600+99x3600", "360000+3600+99x3600");
    writes_as("359999.999+3599.999+99x3599.999", "359999.999+3599.999+99x3599.999");
}

static void specs_say_what_they_are(void **state)
{
    (void)state;
    ClockSpec none = spec_of("-"), days = spec_of("3d"), game = spec_of("600+5+3x30");
    assert_true(clock_spec_none(&none));
    assert_false(clock_spec_none(&days));
    assert_int_equal(clock_spec_days(&none), 0);
    assert_int_equal(clock_spec_days(&days), 3);
    assert_int_equal(clock_spec_days(&game), 0);
    assert_int_equal(game.main, 600000);
    assert_int_equal(game.increment, 5000);
    assert_int_equal(game.period, 30000);
    assert_int_equal(game.periods, 3);
}

static void bad_texts_are_refused(void **state)
{
    (void)state;
    const char *const MAIN[] = { "",
                                 " ",
                                 "x",
                                 "+5",
                                 "-5",
                                 "1e3",
                                 "5 ",
                                 "600s",
                                 "1.",
                                 ".5",
                                 "1.2345",
                                 "1.2.3",
                                 "1.-2",
                                 "--",
                                 "0x10",
                                 "6 00",
                                 "360001",
                                 "360000.001",
                                 "99999999999999999999" };
    for (size_t i = 0; i < sizeof MAIN / sizeof *MAIN; i++) {
        ClockSpec spec;
        Fault why;
        assert_int_equal(clock_read(text_of(MAIN[i]), &spec, &why), MALFORMED);
        assert_non_null(strstr(why.message, "is not a number of seconds up to 360000"));
    }
    is_refused("600+", "increment '' is not a number of seconds up to 3600");
    is_refused("600+-1", "increment '-1' is not a number of seconds up to 3600");
    is_refused("600+3600.001", "increment '3600.001' is not a number of seconds up to 3600");
    is_refused("600+3x30", "increment '3x30' is not a number of seconds up to 3600");
    is_refused("600+5+", "byoyomi '' is not 1-99 periods x up to 3600 seconds");
    is_refused("600+5+30", "byoyomi '30' is not 1-99 periods x up to 3600 seconds");
    is_refused("600+5+3x", "byoyomi '3x' is not 1-99 periods x up to 3600 seconds");
    is_refused("600+5+x30", "byoyomi 'x30' is not 1-99 periods x up to 3600 seconds");
    is_refused("600+5+0x30", "byoyomi '0x30' is not 1-99 periods x up to 3600 seconds");
    is_refused("600+5+100x30", "byoyomi '100x30' is not 1-99 periods x up to 3600 seconds");
    is_refused("600+5+3x0", "byoyomi '3x0' is not 1-99 periods x up to 3600 seconds");
    is_refused("600+5+3x3601", "byoyomi '3x3601' is not 1-99 periods x up to 3600 seconds");
    is_refused("600+5+3x30x2", "byoyomi '3x30x2' is not 1-99 periods x up to 3600 seconds");
    is_refused("600+5+3x30+1", "byoyomi '3x30+1' is not 1-99 periods x up to 3600 seconds");
    is_refused("0", "time control '0' leaves no time to move");
    is_refused("0+0", "time control '0+0' leaves no time to move");
    is_refused("d", "time control 'd' is not 1-365 days");
    is_refused("0d", "time control '0d' is not 1-365 days");
    is_refused("366d", "time control '366d' is not 1-365 days");
    is_refused("1.5d", "time control '1.5d' is not 1-365 days");
    is_refused("1,5+1", "shorter time '5+1' is not player 1 or 2 : fewer seconds");
    is_refused("60,1", "shorter time '1' is not player 1 or 2 : fewer seconds");
    is_refused("60,", "shorter time '' is not player 1 or 2 : fewer seconds");
    is_refused("60,0:30", "shorter time '0:30' is not player 1 or 2 : fewer seconds");
    is_refused("60,3:30", "shorter time '3:30' is not player 1 or 2 : fewer seconds");
    is_refused("60,1:60", "shorter time '1:60' is not player 1 or 2 : fewer seconds");
    is_refused("60,1:30,2:30", "shorter time '1:30,2:30' is not player 1 or 2 : fewer seconds");
    is_refused("60,1:0", "shorter time '1:0' leaves no time to move");
    is_refused("-,1:30", "main time '-' is not a number of seconds up to 360000");
    is_refused("3d,1:30", "main time '3d' is not a number of seconds up to 360000");
    is_refused("3d+5", "main time '3d' is not a number of seconds up to 360000");
    ClockSpec spec;
    assert_int_equal(clock_read((Text){ 0 }, &spec, NULL), MALFORMED);
}

static void faces(const char *text, Clock clock, i64 used, ClockFace wanted)
{
    ClockSpec spec = spec_of(text);
    ClockFace face = clock_face(&spec, clock, used);
    assert_int_equal(face.main, wanted.main);
    assert_int_equal(face.period, wanted.period);
    assert_int_equal(face.periods, wanted.periods);
}

static void main_time_then_periods(void **state)
{
    (void)state;
    Clock full = { 10000, 3 };
    faces("10+0+3x5", full, 0, (ClockFace){ 10000, 5000, 3 });
    faces("10+0+3x5", full, 9999, (ClockFace){ 1, 5000, 3 });
    faces("10+0+3x5", full, 10000, (ClockFace){ 0, 5000, 3 });
    faces("10+0+3x5", full, 14999, (ClockFace){ 0, 1, 3 });
    faces("10+0+3x5", full, 15000, (ClockFace){ 0, 5000, 2 });
    faces("10+0+3x5", full, 24999, (ClockFace){ 0, 1, 1 });
    faces("10+0+3x5", full, 25000, (ClockFace){ 0, 0, 0 });
    faces("10+0", (Clock){ 10000, 0 }, 9999, (ClockFace){ 1, 0, 0 });
    faces("10+0", (Clock){ 10000, 0 }, 10000, (ClockFace){ 0, 0, 0 });
    faces("2d", (Clock){ 0, 1 }, CLOCK_DAY, (ClockFace){ 0, CLOCK_DAY, 1 });
    faces("-", (Clock){ 0, 0 }, CLOCK_NEVER - 1, (ClockFace){ 0, 0, 0 });
}

static void clocks_start_with_time_to_move(void **state)
{
    (void)state;
    ClockSpec increment = spec_of("0+5"), byoyomi = spec_of("0+5+2x10"), none = spec_of("-");
    ClockSpec less = spec_of("60+5,2:30.5"), nothing_but_increment = spec_of("60+5,1:0");
    assert_int_equal(clock_start(&less, 0).main, 60000);
    assert_int_equal(clock_start(&less, 1).main, 30500);
    assert_int_equal(clock_start(&nothing_but_increment, 0).main, 5000);
    assert_int_equal(clock_left(&increment, clock_start(&increment, 0)), 5000);
    assert_int_equal(clock_left(&byoyomi, clock_start(&byoyomi, 0)), 20000);
    assert_true(clock_left(&none, clock_start(&none, 0)) == CLOCK_NEVER);
}

static void a_clock_holds_a_thousand_hours(void **state)
{
    (void)state;
    ClockSpec spec = spec_of("360000+3600");
    Clock clock = clock_start(&spec, 0);
    for (int move = 0; move < 2000; move++)
        clock = clock_gain(&spec, clock);
    assert_true(clock.main == (u32)1000 * 3600 * 1000);
    clock.main = UINT32_MAX;
    assert_true(clock_gain(&spec, clock).main == UINT32_MAX);
}

static void recorded_clocks_are_made_possible(void **state)
{
    (void)state;
    ClockSpec none = spec_of("-"), plain = spec_of("60"), byoyomi = spec_of("60+0+3x10");
    assert_int_equal(clock_clamp(&none, (Clock){ 5, 5 }).main, 0);
    assert_int_equal(clock_clamp(&plain, (Clock){ 0, 0 }).main, 1);
    assert_int_equal(clock_clamp(&plain, (Clock){ 5, 9 }).periods, 0);
    assert_int_equal(clock_clamp(&byoyomi, (Clock){ 0, 2 }).main, 0);
    assert_int_equal(clock_clamp(&byoyomi, (Clock){ 0, 9 }).periods, 3);
    assert_true(clock_clamp(&byoyomi, (Clock){ UINT32_MAX, 1 }).main == 3600000000u);
}

// The rule as a plain simulation: counts down in steps of 1 ms.
static ClockFace count_down(const ClockSpec *spec, Clock clock, i64 used)
{
    ClockFace face = { clock.main, clock.periods ? spec->period : 0, clock.periods };
    for (i64 ms = 0; ms < used; ms++) {
        if (face.main) {
            face.main--;
        } else if (face.periods && !--face.period) {
            face.periods--;
            face.period = face.periods ? spec->period : 0;
        }
    }
    return face;
}

static void rule_agrees_with_counting_down(void **state)
{
    (void)state;
    Rng rng = { 3 };
    for (int game = 0; game < 2000; game++) {
        ClockSpec spec = { .main = rng_below(&rng, 50), .increment = rng_below(&rng, 4) };
        spec.periods = (u8)rng_below(&rng, 4);
        spec.period = spec.periods ? 1 + rng_below(&rng, 12) : 0;
        if (clock_spec_none(&spec)) continue;
        Clock clock = clock_start(&spec, 0);
        for (int move = 0; move < 60; move++) {
            i64 used = rng_below(&rng, rng_below(&rng, 8) ? 6 : 60),
                left = clock_left(&spec, clock);
            ClockFace face = clock_face(&spec, clock, used), slow = count_down(&spec, clock, used);
            assert_int_equal(face.main, slow.main);
            assert_int_equal(face.period, slow.period);
            assert_int_equal(face.periods, slow.periods);
            assert_true((used >= left) == (!face.main && !face.periods));
            if (used >= left) break;
            clock = clock_gain(&spec, clock_spend(&spec, clock, used));
            assert_int_equal(clock.main, face.main + spec.increment);
            assert_int_equal(clock.periods, face.periods);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_round_trip),
        cmocka_unit_test(specs_say_what_they_are),
        cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(main_time_then_periods),
        cmocka_unit_test(clocks_start_with_time_to_move),
        cmocka_unit_test(a_clock_holds_a_thousand_hours),
        cmocka_unit_test(recorded_clocks_are_made_possible),
        cmocka_unit_test(rule_agrees_with_counting_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
