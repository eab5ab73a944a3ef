// SPDX-License-Identifier: MIT
// Written game records can be read back.
#include "support/records.h"

#include "base/rng.h"
#include "record/annotate.h"
#include "record/writer.h"

#include <stdlib.h>
#include <string.h>

enum { GAME_MAX = 120 };

typedef struct Written {
    bool leaves;
    int player;
    Reason reason;
    char text[MOVE_TEXT_MAX];
    RecordNote note;
} Written;

static RecordNote random_note(Rng *rng)
{
    RecordNote note = note_empty();
    if (rng_below(rng, 4) == 0) note.periods = (int)rng_below(rng, 100);
    if (rng_below(rng, 2)) note.clock = rng_below(rng, 1u << rng_below(rng, 31));
    note.eval_kind = (EvalKind)rng_below(rng, 3);
    if (note.eval_kind != EVAL_NONE) note.eval = (i32)rng_below(rng, 20001) - 10000;
    if (rng_below(rng, 8) == 0) note.best = text_of("a1b2 pass e3h");
    if (rng_below(rng, 8) == 0) note.loss = (i32)rng_below(rng, 2000);
    note.limit_kind = rng_below(rng, 8) ? LIMIT_NONE : (NoteLimit)rng_below(rng, NOTE_LIMITS);
    if (note.limit_kind != LIMIT_NONE) note.limit = rng_below(rng, 1000000000);
    return note;
}

// A legal move; `shuffle` prefers one that leads back, so that some games end by repetition.
static Move random_move(Rng *rng, const Position *position, bool shuffle, const Key *keys,
                        int count)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    u32 legal = (u32)game->moves(position, moves);
    for (u32 i = 0; i < legal && shuffle; i++) {
        Position child = *position;
        game->play(&child, moves[i]);
        for (int k = 0; k < count; k++)
            if (keys[k] == game->key(&child)) return moves[i];
    }
    if (moves[legal - 1] == MOVE_SWAP && rng_below(rng, 2)) return MOVE_SWAP;
    return moves[rng_below(rng, legal)];
}

static void random_tag(Rng *rng, char value[24])
{
    static const char LETTERS[] = "ab \"\\[]{};%()*\xc3\xa7'";
    int length = (int)rng_below(rng, 23);
    for (int i = 0; i < length; i++)
        value[i] = LETTERS[rng_below(rng, sizeof LETTERS - 1)];
    value[length] = '\0';
}

// Plays, writes, reads back and compares. Returns the result, for statistics.
static Outcome round_trip(Rng *rng, const Position *start, bool shuffle)
{
    static char text[128 * GAME_MAX];
    static Written written[GAME_MAX];
    static Replay replay;
    const Variant *variant = start->head.variant;
    const Game *game = variant->game;
    Out out = out_to(text, sizeof text);
    char event[24];
    random_tag(rng, event);
    record_write_setup(&out, start, NULL);
    record_write_tag(&out, "Event", text_of(event));

    RecordWriter writer = record_writer(&out, variant);
    Position position = *start;
    Key keys[GAME_MAX + 1] = { game->key(start) };
    int steps = 0, plies = 0, end = 1 + (int)rng_below(rng, GAME_MAX);
    bool drawn = false;
    while (steps < end && !drawn && !game->winners(&position)) {
        Written *w = &written[steps++];
        *w = (Written){ .note = note_empty() };
        int player = (int)rng_below(rng, variant->players);
        bool in = !(position.head.out >> player & 1);
        if (variant_each_alone(variant) && in && rng_below(rng, 40) == 0) {
            static const Reason LEAVE[] = { REASON_TIME, REASON_RESIGNATION, REASON_ABANDONED };
            w->leaves = true;
            w->player = player;
            w->reason = LEAVE[rng_below(rng, 3)];
            record_write_leave(&writer, player, w->reason);
            game->leave(&position, player);
        } else {
            Move move = random_move(rng, &position, shuffle, keys, steps);
            Out word = out_to(w->text, sizeof w->text);
            w->note = random_note(rng);
            game->write_move(&position, move, &word);
            record_write_move(&writer, &position, move, w->note);
            game->play(&position, move);
            plies++;
        }
        keys[steps] = game->key(&position);
        int times = 0;
        for (int i = 0; i <= steps; i++)
            times += keys[i] == keys[steps];
        drawn = times == 3;
    }
    Outcome result = { .winners = game->winners(&position) };
    u8 in = (u8)(variant_everyone(variant) & ~position.head.out);
    if (!result.winners && (drawn || rng_below(rng, 4) == 0)) result.drawn = in;
    record_write_result(&writer, &result);
    assert_false(out.lost);

    // Lines of moves aren't too long.
    int column = 0;
    for (const char *c = strstr(text, "\n\n") + 2; *c; c++) {
        column = *c == '\n' ? 0 : column + 1;
        assert_true(column <= RECORD_COLUMNS);
    }
    Record record = record_of(text);
    char value[24];
    Out unescaped = out_to(value, sizeof value);
    record_unescape(record.tag[TAG_EVENT], &unescaped);
    assert_string_equal(value, strcmp(event, "?") ? event : "");
    assert_int_equal(record.plies, plies);
    assert_int_equal(record.leaves, steps - plies);
    Tokens moves = record.moves;
    RecordStep step;
    for (int i = 0; i < steps; i++) {
        const Written *w = &written[i];
        assert_true(record_next_step(&moves, &step));
        assert_int_equal(step.leaves, w->leaves);
        if (w->leaves) assert_true(step.player == w->player && step.reason == w->reason);
        if (!w->leaves) assert_text(step.text, w->text);
        assert_true(step.note.loss == w->note.loss && step.note.limit == w->note.limit &&
                    step.note.limit_kind == w->note.limit_kind &&
                    text_equal(step.note.best, w->note.best));
        assert_true(step.note.clock == w->note.clock && step.note.periods == w->note.periods &&
                    step.note.eval_kind == w->note.eval_kind);
        assert_int_equal(step.note.eval, w->note.eval);
    }
    assert_false(record_next_step(&moves, &step));

    Key *capacity = malloc(record_replay_size(&record) * sizeof *capacity);
    Fault why = { 0 };
    if (record_replay(&record, capacity, &replay, &why) != OK)
        fail_msg("%s\n%s", why.message, text);
    free(capacity);
    assert_int_equal(replay.plies, plies);
    assert_true(replay.outcome.winners == result.winners && replay.outcome.drawn == result.drawn);
    assert_true(game->key(&replay.position) == game->key(&position));
    return drawn ? result : (Outcome){ .winners = result.winners };
}

