// SPDX-License-Identifier: MIT
// Game records: what is read, what is refused and why, what a replay says, and that what is written
// is read back the same. Environment: MEYDAN (the program), HUMAN_GAMES (a file that may be
// absent).
#include "abalone/nacre.h"
#include "base/rng.h"
#include "record/annotate.h"
#include "record/replay.h"
#include "record/writer.h"
#include "variants/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void assert_text(Text text, const char *wanted)
{
    if (text_is(text, wanted)) return;
    fail_msg("'%.*s' instead of '%s'", (int)text.length, text.at, wanted);
}

static Record read_one(const char *text)
{
    RecordReader reader = record_reader(text_of(text));
    Record record, other;
    Fault why = { 0 };
    if (record_next(&reader, &record, &why) != RECORD_READ) fail_msg("%s: %s", text, why.message);
    if (record_next(&reader, &other, &why) != RECORD_END) fail_msg("two games: %s", text);
    return record;
}

// "a1b2 c3d4": the steps of a record with a blank between.
static void assert_steps(const Record *record, const char *wanted)
{
    char text[500];
    Out out = out_to(text, sizeof text);
    Tokens moves = record->moves;
    RecordStep step;
    while (record_next_step(&moves, &step))
        out_format(&out, out.length ? " %t" : "%t", step.text);
    assert_string_equal(text, wanted);
}

// What `replay` would print of a record, without the index; for a malformed one the fault.
static void replay_line(RecordStatus status, const Record *record, Fault *why, Out *out)
{
    static Replay replay;
    if (status == RECORD_READ) {
        Key *keys = malloc(record_replay_room(record) * sizeof *keys);
        Status played = record_replay(record, keys, &replay, why);
        free(keys);
        if (played != MALFORMED) {
            const Variant *variant = replay.position.head.variant;
            out_format(out, "%s %d ", variant->id, replay.plies);
            outcome_write(&replay.outcome, variant, out);
            out_format(out, " %s", played == OK ? "ok" : why->message);
            return;
        }
    }
    out_str(out, why->message);
}

// Replays all games of a text and compares the lines.
static void assert_replay(const char *text, const char *wanted)
{
    char lines[2000];
    Out out = out_to(lines, sizeof lines);
    // Memory of exactly that size, so that ASan sees a read past the end.
    size_t length = strlen(text);
    char *bytes = malloc(length + 1);
    memcpy(bytes, text, length);
    bytes = realloc(bytes, length ? length : 1);
    RecordReader reader = record_reader((Text){ bytes, length });
    Record record;
    Fault why;
    RecordStatus status;
    while ((status = record_next(&reader, &record, &why)) != RECORD_END) {
        if (out.length) out_char(&out, '\n');
        replay_line(status, &record, &why, &out);
    }
    free(bytes);
    if (strcmp(lines, wanted) != 0) fail_msg("%s\ngives:  %s\nnot:    %s", text, lines, wanted);
}

// --- reading -------------------------------------------------------------------------------------

