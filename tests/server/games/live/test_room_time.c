// SPDX-License-Identifier: MIT
// Time in games in progress: flags, lag, first moves, claims, restarts. The clock is simulated.
#include "server/games/game_ops.h"
#include "support/lab.h"

#include "base/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ticks at every wake-up until the flag of `game` is next.
static void tick_until(i64 ms)
{
    while (lab.woken_at < ms) {
        lab.now = lab.woken_at;
        lab.woken_at = CLOCK_NEVER;
        rooms_tick(lab.rooms);
        lab_settle();
    }
}

static void flags_fall_to_the_millisecond(void **state)
{
    (void)state;
    i64 game = lab_game("60+0"), other = lab_game("61+0");
    const Room *room = lab_room(game);
    i64 flag = match_deadline(&room->match);
    assert_int_equal(flag, lab.now + 60000);
    tick_until(flag);
    assert_int_equal(lab.woken_at, flag); // not a millisecond later
    lab.now = flag - 1;
    rooms_tick(lab.rooms);
    lab_settle();
    assert_int_equal(room->state, ROOM_LIVE);
    assert_int_equal(lab_left(game, 0), 1);
    lab.now = flag;
    rooms_tick(lab.rooms);
    lab_settle();
    assert_int_equal(room->state, ROOM_OVER);
    assert_int_equal(room->ended_ms, flag);
    assert_string_equal(room_reason(room), "time");
    assert_int_equal(room->match.outcome.winners, bit(1));
    assert_int_equal(lab_left(game, 0), 0);
    assert_int_equal(lab_left(game, 1), 60000);
    assert_int_equal(lab_room(other)->state, ROOM_LIVE);
    // A move in the last millisecond counts, one at the flag doesn't; ticks don't matter.
    lab.now = match_deadline(&lab_room(other)->match) - 1;
    assert_int_equal(lab_move(other, ADA, "e3"), ERROR_NONE);
    assert_int_equal(lab_left(other, 0), 1);
    lab.now = match_deadline(&lab_room(other)->match);
    assert_int_equal(lab_move(other, BOB, "e7"), ERROR_OVER);
    assert_int_equal(lab_room(other)->state, ROOM_OVER);
    assert_int_equal(lab_last()->event.kind, EVENT_END);
}

static void clocks_of_a_move(void **state)
{
    (void)state;
    i64 game = lab_game("60+2");
    lab.now += 5000;
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(lab_last()->clock[0].main, 62000 + 2000 - 5000);
    assert_int_equal(lab_last()->turn, 1);
    lab.now += 1000;
    assert_int_equal(lab_left(game, 0), 59000);
    assert_int_equal(lab_left(game, 1), 61000);
    // The opponent's clock starts when the move is committed, not when it arrived.
    lab.now += 1000;
    const Action action = {
        .kind = ACT_MOVE, .game = game, .person = BOB, .ply = 3, .move = text_of("e7")
    };
    rooms_act(lab.rooms, &action, NULL, NULL);
    assert_int_equal(lab_room(game)->match.count, 3); // not visible yet
    lab.now += 700;                                   // a slow disk
    lab_settle();
    assert_int_equal(lab_room(game)->match.count, 4);
    assert_int_equal(lab_left(game, 1), 62000 + 2000 - 2000);
    assert_int_equal(lab_left(game, 0), 59000);
    // A move that was sent ahead costs no time.
    lab.now += 100;
    const Action third = {
        .kind = ACT_MOVE, .game = game, .person = ADA, .ply = 4, .move = text_of("e4")
    };
    const Action fourth = {
        .kind = ACT_MOVE, .game = game, .person = BOB, .ply = 5, .move = text_of("e6")
    };
    rooms_act(lab.rooms, &third, NULL, NULL);
    rooms_act(lab.rooms, &fourth, NULL, NULL);
    lab_settle();
    assert_int_equal(lab_room(game)->match.count, 6);
    assert_int_equal(lab_left(game, 1), 64000);
}

