// SPDX-License-Identifier: MIT
// Positions and moves as text: the examples of docs/formats.md, and everything that must be
// rejected, with its fault and untouched output.
#include "support/given.h"

#include "abalone/position.h"
#include "quoridor/position.h"

#include <stdlib.h>
#include <string.h>

typedef struct BadText {
    const char *variant, *text, *message;
} BadText;

// A full board: the part before the turn in most cases below.
#define BOARD "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb"
#define THREE "ww1aa/ww2aa/ww3aa/ww4aa/ww5aa/w6a/7/bbbbbb/bbbbb"

static void expect_bad_position(const BadText *bad)
{
    const Variant *variant = variant_find(text_of(bad->variant));
    Position position, before;
    Fault why = { 0 };
    memset(&position, 0x5a, sizeof position);
    before = position;
    if (variant->game->read(variant, text_of(bad->text), &position, &why) != MALFORMED)
        fail_msg("%s '%s' is not refused", bad->variant, bad->text);
    if (strcmp(why.message, bad->message) != 0)
        fail_msg("%s '%s': '%s', not '%s'", bad->variant, bad->text, why.message, bad->message);
    assert_memory_equal(&position, &before, sizeof before);
    // The fault may be NULL; the result is the same.
    assert_int_equal(variant->game->read(variant, text_of(bad->text), &position, NULL), MALFORMED);
}