static void tags_and_moves(void **state)
{
    (void)state;
    Record record = read_one("[Game \"abalone\"]\n[ Event\t\"a \\\"b\\\" \\\\ c\" ]\n"
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

    // Tags that nobody knows are kept, in their place.
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
        read_one("\xef\xbb\xbf% an escape line [Game \"x\"]\r\n{before} ; 1. e4 {\r\n"
                 "[Game \"quoridor\"]\r\n; a line\r\n\r\n"
                 "1.e2! $14 {a comment ( [ ; } (1. e3 (1. d1 {)} e8) ; )\r\n e7) 1... e8?!\r\n"
                 "%escaped e3\r\n2 e3 ! ... e7;e6\r\n3.f3h{at once}e6$1(d6)4.\r\n");
    assert_steps(&record, "e2 e8 e3 e7 f3h e6");
    assert_int_equal(record.result.length, 0);
    // The same with other line ends.
    record = read_one("[Game \"quoridor\"]\r\r1. e2\re8 ; e7\r2. e3 *\r");
    assert_steps(&record, "e2 e8 e3");
    assert_int_equal(record.result_line, 5);
    // '%' inside a line is no escape, and a game may be in one line.
    record = read_one("[Game \"quoridor\"] 1. e2 %e8 *");
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
    // Each is followed by a good game, which must not be lost.
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
        { "[Variant \"snakes\"]\n[Black \"?\"]\n*", "line 1: abalone has no layout 'snakes'" },
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
    // A tag inside a comment is no game, unless a blank line stands before it.
    Record record = read_one("1. e2 {see\n[Game \"abalone\"]\n there} e8 *");
    assert_steps(&record, "e2 e8");
}

// However odd the text, time is linear: each of these would take minutes if it were not.
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
        char text[NOTE_TEXT_MOST];
        Out out = out_to(text, sizeof text);
        note_write(note, &out);
        assert_string_equal(text, CASES[i].written);
        assert_true(note.clock == CASES[i].clock && note.eval_kind == CASES[i].kind);
        assert_int_equal(note.eval, CASES[i].eval);
    }
    // A note belongs to the move before it.
    Record record = read_one("[Game \"quoridor\"] {[%clk 1:00:00]} 1. e2 {[%clk 0:05:00]} {[%eval "
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

// --- games ---------------------------------------------------------------------------------------

static void which_game(void **state)
{
    (void)state;
    assert_replay("1. e2 e8 2. e3 e7", "quoridor 4 * ok");
    assert_replay("e2 e8 e3 e7 e4", "quoridor 5 * ok");
    assert_replay("1. e2 b5 e8 h5 2. e3", "quoridor-4 5 * ok");
    assert_replay("1. e2 b5 e8", "quoridor-4 3 * ok");
    assert_replay("1. e3h e6h 2. e2", "quoridor 3 * ok");
    assert_replay("1. a1b2 i5h5", "abalone 2 * ok");
    assert_replay("1. A2A4B2 1-0", "abalone 0 * ply 1: illegal move 'A2A4B2': every cell of a "
                                   "side-step's target must be empty");
    static const char *const NAMES[] = { "belgian",       "Belgian",      "BELGIAN DAISY",
                                         "belgian-daisy", "belgianDaisy", "belgian_daisy" };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char text[200];
        snprintf(text, sizeof text, "[Variant \"%s\"]\n[Result \"0-1\"]\n\n1. i9h8 i6h6 *",
                 NAMES[i]);
        assert_replay(text, "abalone 2 0-1 ok");
    }
    assert_replay("[Black \"x\"]\n[White \"y\"]\n\n*", "abalone 0 * ok");
    assert_replay("[Variant \"quoridor-4\"]\n\n1. e2 b5", "quoridor-4 2 * ok");
    assert_replay("[Game \"Abalone\"]\n[Layout \"swiss\"]\n[Variant \"nonsense\"]\n\n1. b1c1",
                  "abalone 1 * ok");
    assert_replay(
        "[Game \"quoridor\"]\n[Position \"- / - / e8 e5 / 10 10 / 2\"]\n\n1... e4 2. e9 1-0",
        "quoridor 2 1-0 ok");
    assert_replay("[FEN \"SSSSS/SSSSSS/2SSS2/8/9/8/2sss2/ssssss/sssss 0 0 w 0 1\"]\n\n1... i5h5",
                  "abalone 1 * ok");
}

