// SPDX-License-Identifier: MIT
// SearchLimits.press: in a game of Abalone for two the engine avoids draws. In an analysis it
// doesn't.
#include "support/thinking.h"

#include "engine/worker.h"
#include "variants/variants.h"

enum { CYCLE = 4, PLIES = 10 * CYCLE };

// Black has the better position.
static const char AHEAD[] = "5/w2bb1/2bbb2/b1wwbb2/1bww1ww2/1b1www2/1b1b3/1b4/5 b 4-1";
static const char BEHIND[] = "5/w2bb1/2bbb2/b1wwbb2/1bww1ww2/1b1www2/1b1b3/1b4/5 w 4-1";

// Black can push out at e1.
static const char EJECTS[] = "bbbbb/bbbbbb/7/8/wbbb5/8/ww5/wwwwww/wwwww b 0-0";

static Position read_position(const char *text)
{
    Position position;
    const Variant *variant = variant_find(text_of("abalone"));
    assert_int_equal(variant->game->read(variant, text_of(text), &position, NULL), OK);
    return position;
}

static Position after(Position position, Move move)
{
    position.head.variant->game->play(&position, move);
    return position;
}

// Finds the first cycle of moves after which the start position recurs.
static bool find_cycle(const Position *start, Move cycle[CYCLE])
{
    const Game *game = start->head.variant->game;
    Move first[MOVES_MAX], second[MOVES_MAX], third[MOVES_MAX];
    int firsts = game->moves(start, first);
    for (int i = 0; i < firsts; i++) {
        Position one = after(*start, first[i]);
        int seconds = game->moves(&one, second);
        for (int j = 0; j < seconds; j++) {
            Position two = after(one, second[j]);
            int thirds = game->moves(&two, third);
            for (int k = 0; k < thirds; k++) {
                Position three = after(two, third[k]);
                Move last = move_to(&three, game->key(start));
                if (last == MOVE_NONE) continue;
                Move found[CYCLE] = { first[i], second[j], third[k], last };
                for (int m = 0; m < CYCLE; m++)
                    cycle[m] = found[m];
                return true;
            }
        }
    }
    return false;
}

static void test_repetition(void **state)
{
    (void)state;
    Position start = read_position(AHEAD);
    Move cycle[CYCLE];
    assert_true(find_cycle(&start, cycle));
    SearchLimits limits = { .depth = 3, .among = &cycle[CYCLE - 1], .among_count = 1 };
    think_on(&start, cycle, CYCLE - 1, &limits);
    assert_int_equal(thought()->score, 0);
    limits.press = true;
    think_on(&start, cycle, CYCLE - 1, &limits);
    assert_true(thought()->score < 0);
    limits.exact = true;
    engine_new_game(thinking_engine);
    think_on(&start, cycle, CYCLE - 1, &limits);
    assert_int_equal(thought()->score, 0);
}

// The engine's urge after that many plies of the cycle.
static Score urge_after(const char *text, int plies, bool press)
{
    Position start = read_position(text);
    Move cycle[CYCLE], moves[PLIES];
    assert_true(find_cycle(&start, cycle));
    for (int i = 0; i < plies; i++)
        moves[i] = cycle[i % CYCLE];
    think_on(&start, moves, plies, &(SearchLimits){ .depth = 1, .press = press });
    return thinking_engine->urge;
}

static void test_patience(void **state)
{
    (void)state;
    assert_int_equal(urge_after(AHEAD, CYCLE, true), 0);
    Score urge = urge_after(AHEAD, PLIES - CYCLE, true);
    assert_true(urge > 0);
    assert_true(urge_after(AHEAD, PLIES, true) > urge);
    assert_int_equal(urge_after(AHEAD, PLIES, false), 0);
    assert_int_equal(urge_after(BEHIND, PLIES, true), 0);
}

// Positions before an ejection can't recur.
static void test_ejection(void **state)
{
    (void)state;
    Position start = read_position(EJECTS);
    Move cycle[CYCLE], moves[PLIES + 1], legal[MOVES_MAX];
    assert_true(find_cycle(&start, cycle));
    for (int i = 0; i < PLIES; i++)
        moves[i] = cycle[i % CYCLE];
    moves[PLIES] = MOVE_NONE;
    int count = start.head.variant->game->moves(&start, legal);
    for (int i = 0; i < count; i++) {
        Position next = after(start, legal[i]);
        if (ab_ejected(&next) > ab_ejected(&start)) moves[PLIES] = legal[i];
    }
    assert_int_not_equal(moves[PLIES], MOVE_NONE);
    engine_set_position(thinking_engine, &start, moves, PLIES);
    assert_int_equal(thinking_engine->calm, PLIES);
    engine_set_position(thinking_engine, &start, moves, PLIES + 1);
    assert_int_equal(thinking_engine->calm, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_repetition, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_patience, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_ejection, thinking_begin, thinking_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
