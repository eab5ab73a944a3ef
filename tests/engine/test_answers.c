// SPDX-License-Identifier: MIT
// The engine's answers: the end of the game, one move or none, repetitions, limits, several lines.
#include "support/given.h"
#include "support/thinking.h"
#include "support/walk.h"

#include "base/bits.h"
#include "base/rng.h"
#include "engine/bench.h"

#include <stdio.h>

static Position bench_at(int index)
{
    Position position;
    bench_position(index, &position);
    return position;
}

static Move move_of(const Position *position, const char *text)
{
    Move move;
    assert_int_equal(move_read(position, text_of(text), &move, NULL), OK);
    return move;
}

// --- little to choose from -----------------------------------------------------------------------

static void test_over(void **state)
{
    (void)state;
    static const char *const WIN[][3] = {
        { "abalone", "wwwww/www3/7/8/wbb6/8/b6/bbbbbb/bbbbb b 5-0", "e3e2" },
        { "abalone-3", "wwwww/wwwww1/7/8/waa6/3aa3/aaaaaaa/b5/bbbbb a 0-0-5", "e3e2" },
        { "abalone-4", "wwww1/wwww2/aaaaaaa/8/waa6/8/bbb4/bbbbbb/cccc1 a 5-0", "e3e2" },
        { "quoridor", "- / - / e3 d2 / 10 10 / 2", "d1" },
        { "quoridor-4", "- / - / e2 c5 e5 b6 / 5 5 5 5 / 4", "a6" },
    };
    for (size_t i = 0; i < sizeof WIN / sizeof *WIN; i++) {
        Position *position = given_text(WIN[i][0], WIN[i][1]);
        Move move = move_of(position, WIN[i][2]);
        for (int level = 0; level <= LEVELS; level++) {
            SearchLimits limits = { .nodes = 1000, .level = level };
            think(position, &limits);
            assert_non_null(thought());
            assert_int_equal(think_on(position, &move, 1, &limits), MOVE_NONE);
            assert_null(thought());
        }
        assert_int_equal(think_on(position, &move, 1, &(SearchLimits){ 0 }), MOVE_NONE);
    }
}

static void test_one_move(void **state)
{
    (void)state;
    static const char *const ONE[][3] = {
        { "abalone-3", "wwwww/www3/aaaaaaa/aaaa4/9/8/7/ww4/bw3 b 0-5-5", "pass" },
        { "quoridor-4", "a3 a4 e7 g5 g7 / - / a4 b4 c4 e4 / 0 5 5 5 / 1", "pass" },
        { "quoridor-4", "a3 a4 e7 g5 g7 / - / a4 b4 d6 e4 / 0 5 5 5 / 1", "c4" },
    };
    for (size_t i = 0; i < sizeof ONE / sizeof *ONE; i++) {
        Position *position = given_text(ONE[i][0], ONE[i][1]);
        expect_moves(position, ONE[i][2]);
        Move only = move_of(position, ONE[i][2]);
        assert_int_equal(think(position, &(SearchLimits){ .nodes = 1 }), only);
        assert_int_equal(think(position, &(SearchLimits){ .depth = 3 }), only);
        assert_int_equal(thought_depths(), 3);
        assert_int_equal(thought()->move[0], only);
        for (int level = 1; level <= LEVELS; level++)
            assert_int_equal(think(position, &(SearchLimits){ .nodes = 2000, .level = level }),
                             only);
    }
}

// --- limits --------------------------------------------------------------------------------------

static void test_depths(void **state)
{
    (void)state;
    for (int i = 0; i < BENCH_POSITIONS; i += 2) {
        Position position = bench_at(i);
        for (int depth = 1; depth <= 3; depth++) {
            Move best = think(&position, &(SearchLimits){ .depth = depth });
            assert_int_equal(thought_depths(), depth);
            assert_int_equal(thought()->depth, depth);
            assert_int_equal(thought()->move[0], best);
        }
    }
    // The depth is capped, whatever limit is set.
    Position *position = given_text("quoridor", "- / - / e3 d2 / 10 10 / 2");
    for (int depth = PLIES_MAX - 2; depth <= 100000; depth += depth < PLIES_MAX ? 1 : 50000) {
        think(position, &(SearchLimits){ .depth = depth });
        assert_int_equal(thought_depths(), depth < PLIES_MAX ? depth : PLIES_MAX - 1);
        assert_int_equal(thought()->score, SCORE_MATE - 1);
    }
}