static void what_replay_says(void **state)
{
    (void)state;
    // Moves.
    assert_replay("[Game \"quoridor\"]\n1. e2 e8 2. e4",
                  "quoridor 2 * ply 3: illegal move 'e4': the pawn does not reach that square");
    assert_replay(
        "[Game \"abalone\"]\n1. a1c3",
        "abalone 0 * ply 1: illegal move 'a1c3': a marble moves one cell, to a neighbour");
    assert_replay(
        "[Game \"quoridor\"]\n1. pass",
        "quoridor 0 * ply 1: illegal move 'pass': passing is only for a player with no legal move");
    assert_replay("[Game \"quoridor\"]\n[Position \"- / - / e8 e5 / 10 10 / 1\"]\n1. e9 e4",
                  "quoridor 1 1-0 ply 2: illegal move 'e4': the game is over");
    // Results: the board decides.
    assert_replay(
        "[Game \"quoridor\"]\n[Position \"- / - / e8 e5 / 10 10 / 1\"]\n[Result \"*\"]\n1. e9",
        "quoridor 1 1-0 ok");
    assert_replay(
        "[Game \"quoridor\"]\n[Position \"- / - / e8 e5 / 10 10 / 1\"]\n[Result \"0-1\"]\n1. e9",
        "quoridor 1 1-0 ply 1: the record tells another result");
    assert_replay("[Game \"quoridor\"]\n[Position \"- / - / e9 e5 / 10 10 / 2\"]\n[Termination "
                  "\"Normal\"]\n1-0",
                  "quoridor 0 1-0 ok");
    assert_replay("[Game \"quoridor\"]\n[Result \"1-0\"]\n1. e2 0-1",
                  "quoridor 1 * ply 1: the Result tag and the result after the moves differ");
    assert_replay("[Game \"quoridor\"]\n[Result \"1-0\"]\n1. e2 *", "quoridor 1 1-0 ok");
    assert_replay("[Game \"quoridor\"]\n[Result \"*\"]\n1. e2 1/2-1/2", "quoridor 1 1/2-1/2 ok");
    // Off the board the record does, if that can be; what others call normal is theirs.
    assert_replay("[Black \"x\"]\n[Termination \"Normal\"]\n1. a1b2 1-0", "abalone 1 1-0 ok");
    assert_replay("[Black \"x\"]\n[Termination \"boredom\"]\n1. a1b2 1-0", "abalone 1 1-0 ok");
    assert_replay("[Black \"x\"]\n[TimeControl \"40/7200:3600\"]\n1. a1b2 {[%clk soon]} *",
                  "abalone 1 * ok");
    // Commands of others, and what only looks like one, are passed over in our own records too.
    assert_replay("[Game \"quoridor\"]\n[TimeControl \"?\"]\n1. e2 {[%emt x] [clk] [%clk 1} *",
                  "quoridor 1 * ok");
    assert_replay("[Game \"quoridor\"]\n[Termination \"normal\"]\n1. e2 1-0",
                  "quoridor 1 * ply 1: nothing on the board ends it");
    assert_replay("[Game \"quoridor\"]\n[Termination \"repetition\"]\n1. e2 1/2-1/2",
                  "quoridor 1 * ply 1: no position stands for the third time");
    assert_replay("[Game \"quoridor\"]\n[Termination \"agreement\"]\n1. e2 1/2-1/2",
                  "quoridor 1 1/2-1/2 ok");
    assert_replay("[Game \"quoridor\"]\n[Termination \"agreement\"]\n1. e2 1-0",
                  "quoridor 1 * ply 1: an agreement is a draw");
    assert_replay("[Game \"quoridor\"]\n[Termination \"time\"]\n1. e2 1-0", "quoridor 1 1-0 ok");
    assert_replay("[Game \"quoridor\"]\n[Termination \"resignation\"]\n1. e2 1/2-1/2",
                  "quoridor 1 * ply 1: a flag or a resignation is no draw");
    assert_replay("[Game \"quoridor\"]\n[Termination \"abandoned\"]\n1. e2 *", "quoridor 1 * ok");
    assert_replay("[Game \"abalone-4\"]\n[Termination \"resignation\"]\n1. a2b3 0-1-0-1",
                  "abalone-4 1 0-1-0-1 ok");
}

static void repetition(void **state)
{
    (void)state;
#define SHUFFLE "1. e2 e8 2. e1 e9 3. e2 e8 4. e1 e9"
    assert_replay("[Game \"quoridor\"]\n" SHUFFLE, "quoridor 8 1/2-1/2 ok");
    assert_replay("[Game \"quoridor\"]\n[Termination \"repetition\"]\n" SHUFFLE " 1/2-1/2",
                  "quoridor 8 1/2-1/2 ok");
    assert_replay("[Game \"quoridor\"]\n" SHUFFLE " 1-0",
                  "quoridor 8 1/2-1/2 ply 8: the record tells another result");
    assert_replay("[Game \"quoridor\"]\n" SHUFFLE " 5. e2",
                  "quoridor 8 1/2-1/2 ply 9: illegal move 'e2': the game is over");
    // Other people's rules: the game goes on, unless it ends there with no winner told.
    assert_replay(SHUFFLE, "quoridor 8 1/2-1/2 ok");
    assert_replay(SHUFFLE " 1-0", "quoridor 8 1-0 ok");
    assert_replay(SHUFFLE " 5. e2 *", "quoridor 9 1/2-1/2 ok");
    assert_replay(SHUFFLE " 5. d1 *", "quoridor 9 * ok");
#undef SHUFFLE
}

