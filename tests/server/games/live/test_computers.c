// SPDX-License-Identifier: MIT
// Computers in seats: they move, answer offers, and cope with changes while they think.
#include "support/lab.h"

#include "base/bits.h"
#include "server/games/live/computers.h"

#include <string.h>
#include <time.h>

static int open_with_threads(void **state)
{
    if (lab_open(state)) return -1;
    lab.threads = 2;
    lab_restart(0, false);
    return 0;
}

static i64 make_against(const char *variant, const char *clock, const char *seats)
{
    GameSetup setup = lab_setup(variant, clock);
    for (int i = 0; seats[i]; i++)
        if (seats[i] == 'p')
            setup.seat[i].person = ADA;
        else
            setup.seat[i].level = (u8)(seats[i] == 'x' ? 10 : seats[i] - '0');
    i64 game = lab_make(setup, NULL);
    assert_int_not_equal(game, 0);
    return game;
}

// Waits until no computer is thinking.
static void let_think(void)
{
    do {
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
        rooms_collect(lab.rooms);
        lab_settle();
    } while (rooms_counts(lab.rooms).thinking);
}

static void they_move(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *clock, *seats;
    } CASE[] = { { "quoridor", "300+2", "p3" },    { "quoridor", "-", "1p" },
                 { "abalone", "60+0+3x10", "p9" }, { "abalone-3", "3d", "2p4" },
                 { "quoridor-4", "60+0", "p123" }, { "abalone-4", "60+0", "12p3" } };
    i64 game[6];
    for (int i = 0; i < 6; i++)
        game[i] = make_against(CASE[i].variant, CASE[i].clock, CASE[i].seats);
    for (int round = 0; round < 8; round++) {
        let_think();
        if (round == 4) lab_restart(1000, true);
        for (int i = 0; i < 6; i++) {
            const Room *room = lab_room(game[i]);
            if (room->state != ROOM_LIVE) continue;
            if (round == 4) let_think();
            int turn = room_turn(room);
            assert_int_equal(room->seat[turn].person, ADA);
            assert_true(room->match.count >= (u32)round);
            assert_int_equal(lab_any_move(game[i]), ERROR_NONE);
        }
    }
}

static void they_answer(void **state)
{
    (void)state;
    i64 game = make_against("quoridor", "300+2", "p2");
    const Room *room = lab_room(game);
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    let_think();
    assert_int_equal(room->match.count, 2);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), ERROR_NONE);
    assert_int_equal(lab_last()->event.kind, EVENT_TAKEBACK);
    assert_int_equal(room->match.count, 0);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_NONE);
    let_think();
    assert_int_equal(lab_last()->event.kind, EVENT_NODRAW);
    // The position changes while it thinks, so it starts again.
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), ERROR_NONE);
    let_think();
    assert_int_equal(room->match.count, 0);
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    let_think();
    assert_int_equal(room->match.count, 2);
    // It accepts a draw in a lost game: Ada has pushed out five and offers.
    GameSetup setup = lab_setup("abalone", "-");
    Fault why;
    const Variant *variant = variant_find(text_of("abalone"));
    Text won = text_of("wwwww/wwww2/7/8/9/8/2bbb2/bbbbbb/bbbbb b 5-0");
    assert_int_equal(variant->game->read(variant, won, &setup.start, &why), OK);
    setup.seat[0].person = ADA;
    setup.seat[1].level = 1;
    game = lab_make(setup, NULL);
    room = lab_room(game);
    while (room->match.count < 20) {
        assert_int_equal(lab_any_move(game), ERROR_NONE);
        let_think();
    }
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_NONE);
    let_think();
    assert_string_equal(room_reason(room), "agreement");
}

// It answers an offer that comes while it thinks before it moves.
static void an_offer_meanwhile(void **state)
{
    (void)state;
    i64 game = make_against("abalone", "600+0", "px");
    const Room *room = lab_room(game);
    assert_int_equal(lab_any_move(game), ERROR_NONE); // it thinks for a second
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_NONE);
    assert_true(room->match.draw_agreed);
    do {
        let_think();
    } while (room->match.draw_agreed);
    bool declined = false;
    for (int i = 0; i < lab.told_count; i++) {
        const Told *told = &lab.told[i];
        if (told->kind != NEWS_EVENT) continue;
        declined |= told->event.kind == EVENT_NODRAW;
        if (told->event.kind == EVENT_MOVE && told->event.seat == 1) assert_true(declined);
    }
    assert_true(declined);
    let_think();
    assert_int_equal(room->match.count, 2);
}

