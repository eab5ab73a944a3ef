// SPDX-License-Identifier: MIT
// Levels: the range of their random choices, and that a higher level plays better.
#include "support/given.h"
#include "support/thinking.h"
#include "support/walk.h"

#include "base/bits.h"
#include "base/rng.h"
#include "engine/bench.h"
#include "engine/levels.h"

static Position bench_at(int index)
{
    Position position;
    bench_position(index, &position);
    return position;
}

// --- chance --------------------------------------------------------------------------------------

static void test_seeds(void **state)
{
    (void)state;
    for (int i = 0; i < BENCH_POSITIONS; i += 5) {
        Position position = bench_at(i);
        u64 chosen[64] = { 0 };
        int kinds = 0;
        for (u64 seed = 0; seed < 12; seed++) {
            SearchLimits limits = { .level = 1, .seed = seed };
            Move move = think(&position, &limits);
            assert_int_equal(think(&position, &limits), move);
            assert_int_equal(move_check(&position, move, NULL), OK);
            kinds += !bits_has(chosen[move & 63], move >> 6 & 63);
            chosen[move & 63] |= bit(move >> 6 & 63);
        }
        assert_true(kinds > 1); // it must not always play the same
        SearchLimits best = { .nodes = 3000 }, ten = { .nodes = 3000, .level = LEVELS, .seed = 5 };
        Move move = think(&position, &best);
        assert_int_equal(think(&position, &ten), move);
    }
}

// Neither earlier searches nor the table's contents affect the result.
static void test_memory(void **state)
{
    (void)state;
    for (int i = 0; i < BENCH_POSITIONS; i += 6) {
        Position position = bench_at(i);
        for (int level = 1; level < LEVELS; level += 3) {
            SearchLimits limits = { .level = level, .seed = 7, .nodes = 4000 };
            Move move = think(&position, &limits);
            u64 nodes = engine_nodes(thinking_engine);
            think_on(&position, NULL, 0, &(SearchLimits){ .nodes = 50000 });
            assert_int_equal(think_on(&position, NULL, 0, &limits), move);
            assert_int_equal(engine_nodes(thinking_engine), nodes);
        }
    }
}

static void test_choice(void **state)
{
    (void)state;
    enum { SEEDS = 3000, COUNT = 5 };
    static const Level LEVEL = { .lines = COUNT, .temperature = 25 };
    static const struct {
        Score score[COUNT];
        u32 again;
        bool may[COUNT];
    } CASE[] = {
        { { 0, -10, -25, -60, -99 }, 0, { true, true, true, true, true } },
        { { 0, -10, -25, -99, -100 }, 0, { true, true, true, true, false } },
        // Far ahead, a slightly worse move no longer counts as near-best; far behind, it does.
        { { 200, 176, 175, 150, 0 }, 0, { true, true } },
        { { -200, -210, -225, -299, -300 }, 0, { true, true, true, true, false } },
        // A losing move is never near-best, and the shortest win is always played.
        { { 0, -10, SCORE_MATED_MAX * -1, -29990, -29998 }, 0, { true, true } },
        { { 29999, 29997, 29900, 400, 0 }, 0, { true } },
        { { 29999, 400, 300, 200, 100 }, 0, { true } },
        // If all moves lose, the longest loss is always chosen.
        { { -29990, -29992, -29994, -29996, -29998 }, 0, { true } },
        // No repetition, unless all other moves lose.
        { { 0, -10, -25, -99, -100 }, 0x2, { true, false, true, true, false } },
        { { 20, 10, 0, -90, -99 }, 0x3, { false, false, true, true, true } },
        { { 500, 100, -1000, -1000, -2000 }, 0x3, { false, false, true, true, false } },
        { { 20, 10, -29000, -29990, -29998 }, 0x3, { true } },
        { { 0, -10, -25, -60, -99 }, 0x1f, { true } },
        { { 29999, 29997, 400, 300, 200 }, 0x1, { true } },
    };
    for (size_t i = 0; i < sizeof CASE / sizeof *CASE; i++) {
        Line line[COUNT] = { 0 };
        int times[COUNT] = { 0 };
        for (int j = 0; j < COUNT; j++)
            line[j].score = CASE[i].score[j];
        for (u64 seed = 0; seed < SEEDS; seed++) {
            int choice = level_choose(&LEVEL, line, COUNT, CASE[i].again, mix64(seed));
            assert_int_equal(level_choose(&LEVEL, line, COUNT, CASE[i].again, mix64(seed)), choice);
            times[choice]++;
        }
        for (int j = 0; j < COUNT; j++)
            if (CASE[i].may[j] != (times[j] > 0))
                fail_msg("case %d: line %d was chosen %d times", (int)i, j, times[j]);
        // A move that is 25 behind has half the chance.
        if (i == 0) assert_in_range(times[2] * 100 / times[0], 40, 60);
    }
}

