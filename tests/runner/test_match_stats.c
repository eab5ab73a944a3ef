// SPDX-License-Identifier: MIT
// The parts of `meydan match`: statistics, seatings, descriptions of players, openings, yardsticks.
#include "base/bits.h"
#include "runner/openings.h"
#include "runner/schedule.h"
#include "runner/spec.h"
#include "runner/stats.h"
#include "variants/variants.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void expect_near(double got, double wanted)
{
    bool same = isinf(wanted) ? got == wanted : fabs(got - wanted) <= 1e-6 * (1 + fabs(wanted));
    if (!same) fail_msg("got %.9g, wanted %.9g", got, wanted);
}

static const Variant *variant_named(const char *id)
{
    const Variant *variant = variant_find(text_of(id));
    assert_non_null(variant);
    return variant;
}

// --- statistics ----------------------------------------------------------------------------------

static void expect_interval(Interval got, double low, double mid, double high)
{
    expect_near(got.low, low);
    expect_near(got.mid, mid);
    expect_near(got.high, high);
}

static void test_elo(void **state)
{
    (void)state;
    expect_near(elo_of_score(0.75), 190.848501888);
    expect_near(score_of_elo(190.848501888), 0.75);
    expect_near(elo_of_score(0.5), 0);
    expect_near(elo_of_score(1), INFINITY);
    expect_near(elo_of_score(0), -INFINITY);
    Tally tally = { .win = 60, .draw = 20, .loss = 20, .pair = { 3, 20, 50, 30, 9 } };
    expect_interval(tally_elo(&tally), 86.2250152, 147.190714118, 218.251777641);
    expect_interval(tally_elo_pairs(&tally), 4.699913094, 34.233495063, 64.269832779);
    expect_near(tally_superiority(&tally), 0.988487401);
}

static void test_elo_without_a_spread(void **state)
{
    (void)state;
    Tally none = { 0 }, all = { .win = 10, .pair = { [4] = 5 } }, level = { .draw = 10 };
    expect_interval(tally_elo(&none), -INFINITY, 0, INFINITY);
    expect_near(tally_superiority(&none), 0.5);
    expect_interval(tally_elo(&all), 166.201527184, INFINITY, INFINITY);
    assert_true(tally_elo_pairs(&all).low > 0 && isfinite(tally_elo_pairs(&all).low));
    assert_true(tally_superiority(&all) > 0.99 && tally_superiority(&all) <= 1);
    Tally lost = { .loss = 10 };
    expect_interval(tally_elo(&lost), -INFINITY, -INFINITY, -166.201527184);
    // Ten draws prove nothing.
    assert_true(tally_elo(&level).low < -100 && tally_elo(&level).high > 100);
}

static void test_wilson(void **state)
{
    (void)state;
    expect_interval(wilson(8, 10), 0.490162472, 0.8, 0.943317849);
    expect_interval(wilson(0, 10), 0, 0, 0.277532800);
    expect_interval(wilson(10, 10), 0.722467200, 1, 1);
    expect_interval(wilson(190, 200), 0.910421852, 0.95, 0.972617354);
    expect_interval(wilson(0, 0), 0, 0.5, 1);
}

static void expect_llr(double elo0, double elo1, const u64 pair[PAIR_SCORES], double wanted)
{
    Sprt sprt = { elo0, elo1, 0.05, 0.05 };
    expect_near(sprt_llr(&sprt, pair), wanted);
}

// The expected values come from a separate two-variable Newton iteration for the constrained
// maximum.
static void test_llr(void **state)
{
    (void)state;
    expect_llr(0, 5, (u64[]){ 10, 40, 100, 50, 12 }, 0.374794706);
    expect_llr(0, 10, (u64[]){ 3, 20, 50, 30, 9 }, 1.259245258);
    expect_llr(0, 50, (u64[]){ 0, 1, 2, 3, 94 }, 13.358875288);
    expect_llr(0, 5, (u64[]){ 0, 0, 0, 0, 50 }, 0.714351603);
    expect_llr(0, 5, (u64[]){ 50, 0, 0, 0, 0 }, -0.724706515);
    expect_llr(0, 5, (u64[]){ 0, 0, 50, 0, 0 }, -0.717548432);
    expect_llr(0, 5, (u64[]){ 1, 0, 0, 0, 0 }, -0.014465916);
    expect_llr(0, 5, (u64[]){ 0, 0, 0, 0, 0 }, 0);
}