// The node limit is exact, but the first depth always finishes.
static void test_nodes(void **state)
{
    (void)state;
    for (int i = 0; i < BENCH_POSITIONS; i++) {
        Position position = bench_at(i);
        think(&position, &(SearchLimits){ .depth = 1 });
        u64 first = engine_nodes(thinking_engine);
        for (u64 nodes = 1; nodes < 4000; nodes = nodes * 3 + 1) {
            Move best = think(&position, &(SearchLimits){ .nodes = nodes });
            assert_int_equal(engine_nodes(thinking_engine), nodes > first ? nodes : first + 1);
            assert_int_equal(thought()->move[0], best);
            assert_int_equal(move_check(&position, best, NULL), OK);
        }
    }
}

static void test_again(void **state)
{
    (void)state;
    for (int i = 0; i < BENCH_POSITIONS; i++) {
        Position position = bench_at(i), other = bench_at((i + 7) % BENCH_POSITIONS);
        SearchLimits limits = { .nodes = 2000, .lines = 1 + i % 3 };
        Move best = think(&position, &limits);
        Line line = *thought();
        think(&other, &(SearchLimits){ .nodes = 500 });
        assert_int_equal(think(&position, &limits), best);
        assert_memory_equal(&line, thought(), offsetof(Line, move));
        assert_memory_equal(line.move, thought()->move, (size_t)line.length * sizeof(Move));
    }
}

// --- lines ---------------------------------------------------------------------------------------

static void check_lines(const Position *position, int wanted)
{
    const Line *lines;
    int count = engine_lines(thinking_engine, &lines);
    assert_in_range(count, 0, wanted);
    for (int i = 0; i < count; i++) {
        Position end = *position;
        for (int j = 0; j < lines[i].length; j++) {
            assert_int_equal(move_check(&end, lines[i].move[j], NULL), OK);
            end.head.variant->game->play(&end, lines[i].move[j]);
        }
        assert_true(lines[i].length > 0);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(lines[j].move[0], lines[i].move[0]);
        if (i == 0) continue;
        assert_true(lines[i].depth <= lines[i - 1].depth);
        if (lines[i].depth == lines[i - 1].depth) assert_true(lines[i].score <= lines[i - 1].score);
    }
    if (count > 0) assert_int_equal(engine_best(thinking_engine), lines[0].move[0]);
}

// Lines are sorted and distinct, even if the search is stopped in the middle of a depth.
static void test_lines(void **state)
{
    (void)state;
    Rng rng = { 9 };
    for (int i = 0; i < BENCH_POSITIONS; i++) {
        Position position = bench_at(i);
        for (int round = 0; round < 8; round++) {
            int wanted = 2 + (int)rng_below(&rng, 15);
            think(&position,
                  &(SearchLimits){ .nodes = 1 + rng_below(&rng, 6000), .lines = wanted });
            check_lines(&position, wanted);
        }
        think(&position, &(SearchLimits){ .depth = 3, .lines = 5 });
        check_lines(&position, 5);
        const Line *lines;
        Move moves[MOVES_MAX];
        int count = position.head.variant->game->moves(&position, moves);
        assert_int_equal(engine_lines(thinking_engine, &lines), count < 5 ? count : 5);
    }
}

// --- repetition ----------------------------------------------------------------------------------

static void play_text(Position *position, Move *moves, int *count, const char *text)
{
    moves[*count] = move_of(position, text);
    position->head.variant->game->play(position, moves[(*count)++]);
}

// Both players move back and forth, four plies per round.
static int to_and_fro(const Position *start, const char *const move[4], int plies, Move *moves)
{
    Position position = *start;
    int count = 0;
    while (count < plies)
        play_text(&position, moves, &count, move[count % 4]);
    return count;
}

