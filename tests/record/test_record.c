// SPDX-License-Identifier: MIT
// Game records: accepted and rejected input.
#include "support/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tags_and_moves(void **state)
{
    (void)state;
    Record record = record_of("[Game \"abalone\"]\n[ Event\t\"a \\\"b\\\" \\\\ c\" ]\n"
                              "[Round \"7\"]\n[player2 \"Bo\"] [White \"?\"]\n[Date \"\"]\n\n"
                              "1. a1b2 i5h5 2. a2b3 1-0\n");
    assert_text(record.tag[TAG_GAME], "abalone");
    assert_text(record_player(&record, 1), "Bo");
    assert_text(record.tag[TAG_WHITE], "");
    assert_text(record.result, "1-0");
    assert_int_equal(record.plies, 3);
    assert_int_equal(record.line, 1);
    assert_int_equal(record.result_line, 7);
    assert_steps(&record, "a1b2 i5h5 a2b3");

    char value[40];
    Out out = out_to(value, sizeof value);
    record_unescape(record.tag[TAG_EVENT], &out);
    assert_string_equal(value, "a \"b\" \\ c");

    // Unknown tags are kept in place.
    Tokens tags = record.tags;
    Text name, text;
    for (int i = 0; i < 3; i++)
        assert_true(record_next_tag(&tags, &name, &text));
    assert_text(name, "Round");
    assert_text(text, "7");
}

static void what_is_passed_over(void **state)
{
    (void)state;
    Record record =
        record_of("\xef\xbb\xbf\xef\xbb\xbf% an escape line [Game \"x\"]\r\n{before} ; 1. e4 {\r\n"
                  "[Game \"quoridor\"]\r\n; a line\r\n\r\n"
                  "1.e2! $14 {a comment ( [ ; } (1. e3 (1. d1 {)} e8) ; )\r\n e7) 1... e8?!\r\n"
                  "%escaped e3\r\n2 e3 ! ... e7;e6\r\n3.f3h{at once}e6$1(d6)4.\r\n");
    assert_steps(&record, "e2 e8 e3 e7 f3h e6");
    assert_int_equal(record.result.length, 0);
    // The same with other line ends.
    record = record_of("[Game \"quoridor\"]\r\r1. e2\re8 ; e7\r2. e3 *\r");
    assert_steps(&record, "e2 e8 e3");
    assert_int_equal(record.result_line, 5);
    // '%' inside a line is not an escape, and a game may be in one line.
    record = record_of("[Game \"quoridor\"] 1. e2 %e8 *");
    assert_steps(&record, "e2 %e8");
}

static void where_games_end(void **state)
{
    (void)state;
    // At a result, at a tag after moves, at a tag that comes again after a blank line, at number 1.
    assert_replay("[Game \"quoridor\"]\n1. e2 *\n[Game \"abalone\"]\n[Event \"x\"]\n1. a1b2\n"
                  "[Game \"quoridor\"]\n\n[Game \"abalone-3\"]\n*\n{the end}\n",
                  "quoridor 1 * ok\nabalone 1 * ok\nquoridor 0 * ok\nabalone-3 0 * ok");
    assert_replay("1. e2 e8 2. e3 e7\n1. e2 e8\n2. e3\n\n1. e2 1... e8 2. e3 1-0 1. a1b2\n",
                  "quoridor 4 * ok\nquoridor 3 * ok\nquoridor 3 1-0 ok\nabalone 1 * ok");
    assert_replay("", "");
    assert_replay(" \n; nothing\n{nothing}\n", "");
}