static void players_who_leave(void **state)
{
    (void)state;
    assert_replay("[Game \"quoridor-4\"]\n[Result \"0-1-0-0\"]\n\n1. e2 b5 out3:time h5 2. "
                  "out1:resignation c5 out4:abandoned",
                  "quoridor-4 4 0-1-0-0 ok");
    assert_replay(
        "[Game \"abalone-3\"]\n\n1. a1a2a1 out2 ",
        "abalone-3 0 * ply 1: illegal move 'a1a2a1': a marble moves one cell, to a neighbour");
    assert_replay("[Game \"abalone-3\"]\n\n1. b1c1 out2 i9h8 2. out1 *", "abalone-3 2 0-0-1 ok");
    assert_replay("[Game \"abalone-3\"]\n\n1. out2 out2",
                  "abalone-3 0 * ply 1: illegal 'out2': that player had left before");
    assert_replay("[Game \"abalone-3\"]\n\n1. out4",
                  "abalone-3 0 * ply 1: illegal 'out4': there is no such player");
    assert_replay("[Game \"abalone-3\"]\n\n1. out1 out2 out3",
                  "abalone-3 0 0-0-1 ply 1: illegal 'out3': the game is over");
    assert_replay("[Game \"abalone\"]\n\n1. out1",
                  "abalone 0 * ply 1: illegal 'out1': nobody leaves a game of two sides");
    assert_replay("[Game \"abalone-4\"]\n\n1. out1",
                  "abalone-4 0 * ply 1: illegal 'out1': nobody leaves a game of two sides");
    assert_replay("[Game \"abalone-3\"]\n\n1. out2 1/2-0-1/2", "abalone-3 0 1/2-0-1/2 ok");
    assert_replay("[Game \"abalone-3\"]\n\n1. out2 1/2-1/2-1/2",
                  "abalone-3 0 * ply 0: the record gives points to a player who had left");
    assert_replay("[Game \"abalone-3\"]\n\n1. out2 0-1-0",
                  "abalone-3 0 * ply 0: the record gives points to a player who had left");
    // The position after somebody left counts as standing (R2); those who left share no draw.
    assert_replay("[Game \"quoridor-4\"]\n1. out2 out4 1. e2 e8 2. e1 e9 3. e2 e8 4. e1 e9",
                  "quoridor-4 8 1/2-0-1/2-0 ok");
}

// --- Nacre ---------------------------------------------------------------------------------------

static void assert_nacre(const char *position, const char *text, const char *wanted)
{
    const Variant *variant = variant_at(0);
    Position read;
    Fault why = { 0 };
    Move move;
    char answer[200];
    Out out = out_to(answer, sizeof answer);
    if (variant->game->read(variant, text_of(position), &read, &why) != OK)
        fail_msg("%s", why.message);
    if (ab_read_nacre((const AbPosition *)&read, text_of(text), &move, &why) == OK)
        ab_write_move(move, &out);
    else
        out_str(&out, why.message);
    assert_string_equal(answer, wanted);
}