static void the_game_ends_meanwhile(void **state)
{
    (void)state;
    i64 game = make_against("abalone", "600+0", "px");
    assert_int_equal(lab_any_move(game), ERROR_NONE); // it thinks for a second
    assert_true(rooms_counts(lab.rooms).thinking);
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    lab_wait(600000); // the room is dropped before the answer comes
    assert_null(rooms_find(lab.rooms, game));
    let_think();
    // The server may stop at any moment.
    game = make_against("abalone", "600+0", "px");
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    lab_restart(0, false);
    assert_true(rooms_counts(lab.rooms).thinking);
    let_think();
    assert_int_equal(lab_room(game)->match.count, 2);
}

static void their_clock_only_counts_thinking(void **state)
{
    (void)state;
    i64 game = make_against("quoridor", "60+0", "p1");
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    const Room *room = lab_room(game);
    lab_wait(100000); // as if many were queued before it
    assert_int_equal(room->state, ROOM_LIVE);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_NONE); // other actions don't end it
    assert_int_equal(room->state, ROOM_LIVE);
    let_think();
    assert_int_equal(room->match.count, 2);
    assert_true(lab_left(game, 1) > 50000);
}

static void many_at_once(void **state)
{
    (void)state;
    enum { GAMES = 60 };
    i64 game[GAMES];
    for (int i = 0; i < GAMES; i++)
        game[i] = make_against(variant_at(i % 2 * 4)->id, "600+0", i % 3 ? "5p" : "2p");
    for (int round = 0; round < 4; round++) {
        let_think();
        for (int i = 0; i < GAMES; i++) {
            assert_int_equal(lab_room(game[i])->match.count, 2 * round + 1);
            assert_int_equal(lab_any_move(game[i]), ERROR_NONE);
        }
    }
}

// A player left meanwhile: it thinks about the new position.
static void after_a_departure(void **state)
{
    (void)state;
    GameSetup setup = lab_setup("quoridor-4", "600+0");
    setup.seat[0].person = ADA;
    setup.seat[1].person = BOB;
    setup.seat[2].level = 4;
    setup.seat[3].person = CEM;
    i64 game = lab_make(setup, NULL);
    const Room *room = lab_room(game);
    for (int i = 0; i < 6; i++) {
        if (!room->seat[room_turn(room)].level) assert_int_equal(lab_any_move(game), ERROR_NONE);
        let_think();
    }
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), ERROR_NONE);
    for (int i = 0; i < 6; i++) {
        let_think();
        assert_false(room->seat[room_turn(room)].level);
        assert_int_equal(lab_any_move(game), ERROR_NONE);
    }
    assert_true(bits_has(room->match.position.head.out, 1));
}

// A server without computers makes no game with one, nor a rematch.
static void none_here(void **state)
{
    (void)state;
    GameSetup setup = lab_setup("quoridor", "-");
    setup.seat[0].person = ADA;
    setup.seat[1].level = 1;
    i64 game = lab_make(setup, NULL);
    assert_true(rooms_has_computers(lab.rooms));
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    lab.threads = 0;
    lab_restart(0, false);
    assert_false(rooms_has_computers(lab.rooms));
    int told = lab.told_count, done = lab.done;
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), ERROR_FORBIDDEN);
    rooms_make(lab.rooms, &setup, ADA, NULL, NULL);
    lab_settle();
    assert_int_equal(lab.told_count, told);
    assert_int_equal(lab.done, done + 1);
    lab.threads = 1;
    lab_restart(0, false);
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), ERROR_NONE);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_with_threads, lab_close)
    const struct CMUnitTest tests[] = {
        TEST(they_move),
        TEST(they_answer),
        TEST(an_offer_meanwhile),
        TEST(the_game_ends_meanwhile),
        TEST(their_clock_only_counts_thinking),
        TEST(many_at_once),
        TEST(after_a_departure),
        TEST(none_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
