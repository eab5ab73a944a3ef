// SPDX-License-Identifier: MIT
// Vacation: clocks of days stop for one player, to the millisecond, also through restarts.
#include "support/lab.h"

#include "server/games/correspondence_ops.h"

#define DAY ((i64)CLOCK_DAY)

// --- helpers -------------------------------------------------------------------------------------

// As the API does it: stored, then passed to the rooms.
static void keep(i64 person, const Vacation *vacation)
{
    char body[VACATION_TEXT_MAX];
    Out out = out_to(body, sizeof body);
    vacation_write(vacation, &out);
    const StoredVacation stored = { person, lab.now, { body, out.length } };
    const StoreWrite write = store_op(&CORRESPONDENCE_OPS[VACATION_SET], &stored);
    assert_true(store_write(lab.store, &write, 1, NULL, NULL));
    lab_settle();
    rooms_vacation(lab.rooms, person, vacation);
    lab_settle();
}

static void rest(i64 person, i64 from, i64 length)
{
    const Vacation vacation = { .count = 1, .span = { { from, from + length } } };
    keep(person, &vacation);
}

static i64 shown(i64 game, int seat)
{
    return room_clock(lab_room(game), seat, lab.now).period;
}

// Quoridor with three days for each move; both have moved, it is ADA's turn.
static i64 slow_game(void)
{
    i64 game = lab_make(lab_setup("quoridor", "3d"), (const i64[]){ ADA, BOB });
    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
    assert_int_equal(lab_move(game, BOB, "e8"), ERROR_NONE);
    return game;
}

// No event before that instant, and then the flag falls.
static void falls_at(i64 game, i64 when)
{
    lab_wait(when - 1 - lab.now);
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
    assert_int_equal(shown(game, room_turn(lab_room(game))), 1);
    lab_wait(1);
    assert_int_equal(lab_room(game)->state, ROOM_OVER);
    assert_string_equal(room_reason(lab_room(game)), "time");
    assert_int_equal(lab_room(game)->ended_ms, when);
}

// --- spans ---------------------------------------------------------------------------------------

static void spans(void **state)
{
    (void)state;
    Vacation vacation = { .count = 2, .span = { { 100, 200 }, { 300, 400 } } };
    assert_int_equal(vacation_within(&vacation, 0, 1000), 200);
    assert_int_equal(vacation_within(&vacation, 150, 350), 100);
    assert_int_equal(vacation_within(&vacation, 200, 300), 0);
    assert_int_equal(vacation_within(NULL, 0, 1000), 0);
    // the deadline passed before the vacation
    assert_int_equal(vacation_put_off(&vacation, 0, 100), 100);
    assert_int_equal(vacation_put_off(&vacation, 0, 101), 201);
    assert_int_equal(vacation_put_off(&vacation, 0, 200), 300); // the next vacation begins after it
    assert_int_equal(vacation_put_off(&vacation, 0, 201), 401);
    assert_int_equal(vacation_put_off(&vacation, 150, 160), 210);
    assert_int_equal(vacation_put_off(&vacation, 400, 500), 500);
    assert_true(vacation_put_off(&vacation, 0, CLOCK_NEVER) == CLOCK_NEVER);
    // Both functions agree: the time used at the deadline is all there was.
    for (i64 from = 0; from < 450; from += 7)
        for (i64 left = 1; left < 300; left += 3) {
            i64 due = vacation_put_off(&vacation, from, from + left);
            assert_int_equal(due - from - vacation_within(&vacation, from, due), left);
            assert_true(due - 1 - from - vacation_within(&vacation, from, due - 1) < left);
        }
}

