// SPDX-License-Identifier: MIT
// Games in progress: whole games of all variants with restarts in the middle, random actions by
// random people, and the news of them.
#include "support/lab.h"

#include "base/bits.h"
#include "base/rng.h"
#include "game/walk.h"

static Rng rng = { 7 };

// An action other than a move, by a random person.
static void talk(i64 game)
{
    static const ActionKind KIND[] = { ACT_DRAW,     ACT_NODRAW,     ACT_TAKEBACK, ACT_TAKEBACK,
                                       ACT_TAKEBACK, ACT_NOTAKEBACK, ACT_CLAIM,    ACT_DRAW };
    const Room *room = lab_room(game);
    int who = (int)rng_below(&rng, (u32)room_players(room));
    ActionKind kind = KIND[rng_below(&rng, 8)];
    int number = room->number;
    ErrorCode code = lab_act(kind, game, room->seat[who].person);
    assert_true(code == ERROR_NONE || code == ERROR_FORBIDDEN || code == ERROR_OVER);
    if (code != ERROR_NONE) assert_int_equal(room->number, number);
}

// The texts of room_moves equal the moves made.
static void same_move(void *context, int ply, Text text)
{
    MatchWalk *walk = context;
    Move move;
    do
        assert_true(match_walk_next(walk));
    while (!walk->ply);
    assert_int_equal(ply, walk->plies);
    assert_int_equal(move_read(&walk->position, text, &move, NULL), OK);
    assert_int_equal(move, walk->ply->move);
}

static void check_moves(const Room *room)
{
    MatchWalk walk = match_walk(&room->match);
    room_moves(room, same_move, &walk);
    while (match_walk_next(&walk))
        assert_null(walk.ply);
    assert_string_equal(position_text(&walk.position).at, position_text(&room->match.position).at);
}

static void rooms_whole_game(const char *variant, const char *clock, int restart_at)
{
    GameSetup setup = lab_setup(variant, clock);
    setup.lot = rng_below(&rng, 2);
    i64 game = lab_make(setup, NULL);
    assert_int_equal(lab_room(game)->state, ROOM_OPEN);
    for (int i = 0; i < setup.start.head.variant->players; i++)
        assert_int_equal(lab_act(ACT_JOIN, game, ADA + i), ERROR_NONE);
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
    for (int i = 0; lab_room(game)->state == ROOM_LIVE && i < 200; i++) {
        lab_wait(rng_below(&rng, 4000));
        if (rng_below(&rng, 6) == 0)
            talk(game);
        else if (lab_room(game)->state == ROOM_LIVE)
            assert_int_equal(lab_any_move(game), ERROR_NONE);
        if (i == restart_at) lab_check_restart(game);
    }
    if (lab_room(game)->state == ROOM_LIVE) {
        i64 first = lab_room(game)->seat[room_turn(lab_room(game))].person;
        assert_int_equal(lab_act(ACT_RESIGN, game, first), ERROR_NONE);
    }
    while (lab_room(game)->state == ROOM_LIVE)
        lab_wait(600000);
    lab_check_loaded(game);
    lab_check_record(game);
    check_moves(lab_room(game));
}

static void whole_games(void **state)
{
    (void)state;
    static const char *const CLOCK[] = { "600+5", "60+2+3x10", "-", "3d", "0+5" };
    for (int v = 0; v < VARIANTS; v++)
        for (int i = 0; i < 2; i++)
            rooms_whole_game(variant_at(v)->id, CLOCK[(v + i * 2) % 5], (int)rng_below(&rng, 60));
}