static void random_games_come_back(void **state)
{
    (void)state;
    Rng rng = { 2024 };
    int won = 0, drew = 0;
    for (int v = 0; v < VARIANTS; v++) {
        const Variant *variant = variant_at(v);
        for (int i = 0; i < 60; i++) {
            Position start;
            const Layout *layout = &variant->layout[i % variant->layouts];
            variant->game->read(variant, text_of(layout->position), &start, NULL);
            // Every third game starts from another position, with any player to move.
            for (int k = i % 3 == 2 ? 1 + (int)rng_below(&rng, 20) : 0; k > 0; k--)
                if (!variant->game->winners(&start))
                    variant->game->play(&start, random_move(&rng, &start, false, NULL, 0));
            if (variant->players == 2 && i % 5 < 2) start.head.swap = (u8)(SWAP_AFTER_MOVE + i % 5);
            Outcome result = round_trip(&rng, &start, i % 4 == 3);
            won += result.winners != 0;
            drew += result.drawn != 0;
        }
    }
    assert_true(won > 0 && drew > 0);
    // Black can only pass.
    const Variant *three = variant_find(text_of("abalone-3"));
    Position start;
    Text stuck = text_of("aaaaa/aaaaaa/wwwwwww/w7/9/8/7/ww4/bw3 b 0-5-5");
    assert_int_equal(three->game->read(three, stuck, &start, NULL), OK);
    for (int i = 0; i < 20; i++)
        round_trip(&rng, &start, i % 2);
}

static void the_shape_that_is_written(void **state)
{
    (void)state;
    static char text[2000];
    Out out = out_to(text, sizeof text);
    const Variant *variant = variant_find(text_of("quoridor-4"));
    Position position;
    Move move;
    variant_start(variant, &position);
    record_write_setup(&out, &position, NULL);
    record_write_tag(&out, "Player1", text_of("Ada \"the\nwall\""));
    RecordWriter writer = record_writer(&out, variant);
    Text rest = text_of("e2 b5 e8 h5 e3 c5 g5 e4 e3h f5"), word;
    for (int i = 0; text_word(&rest, &word); i++) {
        if (i == 6) {
            record_write_leave(&writer, 2, REASON_TIME);
            variant->game->leave(&position, 2);
        }
        assert_int_equal(move_read(&position, word, &move, NULL), OK);
        RecordNote note = note_empty();
        note.clock = 1000 * (600 - i);
        note.eval_kind = i % 2 ? EVAL_POINTS : EVAL_NONE;
        note.eval = 5;
        record_write_move(&writer, &position, move, note);
        variant->game->play(&position, move);
    }
    record_write_result(&writer, &(Outcome){ 0 });
    assert_string_equal(
        text, "[Game \"quoridor-4\"]\n[Player1 \"Ada \\\"the wall\\\"\"]\n\n"
              "1. e2 {[%clk 0:10:00]} b5 {[%clk 0:09:59] [%eval 0.05]} e8 {[%clk 0:09:58]} h5\n"
              "{[%clk 0:09:57] [%eval 0.05]} 2. e3 {[%clk 0:09:56]} c5\n"
              "{[%clk 0:09:55] [%eval 0.05]} out3:time g5 {[%clk 0:09:54]} 3. e4\n"
              "{[%clk 0:09:53] [%eval 0.05]} e3h {[%clk 0:09:52]} f5\n"
              "{[%clk 0:09:51] [%eval 0.05]} *\n\n");
}