static void lag_is_given_back(void **state)
{
    (void)state;
    i64 game = lab_game("60+0"); // lag quota: 100 ms per move, 300 at the start, 700 at most
    const Room *room = lab_room(game);
    LagQuota quota = lag_start(&room->match.spec);
    assert_int_equal(quota.gain, 100);
    assert_int_equal(quota.left, 300);
    assert_int_equal(room->seat[0].quota.left, 400); // after one move without lag
    lab.now += 3000;
    assert_int_equal(lab_move_lag(game, ADA, "e3", 200), ERROR_NONE);
    assert_int_equal(lab_last()->event.lag_ms, 200);
    assert_int_equal(lab_left(game, 0), 57200);
    assert_int_equal(room->seat[0].quota.left, 400 - 200 + 100);
    // A refund never exceeds the time of the move.
    lab.now += 50;
    assert_int_equal(lab_move_lag(game, BOB, "e7", 200), ERROR_NONE);
    assert_int_equal(lab_left(game, 1), 60000);
    // A huge lag, several times, uses up the quota.
    static const char *const MOVES[] = { "e4", "e6", "d4", "d6", "e4", "e6", "d4", "d6" };
    i64 given = 0;
    for (int i = 0; i < 6; i++) {
        lab.now += 4000;
        int seat = i % 2;
        assert_int_equal(lab_move_lag(game, seat ? BOB : ADA, MOVES[i], 60000), ERROR_NONE);
        if (seat == 0) given += lab_last()->event.lag_ms;
    }
    assert_int_equal(given, 300 + 100 + 100);
    // No refund for days per move, or for a negative lag.
    i64 days = lab_game("3d");
    lab.now += 4000;
    assert_int_equal(lab_move_lag(days, ADA, "e3", 1000), ERROR_NONE);
    assert_int_equal(lab_last()->event.lag_ms, 0);
    game = lab_game("60+0");
    lab.now += 1000;
    assert_int_equal(lab_move_lag(game, ADA, "e3", -5000), ERROR_NONE);
    assert_int_equal(lab_left(game, 0), 59000);
    // The quota grows to seven gains.
    for (int i = 0; i < 40; i++)
        lag_spend(&quota, 0);
    assert_int_equal(quota.left, 7 * 100);
}

static void flags_allow_for_lag(void **state)
{
    (void)state;
    i64 game = lab_game("60+0");
    const Room *room = lab_room(game);
    lab.now += 1000;
    assert_int_equal(lab_move_lag(game, ADA, "e3", 150), ERROR_NONE); // so that Ada's lag is known
    lab.now += 1000;
    assert_int_equal(lab_move(game, BOB, "e7"), ERROR_NONE);
    i64 flag = match_deadline(&room->match);
    tick_until(flag + 150);
    assert_int_equal(room->state, ROOM_LIVE);
    assert_int_equal(lab.woken_at, flag + 150);
    lab.now = flag + 100;
    assert_int_equal(lab_act(ACT_DRAW, game, BOB), ERROR_NONE); // other actions don't shorten it
    assert_int_equal(room->state, ROOM_LIVE);
    lab.now = flag + 149;
    assert_int_equal(lab_move_lag(game, ADA, "e4", 150), ERROR_NONE);
    assert_int_equal(lab_left(game, 0), 1);
    lab.now += 10;
    assert_int_equal(lab_move(game, BOB, "e6"), ERROR_NONE);
    lab.now = match_deadline(&room->match) + 150;
    assert_int_equal(lab_move_lag(game, ADA, "e5", 150), ERROR_OVER);
    assert_string_equal(room_reason(room), "time");
}

static void first_moves(void **state)
{
    (void)state;
    static const struct {
        const char *clock;
        i64 limit;
    } CASE[] = { { "60+0", 15000 },
                 { "300+0", 20000 },
                 { "600+0", 30000 },
                 { "1800+0", 35000 },
                 { "5+0", 5000 } };
    for (int i = 0; i < 5; i++)
        for (int moves = 0; moves < 2; moves++) {
            i64 game = lab_make(lab_setup("quoridor", CASE[i].clock), (i64[]){ ADA, BOB });
            lab.now += 10;
            if (moves) assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
            lab_wait(CASE[i].limit - (moves ? 1 : 11));
            assert_int_equal(lab_room(game)->state, ROOM_LIVE);
            lab_wait(1);
            assert_int_equal(lab_room(game)->state, ROOM_OVER);
            assert_string_equal(room_reason(lab_room(game)), "aborted");
        }
    i64 days = lab_make(lab_setup("quoridor", "1d"), (i64[]){ ADA, BOB });
    lab_wait(CLOCK_DAY - 1);
    assert_int_equal(lab_room(days)->state, ROOM_LIVE);
    lab_wait(1);
    assert_string_equal(room_reason(lab_room(days)), "aborted");
    // Without a clock there is no hurry, but an abandoned game doesn't stay forever.
    i64 free_game = lab_game("-");
    lab_wait((i64)14 * CLOCK_DAY - 1);
    assert_int_equal(lab_room(free_game)->state, ROOM_LIVE);
    lab_wait(1);
    assert_string_equal(room_reason(lab_room(free_game)), "abandoned");
}