static void nacre_cases(void **state)
{
    (void)state;
    const char *start = variant_at(0)->layout[0].position;
    assert_nacre(start, "c3d3", "c3d3");
    assert_nacre(start, "b2d3", "b2c3c2");
    assert_nacre(start, "a3d6", "a3b4");
    assert_nacre(start, "a3b4", "a3b4");
    assert_nacre(start, "a3c5",
                 "illegal move 'a3c5': a side-step moves two or three neighbours on one line");
    assert_nacre(start, "c3d6", "c3c5d4");
    assert_nacre(start, "c5d3", "c3c5d3");
    assert_nacre(start, "c5d4", "c4c5d4");
    assert_nacre(start, "c3d7",
                 "illegal move 'c3d7': a side-step moves two or three neighbours on one line");
    // Seen from the end where a side-step goes at 120 degrees, the shorter move is meant.
    const char *line = "wwwww/wwwwww/2www2/8/3bbb3/8/1bbbb2/bbbbbb/b4 b 0-0";
    assert_nacre(line, "e4f6", "e4e5f5"); // not e4e6f4
    assert_nacre(line, "e6f4", "e4e6f4");
    assert_nacre(line, "e6f5", "e5e6f5"); // not e4e6f5
    assert_nacre(line, "e4f7", "e4e6f5");
    assert_nacre(line, "e4f5", "e4f5"); // not e4e5f4
    assert_nacre(line, "e5f4", "e4e5f4");
    assert_nacre(line, "b6e9",
                 "illegal move 'b6e9': a side-step moves two or three neighbours on one line");
    assert_nacre(line, "g5h5", "illegal move 'g5h5': there is no marble of yours to move");
    assert_nacre("wwwww/www3/7/8/bb7/8/b6/bbbbbb/bbbbb w 6-0", "i5h4",
                 "illegal move 'i5h4': the game is over");
    assert_nacre("wwwww/www3/7/8/bb7/8/b6/bbbbbb/bbbbb w 6-0", "i5g3",
                 "illegal move 'i5g3': the game is over");
    assert_nacre(start, "j1a1", "move 'j1a1': there is no cell 'j1'");
    assert_nacre(start, "a1a0", "move 'a1a0': there is no cell 'a0'");
}

// The cell a number of steps on.
static Cell stepped(Cell cell, Dir dir, int steps)
{
    while (steps-- > 0)
        cell = bits_first(cells_shift(bit(cell), dir));
    return cell;
}

// A legal move as Nacre writes it, from the end where the angle is 60 degrees.
static void nacre_write(const AbPosition *position, Move move, Out *out)
{
    Cell first = ab_move_cell(move);
    Dir dir = ab_move_dir(move), along = (Dir)ab_move_axis(move);
    if (ab_move_axis(move) == AB_IN_LINE) {
        Cells own = position->marble[position->head.turn];
        int count = 1;
        while (cells_shift(bit(stepped(first, dir, count - 1)), dir) & own)
            count++;
        cell_write(first, out);
        cell_write(stepped(first, dir, count), out);
        return;
    }
    int steps = ab_move_three(move) ? 2 : 1;
    Cell last = stepped(first, along, steps);
    bool acute =
        ((int)dir - (int)along + DIRS) % DIRS == 1 || ((int)along - (int)dir + DIRS) % DIRS == 1;
    cell_write(acute ? first : last, out);
    cell_write(stepped(acute ? last : first, dir, 1), out);
}

static void nacre_on_random_games(void **state)
{
    (void)state;
    Rng rng = { 7 };
    const Variant *variant = variant_at(0);
    for (int game = 0; game < 30; game++) {
        Position position;
        const Layout *layout = &variant->layout[game % variant->layouts];
        variant->game->read(variant, text_of(layout->position), &position, NULL);
        const AbPosition *ab = (const AbPosition *)&position;
        Move moves[MOVES_MOST];
        for (int ply = 0, count; ply < 60; ply++) {
            count = variant->game->moves(&position, moves);
            for (int i = 0; i < count; i++) {
                char text[8];
                Out out = out_to(text, sizeof text);
                nacre_write(ab, moves[i], &out);
                Move found = MOVE_NONE;
                assert_int_equal(ab_read_nacre(ab, text_of(text), &found, NULL), OK);
                assert_int_equal(found, moves[i]);
            }
            if (!count) break;
            variant->game->play(&position, moves[rng_below(&rng, (u32)count)]);
        }
    }
}

// --- writing -------------------------------------------------------------------------------------

enum { GAME_MOST = 120 };

typedef struct Written {
    bool leaves;
    int player;
    Reason reason;
    char text[MOVE_TEXT_MOST];
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

// A legal move; `shuffle` prefers one that leads back, so that games end by repetition too.
static Move random_move(Rng *rng, const Position *position, bool shuffle, const Key *keys,
                        int count)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MOST];
    u32 legal = (u32)game->moves(position, moves);
    for (u32 i = 0; i < legal && shuffle; i++) {
        Position child = *position;
        game->play(&child, moves[i]);
        for (int k = 0; k < count; k++)
            if (keys[k] == game->key(&child)) return moves[i];
    }
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