static void bad_abalone_positions(void **state)
{
    (void)state;
    static const BadText BAD[] = {
        { "abalone", "", "the position is empty" },
        { "abalone", " \t\n ", "the position is empty" },
        { "abalone", "hello", "row i of the board has 'h'" },
        { "abalone", BOARD, "after the board come the turn and the scores" },
        { "abalone", BOARD " b", "after the board come the turn and the scores" },
        { "abalone", "wwwww/wwwwww b 0-0", "the board has 2 rows, not nine" },
        { "abalone", BOARD "/5 b 0-0", "the board has more than nine rows" },
        { "abalone", BOARD "/ b 0-0", "the board has more than nine rows" },
        { "abalone", "wwwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0",
          "row i of the board is longer than 5 cells" },
        { "abalone", "wwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0",
          "row i of the board is shorter than 5 cells" },
        { "abalone", "wwwww/wwwwww/2www2/8/9/8//bbbbbb/bbbbb b 0-0",
          "row c of the board is shorter than 7 cells" },
        { "abalone", "wwwww/wwwwww/2www2/9/9/8/2bbb2/bbbbbb/bbbbb b 0-0",
          "row f of the board is longer than 8 cells" },
        { "abalone", "wwwww/wwwwww/02www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0",
          "row g of the board has '0'" },
        { "abalone", "wwwww/wwwwww/2wwa2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0",
          "row g of the board has 'a'" },
        { "abalone", "wwwww/wwwwww/2wwW2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0",
          "row g of the board has 'W'" },
        { "abalone", BOARD " a 0-0", "turn 'a' is not a player's colour" },
        { "abalone", BOARD " 1 0-0", "turn '1' is not a player's colour" },
        { "abalone", BOARD " bw 0-0", "turn 'bw' is not a player's colour" },
        { "abalone", BOARD " b 0", "scores '0' are not 2 numbers joined with '-'" },
        { "abalone", BOARD " b 0-0-0", "scores '0-0-0' are not 2 numbers joined with '-'" },
        { "abalone", BOARD " b 0-0-", "scores '0-0-' are not 2 numbers joined with '-'" },
        { "abalone", BOARD " b 0-x", "score 'x' is not a number from 0 to 6" },
        { "abalone", BOARD " b 0-", "score '' is not a number from 0 to 6" },
        { "abalone", BOARD " b -1-0", "score '' is not a number from 0 to 6" },
        { "abalone", BOARD " b 7-0", "score '7' is not a number from 0 to 6" },
        { "abalone", BOARD " b 99999999999999999999-0",
          "score '99999999999999999999' is not a number from 0 to 6" },
        { "abalone", BOARD " b 1-0", "white: missing from the board 0, pushed off 1" },
        { "abalone", "wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0",
          "white: missing from the board 1, pushed off 0" },
        { "abalone", "wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-1",
          "white: missing from the board 1, pushed off 0" },
        { "abalone", "wwwww/wwwwww/2www2/8/9/b7/2bbb2/bbbbbb/bbbbb b 0-0",
          "black: 15 marbles on the board, at most 14" },
        { "abalone", "www2/www3/2ww3/8/9/8/2b4/bbb3/bbbb1 b 6-6", "two sides have won" },
        { "abalone", BOARD " b 0-0 b",
          "players out 'b': nobody can leave a game between two sides" },
        { "abalone", BOARD " b 00-0", "score '00' is not a number from 0 to 6" },
        { "abalone", "wwwww/6/1www3/8/9/8/2bbb2/6/bbbbb b 6-6", "two sides have won" },
        { "abalone", "wwwww/wwwwww/2www2/44/9/8/2bbb2/bbbbbb/bbbbb b 0-0",
          "row f of the board has two numbers in a row" },
        { "abalone", BOARD " b 0-0 - x", "trailing text 'x' after the position" },
        { "abalone", BOARD " b 0-0 - -", "trailing text '-' after the position" },
        { "abalone-3", THREE " b 0-0", "scores '0-0' are not 3 numbers joined with '-'" },
        { "abalone-3", THREE " c 0-0-0", "turn 'c' is not a player's colour" },
        { "abalone-3", THREE " b 0-0-0 c", "players out 'c' is not a list of colours" },
        { "abalone-3", THREE " b 0-0-0 ww", "players out 'ww' is not a list of colours" },
        { "abalone-3", THREE " b 0-0-0 w-", "players out 'w-' is not a list of colours" },
        { "abalone-3", THREE " b 0-0-0 bwa", "nobody is left" },
        { "abalone-3", THREE " b 0-0-0 b", "the player to move is out" },
        { "abalone-3", THREE " b 1-0-0", "black: pushed off 1, but the others are only missing 0" },
        { "abalone-4", "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0-0-0",
          "scores '0-0-0-0' are not 2 numbers joined with '-'" },
        { "abalone-4", "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0 a",
          "players out 'a': nobody can leave a game between two sides" },
        // A missing marble of a team can only be the other team's point.
        { "abalone-4", "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/2bbb b 1-0",
          "white: missing from the board 0, pushed off 1" },
        { "abalone", "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0",
          "a PlayStrategy position has six fields" },
        { "abalone", "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0 1 1",
          "trailing text '1' after the position" },
        { "abalone", "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b x 1",
          "move count 'x' is not a number" },
        { "abalone", "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 7 b 0 1",
          "score '7' is not a number from 0 to 6" },
        { "abalone", "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 s 0 1",
          "turn 's' is not a player's colour" },
        { "abalone", "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 1 b 0 1",
          "black: missing from the board 0, pushed off 1" },
        { "abalone", "SS1bs/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0 1",
          "row a of the board has 'b'" },
    };
    for (int i = 0; i < (int)(sizeof BAD / sizeof *BAD); i++)
        expect_bad_position(&BAD[i]);
}

