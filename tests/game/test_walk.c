// SPDX-License-Identifier: MIT
// The walk of a match: every step in order, with the position before it.
#include "base/rng.h"
#include "game/walk.h"
#include "support/check.h"

#include <string.h>

enum { ROOM = 200, GAMES = 40 };

static Match match;
static Ply plies[ROOM];
static Fault why;

static void begin(const Variant *variant)
{
    Position start;
    variant_start(variant, &start);
    match_start(&match, &start, (ClockSpec){ 0 }, 0);
    match_lend(&match, plies, ROOM);
}

static void leave(int player)
{
    assert_int_equal(match_leave(&match, player, REASON_RESIGNATION, 0, &why), OK);
}

// The script has moves, and "-2" for the departure of player 2.
static void begin_with(const char *variant, const char *script)
{
    Text rest = text_of(script), word;
    Move move;
    begin(variant_find(text_of(variant)));
    while (text_word(&rest, &word)) {
        if (word.at[0] == '-') {
            leave(word.at[1] - '1');
            continue;
        }
        assert_int_equal(move_read(&match.position, word, &move, &why), OK);
        assert_int_equal(match_play(&match, match_turn(&match), move, 0, &why), OK);
    }
}

// Checks that the walk reproduces the script.
static void tells(const char *variant, const char *script)
{
    char text[400];
    Out out = out_to(text, sizeof text);
    begin_with(variant, script);
    for (MatchWalk walk = match_walk(&match); match_walk_next(&walk);) {
        assert_true(!walk.ply != !walk.departure);
        if (out.length) out_char(&out, ' ');
        if (walk.departure)
            out_format(&out, "-%d", walk.departure->player + 1);
        else
            out_str(&out, move_text(&walk.position, walk.ply->move).at);
    }
    assert_string_equal(text, script);
}

static void steps_in_their_order(void **state)
{
    (void)state;
    tells("quoridor", "e2 e8 e3");
    tells("quoridor-4", "e2 b5 e8 h5 e3");
    tells("quoridor-4", "-2 e2 e8 h5 -1 -3"); // before the first move, and two at once
    tells("quoridor-4", "e2 -3 b5 h5 -1");    // and after the last
}

static void nothing_happened(void **state)
{
    (void)state;
    begin(variant_find(text_of("abalone")));
    MatchWalk walk = match_walk(&match);
    assert_false(match_walk_next(&walk));
    assert_false(match_walk_next(&walk));
    assert_string_equal(position_text(&walk.position).at, position_text(&match.start).at);
}

static void position_after_plies(void **state)
{
    (void)state;
    static const char *const SCRIPT = "-2 e2 e8 h5 -1 e7";
    // Including departures until then, and the whole match if it is shorter.
    static const char *const AFTER[] = {
        "-2", "-2 e2", "-2 e2 e8", "-2 e2 e8 h5 -1", "-2 e2 e8 h5 -1 e7", "-2 e2 e8 h5 -1 e7"
    };
    for (u32 i = 0; i < sizeof AFTER / sizeof *AFTER; i++) {
        begin_with("quoridor-4", AFTER[i]);
        PositionText expected = position_text(&match.position);
        begin_with("quoridor-4", SCRIPT);
        Position position = match_walk_position(&match, i);
        assert_string_equal(position_text(&position).at, expected.at);
    }
}

static void where_an_engine_begins(void **state)
{
    (void)state;
    begin_with("quoridor-4", "e2 b5 e8 h5 -1 b6");
    assert_int_equal(match_walk_base(&match, 100), 4); // when player 1 left
    assert_int_equal(match_walk_base(&match, 2), 4);
    assert_int_equal(match_walk_base(&match, 1), 5); // the present position alone
    begin_with("quoridor", "e2 e8 e3");
    assert_int_equal(match_walk_base(&match, 4), 0); // the start and after each of the three
    assert_int_equal(match_walk_base(&match, 3), 1);
}

// Every ply and departure has the key of the position after it.
static void random_games(void **state)
{
    (void)state;
    Rng rng = { 7 };
    int left = 0;
    for (int game = 0; game < GAMES * VARIANTS; game++) {
        begin(variant_at(game % VARIANTS));
        const Game *rules = match_variant(&match)->game;
        for (int step = 0; step < ROOM && !match.outcome.over; step++) {
            Move moves[MOVES_MAX];
            int turn = match_turn(&match), count = rules->moves(&match.position, moves);
            Move move = moves[rng_below(&rng, (u32)count)];
            if (rng_below(&rng, 50) == 0)
                leave(turn);
            else
                assert_int_equal(match_play(&match, turn, move, 0, &why), OK);
        }
        Key key = rules->key(&match.start);
        for (MatchWalk walk = match_walk(&match); match_walk_next(&walk);) {
            assert_true(rules->key(&walk.position) == key);
            key = walk.ply ? walk.ply->key : walk.departure->key;
        }
        Position end = match_walk_position(&match, match.count);
        assert_string_equal(position_text(&end).at, position_text(&match.position).at);
        left += match.departures;
    }
    assert_true(left > GAMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_in_their_order), cmocka_unit_test(nothing_happened),
        cmocka_unit_test(position_after_plies), cmocka_unit_test(where_an_engine_begins),
        cmocka_unit_test(random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
