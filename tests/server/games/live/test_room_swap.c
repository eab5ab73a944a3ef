// SPDX-License-Identifier: MIT
// The swap rule (R12) and handicaps (R11) in games in progress: seats, clocks, the store,
// rematches.
#include "support/lab.h"

#include "game/handicap.h"
#include "server/games/live/seats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static i64 swap_game(const char *clock)
{
    GameSetup setup = lab_setup("quoridor", clock);
    setup.start.head.swap = SWAP_AFTER_MOVE;
    i64 game = lab_make(setup, (i64[]){ ADA, BOB });
    assert_non_null(lab_room(game)->layout);
    return game;
}

static void seated(i64 game, i64 first, i64 second)
{
    assert_int_equal(lab_room(game)->seat[0].person, first);
    assert_int_equal(lab_room(game)->seat[1].person, second);
}

static void sides_are_swapped(void **state)
{
    (void)state;
    i64 game = swap_game("60+0");
    assert_int_equal(lab_move(game, ADA, "swap"), ERROR_ILLEGAL_MOVE);
    lab_wait(5000);
    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
    lab_wait(10000);
    assert_int_equal(lab_left(game, 1), 50000); // the chooser's clock runs
    assert_int_equal(lab_move(game, BOB, "swap"), ERROR_NONE);
    seated(game, BOB, ADA);
    assert_int_equal(lab_left(game, 0), 50000);
    assert_int_equal(lab_left(game, 1), 55000);
    // The same message again.
    assert_int_equal(
        lab_do(&(Action){
            .kind = ACT_MOVE, .game = game, .person = BOB, .ply = 1, .move = text_of("swap") }),
        ERROR_NONE);
    lab_check_restart(game);
    seated(game, BOB, ADA);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, BOB), ERROR_FORBIDDEN);
    assert_int_equal(lab_act(ACT_ABORT, game, ADA), ERROR_FORBIDDEN); // both have acted
    assert_int_equal(lab_move(game, BOB, "e8"), ERROR_OUT_OF_TURN);
    assert_int_equal(lab_move(game, ADA, "e8"), ERROR_NONE);
    assert_int_equal(lab_move(game, BOB, "e3"), ERROR_NONE);
    lab_check_record(game);
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    assert_int_equal(lab_room(game)->match.outcome.winners, 1); // the side that Bob has taken
    // The player who chose makes the first move of the rematch.
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), ERROR_NONE);
    i64 next = lab.result.game;
    assert_int_equal(lab_act(ACT_REMATCH, game, BOB), ERROR_NONE);
    seated(next, BOB, ADA);
    assert_int_equal(lab_room(next)->match.start.head.swap, SWAP_AFTER_MOVE);
}

static void side_is_kept(void **state)
{
    (void)state;
    i64 game = swap_game("60+0");
    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
    assert_int_equal(lab_move(game, BOB, "e8"), ERROR_NONE);
    assert_int_equal(lab_move(game, ADA, "swap"), ERROR_ILLEGAL_MOVE);
    seated(game, ADA, BOB);
    lab_check_restart(game);
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), ERROR_NONE);
    assert_int_equal(lab_room(lab.result.game)->seat[0].invited, BOB);
}

// The flag of the chooser falls like any other.
static void chooser_loses_on_time(void **state)
{
    (void)state;
    i64 game = swap_game("30+0");
    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
    assert_int_equal(lab_move(game, BOB, "swap"), ERROR_NONE);
    lab_wait(31000);
    assert_int_equal(lab_room(game)->match.outcome.reason, REASON_TIME);
    assert_int_equal(lab_room(game)->match.outcome.winners, 1); // Ada's flag, on the second seat
}

static void handicap_stays_with_its_giver(void **state)
{
    (void)state;
    GameSetup setup = lab_setup("quoridor", "60+0");
    Fault why;
    assert_int_equal(handicap_give(text_of("2 time 20"), &setup.start, &setup.clock, &why), OK);
    i64 game = lab_make(setup, (i64[]){ ADA, BOB });
    assert_int_equal(lab_left(game, 0), 60000);
    assert_int_equal(lab_left(game, 1), 20000);
    assert_int_equal(lab_room(game)->handicap.kind, HANDICAP_TIME);
    lab_check_restart(game);
    assert_int_equal(lab_left(game, 1), 20000);
    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
    assert_int_equal(lab_move(game, BOB, "e8"), ERROR_NONE);
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), ERROR_NONE);
    i64 next = lab.result.game;
    assert_int_equal(lab_act(ACT_REMATCH, game, BOB), ERROR_NONE);
    seated(next, ADA, BOB);
    assert_int_equal(lab_left(next, 1), 20000);
}

static void what_is_refused(void **state)
{
    (void)state;
    Fault why;
    GameSetup setup = lab_setup("quoridor", "60+0");
    setup.seat[0].person = ADA;
    setup.seat[1].level = 3;
    setup.start.head.swap = SWAP_AFTER_MOVE;
    assert_int_equal(setup_check(&setup, ADA, lab.store, true, &why), ERROR_FORBIDDEN);
    assert_string_equal(why.message, "the swap rule is for two people");
    setup.seat[1] = (SeatSetup){ 0 };
    assert_int_equal(setup_check(&setup, ADA, lab.store, true, &why), ERROR_NONE);
    setup.rated = true;
    assert_int_equal(setup_check(&setup, ADA, lab.store, true, &why), ERROR_NOT_RATED);
    setup.start.head.swap = SWAP_NONE;
    assert_int_equal(setup_check(&setup, ADA, lab.store, true, &why), ERROR_NONE);
    assert_int_equal(handicap_give(text_of("1 time 10"), &setup.start, &setup.clock, &why), OK);
    assert_int_equal(setup_check(&setup, ADA, lab.store, true, &why), ERROR_NOT_RATED);
    assert_string_equal(why.message, "a game with the swap rule or a handicap is not rated");
    setup.rated = false;
    setup.lot = true;
    assert_int_equal(setup_check(&setup, ADA, lab.store, true, &why), ERROR_FORBIDDEN);
    assert_string_equal(why.message, "with a handicap the seats are not drawn by lot");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sides_are_swapped, lab_open, lab_close),
        cmocka_unit_test_setup_teardown(side_is_kept, lab_open, lab_close),
        cmocka_unit_test_setup_teardown(chooser_loses_on_time, lab_open, lab_close),
        cmocka_unit_test_setup_teardown(handicap_stays_with_its_giver, lab_open, lab_close),
        cmocka_unit_test_setup_teardown(what_is_refused, lab_open, lab_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