static void bad_quoridor_positions(void **state)
{
    (void)state;
    static const BadText BAD[] = {
        { "quoridor", "", "position '' is not walls / walls / pawns / walls left / player" },
        { "quoridor", "- / - / e1 e9 / 10 10",
          "position '- / - / e1 e9 / 10 10' is not walls / walls / pawns / walls left / player" },
        { "quoridor", "- / - / e1 e9 / 10 10 / 1 / 1", "trailing text '/ 1' after the position" },
        { "quoridor", "- / - / e1 e9 / 10 10 / 1 /", "trailing text '/' after the position" },
        { "quoridor", "- / - / e1 e9 / 10 10 / 1 x",
          "player to move '1 x' is not a number from 1 to 2" },
        { "quoridor", "i3 / - / e1 e9 / 9 10 / 1", "wall 'i3': no wall can lie there" },
        { "quoridor", "e9 / - / e1 e9 / 9 10 / 1", "wall 'e9': no wall can lie there" },
        { "quoridor", "e / - / e1 e9 / 9 10 / 1", "wall 'e': no wall can lie there" },
        { "quoridor", "e0 / - / e1 e9 / 9 10 / 1", "wall 'e0': no wall can lie there" },
        { "quoridor", "e3v / - / e1 e9 / 9 10 / 1", "letter 'v' in the list of horizontal walls" },
        { "quoridor", "e3v5 / - / e1 e9 / 9 10 / 1", "wall 'v5': no wall can lie there" },
        { "quoridor", "- / e3H / e1 e9 / 9 10 / 1", "letter 'H' in the list of vertical walls" },
        { "quoridor", "- / - / e1 e9 / 010 10 / 1",
          "walls left '010' is not a number from 0 to 10" },
        { "quoridor", "- / - / e1 e9 / 10 10 / 01",
          "player to move '01' is not a number from 1 to 2" },
        { "quoridor", "e3 - / - / e1 e9 / 9 10 / 1", "wall '-': no wall can lie there" },
        { "quoridor", "e3 e3 / - / e1 e9 / 9 9 / 1", "wall 'e3' stands there twice" },
        { "quoridor", "e3 f3 / - / e1 e9 / 9 9 / 1", "wall f3h overlaps another wall" },
        { "quoridor", "- / e3 e4 / e1 e9 / 9 9 / 1", "wall e4v overlaps another wall" },
        { "quoridor", "e3 / e3 / e1 e9 / 9 9 / 1", "wall e3v crosses another wall" },
        { "quoridor", "- / - / e1 / 10 10 / 1", "1 pawns, not 2" },
        { "quoridor", "- / - /  / 10 10 / 1", "0 pawns, not 2" },
        { "quoridor", "- / - / e1 e9 e5 / 10 10 / 1", "one pawn too many: 'e5'" },
        { "quoridor", "- / - / e1 j9 / 10 10 / 1", "pawn 'j9': there is no such square" },
        { "quoridor", "- / - / e1 e10 / 10 10 / 1", "pawn 'e10': there is no such square" },
        { "quoridor", "- / - / e1 e0 / 10 10 / 1", "pawn 'e0': there is no such square" },
        { "quoridor", "- / - / e1 - / 10 10 / 1", "player 2: no pawn on the board" },
        { "quoridor", "- / - / e5 e5 / 10 10 / 1", "two pawns on e5" },
        { "quoridor", "- / - / e9 e1 / 10 10 / 1", "two pawns have reached their goals" },
        { "quoridor", "- / - / e1 e9 / 10 / 1", "walls left of 1 players, not 2" },
        { "quoridor", "- / - / e1 e9 / 10 11 / 1", "walls left '11' is not a number from 0 to 10" },
        { "quoridor", "- / - / e1 e9 / 10 -1 / 1", "walls left '-1' is not a number from 0 to 10" },
        { "quoridor", "- / - / e1 e9 / 10 10 10 / 1", "one number of walls left too many: '10'" },
        { "quoridor", "e3 / - / e1 e9 / 10 10 / 1",
          "walls on the board 1, in hand 20: at most 20 in all" },
        { "quoridor", "- / - / e1 e9 / 10 10 / 0",
          "player to move '0' is not a number from 1 to 2" },
        { "quoridor", "- / - / e1 e9 / 10 10 / 3",
          "player to move '3' is not a number from 1 to 2" },
        { "quoridor", "- / - / e1 e9 / 10 10 / ", "player to move '' is not a number from 1 to 2" },
        { "quoridor", "- / - / e1 e9 / 10 10 / b",
          "player to move 'b' is not a number from 1 to 2" },
        { "quoridor", "a1 / b1 / a1 e9 / 9 9 / 1", "player 1 is shut in" },
        { "quoridor", "a8 / b8 / e1 a9 / 9 9 / 1", "player 2 is shut in" },
        { "quoridor-4", "- / - / e1 a5 e9 / 5 5 5 5 / 1", "3 pawns, not 4" },
        { "quoridor-4", "- / - / - - - - / 5 5 5 5 / 1", "nobody is left" },
        { "quoridor-4", "- / - / - a5 e9 i5 / 5 5 5 5 / 1", "the player to move is out" },
        { "quoridor-4", "- / - / e1 i5 e9 a5 / 5 5 5 5 / 1", "two pawns have reached their goals" },
        { "quoridor-4", "- / - / e1 a5 e9 i5 / 5 5 5 5 / 5",
          "player to move '5' is not a number from 1 to 4" },
        { "quoridor-4", "h8 / g8 / e1 a5 e9 i9 / 5 5 4 4 / 1", "player 4 is shut in" },
    };
    for (int i = 0; i < (int)(sizeof BAD / sizeof *BAD); i++)
        expect_bad_position(&BAD[i]);
}

