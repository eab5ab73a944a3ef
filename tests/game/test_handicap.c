// SPDX-License-Identifier: MIT
// Handicaps (R11): given as text, and found again from the start position and the clock.
#include "game/handicap.h"
#include "variants/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static Position start;
static ClockSpec spec;
static Fault why;

static Status give(const char *variant, const char *layout, const char *clock, const char *text)
{
    const Variant *found = variant_find(text_of(variant));
    const Layout *from = layout ? variant_layout(found, text_of(layout)) : found->layout;
    assert_int_equal(found->game->read(found, text_of(from->position), &start, &why), OK);
    assert_int_equal(clock_read(text_of(clock), &spec, &why), OK);
    return handicap_give(text_of(text), &start, &spec, &why);
}

// Gives it, checks the start or the clock, and finds it again.
static void gives(const char *variant, const char *layout, const char *text, const char *becomes)
{
    char position[POSITION_TEXT_MAX], clock[CLOCK_TEXT_MAX], found[HANDICAP_TEXT_MAX] = "";
    Out start_text = out_to(position, sizeof position), clock_text = out_to(clock, sizeof clock);
    Out found_text = out_to(found, sizeof found);
    const Layout *from;
    if (give(variant, layout, "600+5", text) != OK) fail_msg("%s: %s", text, why.message);
    const Game *game = start.head.variant->game;
    game->write(&start, &start_text);
    clock_write(&spec, &clock_text);
    assert_string_equal(strstr(text, "time") ? clock : position, becomes);
    Handicap handicap = handicap_of(&start, &spec, &from);
    handicap_write(&handicap, game, &found_text);
    assert_string_equal(found, text);
    assert_non_null(from);
    assert_string_equal(from->name, layout ? layout : start.head.variant->layout->name);
}

static void refuses(const char *variant, const char *clock, const char *text, const char *message)
{
    assert_int_not_equal(give(variant, NULL, clock, text), OK);
    assert_string_equal(why.message, message);
}

static void given_and_found(void **state)
{
    (void)state;
    gives("quoridor", NULL, "1 walls 3", "- / - / e1 e9 / 7 10 / 1");
    gives("quoridor", NULL, "2 walls 6", "- / - / e1 e9 / 10 4 / 1");
    gives("quoridor", NULL, "1 move", "- / - / e1 e9 / 10 10 / 2");
    gives("quoridor", NULL, "2 time 300", "600+5,2:300");
    gives("quoridor", NULL, "1 time 0.5", "600+5,1:0.5");
    gives("abalone", NULL, "1 marbles 1", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/1bbbb b 0-1");
    gives("abalone", NULL, "2 marbles 3", "1wwww/1wwww1/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 3-0");
    gives("abalone", "belgian-daisy", "1 marbles 2",
          "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/3ww b 0-2");
    gives("abalone", "discovery", "2 marbles 2", "1w3/1ww3/1ww4/8/9/8/1bb4/bbb3/bb3 b 2-0");
    gives("abalone", NULL, "1 move", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0");
}

static void every_layout(void **state)
{
    (void)state;
    char text[HANDICAP_TEXT_MAX];
    for (int i = 0; i < variant_count(); i++) {
        const Variant *variant = variant_at(i);
        const Game *game = variant->game;
        if (variant->players != 2) continue;
        for (int k = 0; k < variant->layouts; k++)
            for (int giver = 1; giver <= 2; giver++)
                for (int count = 1; count <= game->handicap_max; count++) {
                    snprintf(text, sizeof text, "%d %s %d", giver, game->handicap, count);
                    if (give(variant->id, variant->layout[k].name, "-", text) != OK) continue;
                    const Layout *from;
                    Handicap found = handicap_of(&start, &spec, &from);
                    assert_ptr_equal(from, &variant->layout[k]);
                    assert_int_equal(found.giver, giver - 1);
                    assert_int_equal(found.size, count);
                    // The position after a handicap is valid like any other.
                    char position[POSITION_TEXT_MAX];
                    Out out = out_to(position, sizeof position);
                    Position again;
                    game->write(&start, &out);
                    assert_int_equal(game->read(variant, text_of(position), &again, &why), OK);
                }
    }
}

static void swap_and_handicap(void **state)
{
    (void)state;
    const Layout *from;
    assert_int_equal(give("quoridor", NULL, "-", "2 walls 2"), OK);
    start.head.swap = SWAP_AFTER_MOVE;
    assert_int_equal(handicap_of(&start, &spec, &from).size, 2);
    assert_non_null(from);
    start.head.turn = 1; // two handicaps at once
    start.head.out = 0;
    assert_int_equal(handicap_of(&start, &spec, &from).kind, HANDICAP_NONE);
    assert_null(from);
}

static void bad_texts(void **state)
{
    (void)state;
    refuses("quoridor", "-", "3 walls 1",
            "handicap '3 walls 1' is not PLAYER walls NUMBER, PLAYER move or PLAYER time SECONDS");
    refuses("quoridor", "-", "1 marbles 1",
            "handicap '1 marbles 1' is not PLAYER walls NUMBER, PLAYER move or PLAYER time "
            "SECONDS");
    refuses("quoridor", "-", "1 walls 7", "handicap of '7' walls: 1 to 6 are possible");
    refuses("quoridor", "-", "1 walls 0", "handicap of '0' walls: 1 to 6 are possible");
    refuses("quoridor", "-", "2 move", "player 2 does not have the first move");
    refuses("quoridor", "-", "1 time 10", "a handicap of time needs a clock with main time");
    refuses("quoridor", "60", "1 time 60",
            "shorter time '1:60' is not player 1 or 2 : fewer seconds");
    refuses("quoridor", "60", "1 time 0", "shorter time '1:0' leaves no time to move");
    refuses("quoridor-4", "-", "1 walls 1", "handicaps are for games of two players");
    refuses("abalone", "-", "",
            "handicap '' is not PLAYER marbles NUMBER, PLAYER move or PLAYER "
            "time SECONDS");
    assert_int_equal(give("abalone", "discovery", "-", "1 marbles 3"), ILLEGAL);
    assert_string_equal(why.message, "handicap of '3' marbles: the game would be won");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_and_found),
        cmocka_unit_test(every_layout),
        cmocka_unit_test(swap_and_handicap),
        cmocka_unit_test(bad_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