// The tags of a game with the swap rule (R12) and a handicap (R11).
static void swap_and_handicap_tags(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        const char *clock, *tags;
    } CASES[] = {
        { "- / - / e1 e9 / 10 10 / 1 swap", "-", "[Swap \"yes\"]\n" },
        { "- / - / e1 e9 / 7 10 / 1", "-",
          "[Position \"- / - / e1 e9 / 7 10 / 1\"]\n[Handicap \"1 walls 3\"]\n" },
        { "- / - / e1 e9 / 10 9 / 1 swap", "-",
          "[Position \"- / - / e1 e9 / 10 9 / 1 swap\"]\n[Swap \"yes\"]\n"
          "[Handicap \"2 walls 1\"]\n" },
        { "- / - / e1 e9 / 10 10 / 2", "-",
          "[Position \"- / - / e1 e9 / 10 10 / 2\"]\n[Handicap \"1 move\"]\n" },
        { "- / - / e1 e9 / 10 10 / 1", "600+5,2:60", "[Handicap \"2 time 60\"]\n" },
        { "- / - / e1 e9 / 10 10 / 1 choose", "-",
          "[Position \"- / - / e1 e9 / 10 10 / 1 choose\"]\n[Swap \"yes\"]\n" },
    };
    const Variant *variant = variant_find(text_of("quoridor"));
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[400], wanted[400];
        Position start, read;
        ClockSpec clock;
        assert_int_equal(variant->game->read(variant, text_of(CASES[i].position), &start, NULL),
                         OK);
        assert_int_equal(clock_read(text_of(CASES[i].clock), &clock, NULL), OK);
        Out out = out_to(text, sizeof text);
        record_write_setup(&out, &start, &clock);
        Out tags = out_to(wanted, sizeof wanted);
        out_format(&tags, "[Game \"quoridor\"]\n%s", CASES[i].tags);
        assert_string_equal(text, wanted);
        out_str(&out, "\n*\n");
        Record record = record_of(text);
        assert_int_equal(record_setup(&record, &read, NULL), OK);
        assert_true(variant->game->key(&read) == variant->game->key(&start));
    }
    Fault why;
    Position position;
    Record bad = record_of("[Game \"quoridor\"]\n[Swap \"no\"]\n\n*\n");
    assert_int_equal(record_setup(&bad, &position, &why), MALFORMED);
    assert_string_equal(why.message, "line 2: Swap is \"yes\", in a game of two players");
}

static void notes_are_put_in(void **state)
{
    (void)state;
    // The second move gets no note, so its comments stay.
    static const struct {
        const char *moves, *annotated;
    } CASES[] = {
        { "1. e2 e8 2. e3 *", "1. e2 {[%eval 0.20] [%limit depth 3]}\ne8 2. e3 "
                              "{[%eval 0.20] [%limit depth 3]}\n*" },
        { "e2!? $1\n$14 e8 {old} e3", "e2!? $1\n$14 {[%eval 0.20] [%limit depth 3]}\ne8 {old} e3 "
                                      "{[%eval 0.20] [%limit depth 3]}" },
        { "1.e2{a}e8{[%eval 9] [%loss 1]}2.e3{ b [%clk 0:01:00] } 1-0",
          "1.e2{a [%eval 0.20] [%limit depth 3]}e8{[%eval 9] [%loss 1]}2.e3{b [%clk 0:01:00] "
          "[%eval 0.20] [%limit depth 3]}\n1-0" },
        { "e2 {x [%eval 9.00] [%x 1]  [%best a1 b1] [%loss 3] [%limit nodes 7] y} {[%eval 2]} (d1 "
          "{no}) e8 e3 {} ; end\n",
          "e2 {x [%x 1] y [%eval 0.20] [%limit depth 3]}\n{}\n(d1 {no}) e8 e3 {[%eval 0.20] "
          "[%limit "
          "depth 3]} ; end\n" },
    };
    RecordNote note = note_empty();
    note.eval_kind = EVAL_POINTS;
    note.eval = 20;
    note.limit_kind = LIMIT_DEPTH;
    note.limit = 3;
    RecordNote given[] = { note, note_empty(), note };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Record record = record_of(CASES[i].moves);
        char text[512];
        Out out = out_to(text, sizeof text);
        record_annotate(&record, given, &out);
        assert_string_equal(text, CASES[i].annotated);
        assert_true(out.length < record_annotate_size(&record));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_come_back),
        cmocka_unit_test(the_shape_that_is_written),
        cmocka_unit_test(swap_and_handicap_tags),
        cmocka_unit_test(notes_are_put_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