static void claims(void **state)
{
    (void)state;
    static const struct {
        const char *clock;
        i64 away;
    } CASE[] = { { "120+0", 30000 },
                 { "300+0", 60000 },
                 { "900+0", 120000 },
                 { "1800+0", 300000 },
                 { "-", 300000 } };
    for (int i = 0; i < 5; i++) {
        i64 game = lab_game(CASE[i].clock);
        const Room *room = lab_room(game);
        assert_true(rooms_presence(lab.rooms, game, ADA, true, false));
        assert_false(rooms_presence(lab.rooms, game, ADA, true, false));
        assert_int_equal(room_claim_at(room, 0), CLOCK_NEVER);
        lab.now += 1000;
        assert_true(rooms_presence(lab.rooms, game, ADA, false, false));
        assert_int_equal(room_claim_at(room, 0), lab.now + CASE[i].away);
        lab.now += CASE[i].away - 1;
        assert_int_equal(lab_act(ACT_CLAIM, game, BOB), ERROR_FORBIDDEN);
        lab.now += 1;
        assert_int_equal(lab_act(ACT_CLAIM, game, BOB), ERROR_NONE);
        assert_string_equal(room_reason(room), "abandoned");
        assert_int_equal(room->match.outcome.winners, bit(1));
    }
    i64 game = lab_game("900+0");
    rooms_presence(lab.rooms, game, ADA, true, false);
    rooms_presence(lab.rooms, game, ADA, false, true); // closed the page
    lab.now += 9999;
    assert_int_equal(lab_act(ACT_CLAIM, game, BOB), ERROR_FORBIDDEN);
    lab.now += 1;
    assert_int_equal(lab_act(ACT_CLAIM, game, BOB), ERROR_NONE);
    i64 days = lab_game("3d");
    lab.now += 2 * (i64)CLOCK_DAY;
    assert_int_equal(lab_act(ACT_CLAIM, days, BOB), ERROR_FORBIDDEN);
    // A restart counts against no player.
    game = lab_game("120+0");
    lab_restart(3600000, true);
    assert_int_equal(lab_act(ACT_CLAIM, game, BOB), ERROR_FORBIDDEN);
}

static void restarts_charge_nobody(void **state)
{
    (void)state;
    i64 game = lab_game("600+5"), days = lab_game("3d");
    lab_wait(10000);
    i64 left = lab_left(game, 0);
    assert_int_equal(left, 605000 - 10000);
    lab_restart(3600000, false); // an hour, orderly; each restart grants a second
    assert_int_equal(lab_left(game, 0), left + 1000);
    ClockFace face = room_clock(lab_room(days), 0, lab.now);
    assert_int_equal(face.period, 3 * (i64)CLOCK_DAY - 9000);
    lab_restart(3600000, false); // a second time: the first hour still counts
    assert_int_equal(lab_left(game, 0), left + 2000);
    lab_wait(5000);
    assert_int_equal(lab_left(game, 0), left - 3000);
    // Killed: the time since the last sign of life is not charged either.
    lab_wait(1000);
    lab.now += 800;
    lab_restart(7200000, true);
    assert_int_equal(lab_left(game, 0), left - 3000);
    lab_restart(7200000, true);
    assert_int_equal(lab_left(game, 0), left - 2000);
    for (int i = 0; i < 15; i++) // never more than the turn has lasted
        lab_restart(1000, true);
    left = 605000;
    assert_int_equal(lab_left(game, 0), left);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(lab_left(game, 0), left + 5000);
    i64 flag = match_deadline(&lab_room(game)->match);
    lab_wait(flag - lab.now - 1);
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
    lab_wait(1);
    assert_int_equal(lab_room(game)->state, ROOM_OVER);
    // A flag that would have fallen during the outage has not.
    game = lab_game("20+0");
    lab_wait(19999);
    lab_restart(3600000, false);
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
    assert_int_equal(lab_left(game, 0), 1001);
    // The system's clock was set back during a pause.
    game = lab_game("60+0");
    lab_wait(10000);
    lab_restart(-86400000, false);
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(lab_room(game)->match.clock[0].main, 50000);
    lab.now += 1000;
    assert_int_equal(lab_move(game, BOB, "e7"), ERROR_NONE);
    assert_int_equal(lab_room(game)->match.clock[1].main, 59000);
}

static void signs_of_life(void **state)
{
    (void)state;
    lab_wait(1);
    i64 first = games_alive_ms(lab.store);
    lab_wait(100000);
    assert_int_equal(games_alive_ms(lab.store), first); // no game runs, so the disk stays idle
    i64 game = lab_game("60+0");
    for (int i = 0; i < 5; i++) {
        lab_wait(1000);
        assert_int_equal(games_alive_ms(lab.store), lab.now);
    }
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    lab_wait(2000);
    i64 last = games_alive_ms(lab.store);
    lab_wait(100000);
    assert_int_equal(games_alive_ms(lab.store), last);
    lab_game("3d");
    lab_wait(60000);
    assert_true(games_alive_ms(lab.store) >= lab.now - 60000);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, lab_open, lab_close)
    const struct CMUnitTest tests[] = {
        TEST(flags_fall_to_the_millisecond), TEST(clocks_of_a_move), TEST(lag_is_given_back),
        TEST(flags_allow_for_lag),           TEST(first_moves),      TEST(claims),
        TEST(restarts_charge_nobody),        TEST(signs_of_life),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
