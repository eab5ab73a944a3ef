// SPDX-License-Identifier: MIT
// Ends of games in progress: offers, aborts, rematches, ratings.
#include "support/lab.h"

#include "server/games/live/rooms.h"

// --- offers --------------------------------------------------------------------------------------

static void draws_and_takebacks(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    const Room *room = lab_room(game);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_NONE);
    int number = room->number;
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_NONE); // offered already
    assert_int_equal(room->number, number);
    assert_int_equal(lab_act(ACT_NODRAW, game, BOB), ERROR_NONE);
    assert_int_equal(room->match.draw_agreed, 0);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), ERROR_NONE);
    assert_int_equal(lab_last()->event.kind, EVENT_ASK);
    lab_check_restart(game);
    room = lab_room(game);
    assert_int_equal(lab_act(ACT_NOTAKEBACK, game, BOB), ERROR_NONE);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, BOB), ERROR_NONE);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), ERROR_NONE);
    assert_int_equal(lab_last()->event.kind, EVENT_TAKEBACK);
    assert_int_equal(lab_last()->event.plies, 1);
    assert_int_equal(room->match.count, 1);
    // a repeated takeback, then the same ply
    assert_int_equal(lab_move(game, BOB, "d9"), ERROR_NONE);
    lab_check_restart(game);
    room = lab_room(game);
    assert_int_equal(lab_act(ACT_DRAW, game, BOB), ERROR_NONE);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_NONE);
    assert_int_equal(room->state, ROOM_OVER);
    assert_string_equal(room_reason(room), "agreement");
    lab_check_loaded(game);
}

// Repeated offers are limited; agreeing is not.
static void offers_without_end(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    for (int i = 0; i < 5; i++) {
        assert_int_equal(lab_act(i % 2 ? ACT_DRAW : ACT_TAKEBACK, game, ADA), ERROR_NONE);
        assert_int_equal(lab_act(i % 2 ? ACT_NODRAW : ACT_NOTAKEBACK, game, BOB), ERROR_NONE);
    }
    lab_check_restart(game);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_FORBIDDEN);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), ERROR_FORBIDDEN);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, BOB), ERROR_NONE);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), ERROR_NONE);
    assert_int_equal(lab_last()->event.kind, EVENT_TAKEBACK);
    assert_int_equal(lab_move(game, BOB, "d9"), ERROR_NONE);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_NONE);
    lab_check_restart(game);
}

static void takebacks_without_end(void **state)
{
    (void)state;
    i64 game = lab_game("600+5");
    for (int i = 0; i < 300; i++) {
        assert_int_equal(lab_any_move(game), ERROR_NONE);
        assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), ERROR_NONE);
        assert_int_equal(lab_act(ACT_TAKEBACK, game, BOB), ERROR_NONE);
        assert_int_equal(lab_last()->event.kind, EVENT_TAKEBACK);
    }
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    lab_check_restart(game);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), ERROR_FORBIDDEN);
    assert_int_equal(lab_any_move(game), ERROR_NONE);
}

// --- aborts --------------------------------------------------------------------------------------

static void aborts(void **state)
{
    (void)state;
    i64 game = lab_make(lab_setup("quoridor", "600+0"), (i64[]){ ADA, BOB });
    assert_int_equal(lab_act(ACT_ABORT, game, CEM), ERROR_NOT_YOURS);
    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
    assert_int_equal(lab_act(ACT_ABORT, game, BOB), ERROR_NONE);
    const Room *room = lab_room(game);
    assert_true(room->aborted);
    assert_string_equal(room_reason(room), "aborted");
    char result[RESULT_TEXT_MAX];
    Out out = out_to(result, sizeof result);
    room_result(room, &out);
    assert_string_equal(result, "*");
    lab_check_loaded(game);
}

// --- rematch -------------------------------------------------------------------------------------