// A sketch after edits: its text and all its flaws, by name.
static void expect_sketch(const char *variant_id, const char *text, const char *edits,
                          const char *after, const char *wrong)
{
    const Variant *variant = variant_find(text_of(variant_id));
    Position sketch;
    assert_int_equal(OK, variant->game->sketching->read(variant, text_of(text), &sketch, NULL));
    Text rest = text_of(edits), edit;
    while (*edits && text_split(&rest, ';', &edit))
        if (!sketch_edit(&sketch, edit)) fail_msg("no edit: '%.*s'", (int)edit.length, edit.at);
    char written[POSITION_TEXT_MAX], found[400] = "";
    Out out = out_to(written, sizeof written), names = out_to(found, sizeof found);
    variant->game->write(&sketch, &out);
    assert_string_equal(written, after);
    Flaws flaws = { 0 };
    variant->game->sketching->flaws(&sketch, &flaws);
    for (int i = 0; i < flaws.count; i++)
        out_format(&names, i ? " %s" : "%s", flaw_name(flaws.flaw[i].kind));
    assert_string_equal(found, wrong);
    // A sketch without flaws can be read, others can't.
    Position position;
    Status status = variant->game->read(variant, text_of(written), &position, NULL);
    assert_int_equal(status, flaws.count ? MALFORMED : OK);
}