// At depth 1 a level could shuffle between two squares that look best.
static void test_shuffle(void **state)
{
    (void)state;
    enum { PLIES = 300 };
    Position *start = given_start("quoridor");
    const Game *game = start->head.variant->game;
    for (u64 seed = 0; seed < 4; seed++) {
        static Move moves[PLIES];
        static Key key[PLIES];
        Position now = *start;
        int count = 0;
        for (; count < PLIES && !game->winners(&now); count++) {
            key[count] = game->key(&now);
            int times = 0;
            for (int i = 0; i < count; i++)
                times += key[i] == key[count];
            assert_true(times < 2); // even if all paths but one are dead ends
            moves[count] =
                think_on(start, moves, count, &(SearchLimits){ .level = 1, .seed = seed });
            game->play(&now, moves[count]);
        }
        assert_true(count < PLIES);
    }
}

// --- sense ---------------------------------------------------------------------------------------

// Whether the next player, on another side, can win at once.
static bool loses_at_once(const Position *position, Move move)
{
    Position next = *position;
    position->head.variant->game->play(&next, move);
    u8 us = variant_teammates(position->head.variant, position->head.turn);
    return !bits_has(us, next.head.turn) && can_win(&next);
}

// No level makes a random choice about a win or an immediate loss.
static void test_sense(void **state)
{
    (void)state;
    enum { EACH = 6 };
    for (int v = 0; v < VARIANTS; v++) {
        const Game *game = variant_at(v)->game;
        Walk walk;
        walk_begin(&walk, variant_at(v), walk_seed());
        for (int wins = 0, threats = 0; wins < EACH || threats < EACH; walk_on(&walk)) {
            const Position *position = &walk.position;
            if (position->head.variant != walk.variant || game->winners(position)) continue;
            Move moves[MOVES_MAX];
            int count = game->moves(position, moves), losing = 0;
            for (int i = 0; i < count; i++)
                losing += loses_at_once(position, moves[i]);
            bool win = can_win(position);
            if (win ? wins >= EACH : threats >= EACH || !losing || losing == count) continue;
            win ? wins++ : threats++;
            for (int level = 1; level < LEVELS; level += 1 + (level > 3)) {
                SearchLimits limits = { .level = level, .seed = (u64)wins, .nodes = 4000 };
                Position next = *position;
                Move move = think(position, &limits);
                game->play(&next, move);
                if (win ? !game->winners(&next) : loses_at_once(position, move))
                    fail_msg("level %d plays %s in %s %s", level, move_text(position, move).at,
                             walk.variant->id, position_text(position).at);
            }
        }
    }
}

// Points (two per win) of level 3 against level 1, in games with either of them first.
static int score_of_third(const char *id, int games)
{
    Position start = *given_start(id);
    const Game *game = start.head.variant->game;
    int points = 0;
    for (int g = 0; g < games; g++) {
        Position now = start;
        static Move moves[400];
        int count = 0, third = g & 1;
        for (; count < 400 && !game->winners(&now); count++) {
            int level = now.head.turn == third ? 3 : 1;
            moves[count] =
                think_on(&start, moves, count, &(SearchLimits){ .level = level, .seed = (u64)g });
            game->play(&now, moves[count]);
        }
        u8 winners = game->winners(&now);
        points += !winners ? 1 : bits_has(winners, third) ? 2 : 0;
    }
    return points;
}

static void test_strength(void **state)
{
    (void)state;
    enum { GAMES = 12 };
    assert_true(score_of_third("quoridor", GAMES) > GAMES);
    assert_true(score_of_third("abalone", GAMES) > GAMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_seeds, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_memory, thinking_begin, thinking_end),
        cmocka_unit_test(test_choice),
        cmocka_unit_test_setup_teardown(test_shuffle, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_sense, thinking_begin, thinking_end),
        cmocka_unit_test_setup_teardown(test_strength, thinking_begin, thinking_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