static void days_of_a_year(void **state)
{
    (void)state;
    Vacation vacation = { .count = 0 };
    i64 now = 1000 * DAY;
    assert_int_equal(vacation_left(&vacation, now, 30), 30 * DAY);
    assert_false(vacation_begin(&vacation, now, DAY - 1, 30));
    assert_false(vacation_begin(&vacation, now, 31 * DAY, 30));
    assert_false(vacation_end(&vacation, now));
    assert_true(vacation_begin(&vacation, now, 10 * DAY, 30));
    assert_false(vacation_begin(&vacation, now + 1, DAY, 30)); // one at a time
    assert_int_equal(vacation_left(&vacation, now, 30), 20 * DAY);
    // Ended early it costs its actual length, at least a day.
    assert_true(vacation_end(&vacation, now + 2 * DAY));
    assert_int_equal(vacation_left(&vacation, now + 2 * DAY, 30), 28 * DAY);
    assert_true(vacation_begin(&vacation, now + 3 * DAY, 5 * DAY, 30));
    assert_true(vacation_end(&vacation, now + 3 * DAY + 1));
    assert_int_equal(vacation_left(&vacation, now + 3 * DAY + 1, 30), 27 * DAY);
    // Starting and ending all day long uses no more than the days there are.
    int times = 0;
    i64 at = now + 4 * DAY;
    while (vacation_begin(&vacation, at, DAY, 30)) {
        assert_true(vacation_end(&vacation, at + 1000));
        at += 2000;
        times++;
    }
    assert_int_equal(times, 27);
    // A year later the days are back.
    assert_int_equal(vacation_left(&vacation, at + 366 * DAY, 30), 30 * DAY);
    for (int year = 1; year < 12; year++) {
        at += 366 * DAY;
        for (int i = 0; i < VACATION_DAYS_MAX; i++) {
            assert_true(vacation_begin(&vacation, at, DAY, VACATION_DAYS_MAX));
            assert_true(vacation_end(&vacation, at + 1000));
            at += 2000;
        }
        assert_false(vacation_begin(&vacation, at, DAY, VACATION_DAYS_MAX));
    }
    char body[VACATION_TEXT_MAX], again[VACATION_TEXT_MAX];
    Out out = out_to(body, sizeof body), twice = out_to(again, sizeof again);
    vacation_write(&vacation, &out);
    assert_false(out.lost);
    assert_true(vacation_read(text_of(body), &vacation));
    vacation_write(&vacation, &twice);
    assert_string_equal(body, again);
    static const char *const BROKEN[] = { "",        "1",    "2-1",   "1-1",  "1-2 ",
                                          "5-6 1-2", "01-2", "1-2-3", " 1-2", "-1-2" };
    for (size_t i = 0; i < sizeof BROKEN / sizeof *BROKEN; i++)
        assert_false(vacation_read(text_of(BROKEN[i]), &vacation));
}

// --- clocks --------------------------------------------------------------------------------------

static void clocks_stand_still(void **state)
{
    (void)state;
    i64 game = slow_game(), began = lab.now;
    lab_wait(2 * DAY);
    rest(ADA, lab.now, 10 * DAY);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(shown(game, 0), DAY);
        lab_wait(DAY);
    }
    assert_int_equal(shown(game, 0), DAY);
    lab_wait(DAY / 2);
    assert_int_equal(shown(game, 0), DAY / 2);
    falls_at(game, began + 13 * DAY);
}

// The server is down in the middle of a vacation, and at its end: no player gains or loses time.
static void through_restarts(void **state)
{
    (void)state;
    i64 game = slow_game(), began = lab.now;
    lab_wait(DAY);
    rest(ADA, lab.now, 4 * DAY);
    lab_wait(DAY);
    lab_restart(DAY, false);
    lab_wait(0);
    i64 second = 1000; // the refund of a restart for the commit of the previous move
    assert_int_equal(shown(game, 0), 2 * DAY + second);
    lab_wait(DAY);
    lab_restart(2 * DAY, false); // of which a day is after the vacation
    assert_int_equal(shown(game, 0), 2 * DAY + 2 * second);
    falls_at(game, began + 8 * DAY + 2 * second);
}

