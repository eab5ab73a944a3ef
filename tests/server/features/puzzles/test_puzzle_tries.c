// SPDX-License-Identifier: MIT
// Whether moves solve a puzzle, and how a try changes two ratings.
#include "support/check.h"

#include "server/features/puzzles/puzzle_set.h"
#include "server/games/rating/ratings.h"
#include "variants/variants.h"

#include <string.h>

static PuzzleSet *set;
static Fault why;

// The solver's moves of the line.
static void solution_of(const Puzzle *puzzle, char *text, size_t size)
{
    Position position = puzzle->position;
    const Game *game = position.head.variant->game;
    Out out = out_to(text, size);
    for (int i = 0; i < puzzle->length; i++) {
        if (i && i % 2 == 0) out_char(&out, ' ');
        if (i % 2 == 0) game->write_move(&position, puzzle->line[i], &out);
        game->play(&position, puzzle->line[i]);
    }
    assert_false(out.lost);
}

// Another legal first move.
static void other_move(const Puzzle *puzzle, char *text, size_t size)
{
    Move moves[MOVES_MAX];
    const Game *game = puzzle->position.head.variant->game;
    assert_true(game->moves(&puzzle->position, moves) > 1);
    Out out = out_to(text, size);
    game->write_move(&puzzle->position, moves[moves[0] == puzzle->line[0]], &out);
}

static void every_puzzle_by_its_moves(void **state)
{
    (void)state;
    int seen = 0;
    for (const PuzzleFile *file = PUZZLE_FILES; file->variant; file++) {
        for (const char *const *line = file->line; *line; line++, seen++) {
            char text[128], longer[192];
            bool solved = false;
            u32 id;
            assert_true(puzzle_id_read((Text){ *line, PUZZLE_ID_LENGTH }, &id));
            const Puzzle *puzzle = puzzle_set_find(set, id);
            assert_non_null(puzzle);
            assert_string_equal(puzzle->position.head.variant->id, file->variant);
            solution_of(puzzle, text, sizeof text);
            if (puzzle_judge(puzzle, text_of(text), &solved, &why) != OK)
                fail_msg("%s", why.message);
            assert_true(solved);
            assert_true(strlen(text) < 80); // as much as a client may send
            Out out = out_to(longer, sizeof longer);
            out_format(&out, "%s %s", text, text);
            assert_int_not_equal(puzzle_judge(puzzle, text_of(longer), &solved, &why), OK);
            other_move(puzzle, text, sizeof text);
            assert_int_equal(puzzle_judge(puzzle, text_of(text), &solved, &why), OK);
            assert_false(solved);
        }
    }
    assert_int_equal(seen, puzzle_set_count(set));
    assert_true(seen > 2000);
    assert_null(puzzle_set_find(set, 0));
}

static void what_cannot_have_been_played(void **state)
{
    (void)state;
    const Variant *variant = variant_find(text_of("quoridor"));
    Puzzle puzzle;
    bool solved = true;
    const char *const LINE = "540ca53b 4 win-2 proven jump,win; a1 a5 a7 b4 c1 c5 d4 e5 h3 / d3 e2 "
                             "e4 / d2 c2 / 4 4 / 2; e2 d3 e1";
    static const char *const NONE[] = { "a1", "e2 a1", "e2 e1 e1", "nonsense", "e2 d3 e1" };
    static const char *const NOT_SOLVED[] = { "", "e2" };
    assert_int_equal(puzzle_read(variant, text_of(LINE), &puzzle, &why), OK);
    assert_int_equal(puzzle_judge(&puzzle, text_of("e2 e1"), &solved, &why), OK);
    assert_true(solved);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(puzzle_judge(&puzzle, text_of(NOT_SOLVED[i]), &solved, &why), OK);
        assert_false(solved);
    }
    for (int i = 0; i < 5; i++)
        assert_int_not_equal(puzzle_judge(&puzzle, text_of(NONE[i]), &solved, &why), OK);
}

static void both_ratings_move(void **state)
{
    (void)state;
    Rating person = rating_new(), puzzle = { 1500, 120, 0.06 }, before = puzzle;
    puzzle_rate(&person, 0, &puzzle, true);
    assert_true(person.rating > 1500 && person.deviation < 350);
    assert_true(puzzle.rating < before.rating && puzzle.deviation < before.deviation);
    // No puzzle changes a person's rating by more than 50, however unsure it is.
    assert_true(person.rating <= 1500 + PUZZLE_STEP_MAX);
    Rating failed = rating_new(), easy = { 1400, 120, 0.06 };
    puzzle_rate(&failed, 0, &easy, false);
    assert_true(failed.rating == 1500 - PUZZLE_STEP_MAX);
    puzzle_rate(&failed, 1000, &easy, false);
    assert_true(failed.rating >= 1500 - 2 * PUZZLE_STEP_MAX);
    // The puzzle's rating is more certain than a beginner's, so it changes less.
    assert_true(before.rating - puzzle.rating < person.rating - 1500);
    Rating again = person, rested = person;
    puzzle_rate(&again, 0, &puzzle, false);
    assert_true(again.rating < person.rating);
    puzzle = before;
    puzzle_rate(&rested, (i64)1000 * 60 * 60 * 24 * 365, &puzzle, false);
    assert_true(rested.deviation > again.deviation); // less certain after a year
}

// A script that solves every puzzle in order of difficulty.
static void solving_everything(void **state)
{
    (void)state;
    Rating script = rating_new();
    for (int level = 1; level <= 10; level++)
        for (int i = 0; i < 250; i++) {
            Rating puzzle = { 700 + 140.0 * level, 120, 0.06 };
            puzzle_rate(&script, 0, &puzzle, true);
            assert_true(script.rating <= 1500 || script.rating <= 700 + 140.0 * level + 300);
        }
    assert_true(script.rating <= 2400);
    // A puzzle far below the solver takes nothing away if it is solved.
    Rating strong = { 2300, 60, 0.06 }, easy = { 900, 60, 0.06 };
    puzzle_rate(&strong, 0, &easy, true);
    assert_true(strong.rating == 2300);
    puzzle_rate(&strong, 0, &easy, false);
    assert_true(strong.rating < 2300);
}

static int open_set(void **state)
{
    (void)state;
    set = puzzle_set_new(&why);
    return !set;
}

static int close_set(void **state)
{
    (void)state;
    puzzle_set_free(set);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_puzzle_by_its_moves),
        cmocka_unit_test(what_cannot_have_been_played),
        cmocka_unit_test(both_ratings_move),
        cmocka_unit_test(solving_everything),
    };
    return cmocka_run_group_tests(tests, open_set, close_set);
}
