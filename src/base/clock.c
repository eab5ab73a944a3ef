// SPDX-License-Identifier: MIT
#include "base/clock.h"

#include <assert.h>

#define CLOCK_MAX ((u32)1000 * 60 * 60 * 1000)

bool clock_spec_none(const ClockSpec *spec)
{
    return !spec->main && !spec->increment && !spec->periods;
}

int clock_spec_days(const ClockSpec *spec)
{
    bool per_move = !spec->main && !spec->increment && spec->periods == 1;
    return per_move && spec->period % CLOCK_DAY == 0 ? (int)(spec->period / CLOCK_DAY) : 0;
}

Clock clock_start(const ClockSpec *spec, int player)
{
    u32 main = spec->less_of == player + 1 ? spec->less_main : spec->main;
    bool increment_only = !main && !spec->periods;
    return (Clock){ increment_only ? spec->increment : main, spec->periods };
}

i64 clock_left(const ClockSpec *spec, Clock clock)
{
    if (clock_spec_none(spec)) return CLOCK_NEVER;
    return clock.main + clock.periods * spec->period;
}

ClockFace clock_face(const ClockSpec *spec, Clock clock, i64 used)
{
    assert(used >= 0);
    if (used >= clock_left(spec, clock)) return (ClockFace){ 0 };
    i64 whole = clock.periods ? spec->period : 0;
    if (used < clock.main) return (ClockFace){ (u32)(clock.main - used), whole, clock.periods };
    if (!whole) return (ClockFace){ 0 }; // no clock
    i64 over = used - clock.main;
    return (ClockFace){ 0, whole - over % whole, (u8)(clock.periods - over / whole) };
}

Clock clock_spend(const ClockSpec *spec, Clock clock, i64 used)
{
    ClockFace face = clock_face(spec, clock, used);
    return (Clock){ face.main, face.periods };
}

Clock clock_gain(const ClockSpec *spec, Clock clock)
{
    u32 left = clock.main < CLOCK_MAX ? CLOCK_MAX - clock.main : 0;
    clock.main += spec->increment < left ? spec->increment : left;
    return clock;
}

Clock clock_clamp(const ClockSpec *spec, Clock clock)
{
    if (clock_spec_none(spec)) return (Clock){ 0 };
    if (clock.main > CLOCK_MAX) clock.main = CLOCK_MAX;
    if (clock.periods > spec->periods) clock.periods = spec->periods;
    if (!clock.main && !clock.periods) clock.main = 1;
    return clock;
}

// --- texts ---------------------------------------------------------------------------------------

// "30" or "0.125", in milliseconds.
static bool read_seconds(Text text, u32 most, u32 *ms)
{
    Text whole = { 0 }, fraction;
    i64 seconds, thousandths = 0;
    text_split(&text, '.', &whole);
    if (!text_number(whole, most / 1000, &seconds)) return false;
    if (text_split(&text, '.', &fraction)) {
        if (text.at || fraction.length > 3 || !text_number(fraction, 999, &thousandths))
            return false;
        for (size_t i = fraction.length; i < 3; i++)
            thousandths *= 10;
    }
    i64 sum = seconds * 1000 + thousandths;
    if (sum > most) return false;
    *ms = (u32)sum;
    return true;
}

// "3x30"
static Status read_periods(Text text, ClockSpec *spec, Fault *why)
{
    Text count = { 0 }, rest = text;
    i64 periods;
    u32 period;
    text_split(&rest, 'x', &count);
    if (!text_number(count, CLOCK_PERIODS_MAX, &periods) || !periods ||
        !read_seconds(rest, CLOCK_STEP_MAX, &period) || !period)
        return fault(why, MALFORMED, "byoyomi %q is not 1-%d periods x up to %d seconds", text,
                     CLOCK_PERIODS_MAX, CLOCK_STEP_MAX / 1000);
    spec->period = period;
    spec->periods = (u8)periods;
    return OK;
}

static Status read_days(Text text, ClockSpec *spec, Fault *why)
{
    i64 days;
    if (!text_number(text_cut(text, 0, text.length - 1), CLOCK_DAYS_MAX, &days) || !days)
        return fault(why, MALFORMED, "time control %q is not 1-%d days", text, CLOCK_DAYS_MAX);
    *spec = (ClockSpec){ .period = days * CLOCK_DAY, .periods = 1 };
    return OK;
}

// "2:300", player 2 begins with 300 seconds.
static Status read_less(Text text, ClockSpec *spec, Fault *why)
{
    Text player = { 0 }, rest = text;
    i64 number;
    text_split(&rest, ':', &player);
    if (!text_number(player, 2, &number) || !number ||
        !read_seconds(rest, CLOCK_MAIN_MAX, &spec->less_main) || spec->less_main >= spec->main)
        return fault(why, MALFORMED, "shorter time %q is not player 1 or 2 : fewer seconds", text);
    if (!spec->less_main && !spec->increment && !spec->periods)
        return fault(why, MALFORMED, "shorter time %q leaves no time to move", text);
    spec->less_of = (u8)number;
    return OK;
}

Status clock_read(Text text, ClockSpec *spec, Fault *why)
{
    ClockSpec read = { 0 };
    Text less = text, rest = { 0 }, piece = { 0 };
    if (text_is(text, "-")) {
        *spec = read;
        return OK;
    }
    text_split(&less, ',', &rest);
    if (text.length && text.at[text.length - 1] == 'd') return read_days(text, spec, why);
    text_split(&rest, '+', &piece);
    if (!read_seconds(piece, CLOCK_MAIN_MAX, &read.main))
        return fault(why, MALFORMED, "main time %q is not a number of seconds up to %d", piece,
                     CLOCK_MAIN_MAX / 1000);
    if (text_split(&rest, '+', &piece) && !read_seconds(piece, CLOCK_STEP_MAX, &read.increment))
        return fault(why, MALFORMED, "increment %q is not a number of seconds up to %d", piece,
                     CLOCK_STEP_MAX / 1000);
    if (rest.at) {
        Status status = read_periods(rest, &read, why);
        if (status != OK) return status;
    }
    if (clock_spec_none(&read))
        return fault(why, MALFORMED, "time control %q leaves no time to move", text);
    if (less.at) {
        Status status = read_less(less, &read, why);
        if (status != OK) return status;
    }
    *spec = read;
    return OK;
}

void clock_write_seconds(i64 ms, Out *out)
{
    out_int(out, ms / 1000);
    int rest = (int)(ms % 1000);
    if (rest) out_char(out, '.');
    for (int digit = 100; rest; digit /= 10) {
        out_char(out, (char)('0' + rest / digit));
        rest %= digit;
    }
}

void clock_write(const ClockSpec *spec, Out *out)
{
    if (clock_spec_none(spec)) {
        out_char(out, '-');
        return;
    }
    if (clock_spec_days(spec)) {
        out_format(out, "%dd", clock_spec_days(spec));
        return;
    }
    clock_write_seconds(spec->main, out);
    out_char(out, '+');
    clock_write_seconds(spec->increment, out);
    if (spec->periods) {
        out_format(out, "+%dx", spec->periods);
        clock_write_seconds(spec->period, out);
    }
    if (!spec->less_of) return;
    out_format(out, ",%d:", spec->less_of);
    clock_write_seconds(spec->less_main, out);
}