static void sketches(void **state)
{
    (void)state;
    // Between two sides the scores follow from the board.
    expect_sketch("abalone", BOARD " b 0-0", "take e5;take i5",
                  "1wwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 1-0", "");
    expect_sketch("abalone", BOARD " b 0-0", "put i5 0;to-move 1",
                  "bwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 1-0", "too-many-marbles");
    expect_sketch("abalone", BOARD " b 0-0", "clear;put e5 0", "5/6/7/8/4b4/8/7/6/5 b 6-6",
                  "two-won marbles-missing marbles-missing");
    expect_sketch("abalone", BOARD " b 0-0", "count 0 3", BOARD " b 3-0", "marbles-missing");
    expect_sketch("abalone", BOARD " b 0-0", "swap",
                  "bbbbb/bbbbbb/2bbb2/8/9/8/2www2/wwwwww/wwwww w 0-0", "");
    expect_sketch("abalone", "wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 1-0", "mirror",
                  "1wwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 1-0", "");
    expect_sketch("abalone", BOARD " b 0-0", "turn;turn;turn",
                  "bbbbb/bbbbbb/2bbb2/8/9/8/2www2/wwwwww/wwwww b 0-0", "");
    expect_sketch("abalone-3", THREE " b 0-0-0", "take i5;out 0",
                  "1w1aa/ww2aa/ww3aa/ww4aa/ww5aa/w6a/7/bbbbbb/bbbbb b 0-0-0 b",
                  "turn-of-one-out scores");
    expect_sketch("abalone-3", THREE " b 0-0-0", "take i5;count 1 1",
                  "1w1aa/ww2aa/ww3aa/ww4aa/ww5aa/w6a/7/bbbbbb/bbbbb b 0-1-0", "score-too-high");
    // Partners stay partners, whatever the order of turns.
    expect_sketch("abalone-4-pairs",
                  "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/2bbb b 0-1", "swap",
                  "cccc1/1ccc1a/2cc1aa/5aaa/bbb3aaa/bbb5/bb1ww2/b1www1/2www w 1-0", "");
    // A wall comes from the fullest hand and returns to the emptiest.
    expect_sketch("quoridor", "- / - / e1 e9 / 10 10 / 1", "wall e3h;wall a1v;wall a1v",
                  "e3 / - / e1 e9 / 10 9 / 1", "");
    expect_sketch("quoridor", "- / - / e1 e9 / 10 10 / 1", "wall e3h;wall f3h;wall e3v;put e9 0",
                  "e3 f3 / e3 / e9 - / 8 9 / 1", "wall-overlaps wall-crosses pawn-missing");
    expect_sketch("quoridor", "a1 / - / a1 i9 / 9 10 / 2", "wall b1v;wall g8v;wall h8h;count 0 1",
                  "a1 h8 / b1 g8 / a1 i9 / 1 8 / 2", "shut-in shut-in");
    expect_sketch("quoridor", "e3 / a1 / e2 d9 / 9 9 / 1", "turn", "h1 / f5 / h5 a4 / 9 9 / 1", "");
    expect_sketch("quoridor", "e3 / a1 / e2 d9 / 9 9 / 1", "mirror;swap",
                  "d3 / h1 / f9 e2 / 9 9 / 2", "");
    expect_sketch("quoridor", "- / - / e2 e9 / 10 10 / 1", "put c9 0;put d1 1",
                  "- / - / c9 d1 / 10 10 / 1", "two-arrived");
    expect_sketch("quoridor", "- / - / e5 e5 / 10 10 / 1", "", "- / - / e5 e5 / 10 10 / 1",
                  "pawns-together");
    expect_sketch("quoridor-4", "- / - / e1 a5 e9 i5 / 5 5 5 5 / 1", "take e1;to-move 1;clear",
                  "- / - / - a5 e9 i5 / 5 5 5 5 / 2", "");
    expect_sketch("quoridor-4", "- / - / - a5 - - / 5 5 5 5 / 1", "take a5",
                  "- / - / - - - - / 5 5 5 5 / 1", "nobody-left");
    Position sketch;
    variant_start(variant_find(text_of("quoridor")), &sketch);
    static const char *const NONE[] = { "",     "put",    "put e5", "put e5 2",   "count 0 x",
                                        "take", "swap 1", "out 9",  "put e5 0 0", "spin" };
    for (int i = 0; i < (int)(sizeof NONE / sizeof *NONE); i++)
        if (sketch_edit(&sketch, text_of(NONE[i]))) fail_msg("an edit: '%s'", NONE[i]);
}

static void odd_bytes_and_long_texts(void **state)
{
    (void)state;
    enum { LONG = 1 << 20 };
    char *text = malloc(LONG);
    assert_non_null(text);
    static const char FILL[] = { 'b', '9', '/', ' ', '-', 'a', '1', '\x01', '\xff', '\0' };
    for (int i = 0; i < VARIANTS; i++)
        for (size_t j = 0; j < sizeof FILL; j++) {
            const Variant *variant = variant_at(i);
            Position position = { 0 }, before = position;
            Fault why = { 0 };
            memset(text, FILL[j], LONG);
            assert_int_equal(variant->game->read(variant, (Text){ text, LONG }, &position, &why),
                             MALFORMED);
            assert_true(why.message[0] && strlen(why.message) < 160);
            for (const char *c = why.message; *c; c++)
                assert_in_range(*c, ' ', '~');
            assert_memory_equal(&position, &before, sizeof before);

            Move move = MOVE_NONE;
            variant_start(variant, &position);
            assert_int_equal(move_read(&position, (Text){ text, LONG }, &move, &why), MALFORMED);
            assert_int_equal(move, MOVE_NONE);
        }
    free(text);
}