static void malformed_texts(void **state)
{
    (void)state;
    // A good game follows each one and must not be lost.
    static const struct {
        const char *text, *fault;
    } CASES[] = {
        { "[]", "line 1: a tag has no name" },
        { "[Game abalone]\n[Event \"x\"]\n\n1. a1b2",
          "line 1: the value of tag 'Game' is not in quotes" },
        { "[Game \"abalone]\n[Event \"x\"]\n\n1. a1b2",
          "line 1: the value of tag 'Game' has no closing quote" },
        { "[Game \"abalone\\\"]\n\n1. a1b2",
          "line 1: the value of tag 'Game' has no closing quote" },
        { "[Game \"abalone\"\n\n1. a1b2", "line 1: tag 'Game' has no closing bracket" },
        { "[Game \"abalone\"]\n[Game \"abalone\"]\n\n*", "line 2: tag 'Game' stands twice" },
        { "\n1. a1b2 {[%clk 0:01:00]\ni5h5\n", "line 2: '{' is not closed by '}'" },
        { "\n1. a1b2 (i5h5 {)} ;)\n", "line 2: '(' is not closed by ')'" },
        { "1. a1b2 }\n2. a2b3", "line 1: '}' stands alone" },
        { "1. a1b2 )\n", "line 1: ')' stands alone" },
        { "1. a1b2 \"\n", "line 1: '\"' stands alone" },
        { "1. a1b2 ]\n", "line 1: ']' stands alone" },
        { "[Game \"chess\"]\n1. e4 *", "line 1: unknown game 'chess'" },
        { "[Site \"x\"]\n\n*", "line 1: neither a tag nor the first move tells which game" },
        { "hello", "line 1: neither a tag nor the first move tells which game" },
        { "[Game \"abalone\"]\n[Layout \"none\"]\n*", "line 2: abalone has no layout 'none'" },
        { "[Game \"abalone\"]\n[Layout \"belgian-d\"]\n*",
          "line 2: abalone has no layout 'belgian-d'" },
        { "[Variant \"hydra\"]\n[Black \"?\"]\n*", "line 1: abalone has no layout 'hydra'" },
        { "[Game \"abalone\"]\n[Notation \"Morse\"]\n*",
          "line 2: notation 'Morse' is neither Aba-Pro nor Nacre" },
        { "[Game \"quoridor\"]\n[Position \"e1\"]\n*", "line 2: bad position: " },
        { "[Game \"quoridor\"]\n[Result \"2-0\"]\n*",
          "line 2: result '2-0': a score is 1, 1/2 or 0, not '2'" },
        { "[Game \"quoridor-4\"]\n\n\n1-0", "line 4: result '1-0' is not the scores of 4 players" },
        { "[Game \"quoridor\"]\n[Termination \"boredom\"]\n*",
          "line 2: unknown termination 'boredom'" },
        { "[Game \"quoridor\"]\n1. e2\ne8\nhello",
          "line 4: ply 3: move 'hello' is not a square or a wall" },
        { "[Game \"quoridor-4\"]\n1. out5",
          "line 2: ply 1: move 'out5' is not a square or a wall" },
        { "[Game \"abalone-3\"]\n1. out1:boredom", "line 2: ply 1: move 'out1:boredom' is not" },
        { "[Game \"abalone-3\"]\n1. out1:", "line 2: ply 1: move 'out1:' is not" },
        { "[Game \"quoridor\"]\n[TimeControl \"banana\"]\n\n1. e2 *",
          "line 2: main time 'banana' is not a number of seconds" },
        { "[Game \"quoridor\"]\n\n1. e2 {fine}\n{[%clk 0:01:00] [%clk banana]} e8 *",
          "line 4: ply 1: malformed command '%clk banana'" },
        { "[Game \"quoridor\"]\n1. e2 e8 {[%clk 99:99:99]} *",
          "line 2: ply 2: malformed command '%clk 99:99:99'" },
        { "[Game \"quoridor\"]\n1. e2 {[%eval banana] [%clk x]} *",
          "line 2: ply 1: malformed command '%eval banana'" },
        { "[Game \"quoridor\"]\n1. e2 {[%eval 0.5,deep]} *",
          "line 2: ply 1: malformed command '%eval 0.5,deep'" },
        { "[Game \"quoridor\"]\n1. e2 {[%periods 256]} *",
          "line 2: ply 1: malformed command '%periods 256'" },
        { "[Game \"abalone-3\"]\n1. out1 {[%clk]} *", "line 2: ply 1: malformed command '%clk'" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s\n\n[Game \"abalone\"]\n[Event \"good\"]\n\n1. a1b2 *\n",
                 CASES[i].text);
        RecordReader reader = record_reader(text_of(text));
        Record record;
        Fault why = { 0 };
        char line[300];
        Out out = out_to(line, sizeof line);
        replay_line(record_next(&reader, &record, &why), &record, &why, &out);
        if (strncmp(line, CASES[i].fault, strlen(CASES[i].fault)) != 0)
            fail_msg("%s\ngives:  %s\nnot:    %s", CASES[i].text, line, CASES[i].fault);
        if (record_next(&reader, &record, &why) != RECORD_READ) fail_msg("lost after %s", text);
        assert_text(record.tag[TAG_EVENT], "good");
        assert_int_equal(record_next(&reader, &record, &why), RECORD_END);
    }
    // A tag inside a comment isn't a game, unless it follows a blank line.
    Record record = record_of("1. e2 {see\n[Game \"abalone\"]\n there} e8 *");
    assert_steps(&record, "e2 e8");
}

// Reading takes linear time: each of these texts would take minutes otherwise.
static void odd_texts_are_quick(void **state)
{
    (void)state;
    static const char *const PIECES[] = {
        "[",
        "{",
        "(",
        "\n\n[A \"",
        "\n\n[A \"b\"] {",
        "\n\n[A \"b\"] (",
        "1.",
        "$",
        "%\n",
        "\"",
        "\\",
        "a1b2 ",
        "1-0 ",
        "e2 e8 e1 e9 ",
        "(a) ",
        "{[%clk ",
        "e2{[",
        "\r",
        "\n[A \"b\"]\n\n",
        "!",
        "1\n1.",
    };
    enum { LENGTH = 1 << 19 };
    char *text = malloc(LENGTH);
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++) {
        size_t length = strlen(PIECES[i]);
        for (size_t at = 0; at < LENGTH; at++)
            text[at] = PIECES[i][at % length];
        RecordReader reader = record_reader((Text){ text, LENGTH });
        Record record;
        Fault why;
        RecordStatus status;
        while ((status = record_next(&reader, &record, &why)) != RECORD_END) {
            char line[300];
            Out out = out_to(line, sizeof line);
            replay_line(status, &record, &why, &out);
        }
    }
    free(text);
}

