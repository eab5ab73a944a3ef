// SPDX-License-Identifier: MIT
// Reviews of single moves: marks, reasons and totals. Chances must grow with the score.
#include "analysis/chance.h"
#include "analysis/review.h"
#include "engine/bench.h"
#include "support/check.h"

#include <stdlib.h>

enum { NODES = 3000 };

static Analysis analysis;
static ReviewPly ply;

static bool search(void *context, Engine *engine, const SearchLimits *limits)
{
    (void)context;
    engine_go(engine, limits);
    engine_think(engine, 0);
    return true;
}

static int open_analysis(void **state)
{
    (void)state;
    size_t size = (engine_size(ANALYSIS_TABLE_MB, 1) + 63) & ~(size_t)63;
    analysis = (Analysis){ .search = search, .limits = { .nodes = NODES } };
    analysis.memo = malloc(PROOF_MEMOS * sizeof *analysis.memo);
    analysis.engine = engine_init(aligned_alloc(64, size), size, 1, (Host){ 0 });
    return !analysis.engine || !analysis.memo;
}

static int close_analysis(void **state)
{
    (void)state;
    free(analysis.engine);
    free(analysis.memo);
    return 0;
}

static Position read_position(const char *variant, const char *text)
{
    Position position;
    const Variant *found = variant_find(text_of(variant));
    assert_int_equal(found->game->read(found, text_of(text), &position, NULL), OK);
    return position;
}

// The review of one move in a position.
static void review(const char *variant, const char *text, const char *word)
{
    Position position = read_position(variant, text);
    Move move;
    assert_int_equal(move_read(&position, text_of(word), &move, NULL), OK);
    assert_true(review_ply(&analysis, &position, &move, 1, &ply));
}

static const MoveReason *find_reason(int code)
{
    for (int i = 0; i < ply.why.count; i++)
        if (ply.why.at[i].code == code) return &ply.why.at[i];
    return NULL;
}

static void test_missed_win(void **state)
{
    (void)state;
    review("quoridor", "- / - / e8 d5 / 10 10 / 1", "e7");
    const MoveReason *reason = find_reason(WHY_MISSED_WIN);
    assert_non_null(reason);
    assert_int_equal(reason->sure, CERTAINTY_PROVEN);
    assert_int_equal(reason->number, 1);
    assert_int_equal(ply.before, CHANCE_ONE);
    assert_true(ply.mark >= MARK_INACCURACY);
}

static void test_allowed_win(void **state)
{
    (void)state;
    // The other pawn is a step from its goal; a wall was needed.
    review("quoridor", "- / - / e4 e2 / 10 10 / 1", "e5");
    const MoveReason *reason = find_reason(WHY_ALLOWS_WIN);
    assert_non_null(reason);
    assert_int_equal(reason->sure, CERTAINTY_PROVEN);
    assert_int_equal(reason->player, 1);
    assert_int_equal(ply.after, 0);
    assert_int_equal(ply.units[0], 4);
}

static void test_winning_move(void **state)
{
    (void)state;
    review("quoridor", "- / - / e8 d5 / 10 10 / 1", "e9");
    assert_true(ply.ends);
    assert_int_equal(ply.loss, 0);
    assert_int_equal(ply.share[0], CHANCE_ONE);
    assert_int_equal(ply.share[1], 0);
}

static void test_ejection_missed(void **state)
{
    (void)state;
    review("abalone", "3b1/1bw1bb/1wwwbbb/2w1w3/9/4bw2/1bwbw2/1wwbb1/bb1ww b 1-0", "a1b1");
    const MoveReason *reason = find_reason(WHY_EJECTION_MISSED);
    assert_non_null(reason);
    assert_int_equal(reason->sure, CERTAINTY_PROVEN);
    assert_int_equal(reason->number, 1);
    assert_true(ply.units[0] == 1 && ply.units[1] == 0);
}

static void test_chances(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        Position position;
        variant_start(variant_at(i), &position);
        int last = -1, share[PLAYERS_MAX], sum = 0;
        for (Score score = -3000; score <= 3000; score += 50) {
            int chance = chance_of_score(&position, score);
            assert_true(chance >= last && chance > 0 && chance < CHANCE_ONE);
            last = chance;
        }
        chance_shares(&position, 0, 400, share);
        assert_int_equal(share[0], 400);
        for (int p = 0; p < variant_at(i)->players; p++)
            sum += share[p];
        if (variant_each_alone(variant_at(i))) assert_int_equal(sum, CHANCE_ONE);
        assert_int_equal(chance_of_score(&position, SCORE_MATE - 3), CHANCE_ONE);
        assert_int_equal(chance_of_score(&position, 3 - SCORE_MATE), 0);
    }
}

static void test_total(void **state)
{
    (void)state;
    const ReviewDigest plies[] = {
        { 0, MARK_NONE, PHASE_OPENING, 500, 500, 0 },
        { 1, MARK_BLUNDER, PHASE_MIDDLE, 500, 150, 350 },
        { 0, MARK_INACCURACY, PHASE_OPENING, 850, 740, 110 }, // phases do not go back
        { 1, MARK_MISTAKE, PHASE_END, 260, 50, 210 },
        { 0, MARK_INACCURACY, PHASE_END, 950, 840, 110 },
    };
    ReviewTotal total;
    review_total(plies, 5, &total);
    assert_int_equal(total.turnings, 3);
    assert_int_equal(total.turning[0], 1);
    assert_int_equal(total.turning[1], 2);
    assert_int_equal(total.turning[2], 3);
    assert_int_equal(total.begin[PHASE_MIDDLE], 1);
    assert_int_equal(total.begin[PHASE_END], 3);
    assert_int_equal(total.player[0].marks[MARK_INACCURACY], 2);
    assert_true(total.player[0].accuracy > total.player[1].accuracy);
    review_total(plies, 1, &total);
    assert_int_equal(total.player[0].accuracy, 1000);
}

// If this fails, the chances were fitted to another engine: fit them again (train/chance), and
// check the puzzles again (docs/puzzles.md).
static void test_fitted_to_this_engine(void **state)
{
    (void)state;
    size_t size = (engine_size(BENCH_HASH_MB, 1) + 63) & ~(size_t)63;
    void *memory = aligned_alloc(64, size);
    assert_non_null(memory);
    Engine *engine = engine_init(memory, size, 1, (Host){ 0 });
    assert_non_null(engine);
    assert_true(bench_signature(engine, BENCH_DEPTH) == CHANCE_SIGNATURE);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missed_win),
        cmocka_unit_test(test_allowed_win),
        cmocka_unit_test(test_winning_move),
        cmocka_unit_test(test_ejection_missed),
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_total),
        cmocka_unit_test(test_fitted_to_this_engine),
    };
    return cmocka_run_group_tests(tests, open_analysis, close_analysis);
}