static void bad_moves(void **state)
{
    (void)state;
    static const BadText BAD[] = {
        { "abalone", "", "move '' is not two or three cells" },
        { "abalone", "a", "move 'a' is not two or three cells" },
        { "abalone", "a1", "move 'a1' is not two or three cells" },
        { "abalone", "a1b", "move 'a1b' is not two or three cells" },
        { "abalone", "a1b2 ", "move 'a1b2 ' is not two or three cells" },
        { "abalone", "a1b2c3d4", "move 'a1b2c3d4' is not two or three cells" },
        { "abalone", "a1-b2", "move 'a1-b2' is not two or three cells" },
        { "abalone", "a1a6", "move 'a1a6': there is no cell 'a6'" },
        { "abalone", "f1f2", "move 'f1f2': there is no cell 'f1'" },
        { "abalone", "a0a1", "move 'a0a1': there is no cell 'a0'" },
        { "abalone", "j5i5", "move 'j5i5': there is no cell 'j5'" },
        { "abalone", "c3c5d9", "move 'c3c5d9': there is no cell 'd9'" },
        { "abalone", "1a2b", "move '1a2b': there is no cell '1a'" },
        { "abalone", "Pass", "move 'Pass': there is no cell 'Pa'" },
        { "abalone", "pass ", "move 'pass ' is not two or three cells" },
        { "quoridor", "", "move '' is not a square or a wall" },
        { "quoridor", "e", "move 'e' is not a square or a wall" },
        { "quoridor", "j1", "move 'j1': there is no such square" },
        { "quoridor", "a0", "move 'a0': there is no such square" },
        { "quoridor", "5e", "move '5e': there is no such square" },
        { "quoridor", "e3x", "move 'e3x' is not a square or a wall" },
        { "quoridor", "e3hh", "move 'e3hh' is not a square or a wall" },
        { "quoridor", "i3h", "move 'i3h': no wall can lie there" },
        { "quoridor", "e9v", "move 'e9v': no wall can lie there" },
        { "quoridor", " e2", "move ' e2' is not a square or a wall" },
        { "quoridor", "e2 ", "move 'e2 ' is not a square or a wall" },
    };
    for (int i = 0; i < (int)(sizeof BAD / sizeof *BAD); i++) {
        const Position *position = given_start(BAD[i].variant);
        Move move = MOVE_NONE;
        Fault why = { 0 };
        assert_int_equal(move_read(position, text_of(BAD[i].text), &move, &why), MALFORMED);
        assert_string_equal(why.message, BAD[i].message);
        assert_int_equal(move, MOVE_NONE);
        assert_int_equal(move_read(position, text_of(BAD[i].text), &move, NULL), MALFORMED);
    }
}

// --- docs/formats.md -----------------------------------------------------------------------------

static void expect_kept(const char *variant, const char *text)
{
    assert_string_equal(position_text(given_text(variant, text)).at, text);
}

static void starts_to_the_letter(void **state)
{
    (void)state;
    static const char *const START[][2] = {
        { "abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0" },
        { "abalone-3", "ww1aa/ww2aa/ww3aa/ww4aa/ww5aa/w6a/7/bbbbbb/bbbbb b 0-0-0" },
        { "abalone-4", "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0" },
        { "abalone-4-pairs", "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0" },
        { "quoridor", "- / - / e1 e9 / 10 10 / 1" },
        { "quoridor-4", "- / - / e1 a5 e9 i5 / 5 5 5 5 / 1" },
    };
    for (int i = 0; i < VARIANTS; i++) {
        assert_string_equal(position_text(given_start(START[i][0])).at, START[i][1]);
        expect_kept(START[i][0], START[i][1]);
    }
}

