// SPDX-License-Identifier: MIT
// The computer opponent: its limits, and its answers to offers.
#include "support/given.h"
#include "support/thinking.h"

#include "base/bits.h"
#include "opponent/opponent.h"

enum { PLIES = 256 };
static Ply plies[PLIES];
static Move moves[HISTORY_MAX];

static Match match_from(const Position *start, ClockSpec spec)
{
    Match match;
    match_start(&match, start, spec, 0);
    match_lend(&match, plies, PLIES);
    return match;
}

// Moves pawns or marbles back and forth for that many plies.
static void play_to_and_fro(Match *match, const char *const there[4], u32 count)
{
    for (u32 i = 0; i < count; i++) {
        Move move;
        Fault why;
        assert_int_equal(move_read(&match->position, text_of(there[i % 4]), &move, &why), OK);
        assert_int_equal(match_play(match, match_turn(match), move, 0, &why), OK);
        match->outcome = (Outcome){ 0 }; // ignores repetition
    }
}

static bool asked(const Opponent *opponent, const Match *match, int seat)
{
    OpponentGame game = opponent_game(match, moves);
    SearchLimits limits = opponent_draw_limits(opponent, &game);
    opponent_begin_draw(thinking_engine, &game, seat);
    engine_go(thinking_engine, &limits);
    engine_think(thinking_engine, 0);
    return opponent_takes_draw(opponent, thinking_engine, &game, seat);
}

// --- limits --------------------------------------------------------------------------------------

static void test_levels_press_and_need_no_time(void **state)
{
    (void)state;
    OpponentTime none = { 0 };
    for (int level = 0; level <= LEVELS; level++) {
        Opponent opponent = opponent_of(level, 7);
        SearchLimits limits = { 0 };
        opponent_limits(&opponent, &none, &limits);
        bool highest = level == 0 || level == LEVELS;
        assert_int_equal(limits.level, level);
        assert_int_equal(limits.seed, 7);
        assert_true(limits.press);
        assert_int_equal(limits.hard_ms, highest ? 1000 : 0);
        assert_int_equal(limits.soft_ms, highest ? 1000 : 0);
        // Existing node limits are kept.
        limits = (SearchLimits){ .nodes = 5000 };
        opponent_limits(&opponent, &none, &limits);
        assert_int_equal(limits.hard_ms, 0);
        assert_int_equal(limits.nodes, 5000);
    }
}

static void test_clocks(void **state)
{
    (void)state;
    Position *start = given_start("quoridor");
    ClockSpec spec;
    assert_int_equal(clock_read(text_of("3600+10"), &spec, NULL), OK);
    Match match = match_from(start, spec);
    Opponent opponent = opponent_of(LEVELS, 1);
    OpponentTime time = opponent_time(&match, 600000, 20);
    assert_true(time.clock);
    assert_int_equal(time.left.main_ms, 3000000);
    assert_int_equal(time.left.inc_ms, 10000);
    SearchLimits limits = { 0 };
    opponent_limits(&opponent, &time, &limits);
    assert_int_equal(limits.hard_ms, 60000); // however much time there is
    time.move_ms = 300;
    limits = (SearchLimits){ 0 };
    opponent_limits(&opponent, &time, &limits);
    assert_int_equal(limits.soft_ms, 300);
    assert_int_equal(limits.hard_ms, 300);
    // In byoyomi the current period is available.
    assert_int_equal(clock_read(text_of("0+0+2x30"), &spec, NULL), OK);
    match = match_from(start, spec);
    time = opponent_time(&match, 10000, 20);
    assert_int_equal(time.left.main_ms, 0);
    assert_int_equal(time.left.period_ms, 20000);
}

// --- offers --------------------------------------------------------------------------------------

static const char *const PAWNS[4] = { "e2", "e8", "e1", "e9" };