static void moves_on_vacation(void **state)
{
    (void)state;
    i64 game = slow_game();
    rest(BOB, lab.now + DAY, 5 * DAY);
    lab_wait(DAY + DAY / 2);
    assert_int_equal(lab_act(ACT_DRAW, game, BOB), ERROR_NONE); // offers change no clock
    // ADA's own clock runs though BOB is away.
    assert_int_equal(shown(game, 0), 3 * DAY / 2);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    lab_wait(2 * DAY);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_NONE);
    assert_int_equal(shown(game, 1), 3 * DAY);
    assert_int_equal(lab_move(game, BOB, "e7"), ERROR_NONE);
    assert_int_equal(lab_move(game, ADA, "e4"), ERROR_NONE);
    // The turn began in the vacation: three days from the vacation's end.
    i64 end = LAB_BEGIN;
    const VacationSpan *span = vacation_at(lab_room(game)->seat[1].vacation, lab.now);
    assert_non_null(span);
    end = span->until;
    lab_check_loaded(game);
    falls_at(game, end + 3 * DAY);
}

static void ended_early(void **state)
{
    (void)state;
    i64 game = slow_game(), began = lab.now;
    rest(ADA, lab.now, 20 * DAY);
    lab_wait(4 * DAY);
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
    rest(ADA, began, 4 * DAY);
    falls_at(game, began + 7 * DAY);
}

static void too_late(void **state)
{
    (void)state;
    i64 game = slow_game(), began = lab.now;
    rest(ADA, began + 3 * DAY, 5 * DAY); // the flag falls at that instant
    falls_at(game, began + 3 * DAY);
}

// Other clocks ignore vacations.
static void only_clocks_of_days(void **state)
{
    (void)state;
    i64 game = lab_game("600+5");
    i64 first = lab_room(game)->seat[room_turn(lab_room(game))].person;
    rest(first, lab.now, 5 * DAY);
    lab_wait(700000);
    assert_int_equal(lab_room(game)->state, ROOM_OVER);
}

static void nobody_begins_a_game(void **state)
{
    (void)state;
    i64 open = lab_make(lab_setup("quoridor", "3d"), (const i64[]){ ADA, 0 });
    i64 fast = lab_make(lab_setup("quoridor", "600+5"), (const i64[]){ ADA, 0 });
    rest(BOB, lab.now, DAY);
    assert_int_equal(lab_act(ACT_JOIN, open, BOB), ERROR_FORBIDDEN);
    assert_int_equal(lab_act(ACT_JOIN, fast, BOB), ERROR_NONE);
    GameSetup setup = lab_setup("quoridor", "3d");
    setup.seat[0].person = BOB;
    rooms_make(lab.rooms, &setup, BOB, lab_done, NULL);
    assert_int_equal(lab.result.code, ERROR_FORBIDDEN);
    lab_wait(DAY);
    assert_int_equal(lab_act(ACT_JOIN, open, BOB), ERROR_NONE);
}

// A table of three: only the clock of the player on vacation is stopped.
static void three_players(void **state)
{
    (void)state;
    i64 game = lab_make(lab_setup("abalone-3", "2d"), (const i64[]){ ADA, BOB, CEM });
    for (int i = 0; i < 3; i++)
        assert_int_equal(lab_any_move(game), ERROR_NONE);
    rest(BOB, lab.now, 10 * DAY);
    lab_wait(DAY);
    assert_int_equal(shown(game, 0), DAY);
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    lab_wait(5 * DAY);
    assert_int_equal(shown(game, 1), 2 * DAY);
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    lab_wait(2 * DAY - 1);
    assert_false(lab_room(game)->seat[2].out);
    lab_wait(1);
    assert_true(lab_room(game)->seat[2].out);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, lab_open, lab_close)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans), cmocka_unit_test(days_of_a_year), TEST(clocks_stand_still),
        TEST(through_restarts),  TEST(moves_on_vacation),          TEST(ended_early),
        TEST(too_late),          TEST(only_clocks_of_days),        TEST(nobody_begins_a_game),
        TEST(three_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