// However lopsided the results, the test ends with the right decision.
static void test_sprt_ends(void **state)
{
    (void)state;
    Sprt sprt = { 0, 5, 0.05, 0.05 };
    expect_near(sprt_upper(&sprt), 2.944438979);
    expect_near(sprt_lower(&sprt), -2.944438979);
    for (int score = 0; score < PAIR_SCORES; score++) {
        u64 pair[PAIR_SCORES] = { 0 };
        SprtVerdict verdict = SPRT_OPEN;
        for (; verdict == SPRT_OPEN && pair[score] < 1000; pair[score]++)
            verdict = sprt_verdict(&sprt, pair);
        assert_int_equal(verdict, score <= 2 ? SPRT_H0 : SPRT_H1);
        assert_in_range(pair[score], 190, 450);
    }
}

// --- seatings ------------------------------------------------------------------------------------

// All seatings of a round, as "ab ba".
static void expect_round(const char *variant, int players, bool rotate, const char *expected)
{
    Schedule schedule;
    Fault why;
    char text[2048];
    Out out = out_to(text, sizeof text);
    if (schedule_make(variant_named(variant), players, rotate, &schedule, &why) != OK)
        fail_msg("%s", why.message);
    for (int i = 0; i < schedule.round; i++) {
        if (i) out_char(&out, ' ');
        for (int seat = 0; seat < schedule.variant->players; seat++)
            out_char(&out, (char)('a' + schedule.seating[i].entrant[seat]));
    }
    assert_string_equal(text, expected);
}

static void test_seatings(void **state)
{
    (void)state;
    expect_round("quoridor", 2, false, "ab ba");
    expect_round("abalone", 3, false, "ab ba ac ca bc cb");
    // Teams: both seats of a side, wherever they are.
    expect_round("abalone-4", 2, false, "abab baba");
    expect_round("abalone-4-pairs", 2, true, "abab baba");
    expect_round("abalone-3", 2, true, "abb bab bba");
    expect_round("abalone-3", 3, true, "abc cab bca");
    expect_round("abalone-3", 2, false, "aab aba abb baa bab bba");
    expect_round("abalone-3", 3, false, "abc acb bac bca cab cba");
    expect_round("quoridor-4", 3, true, "abcc cabc ccab bcca");
    expect_round("quoridor-4", 2, false,
                 "aaab aaba aabb abaa abab abba abbb baaa baab baba babb bbaa bbab bbba");
}

static void test_schedule_counts(void **state)
{
    (void)state;
    Schedule schedule;
    Fault why;
    assert_int_equal(schedule_make(variant_named("quoridor"), 2, false, &schedule, &why), OK);
    assert_int_equal(schedule_whole(&schedule, 1), 2);
    assert_int_equal(schedule_whole(&schedule, 100), 100);
    assert_int_equal(schedule_seating(&schedule, 7)->entrant[0], 1);
    assert_int_equal(schedule_make(variant_named("quoridor"), 16, false, &schedule, &why), OK);
    assert_int_equal(schedule.round, 240);
    assert_int_equal(schedule_make(variant_named("quoridor-4"), 4, false, &schedule, &why), OK);
    assert_int_equal(schedule.round, 24);
    assert_int_equal(schedule_make(variant_named("quoridor"), 1, false, &schedule, &why),
                     MALFORMED);
    assert_int_equal(schedule_make(variant_named("abalone-3"), 4, false, &schedule, &why),
                     MALFORMED);
    assert_string_equal(why.message, "a match of abalone-3 needs 2 to 3 players, not 4");
}

// --- players -------------------------------------------------------------------------------------