// Plays, writes, reads back, compares. Returns the result, for counting.
static Outcome round_trip(Rng *rng, const Position *start, bool shuffle)
{
    static char text[128 * GAME_MOST];
    static Written written[GAME_MOST];
    static Replay replay;
    const Variant *variant = start->head.variant;
    const Game *game = variant->game;
    Out out = out_to(text, sizeof text);
    char event[24];
    random_tag(rng, event);
    record_write_setup(&out, start);
    record_write_tag(&out, "Event", text_of(event));

    RecordWriter writer = record_writer(&out, variant);
    Position position = *start;
    Key keys[GAME_MOST + 1] = { game->key(start) };
    int steps = 0, plies = 0, end = 1 + (int)rng_below(rng, GAME_MOST);
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

    // No line of moves is too long.
    int column = 0;
    for (const char *c = strstr(text, "\n\n") + 2; *c; c++) {
        column = *c == '\n' ? 0 : column + 1;
        assert_true(column <= RECORD_COLUMNS);
    }
    Record record = read_one(text);
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

    Key *room = malloc(record_replay_room(&record) * sizeof *room);
    Fault why = { 0 };
    if (record_replay(&record, room, &replay, &why) != OK) fail_msg("%s\n%s", why.message, text);
    free(room);
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
            // Every third game starts somewhere else, with anybody's turn.
            for (int k = i % 3 == 2 ? 1 + (int)rng_below(&rng, 20) : 0; k > 0; k--)
                if (!variant->game->winners(&start))
                    variant->game->play(&start, random_move(&rng, &start, false, NULL, 0));
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
    record_write_setup(&out, &position);
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

static void notes_are_put_in(void **state)
{
    (void)state;
    // The second move gets none: its comments stay as they are.
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
        Record record = read_one(CASES[i].moves);
        char text[512];
        Out out = out_to(text, sizeof text);
        record_annotate(&record, given, &out);
        assert_string_equal(text, CASES[i].annotated);
        assert_true(out.length < record_annotate_room(&record));
    }
}

// --- the data and the program --------------------------------------------------------------------

static void human_games(void **state)
{
    (void)state;
    const char *path = getenv("HUMAN_GAMES");
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file) {
        print_message("no file '%s': the human games are not replayed\n", path ? path : "");
        skip();
    }
    static char text[1 << 20];
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_true(length < sizeof text);
    RecordReader reader = record_reader((Text){ text, length });
    Record record;
    Fault why;
    RecordStatus status;
    int games = 0, won = 0, open = 0;
    static Replay replay;
    while ((status = record_next(&reader, &record, &why)) != RECORD_END) {
        games++;
        if (status != RECORD_READ) fail_msg("game %d: %s", games, why.message);
        Key *keys = malloc(record_replay_room(&record) * sizeof *keys);
        if (record_replay(&record, keys, &replay, &why) != OK)
            fail_msg("game %d: %s", games, why.message);
        free(keys);
        // Whoever won, won on the board.
        assert_true(replay.outcome.winners == variant_at(0)->game->winners(&replay.position));
        won += replay.outcome.winners != 0;
        open += !replay.outcome.over;
    }
    assert_int_equal(games, 648);
    assert_int_equal(won, 394);
    assert_int_equal(open, 254);
}

// Runs `meydan replay` with some arguments; both outputs come back in one text.
static void assert_program(const char *args, const char *input, int wanted_status,
                           const char *wanted)
{
    char path[] = "/tmp/meydan-record-XXXXXX", command[600], output[2000];
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, input, strlen(input)) == (ssize_t)strlen(input));
    close(file);
    snprintf(command, sizeof command,
             "F=%s; <$F 2>&1 '%s' replay %s | sed \"s,$F,FILE,\"; exit ${PIPESTATUS[0]}", path,
             getenv("MEYDAN"), args);
    char *argv[] = { "bash", "-c", command, NULL };
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        execvp(argv[0], argv);
        _exit(127);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], output + length, sizeof output - 1 - length)) > 0;)
        length += (size_t)got;
    output[length] = '\0';
    close(ends[0]);
    int status = -1;
    waitpid(child, &status, 0);
    unlink(path);
    assert_string_equal(output, wanted);
    assert_int_equal(WEXITSTATUS(status), wanted_status);
}

