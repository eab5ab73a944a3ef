// SPDX-License-Identifier: MIT
// Checks docs/add-a-variant.md: a variant that is only data (more_variants.c) has rules, records,
// an engine with levels, an opponent, a drawing, and support in the page's core.
#include "support/records.h"
#include "support/thinking.h"

#include "analysis/chance.h"
#include "base/bits.h"
#include "base/rng.h"
#include "engine/yardstick.h"
#include "opponent/opponent.h"
#include "record/writer.h"
#include "variants/variants.h"
#include "wasm/view.h"

#include <string.h>

enum { PLIES = 400, TEXT_MAX = 1 << 16 };

static Position start_of(int index, int layout)
{
    Position position;
    Fault why;
    const Variant *variant = variant_at(index);
    Text text = text_of(variant->layout[layout].position);
    Status status = variant->game->read(variant, text, &position, &why);
    if (status != OK) fail_msg("%s: %s", variant->id, why.message);
    return position;
}

static u64 count_leaves(const Position *position, int depth)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    if (depth == 1) return (u64)count;
    u64 leaves = 0;
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        leaves += count_leaves(&next, depth - 1);
    }
    return leaves;
}

static void check_rules(int index)
{
    const Variant *variant = variant_at(index);
    const Game *game = variant->game;
    assert_ptr_equal(variant_find(text_of(variant->id)), variant);
    for (int layout = 0; layout < variant->layouts; layout++) {
        Position start = start_of(index, layout);
        char text[POSITION_TEXT_MAX], drawing[DRAWING_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        game->write(&start, &out);
        assert_string_equal(text, variant->layout[layout].position);
        assert_int_equal(game->perft(&start, 2), count_leaves(&start, 2));
        out = out_to(drawing, sizeof drawing);
        game->draw(&start, (DrawStyle){ .ascii = true, .last = MOVE_NONE }, &out);
        assert_false(out.lost);
        assert_non_null(strstr(drawing, "e"));
    }
}

// Plays a whole game between opponents of two levels; returns the winners.
static u8 play_game(int index, Match *match, Ply *plies)
{
    Position start = start_of(index, 0);
    Move moves[HISTORY_MAX];
    match_start(match, &start, (ClockSpec){ 0 }, 0);
    match_lend(match, plies, PLIES);
    while (!match->outcome.over && match->count < PLIES) {
        Opponent opponent = opponent_of(match_turn(match) ? 5 : 3, 7);
        OpponentGame game = opponent_game(match, moves);
        SearchLimits limits = { 0 };
        opponent_limits(&opponent, &(OpponentTime){ 0 }, &limits);
        opponent_begin(thinking_engine, &game);
        engine_go(thinking_engine, &limits);
        engine_think(thinking_engine, 0);
        Move move = engine_best(thinking_engine);
        assert_int_equal(match_play(match, match_turn(match), move, 0, NULL), OK);
    }
    return match->outcome.winners;
}

static void check_record(const Match *match)
{
    static char text[TEXT_MAX];
    Out out = out_to(text, sizeof text);
    const Variant *variant = match_variant(match);
    record_write_setup(&out, &match->start, &match->spec);
    record_write_outcome(&out, &match->outcome, variant);
    RecordWriter writer = record_writer(&out, variant);
    Position position = match->start;
    for (u32 i = 0; i < match->count; i++) {
        record_write_move(&writer, &position, match->plies[i].move, (RecordNote){ 0 });
        variant->game->play(&position, match->plies[i].move);
    }
    record_write_result(&writer, &match->outcome);
    assert_false(out.lost);
    Record record = record_of(text);
    static Key keys[4 * PLIES];
    assert_true(record_replay_size(&record) <= sizeof keys / sizeof *keys);
    Replay replay;
    Fault why = { 0 };
    Status status = record_replay(&record, keys, &replay, &why);
    if (status != OK) fail_msg("%s: %s", variant->id, why.message);
    assert_ptr_equal(replay.position.head.variant, variant);
    assert_int_equal(replay.plies, match->count);
    assert_int_equal(replay.outcome.winners, match->outcome.winners);
}

static void check_engine(int index)
{
    Position start = start_of(index, 0);
    for (int level = 1; level <= LEVELS; level += 3) {
        Move move = think(&start, &(SearchLimits){ .level = level, .nodes = 3000, .press = true });
        assert_int_equal(move_check(&start, move, NULL), OK);
    }
    Score score = engine_evaluate_for(&start, 0);
    assert_true(score > -SCORE_MATED_MAX && score < SCORE_MATED_MAX);
    assert_int_equal(engine_evaluate_for(&start, 1), -score);
    Rng rng = { 1 };
    for (int i = 0; i < YARDSTICKS; i++)
        assert_int_equal(move_check(&start, yardstick_move((Yardstick)i, &start, &rng), NULL), OK);
}

// Equal to the chances of a variant of the same game with as many players.
static void check_chances(int index)
{
    const Variant *variant = variant_at(index);
    Position start = start_of(index, 0), alike;
    variant_start(variant_find(text_of(variant->game->name)), &alike);
    for (Score score = -300; score <= 300; score += 100)
        assert_int_equal(chance_of_score(&start, score), chance_of_score(&alike, score));
}

static void check_view(int index)
{
    static char text[VIEW_MAX];
    const Variant *variant = variant_at(index);
    Position start = start_of(index, 0);
    Out out = out_to(text, sizeof text);
    view_write_variant(variant, &out);
    assert_non_null(strstr(text, variant->id));
    bool marbles = !strcmp(variant->game->name, "abalone");
    assert_non_null(strstr(text, marbles ? "\"walls\":0" : "\"walls\":3"));
    out = out_to(text, sizeof text);
    view_write(&start, &out);
    assert_false(out.lost);
    assert_non_null(strstr(text, marbles ? "\"lost\":[0,0]" : "\"wallsLeft\":[3,3]"));
    assert_non_null(strstr(text, marbles ? "\"toWin\":3" : "\"toWin\":0"));
    assert_non_null(strstr(text, "\"moves\":[{"));
    out = out_to(text, sizeof text);
    view_write_findings(&start, &out);
    assert_false(out.lost);
}

static void test_variants(void **state)
{
    (void)state;
    static Ply plies[PLIES];
    assert_int_equal(variant_count(), VARIANTS + 2);
    for (int i = VARIANTS; i < variant_count(); i++) {
        Match match;
        check_rules(i);
        check_engine(i);
        check_chances(i);
        check_view(i);
        assert_int_not_equal(play_game(i, &match, plies), 0);
        check_record(&match);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_variants, thinking_begin, thinking_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