static void test_who_is_asked(void **state)
{
    (void)state;
    Match match = match_from(given_start("quoridor-4"), (ClockSpec){ 0 });
    assert_int_equal(opponent_asked_draw(&match, 15), NOBODY);
    assert_int_equal(match_offer_draw(&match, 1, 0, NULL), OK);
    assert_int_equal(opponent_asked_draw(&match, 15), 0); // starting with the player to move
    assert_int_equal(opponent_asked_draw(&match, 12), 2);
    assert_int_equal(opponent_asked_draw(&match, 2), NOBODY);
    assert_int_equal(match_leave(&match, 2, REASON_RESIGNATION, 0, NULL), OK);
    assert_int_equal(opponent_asked_draw(&match, 12), 3);
    assert_int_equal(opponent_asked_takeback(&match, 15), NOBODY);

    match = match_from(given_start("abalone-4"), (ClockSpec){ 0 });
    Move legal[MOVES_MAX];
    match_variant(&match)->game->moves(&match.position, legal);
    assert_int_equal(match_play(&match, 0, legal[0], 0, NULL), OK);
    assert_int_equal(match_ask_takeback(&match, 0, 0, NULL), OK);
    assert_int_equal(opponent_asked_takeback(&match, 15), 1); // partners needn't consent
    assert_int_equal(opponent_asked_takeback(&match, 5), NOBODY);
    assert_int_equal(match_agree_takeback(&match, 1, 0, NULL), OK);
    assert_int_equal(opponent_asked_takeback(&match, 15), 3);
}

static void test_draws(void **state)
{
    (void)state;
    // Player 1 has all the walls.
    const char *ahead = "- / a1 a3 a5 a7 c1 c3 h1 h3 h5 h7 / e1 e9 / 10 0 / 1";
    Opponent opponent = opponent_of(3, 1);
    Match match = match_from(given_text("quoridor", ahead), (ClockSpec){ 0 });
    assert_false(asked(&opponent, &match, 1)); // too early
    play_to_and_fro(&match, PAWNS, 20);
    assert_true(asked(&opponent, &match, 1));
    assert_false(asked(&opponent, &match, 0));
    play_to_and_fro(&match, (const char *const[4]){ "d1" }, 1); // for the other player to move
    assert_true(asked(&opponent, &match, 1));
    assert_false(asked(&opponent, &match, 0));
    // An even game: declined at first, accepted when it is long. The player to move is slightly
    // ahead.
    match = match_from(given_start("quoridor"), (ClockSpec){ 0 });
    play_to_and_fro(&match, PAWNS, 40);
    assert_false(asked(&opponent, &match, 1));
    play_to_and_fro(&match, PAWNS, 60);
    assert_true(asked(&opponent, &match, 1));
    // Decided by the manners.
    opponent.manners.draws = DRAWS_NEVER;
    assert_false(asked(&opponent, &match, 1));
    opponent.manners.draws = DRAWS_ALWAYS;
    match = match_from(given_text("quoridor", ahead), (ClockSpec){ 0 });
    assert_true(asked(&opponent, &match, 0));
}

// Where each plays alone, every player has their own view, regardless of the turn.
static void test_draws_alone(void **state)
{
    (void)state;
    static const char *const THERE[4] = { "e2", "a4", "e8", "i4" };
    static const char *const BACK[4] = { "e1", "a5", "e9", "i5" };
    Opponent opponent = opponent_of(3, 1);
    Match match = match_from(
        given_text("quoridor-4",
                   "- / a1 a3 a5 a7 c1 c3 c5 c7 f1 f3 f5 f7 h1 h3 h5 / e1 a5 e9 i5 / 5 0 0 0 / 1"),
        (ClockSpec){ 0 });
    for (int round = 0; round < 3; round++) {
        play_to_and_fro(&match, THERE, 4);
        play_to_and_fro(&match, BACK, 4);
    }
    assert_false(asked(&opponent, &match, 0));
    bool first = asked(&opponent, &match, 2);
    think_on(&match.position, NULL, 0, &(SearchLimits){ .nodes = 3000 });
    assert_int_equal(asked(&opponent, &match, 2), first); // earlier searches have no effect
}

static void test_resigns(void **state)
{
    (void)state;
    Opponent opponent = opponent_of(10, 1);
    for (int i = 0; i < 10; i++)
        assert_false(opponent_resigns(&opponent, -29000)); // never
    opponent.manners.resign = 500;
    assert_false(opponent_resigns(&opponent, -500));
    assert_false(opponent_resigns(&opponent, -700));
    assert_false(opponent_resigns(&opponent, -499));
    assert_false(opponent_resigns(&opponent, -501));
    assert_false(opponent_resigns(&opponent, -501));
    assert_true(opponent_resigns(&opponent, -501));
}

int main(void)
{
#define THINKS(name) cmocka_unit_test_setup_teardown(name, thinking_begin, thinking_end)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_press_and_need_no_time),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_who_is_asked),
        THINKS(test_draws),
        THINKS(test_draws_alone),
        cmocka_unit_test(test_resigns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