static void the_program(void **state)
{
    (void)state;
    if (!getenv("MEYDAN")) skip();
    assert_program("-", "1. e2 e8 2. e3 e7", 0, "1 quoridor 4 * ok\n");
    assert_program(
        "$F $F", "1. e2 e8 *\n1. a1b2 i5h5 0-1", 0,
        "1 quoridor 2 * ok\n2 abalone 2 0-1 ok\n3 quoridor 2 * ok\n4 abalone 2 0-1 ok\n");
    assert_program("-- $F", "1. e2 e2\n", 1,
                   "1 quoridor 1 * ply 2: illegal move 'e2': a pawn stands there\n");
    assert_program("$F", "[Game \"x\"]\n\n*\n\n[Game \"quoridor\"]\n\n1. e2 *\n", 2,
                   "meydan: FILE: game 1: line 1: unknown game 'x'\n2 quoridor 1 * ok\n");
    // Illegal games on standard output, malformed ones on standard error; the index goes on.
    static const char MIXED[] = "1. e2 e2 *\n\n[Game \"quoridor\"]\n\n1. e2 } *\n\n"
                                "[Game \"quoridor\"]\n\n1. e2 {[%clk soon]} *\n\n"
                                "[Game \"quoridor\"]\n\n1. e2 *\n";
    assert_program("$F 2>/dev/null", MIXED, 2,
                   "1 quoridor 1 * ply 2: illegal move 'e2': a pawn stands there\n"
                   "4 quoridor 1 * ok\n");
    assert_program("$F $F 2>&1 >/dev/null", MIXED, 2,
                   "meydan: FILE: game 2: line 5: '}' stands alone\n"
                   "meydan: FILE: game 3: line 9: ply 1: malformed command '%clk soon'\n"
                   "meydan: FILE: game 6: line 5: '}' stands alone\n"
                   "meydan: FILE: game 7: line 9: ply 1: malformed command '%clk soon'\n");
    // APGN in Nacre's notation: three marbles in line told by both ends, then a side-step.
    static const char NACRE[] = "[Event \"x\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n"
                                "[Variant \"standard\"]\n[Notation \"Nacre\"]\n"
                                "[Result \"1-0\"]\n\n1. a3d6 i7f4 2. c3d5 1-0\n\n"
                                "[Notation \"Nacre\"]\n[Black \"Ada\"]\n\n1. a3d7 *\n";
    assert_program("$F", NACRE, 1,
                   "1 abalone 3 1-0 ok\n2 abalone 0 * ply 1: illegal move 'a3d7': a side-step "
                   "moves two or three neighbours on one line\n");
    assert_program("- $F", "", 2,
                   "meydan: -: line 1: there is no game in it\nmeydan: FILE: line 1: there is no "
                   "game in it\n");
    assert_program("/nowhere/at-all", "", 2,
                   "meydan: cannot read '/nowhere/at-all': No such file or directory\n");
    assert_program("/", "", 2, "meydan: cannot read '/': Is a directory\n");
    assert_program("", "", 2, "meydan: replay needs a file, or - for standard input\n");
    assert_program("--fast x", "", 2, "meydan: unknown option '--fast'\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_and_moves),
        cmocka_unit_test(what_is_passed_over),
        cmocka_unit_test(where_games_end),
        cmocka_unit_test(malformed_texts),
        cmocka_unit_test(odd_texts_are_quick),
        cmocka_unit_test(notes),
        cmocka_unit_test(which_game),
        cmocka_unit_test(what_replay_says),
        cmocka_unit_test(repetition),
        cmocka_unit_test(players_who_leave),
        cmocka_unit_test(nacre_cases),
        cmocka_unit_test(nacre_on_random_games),
        cmocka_unit_test(random_games_come_back),
        cmocka_unit_test(the_shape_that_is_written),
        cmocka_unit_test(notes_are_put_in),
        cmocka_unit_test(human_games),
        cmocka_unit_test(the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