// Positions in which the player to move is far behind.
static const struct Behind {
    const char *variant, *position, *move[4];
} BEHIND[] = {
    { "abalone",
      "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/5 b 0-5",
      { "c3d3", "g7f7", "d3c3", "f7g7" } },
    { "quoridor", "- / - / e2 e3 / 10 10 / 1", { "d2", "f3", "e2", "e3" } },
};
enum { BEHINDS = sizeof BEHIND / sizeof *BEHIND };

// The side that is behind prefers a repetition.
static void test_behind(void **state)
{
    (void)state;
    for (int i = 0; i < BEHINDS; i++) {
        const struct Behind *given = &BEHIND[i];
        Position *start = given_text(given->variant, given->position);
        Move moves[4];
        int count = to_and_fro(start, given->move, 4, moves);
        think(start, &(SearchLimits){ .depth = 3 });
        assert_true(thought()->score < 0);
        engine_new_game(thinking_engine);
        assert_int_equal(think_on(start, moves, count, &(SearchLimits){ .depth = 3 }), moves[0]);
        assert_int_equal(thought()->score, 0);
    }
}

// Leads from the position after `best` back to the one before it: another player moves as given,
// then both moves are undone.
static void go_back(const Position *before, Move best, const char *other, Move moves[3])
{
    const Game *game = before->head.variant->game;
    Position position = *before;
    game->play(&position, best);
    moves[0] = move_of(&position, other);
    game->play(&position, moves[0]);
    Move all[MOVES_MAX];
    for (int i = game->moves(&position, all) - 1; i >= 0; i--) {
        Position next = position;
        game->play(&next, all[i]);
        moves[1] = all[i];
        moves[2] = move_to(&next, game->key(before));
        if (moves[2] != MOVE_NONE) return;
    }
    fail_msg("%s cannot be undone", move_text(before, best).at);
}

// The side that is ahead avoids repetitions, even if the repeating move would otherwise be best.
static void test_ahead(void **state)
{
    (void)state;
    static const char *const AHEAD[][3] = {
        { "abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/5 w 0-5", "c3d3" },
        { "abalone", "bbbbb/bbbb2/7/3w4/3www3/2wwww2/1www3/6/5 w 3-5", "i9h9" },
        { "quoridor",
          "a1 a2 a3 a4 a5 a6 a7 c1 c2 c3 c4 c5 g1 g2 g3 g4 g5 g6 g7 g8 / - / e6 e9 / 0 0 / 1",
          "d9" },
    };
    for (size_t i = 0; i < sizeof AHEAD / sizeof *AHEAD; i++) {
        Position before = *given_text(AHEAD[i][0], AHEAD[i][1]), start = before;
        SearchLimits limits = { .depth = 4 };
        Move best = think(&before, &limits), moves[3];
        assert_true(thought()->score > 0);
        go_back(&before, best, AHEAD[i][2], moves);
        before.head.variant->game->play(&start, best);
        engine_new_game(thinking_engine);
        assert_int_not_equal(think_on(&start, moves, 3, &limits), best);
        assert_true(thought()->score > 0);
    }
}

// A game longer than the history: only the latest positions count, and nothing is written past the
// end.
static void test_long_game(void **state)
{
    (void)state;
    enum { LONG = 3 * HISTORY_MAX };
    static Move moves[LONG + 3];
    for (int i = 0; i < BEHINDS; i++) {
        const struct Behind *given = &BEHIND[i];
        Position *start = given_text(given->variant, given->position);
        for (int more = 0; more < 4; more++) {
            to_and_fro(start, given->move, LONG + more, moves);
            Line line[2];
            u64 nodes[2];
            for (int lengthy = 0; lengthy < 2; lengthy++) {
                engine_new_game(thinking_engine);
                think_on(start, moves, lengthy ? LONG + more : 8 + more,
                         &(SearchLimits){ .depth = 4 });
                line[lengthy] = *thought();
                nodes[lengthy] = engine_nodes(thinking_engine);
            }
            assert_int_equal(nodes[0], nodes[1]);
            assert_int_equal(line[0].score, line[1].score);
            assert_int_equal(line[0].move[0], line[1].move[0]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_over, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_one_move, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_depths, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_nodes, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_again, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_lines, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_behind, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_ahead, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_long_game, thinking_begin, thinking_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
