// SPDX-License-Identifier: MIT
// Readers of small texts: time controls, handicaps, results and terminations. Accepted texts can be
// written and read back; rejected ones come with a reason and change nothing.
#include "fuzz.h"

#include "base/clock.h"
#include "game/handicap.h"
#include "game/result.h"

#include <stdlib.h>
#include <string.h>

static void must_refuse(Status status, const Fault *why)
{
    must(status == MALFORMED);
    must(why->message[0] && strlen(why->message) < sizeof why->message);
}

static bool same_spec(const ClockSpec *a, const ClockSpec *b)
{
    return a->main == b->main && a->increment == b->increment && a->period == b->period &&
           a->periods == b->periods && a->less_of == b->less_of && a->less_main == b->less_main;
}

// A clock that is used up in two turns and never grows beyond what it can hold.
static void check_running(const ClockSpec *spec, int player)
{
    Clock clock = clock_start(spec, player);
    i64 left = clock_left(spec, clock);
    must(left > 0);
    if (left == CLOCK_NEVER) return;
    Clock spent = clock_spend(spec, clock, left - 1);
    must(clock_left(spec, spent) > 0);
    Clock gained = clock_gain(spec, spent), clamped = clock_clamp(spec, gained);
    must(gained.main >= spent.main && gained.periods == spent.periods);
    must(clamped.main == gained.main && clamped.periods == gained.periods);
    spent = clock_spend(spec, clock, left);
    must(!spent.main && !spent.periods);
}

static void check_clock(Text text)
{
    ClockSpec untouched = { 1, 2, 3, 4, 5, 6 }, spec = untouched, again;
    Fault why;
    Status status = clock_read(text, &spec, &why);
    if (status != OK) {
        must_refuse(status, &why);
        must(same_spec(&spec, &untouched));
        return;
    }
    char written[CLOCK_TEXT_MAX];
    Out out = out_to(written, sizeof written);
    clock_write(&spec, &out);
    must(!out.lost && clock_read(text_of(written), &again, &why) == OK && same_spec(&spec, &again));
    for (int player = 0; player < 2; player++)
        check_running(&spec, player);
}

// A handicap that is given can be found in the start or the clock, and written as it was read.
static void check_handicap(const Variant *variant, Text text)
{
    Position start, before;
    ClockSpec clock, clock_before;
    Fault why;
    variant_start(variant, &start);
    must(clock_read(text_of("600+5"), &clock, NULL) == OK);
    before = start;
    clock_before = clock;
    Status status = handicap_give(text, &start, &clock, &why);
    if (status != OK) {
        must(why.message[0] && strlen(why.message) < sizeof why.message);
        must(variant->game->key(&start) == variant->game->key(&before));
        must(same_spec(&clock, &clock_before));
        return;
    }
    const Layout *layout;
    Handicap found = handicap_of(&start, &clock, &layout), again;
    char written[HANDICAP_TEXT_MAX];
    Out out = out_to(written, sizeof written);
    handicap_write(&found, variant->game, &out);
    must(found.kind != HANDICAP_NONE && layout == variant->layout && !out.lost);
    start = before;
    clock = clock_before;
    must(handicap_give(text_of(written), &start, &clock, NULL) == OK);
    again = handicap_of(&start, &clock, &layout);
    must(again.kind == found.kind && again.giver == found.giver && again.size == found.size);
}

static void check_result(const Variant *variant, Text text)
{
    Outcome outcome;
    Fault why;
    Status status = outcome_read(variant, text, &outcome, &why);
    if (status != OK) {
        must_refuse(status, &why);
        return;
    }
    // Each result has exactly one text.
    char written[RESULT_TEXT_MAX];
    Out out = out_to(written, sizeof written);
    outcome_write(&outcome, variant, &out);
    must(!out.lost && text_is(text, written));
    must(outcome.over == (outcome.winners || outcome.drawn));
    must(!(outcome.winners && outcome.drawn));
}

static void check_reason(Text text)
{
    Reason reason;
    Fault why;
    Status status = reason_read(text, &reason, &why);
    if (status == OK)
        must(text_is(text, reason_name(reason)));
    else
        must_refuse(status, &why);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (size == 0) return 0;
    char *bytes = malloc(size);
    memcpy(bytes, data + 1, size - 1);
    Text text = { bytes, size - 1 };
    check_clock(text);
    check_handicap(fuzz_variant(data[0]), text);
    check_result(fuzz_variant(data[0]), text);
    check_reason(text);
    free(bytes);
    return 0;
}