static void positions_to_the_letter(void **state)
{
    (void)state;
    expect_kept("abalone-3", THREE " w 0-0-0 b");
    expect_kept("abalone-3", THREE " a 0-0-0 bw");
    expect_kept("abalone", "wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/b1bbb w 1-1");
    expect_kept("quoridor", "a3 e3 h1 / b7 e8 / c4 f6 / 7 8 / 2");
    expect_kept("quoridor", "- / - / e1 e9 / 7 10 / 1");       // a handicap of three walls (R11)
    expect_kept("quoridor", "- / - / e1 e9 / 10 10 / 1 swap"); // the swap rule (R12)
    expect_kept("abalone", BOARD " w 0-0 choose");
    expect_kept("quoridor-4", "- / b2 / e1 - e9 - / 5 5 4 5 / 3");
    // Explicitly no players out; any number of blanks; lists in any order.
    assert_string_equal(position_text(given_text("abalone", "  " BOARD "\tb  0-0 - \n")).at,
                        BOARD " b 0-0");
    assert_string_equal(position_text(given_text("quoridor", "h1 a3 e3/e8 b7/ c4  f6 /7 8/2")).at,
                        "a3 e3 h1 / b7 e8 / c4 f6 / 7 8 / 2");
    assert_string_equal(position_text(given_text("abalone-3", THREE " a 0-0-0 wb")).at,
                        THREE " a 0-0-0 bw");
}

static void playstrategy_positions(void **state)
{
    (void)state;
    const Variant *variant = variant_find(text_of("abalone"));
    assert_string_equal(
        position_text(
            given_text("abalone", "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0 1"))
            .at,
        variant_layout(variant, text_of("belgian-daisy"))->position);
    // Row a comes first, black is S; the scores follow, then the turn.
    assert_string_equal(
        position_text(given_text("abalone", "SSSSS/SSSSSS/2SSS2/8/9/8/2ss3/ssssss/sssss 1 0 w 3 7"))
            .at,
        "wwwww/wwwwww/2ww3/8/9/8/2bbb2/bbbbbb/bbbbb w 1-0");
}

static void moves_to_the_letter(void **state)
{
    (void)state;
    Position *position = given_start("abalone");
    expect_played(position, "a1b2"); // three marbles, determined by the rear one and its step
    assert_string_equal(position_text(position).at,
                        "wwwww/wwwwww/2www2/8/9/3b4/2bbb2/bbbbbb/1bbbb w 0-0");
    Position twin = *given_start("abalone");
    position = given_start("abalone");
    expect_played(position, "c3c5d4");
    expect_played(&twin, "c5c3d6");
    assert_string_equal(position_text(position).at,
                        "wwwww/wwwwww/2www2/8/9/3bbb2/7/bbbbbb/bbbbb w 0-0");
    assert_string_equal(position_text(&twin).at, position_text(position).at);
    Move move;
    assert_int_equal(move_read(given_start("abalone"), text_of("c5c3d6"), &move, NULL), OK);
    assert_string_equal(move_text(position, move).at, "c3c5d4"); // the smaller name first

    position = given_start("quoridor");
    expect_played(position, "e2");
    expect_played(position, "e3h");
    expect_played(position, "e6v");
    assert_string_equal(position_text(position).at, "e3 / e6 / e2 e9 / 9 9 / 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_abalone_positions),
        cmocka_unit_test(bad_quoridor_positions),
        cmocka_unit_test(sketches),
        cmocka_unit_test(odd_bytes_and_long_texts),
        cmocka_unit_test(bad_moves),
        cmocka_unit_test(starts_to_the_letter),
        cmocka_unit_test(positions_to_the_letter),
        cmocka_unit_test(playstrategy_positions),
        cmocka_unit_test(moves_to_the_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