static void test_specs(void **state)
{
    (void)state;
    static PlayerSpec spec;
    Fault why;
    assert_int_equal(spec_read("engine level=5 hash=32 threads=2", &spec, &why), OK);
    assert_int_equal(spec.kind, PLAYER_ENGINE);
    assert_int_equal(spec.level, 5);
    assert_int_equal(spec.hash_mb, 32);
    assert_int_equal(spec.threads, 2);
    assert_int_equal(
        spec_read("  builtin   nodes=2000 depth=3 movetime=7 name='A b' ", &spec, &why), OK);
    assert_int_equal(spec.budget.nodes, 2000);
    assert_int_equal(spec.budget.depth, 3);
    assert_int_equal(spec.budget.movetime, 7);
    assert_string_equal(spec.name, "A b");
    assert_int_equal(spec_read("plain", &spec, &why), OK);
    assert_int_equal(spec.kind, PLAYER_YARDSTICK);
    assert_int_equal(spec.yardstick, YARDSTICK_PLAIN);
    assert_int_equal(spec_read("cmd='./my engine' -x --hash=3 \"name=y z\" name=Foo "
                               "option.Move\" \"Overhead=5 level=2 option.A=",
                               &spec, &why),
                     OK);
    assert_int_equal(spec.kind, PLAYER_COMMAND);
    assert_int_equal(spec.args, 4);
    assert_string_equal(spec.argv[0], "./my engine");
    assert_string_equal(spec.argv[2], "--hash=3");
    assert_string_equal(spec.argv[3], "name=y z");
    assert_null(spec.argv[4]);
    assert_string_equal(spec.name, "Foo");
    assert_int_equal(spec.options, 2);
    assert_string_equal(spec.option[0].name, "Move Overhead");
    assert_string_equal(spec.option[0].value, "5");
    assert_string_equal(spec.option[1].value, "");
}