static void notes(void **state)
{
    (void)state;
    static const struct {
        const char *comment;
        i64 clock;
        EvalKind kind;
        i32 eval;
        const char *written;
    } CASES[] = {
        { "[%clk 0:09:58] [%eval 1.30]", 598000, EVAL_POINTS, 130,
          "{[%clk 0:09:58] [%eval 1.30]}" },
        { "good [%eval -0.5] move [%clk 9:58.25]", 598250, EVAL_POINTS, -50,
          "{[%clk 0:09:58.25] [%eval -0.50]}" },
        { "[%clk 999999:59:59.9999]", 3599999999999, EVAL_NONE, 0, "{[%clk 999999:59:59.999]}" },
        { "[%clk 0:00:00.007][%eval #-3]", 7, EVAL_MATE, -3, "{[%clk 0:00:00.007] [%eval #-3]}" },
        { "[%eval\n+12,18]", NOTE_NONE, EVAL_POINTS, 1200, "{[%eval 12.00]}" },
        { "[%eval 0.00]", NOTE_NONE, EVAL_POINTS, 0, "{[%eval 0.00]}" },
        { "[%clk 0:01:00] [%clk 0:00:30]", 30000, EVAL_NONE, 0, "{[%clk 0:00:30]}" },
        { "[%clk 0:60:00] [%clk 1:2:3:4] [%clk 12] [%clk :] [%clk] [%clk 0:01:00.] [%clk -1:00]",
          NOTE_NONE, EVAL_NONE, 0, "" },
        { "[%eval] [%eval x] [%eval 1.x] [%eval #1.5] [%eval --1] [%eval 1.] [%eval 99999999]",
          NOTE_NONE, EVAL_NONE, 0, "" },
        { "%clk 0:01:00] [%clk 0:01:00", NOTE_NONE, EVAL_NONE, 0, "" },
        { "[%clk 0:00:00] [%periods 2] [%periods -1] [%periods 256]", 0, EVAL_NONE, 0,
          "{[%clk 0:00:00] [%periods 2]}" },
        { "[%emt 0:00:05] ]][[ [", NOTE_NONE, EVAL_NONE, 0, "" },
        { "[%eval 1,deep]", NOTE_NONE, EVAL_NONE, 0, "" },
        { "[%limit nodes 20000] [%loss 1.5] [%best e3 E7 a1b2]", NOTE_NONE, EVAL_NONE, 0,
          "{[%best e3 E7 a1b2] [%loss 1.50] [%limit nodes 20000]}" },
        { "[%limit 5] [%limit hours 5] [%limit depth x] [%limit nodes 1000000000] [%loss -1] "
          "[%best] [%best e3  e7] [%best e3\ne7] [%best e3, e7]",
          NOTE_NONE, EVAL_NONE, 0, "" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        RecordNote note = note_empty();
        note_read(text_of(CASES[i].comment), &note);
        char text[NOTE_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        note_write(note, &out);
        assert_string_equal(text, CASES[i].written);
        assert_true(note.clock == CASES[i].clock && note.eval_kind == CASES[i].kind);
        assert_int_equal(note.eval, CASES[i].eval);
    }
    // A note belongs to the move before it.
    Record record = record_of("[Game \"quoridor\"] {[%clk 1:00:00]} 1. e2 {[%clk 0:05:00]} {[%eval "
                              "1]} e8 2. {[%eval 3]} e3");
    Tokens moves = record.moves;
    RecordStep step;
    assert_true(record_next_step(&moves, &step) && step.note.clock == 300000 &&
                step.note.eval == 100);
    assert_true(record_next_step(&moves, &step) && step.note.clock == NOTE_NONE &&
                step.note.eval_kind == EVAL_NONE);
    assert_true(record_next_step(&moves, &step) && step.note.eval_kind == EVAL_NONE);
    assert_false(record_next_step(&moves, &step));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_and_moves),      cmocka_unit_test(what_is_passed_over),
        cmocka_unit_test(where_games_end),     cmocka_unit_test(malformed_texts),
        cmocka_unit_test(odd_texts_are_quick), cmocka_unit_test(notes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
