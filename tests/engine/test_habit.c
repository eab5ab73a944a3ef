// SPDX-License-Identifier: MIT
// Quoridor for four: the engine detects players who play by habit from their moves.
#include "support/thinking.h"

#include "base/rng.h"
#include "engine/worker.h"
#include "engine/yardstick.h"
#include "variants/variants.h"

static Position start_position(void)
{
    Position position;
    const Variant *variant = variant_find(text_of("quoridor-4"));
    Text text = text_of(variant->layout[0].position);
    assert_int_equal(variant->game->read(variant, text, &position, NULL), OK);
    return position;
}

static Move read_move(const Position *position, const char *text)
{
    Move move;
    assert_int_equal(position->head.variant->game->read_move(position, text_of(text), &move, NULL),
                     OK);
    return move;
}

// The greedy player's moves are habits in every position; most random moves aren't.
static void test_yardsticks(void **state)
{
    (void)state;
    Rng rng = { 5 };
    int habits = 0, count = 0;
    for (int games = 0; games < 6; games++) {
        Position position = start_position();
        const Game *game = position.head.variant->game;
        for (int ply = 0; ply < 60 && !game->winners(&position); ply++, count++) {
            if (games == 0 && ply == 20) game->leave(&position, 1);
            Move greedy = yardstick_move(YARDSTICK_GREEDY, &position, &rng);
            Move random = yardstick_move(YARDSTICK_RANDOM, &position, &rng);
            assert_true(qr_is_habit(&position, greedy));
            habits += qr_is_habit(&position, random);
            game->play(&position, ply % 3 ? greedy : random);
        }
    }
    assert_true(habits < count / 2);
}

// A pointless wall is remembered for eight moves of that player, and not in the next game.
static void test_memory(void **state)
{
    (void)state;
    enum { ROUNDS = 10, PLIES = 4 * ROUNDS };
    Position start = start_position(), position = start;
    const Game *game = start.head.variant->game;
    Move moves[PLIES];
    Rng rng = { 6 };
    for (int ply = 0; ply < PLIES; ply++) {
        moves[ply] = yardstick_move(YARDSTICK_GREEDY, &position, &rng);
        if (ply == 5) moves[ply] = read_move(&position, "h8h"); // makes no path longer
        assert_int_equal(game->refusal(&position, moves[ply], NULL), ALLOWED);
        game->play(&position, moves[ply]);
        assert_int_equal(game->winners(&position), 0);
        engine_set_position(thinking_engine, &start, moves, ply + 1);
        for (int player = 0; player < 4; player++) {
            int since = (ply - 5) / 4; // moves of that player
            bool seen = player == 1 && ply >= 5 && since < 8;
            assert_int_equal(thinking_engine->unusual[player], seen ? 1 << since : 0);
        }
    }
    engine_set_position(thinking_engine, &start, NULL, 0);
    assert_int_equal(thinking_engine->unusual[1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yardsticks),
        cmocka_unit_test_setup_teardown(test_memory, thinking_begin, thinking_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
