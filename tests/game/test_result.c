// SPDX-License-Identifier: MIT
// Results and their reasons as text, by player and by team.
#include "game/result.h"
#include "variants/variants.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static Fault why;

static const char *result_again(const char *variant_id, const char *text)
{
    static char again[RESULT_TEXT_MAX];
    const Variant *variant = variant_find(text_of(variant_id));
    Out out = out_to(again, sizeof again);
    Outcome outcome = { .reason = REASON_TIME };
    if (outcome_read(variant, text_of(text), &outcome, &why) != OK) {
        assert_int_equal(outcome.reason, REASON_TIME);
        return "refused";
    }
    outcome_write(&outcome, variant, &out);
    assert_false(out.lost);
    return again;
}

static void results_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *text[8];
    } GOOD[] = {
        { "abalone", { "*", "1-0", "0-1", "1/2-1/2" } },
        { "abalone-3", { "*", "0-1-0", "1/2-1/2-1/2", "1/2-0-1/2" } },
        { "abalone-4", { "1-0-1-0", "0-1-0-1", "1/2-1/2-1/2-1/2" } },
        { "abalone-4-pairs", { "1-0-1-0", "0-1-0-1", "1/2-1/2-1/2-1/2" } },
        { "quoridor-4", { "0-0-0-1", "0-1/2-1/2-0", "1/2-1/2-1/2-1/2" } },
    };
    static const struct {
        const char *variant, *text[12];
    } BAD[] = {
        { "abalone",
          { "", "1", "1-", "-1", "1-0-", "1-0-0", "1-1", "0-0", "1/2-0", "1-1/2", "2-0",
            "1 - 0" } },
        { "abalone-3", { "1-0", "1-1-0", "0-0-0", "1/2-0-0", "1-1/2-1/2", "**", "1-0-0-0" } },
        { "abalone-4", { "1-1-0-0", "1-0-0-0", "1/2-0-1/2-0", "1-0", "1-0-1-0-", "0-0-0-0" } },
        { "quoridor-4", { "1-0-1-0", "1/2-0-0-0", "draw", "0.5-0.5-0-0" } },
    };
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        for (int j = 0; GOOD[i].text[j]; j++)
            assert_string_equal(result_again(GOOD[i].variant, GOOD[i].text[j]), GOOD[i].text[j]);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        for (int j = 0; j < 12 && BAD[i].text[j]; j++)
            assert_string_equal(result_again(BAD[i].variant, BAD[i].text[j]), "refused");
    result_again("abalone", "1-0-0");
    assert_string_equal(why.message, "result '1-0-0' is not the scores of 2 players");
    result_again("abalone", "1-x");
    assert_string_equal(why.message, "result '1-x': a score is 1, 1/2 or 0, not 'x'");
    result_again("abalone-4", "1-1-0-0");
    assert_string_equal(why.message, "result '1-1-0-0' cannot come about in abalone-4");
}

static void reasons_have_names(void **state)
{
    (void)state;
    static const char *const NAMES = "normal time resignation agreement repetition abandoned";
    Text rest = text_of(NAMES), word;
    Reason reason = REASONS;
    for (int i = 0; text_word(&rest, &word); i++) {
        assert_int_equal(reason_read(word, &reason, &why), OK);
        assert_int_equal(reason, i);
    }
    assert_int_equal(reason, REASONS - 1);
    assert_int_equal(reason_read(text_of("Time"), &reason, &why), MALFORMED);
    assert_string_equal(why.message, "termination 'Time' is unknown");
}

static void points_by_player_and_team(void **state)
{
    (void)state;
    const Variant *teams = variant_find(text_of("abalone-4"));
    const Variant *alone = variant_find(text_of("abalone-3"));
    Outcome outcome;
    assert_int_equal(outcome_read(teams, text_of("1-0-1-0"), &outcome, &why), OK);
    assert_true(outcome.over);
    assert_int_equal(outcome_halves(&outcome, 2), 2);
    assert_int_equal(outcome_halves(&outcome, 3), 0);
    assert_int_equal(outcome_team_halves(&outcome, teams, 0), 2);
    assert_int_equal(outcome_team_halves(&outcome, teams, 1), 0);
    assert_int_equal(outcome_read(alone, text_of("1/2-0-1/2"), &outcome, &why), OK);
    assert_int_equal(outcome_team_halves(&outcome, alone, 0), 1);
    assert_int_equal(outcome_team_halves(&outcome, alone, 1), 0);
    assert_int_equal(outcome_read(alone, text_of("*"), &outcome, &why), OK);
    assert_false(outcome.over);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_read),
        cmocka_unit_test(reasons_have_names),
        cmocka_unit_test(points_by_player_and_team),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