// Random actions by random people, in any game. Afterwards memory and store agree.
static void anything(void **state)
{
    (void)state;
    enum { GAMES = 12, STEPS = 600 };
    i64 game[GAMES];
    int done[ERRORS] = { 0 }, made = 0;
    for (int step = 0; step < STEPS; step++) {
        lab.now += rng_below(&rng, 1000);
        if (made < GAMES || !rng_below(&rng, 40)) {
            GameSetup setup = lab_setup(variant_at((int)rng_below(&rng, VARIANTS))->id,
                                        rng_below(&rng, 2) ? "-" : "3d");
            setup.lot = rng_below(&rng, 2);
            setup.seat[0].person = rng_below(&rng, 2) ? ADA + rng_below(&rng, 5) : 0;
            setup.seat[1].invited = rng_below(&rng, 3) ? 0 : GUEST;
            i64 new = lab_make(setup, NULL);
            game[made < GAMES ? made++ : (int)rng_below(&rng, GAMES)] = new;
        }
        i64 *one = &game[rng_below(&rng, (u32)made)];
        const Room *room = rooms_find(lab.rooms, *one);
        if (!room) continue;
        i64 person = rng_below(&rng, 8) ? ADA + rng_below(&rng, 5) : GUEST;
        ActionKind kind = rng_below(&rng, 3) ? ACT_JOIN : rng_below(&rng, ACTIONS);
        if (rng_below(&rng, 100) == 0) lab_restart(0, rng_below(&rng, 2));
        room = rooms_find(lab.rooms, *one);
        if (!room) continue;
        int turn = room_turn(room);
        ErrorCode code = turn >= 0 && rng_below(&rng, 4) ? lab_any_move(*one)
                         : kind == ACT_MOVE              ? lab_move(*one, person, "e2")
                                                         : lab_act(kind, *one, person);
        done[code]++;
        if (code == ERROR_NONE && kind == ACT_REMATCH && lab.result.game) *one = lab.result.game;
        lab_check_loaded(*one);
        check_moves(lab_room(*one));
    }
    assert_true(done[ERROR_NONE] > STEPS / 4);
    assert_int_equal(done[ERROR_FAILED] + done[ERROR_BUSY], 0);
}

// The reported moves are the moves made, in order and without gaps.
static void news_are_in_order(void **state)
{
    (void)state;
    i64 game = lab_game("60+0");
    int from = lab.told_count;
    for (int i = 0; i < 12; i++)
        assert_int_equal(lab_any_move(game), ERROR_NONE);
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    int number = lab.told[from].event.number - 1;
    for (int i = from; i < lab.told_count; i++) {
        assert_int_equal(lab.told[i].kind, NEWS_EVENT);
        assert_int_equal(lab.told[i].event.number, ++number);
    }
    const Told *end = lab_last();
    assert_int_equal(end->event.kind, EVENT_END);
    assert_int_equal(end->event.reason, REASON_RESIGNATION);
    assert_int_equal(lab.told[lab.told_count - 2].event.kind, EVENT_LEAVE);
    assert_int_equal(lab.told[lab.told_count - 2].state, ROOM_OVER); // in the same commit
    assert_int_equal(end->turn, -1);
}

// R5: a player who leaves is out, the others play on.
static void three_players(void **state)
{
    (void)state;
    i64 game = lab_make(lab_setup("abalone-3", "60+0"), (i64[]){ ADA, BOB, CEM });
    const Room *room = lab_room(game);
    for (int i = 0; i < 3; i++)
        assert_int_equal(lab_any_move(game), ERROR_NONE);
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), ERROR_NONE); // not their turn
    assert_int_equal(room->state, ROOM_LIVE);
    assert_true(room->seat[1].out);
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), ERROR_FORBIDDEN);
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    assert_int_equal(room_turn(room), 2);
    lab_check_restart(game);
    room = lab_room(game);
    lab_wait(60000); // Cem's flag
    assert_int_equal(room->state, ROOM_OVER);
    assert_int_equal(room->match.outcome.winners, bit(0));
    assert_int_equal(room->leaves, 2);
    assert_int_equal(room->leave[1].seat, 2);
    assert_int_equal(room->leave[1].reason, REASON_TIME);
    lab_check_loaded(game);
    lab_check_record(game);
}

static void ids(void **state)
{
    (void)state;
    char text[GAME_ID_LENGTH + 1];
    i64 id;
    game_id_write(1, text);
    assert_string_equal(text, "00000001");
    game_id_write(218340105584895, text);
    assert_string_equal(text, "zzzzzzzz");
    for (i64 i = 1; i < 218340105584896; i = i * 7 + 3) {
        game_id_write(i, text);
        assert_true(game_id_read(text_of(text), &id));
        assert_int_equal(id, i);
    }
    assert_false(game_id_read(text_of("00000000"), &id));
    assert_false(game_id_read(text_of("0000001"), &id));
    assert_false(game_id_read(text_of("000000001"), &id));
    assert_false(game_id_read(text_of("0000-001"), &id));
    assert_false(game_id_read((Text){ "0000\0001", 8 }, &id));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, lab_open, lab_close)
    const struct CMUnitTest tests[] = {
        TEST(whole_games), TEST(anything), TEST(news_are_in_order), TEST(three_players), TEST(ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