static void test_bad_specs(void **state)
{
    (void)state;
    static PlayerSpec spec;
    const char *const cases[][2] = {
        { "", "the description of a player is empty" },
        { "   ", "the description of a player is empty" },
        { "titan", "'titan' is not a player: engine, random, greedy, plain or cmd=PROGRAM" },
        { "cmd=", "'cmd=' does not name a program" },
        { "engine level=11", "level=11 is not a number from 1 to 10" },
        { "engine nodes=0", "nodes=0 is not a number from 1 to 1000000000" },
        { "engine fast", "unknown setting 'fast' of a player" },
        { "engine option.Hash=3", "'Hash' is for programs only" },
        { "greedy nodes=5", "'greedy' has no limits" },
        { "engine name=", "'' is not a name for a player" },
        { "engine name='x", "a quote is not closed" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Fault why;
        assert_int_equal(spec_read(cases[i][0], &spec, &why), MALFORMED);
        assert_string_equal(why.message, cases[i][1]);
    }
}

// --- yardsticks ----------------------------------------------------------------------------------

static Position read_position(const char *variant, const char *text)
{
    Position position;
    Fault why;
    const Variant *v = variant_named(variant);
    if (v->game->read(v, text_of(text), &position, &why) != OK) fail_msg("%s", why.message);
    return position;
}

static void expect_move(Yardstick yardstick, const Position *position, const char *expected)
{
    for (u64 seed = 0; seed < 5; seed++) {
        char text[MOVE_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        Move move = yardstick_move(yardstick, position, &(Rng){ seed });
        position->head.variant->game->write_move(position, move, &out);
        assert_string_equal(text, expected);
    }
}

static void test_values(void **state)
{
    (void)state;
    Position start = read_position("quoridor", "- / - / e1 e9 / 10 10 / 1");
    assert_int_equal(yardstick_value(&start, 0), 0);
    Position ahead = read_position("quoridor", "- / - / e4 e9 / 10 10 / 2");
    assert_int_equal(yardstick_value(&ahead, 0), 3);
    assert_int_equal(yardstick_value(&ahead, 1), -3);
    // Compared with the best of the others; players who are out don't count.
    Position four = read_position("quoridor-4", "- / - / e3 a5 - d5 / 5 5 5 5 / 1");
    assert_int_equal(yardstick_value(&four, 0), -3);
    assert_int_equal(yardstick_value(&four, 3), 3);
    for (int i = 0; i < VARIANTS; i++) {
        Position position;
        variant_start(variant_at(i), &position);
        assert_int_equal(yardstick_value(&position, 0), 0);
    }
    Position pushed = read_position("abalone", "wwwww/wwwwww/2ww3/8/9/8/2bbb2/bbbbbb/bbbbb b 1-0");
    assert_int_equal(yardstick_value(&pushed, 0),
                     1002); // and a marble that was 2 steps from the edge
}

static void test_greedy_and_plain_see_what_is_near(void **state)
{
    (void)state;
    // A step from the goal; an ejection.
    Position goal = read_position("quoridor", "- / - / e8 a2 / 10 10 / 1");
    expect_move(YARDSTICK_GREEDY, &goal, "e9");
    expect_move(YARDSTICK_PLAIN, &goal, "e9");
    Position edge = read_position("abalone", "wwwww/wwwwww/2ww3/8/9/bbbbb3/bbbbbbb/6/wbb2 b 0-0");
    expect_move(YARDSTICK_GREEDY, &edge, "a3a2");
    expect_move(YARDSTICK_PLAIN, &edge, "a3a2");
    goal.head.variant->game->play(&goal, yardstick_move(YARDSTICK_GREEDY, &goal, &(Rng){ 1 }));
    assert_int_equal(yardstick_move(YARDSTICK_PLAIN, &goal, &(Rng){ 1 }), MOVE_NONE);
}

static void test_random_plays_everything(void **state)
{
    (void)state;
    Position start;
    variant_start(variant_named("quoridor"), &start);
    Move moves[MOVES_MAX];
    int count = start.head.variant->game->moves(&start, moves), seen = 0;
    bool played[1 << 16] = { 0 };
    Rng rng = { 7 };
    for (int i = 0; i < 20 * count; i++) {
        Move move = yardstick_move(YARDSTICK_RANDOM, &start, &rng);
        seen += !played[move];
        played[move] = true;
    }
    assert_int_equal(seen, count);
}

// The value of a move by exhaustive search, with which plain's alpha-beta must agree.
static Score full_value(const Position *position, int player, u8 side, int depth)
{
    const Game *game = position->head.variant->game;
    u8 winners = game->winners(position);
    if (winners) return winners & side ? 1000000 + depth : -1000000 - depth;
    if (depth == 0) return yardstick_value(position, player);
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    bool ours = side >> position->head.turn & 1;
    Score best = ours ? -2000000 : 2000000;
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        Score value = full_value(&next, player, side, depth - 1);
        if (ours ? value > best : value < best) best = value;
    }
    return best;
}

static void expect_best_move(const Position *position)
{
    const Game *game = position->head.variant->game;
    int player = position->head.turn;
    u8 side = variant_teammates(position->head.variant, player);
    Position next = *position;
    game->play(&next, yardstick_move(YARDSTICK_PLAIN, position, &(Rng){ 3 }));
    assert_int_equal(full_value(&next, player, side, 2), full_value(position, player, side, 3));
}

static void test_plain_is_minimax(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        Position position;
        Rng rng = { (u64)i };
        variant_start(variant_at(i), &position);
        const Game *game = variant_at(i)->game;
        // Random plies; in Quoridor until the walls are used up, because there are too many wall
        // moves.
        Move moves[MOVES_MAX];
        for (int ply = 0, count; (count = game->moves(&position, moves)) > 0; ply++) {
            if (ply >= 20 && count < 80) break;
            game->play(&position, moves[rng_below(&rng, (u32)count)]);
        }
        if (!game->winners(&position)) expect_best_move(&position);
    }
}

// --- openings ------------------------------------------------------------------------------------

static Openings *open_openings(const char *variant, const char *spec, u64 seed, int plies,
                               Fault *why)
{
    Position start;
    variant_start(variant_named(variant), &start);
    return openings_new(&(OpeningsSetup){ &start, spec, seed, plies }, why);
}