static void rematches(void **state)
{
    (void)state;
    i64 game = lab_game("60+0");
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), ERROR_NONE);
    assert_int_equal(lab_act(ACT_REMATCH, game, CEM), ERROR_NOT_YOURS);
    // Both request one at the same instant: one makes it, the other joins.
    rooms_act(lab.rooms, &(Action){ .kind = ACT_REMATCH, .game = game, .person = BOB }, NULL, NULL);
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), ERROR_NONE);
    i64 next = lab.result.game;
    const Room *room = lab_room(next);
    assert_int_equal(room->rematch_of, game);
    assert_int_equal(lab_room(game)->rematch, next);
    assert_int_equal(room->state, ROOM_LIVE);
    assert_int_equal(room->seat[0].person, BOB);
    assert_int_equal(room->seat[1].person, ADA);
    assert_int_equal(lab_act(ACT_REMATCH, game, BOB), ERROR_NONE); // joins the existing game
    assert_int_equal(lab.result.game, next);

    // Requested long after the end, called off, and requested again.
    assert_int_equal(lab_act(ACT_ABORT, next, ADA), ERROR_NONE);
    lab_wait(700000);
    assert_null(rooms_find(lab.rooms, next));
    assert_int_equal(lab_act(ACT_REMATCH, next, ADA), ERROR_NONE);
    i64 third = lab.result.game;
    assert_int_equal(lab_room(third)->state, ROOM_OPEN);
    assert_int_equal(lab_room(third)->seat[1].invited, BOB);
    assert_int_equal(lab_act(ACT_ABORT, third, ADA), ERROR_NONE);
    assert_int_equal(lab_act(ACT_REMATCH, next, BOB), ERROR_NONE);
    assert_int_not_equal(lab.result.game, third);
    assert_int_equal(lab_room(next)->rematch, lab.result.game);
    Fault why;
    Room *loaded = rooms_load_over(lab.store, next, &why);
    assert_int_equal(loaded->rematch, lab.result.game);
    rooms_free_room(loaded);
    assert_int_equal(lab_act(ACT_REMATCH, third, ADA), ERROR_FORBIDDEN); // the game never began
}

static void note_farewell(void *context)
{
    ++*(int *)context;
}

// A person with many games deletes the account: all games end first.
static void a_farewell(void **state)
{
    (void)state;
    enum { GAMES = 300 };
    i64 game[GAMES];
    int then = 0;
    give_up_all(lab.rooms, CEM, false, note_farewell, &then); // a person without games
    assert_int_equal(then, 1);
    for (int i = 0; i < GAMES; i++) {
        GameSetup setup = lab_setup(i % 4 < 2 ? "quoridor" : "abalone-3", "600+5");
        setup.rated = i % 4 == 0;
        switch (i % 4) {
        case 0:
        case 1: game[i] = lab_make(setup, (i64[]){ CEM, BOB }); break;
        case 2: game[i] = lab_make(setup, (i64[]){ BOB, CEM, 0 }); break;
        default: setup.seat[1].invited = CEM; game[i] = lab_make(setup, (i64[]){ BOB, 0, 0 });
        }
        if (i % 4 > 1) continue;
        assert_int_equal(lab_any_move(game[i]), ERROR_NONE);
        assert_int_equal(lab_any_move(game[i]), ERROR_NONE);
    }
    GameSetup own = lab_setup("quoridor", "-");
    i64 made = 0;
    rooms_make(lab.rooms, &own, CEM, NULL, NULL);
    lab_settle();
    made = lab_last()->game;
    // A game of three that they have left, and one with a commit under way.
    i64 left = lab_make(lab_setup("abalone-3", "600+5"), (i64[]){ ADA, BOB, CEM });
    assert_int_equal(lab_act(ACT_RESIGN, left, CEM), ERROR_NONE);
    int number = lab_room(left)->number;
    rooms_act(lab.rooms, &(Action){ .kind = ACT_DRAW, .game = game[0], .person = BOB }, NULL, NULL);
    give_up_all(lab.rooms, CEM, false, note_farewell, &then);
    assert_int_equal(then, 1);
    for (int i = 0; then == 1 && i < GAMES; i++)
        lab_settle();
    assert_int_equal(then, 2);
    for (int i = 0; i < GAMES; i++) {
        const Room *room = lab_room(game[i]);
        assert_int_equal(room->state, i % 4 < 2 ? ROOM_OVER : ROOM_OPEN);
        if (i % 4 < 2) assert_string_equal(room_reason(room), "resignation");
        assert_false(room->has_ratings); // two moves are too few to be rated
        if (i % 4 >= 2) assert_int_equal(room_seat_of(room, CEM), -1);
    }
    assert_int_equal(lab_room(made)->state, ROOM_OVER);
    assert_int_equal(lab_room(left)->number, number);
    give_up_all(lab.rooms, CEM, false, note_farewell, &then);
    assert_int_equal(then, 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, lab_open, lab_close)
    const struct CMUnitTest tests[] = {
        TEST(draws_and_takebacks),
        TEST(offers_without_end),
        TEST(takebacks_without_end),
        TEST(aborts),
        TEST(rematches),
        TEST(a_farewell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