static void test_random_openings(void **state)
{
    (void)state;
    Fault why;
    OpeningMaker *maker = opening_maker_new();
    for (int i = 0; i < VARIANTS; i++) {
        const Game *game = variant_at(i)->game;
        Openings *one = open_openings(variant_at(i)->id, "random:4-7", 5, 0, &why);
        Openings *two = open_openings(variant_at(i)->id, "random:4-7", 5, 0, &why);
        Openings *other = open_openings(variant_at(i)->id, "random:4-7", 6, 0, &why);
        Opening a, b;
        int different = 0;
        for (u64 number = 0; number < 4; number++) {
            openings_get(one, maker, number, &a);
            assert_in_range(a.plies, 4, 7);
            Position position = a.start;
            for (int ply = 0; ply < a.plies; ply++) {
                assert_int_equal(move_check(&position, a.move[ply], &why), OK);
                game->play(&position, a.move[ply]);
            }
            assert_int_equal(game->winners(&position), 0);
            // Independent of earlier requests.
            openings_get(two, maker, 3, &b);
            openings_get(two, maker, number, &b);
            assert_int_equal(a.plies, b.plies);
            assert_memory_equal(a.move, b.move, (size_t)a.plies * sizeof *a.move);
            openings_get(other, maker, number, &b);
            different +=
                a.plies != b.plies || memcmp(a.move, b.move, (size_t)a.plies * sizeof(Move));
        }
        assert_true(different > 0);
        openings_free(one);
        openings_free(two);
        openings_free(other);
    }
    opening_maker_free(maker);
}

static const char *write_file(const char *text)
{
    static char path[] = "/tmp/meydan-openings-XXXXXX";
    strcpy(path + sizeof path - 7, "XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    return path;
}

static void expect_file_fault(const char *text, const char *expected)
{
    Fault why;
    const char *path = write_file(text);
    assert_null(open_openings("quoridor", path, 1, 0, &why));
    if (!strstr(why.message, expected)) fail_msg("%s", why.message);
    unlink(path);
}

static void test_opening_files(void **state)
{
    (void)state;
    Fault why;
    Opening opening;
    const char *path = write_file("# some\n\n- / - / e2 e8 / 10 10 / 1\n"
                                  "- / - / e2 e9 / 10 10 / 2 moves e8 e3\nmoves e2 e8 e3h\n");
    Openings *openings = open_openings("quoridor", path, 1, 0, &why);
    if (!openings) fail_msg("%s", why.message);
    openings_get(openings, NULL, 0, &opening);
    assert_int_equal(opening.plies, 0);
    openings_get(openings, NULL, 1, &opening);
    assert_int_equal(opening.plies, 2);
    openings_get(openings, NULL, 5, &opening); // starts again at the beginning
    assert_int_equal(opening.plies, 3);
    openings_free(openings);
    unlink(path);

    path = write_file("[Game \"quoridor\"]\n\n1. e2 e8 2. e3 e7 3. e4 *\n\n"
                      "[Game \"quoridor\"]\n\n1. e1h *\n");
    openings = open_openings("quoridor", path, 1, 4, &why);
    if (!openings) fail_msg("%s", why.message);
    openings_get(openings, NULL, 0, &opening);
    assert_int_equal(opening.plies, 4);
    openings_get(openings, NULL, 1, &opening);
    assert_int_equal(opening.plies, 1);
    openings_free(openings);
    unlink(path);
}

static void test_bad_openings(void **state)
{
    (void)state;
    Fault why;
    expect_file_fault("", "no openings");
    expect_file_fault("moves e2\nmoves e3\n", "line 2: illegal move 'e3'");
    expect_file_fault("nonsense\n", "line 1: ");
    expect_file_fault("- / - / e9 e8 / 10 10 / 2\n", "line 1: the game is over");
    expect_file_fault("[Game \"abalone\"]\n\n*\n", "game of line 1: it is a game of abalone");
    assert_null(open_openings("quoridor", "/nonexistent/file", 1, 0, &why));
    assert_non_null(strstr(why.message, "No such file"));
    const char *const bad[] = { "random:", "random:99", "random:8-4", "random:4-", "random:x" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_null(open_openings("quoridor", bad[i], 1, 0, &why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_elo_without_a_spread),
        cmocka_unit_test(test_wilson),
        cmocka_unit_test(test_llr),
        cmocka_unit_test(test_sprt_ends),
        cmocka_unit_test(test_seatings),
        cmocka_unit_test(test_schedule_counts),
        cmocka_unit_test(test_specs),
        cmocka_unit_test(test_bad_specs),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_greedy_and_plain_see_what_is_near),
        cmocka_unit_test(test_random_plays_everything),
        cmocka_unit_test(test_plain_is_minimax),
        cmocka_unit_test(test_random_openings),
        cmocka_unit_test(test_opening_files),
        cmocka_unit_test(test_bad_openings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
