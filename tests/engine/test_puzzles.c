// SPDX-License-Identifier: MIT
// Puzzles with a single good move (puzzles/*.txt): their claims are true, and the engine finds the
// move, reports the length of the win, and wins in that time.
//
// Proofs that are cheap are repeated here; MEYDAN_PROOFS=all repeats all of them.
#include "puzzles/puzzle.h"
#include "support/thinking.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    PUZZLES_MAX = 200,
    LINE_LENGTH_MAX = 512,
    PROOF_CHEAP = 12000,
    PROOF_ALL = 4000000,
    // All are solved within 60,000 nodes today, most within 10,000. The rest is a margin for other
    // weights.
    WIN_NODES = 100000,
    HOLD_NODES = 20000,
};

static Puzzle puzzle[PUZZLES_MAX];
static int puzzles;

static int begin(void **state)
{
    char path[LINE_LENGTH_MAX], line[LINE_LENGTH_MAX];
    snprintf(path, sizeof path, "%s/%s.txt", getenv("PUZZLES"), (const char *)*state);
    FILE *file = fopen(path, "r");
    if (!file) return perror(path), -1;
    bool good = true;
    for (puzzles = 0; good && fgets(line, sizeof line, file);) {
        Fault why;
        if (*line == '#') continue;
        good = puzzle_read(text_trim(text_of(line)), &puzzle[puzzles++], &why) == OK;
        if (!good) fprintf(stderr, "%s: %s\n", path, why.message);
    }
    fclose(file);
    return good ? thinking_begin(state) : -1;
}

// The puzzle as text, valid until the next call.
static const char *text(const Puzzle *one)
{
    static char buffer[LINE_LENGTH_MAX];
    Out out = out_to(buffer, sizeof buffer);
    puzzle_write(one, &out);
    return buffer;
}

static void test_texts(void **state)
{
    (void)state;
    assert_in_range(puzzles, 40, PUZZLES_MAX);
    for (int i = 0; i < puzzles; i++) {
        Puzzle again;
        assert_int_equal(puzzle_read(text_of(text(&puzzle[i])), &again, NULL), OK);
        assert_memory_equal(&again, &puzzle[i], sizeof again);
        for (int j = 0; j < i; j++)
            assert_memory_not_equal(&puzzle[i], &puzzle[j], sizeof *puzzle);
    }
}

static void test_proofs(void **state)
{
    (void)state;
    const char *wanted = getenv("MEYDAN_PROOFS");
    bool all = wanted && text_is(text_of(wanted), "all");
    Solver *solver = solver_new();
    assert_non_null(solver);
    int proven = 0;
    for (int i = 0; i < puzzles; i++) {
        solver_rest(solver, all ? PROOF_ALL : PROOF_CHEAP);
        bool holds = puzzle_holds(&puzzle[i], solver);
        if (!holds && (all || !solver_tired(solver))) fail_msg("not so: %s", text(&puzzle[i]));
        proven += holds;
        // The solver must also reject wrong claims.
        Puzzle wrong = puzzle[i];
        Move moves[MOVES_MAX];
        wrong.position.head.variant->game->moves(&wrong.position, moves);
        wrong.move = moves[moves[0] == wrong.move];
        solver_rest(solver, PROOF_CHEAP);
        assert_false(puzzle_holds(&wrong, solver));
    }
    print_message("%d of %d proven\n", proven, puzzles);
    assert_true(proven >= (all ? puzzles : puzzles / 3));
    solver_free(solver);
}

static void test_solved(void **state)
{
    (void)state;
    int wins = 0, at_length = 0;
    for (int i = 0; i < puzzles; i++) {
        const Puzzle *one = &puzzle[i];
        SearchLimits limits = { .nodes = one->win ? WIN_NODES : HOLD_NODES };
        if (think(&one->position, &limits) != one->move) fail_msg("not found: %s", text(one));
        Score score = thought()->score;
        if (!one->win) continue;
        if (score < SCORE_MATED_MAX || score > SCORE_MATE - one->win)
            fail_msg("score %d: %s", score, text(one));
        wins++;
        at_length += score == SCORE_MATE - one->win;
    }
    print_message("%d of %d wins said to be as long as they are\n", at_length, wins);
    assert_true(at_length * 10 >= wins * 9);
}

// Without pruning, the length is exact: a win isn't found one ply earlier, and then its exact
// length is.
static void test_lengths(void **state)
{
    (void)state;
    int looked_at = 0;
    for (int i = 0; i < puzzles; i++) {
        const Puzzle *one = &puzzle[i];
        Move moves[MOVES_MAX];
        int count = one->position.head.variant->game->moves(&one->position, moves);
        if (!one->win || (count > 8 && one->win > 3)) continue;
        think(&one->position, &(SearchLimits){ .depth = one->win, .exact = true });
        assert_int_equal(thought()->score, SCORE_MATE - one->win);
        assert_int_equal(thought()->move[0], one->move);
        assert_int_equal(thought()->length, one->win);
        if (one->win > 1) assert_true(thought_at(one->win - 1, 0)->score < SCORE_MATED_MAX);
        looked_at++;
    }
    assert_true(looked_at >= 15);
}

// Both sides play on with one engine that keeps its table: the win comes after the reported number
// of moves.
static void test_won(void **state)
{
    (void)state;
    for (int i = 0; i < puzzles; i++) {
        const Puzzle *one = &puzzle[i];
        const Game *game = one->position.head.variant->game;
        if (!one->win) continue;
        Position position = one->position;
        Move played[PLIES_MAX];
        int plies = 0, promised = PLIES_MAX;
        engine_new_game(thinking_engine);
        while (!game->winners(&position)) {
            Move move =
                think_on(&one->position, played, plies, &(SearchLimits){ .nodes = WIN_NODES });
            Score score = thought()->score;
            bool ours = puzzle_us(&one->position) >> position.head.turn & 1;
            int left = SCORE_MATE - (ours ? score : -score);
            if (plies + left > promised) fail_msg("%d after %d: %s", left, plies, text(one));
            promised = plies + left;
            played[plies++] = move;
            game->play(&position, move);
        }
        assert_int_equal(game->winners(&position), puzzle_us(&one->position));
        assert_in_range(plies, 1, promised);
    }
}

int main(void)
{
    static char abalone[] = "abalone", quoridor[] = "quoridor";
    const struct CMUnitTest tests[] = {
        { "texts abalone", test_texts, begin, thinking_end, abalone },
        { "proofs abalone", test_proofs, begin, thinking_end, abalone },
        { "solved abalone", test_solved, begin, thinking_end, abalone },
        { "lengths abalone", test_lengths, begin, thinking_end, abalone },
        { "won abalone", test_won, begin, thinking_end, abalone },
        { "texts quoridor", test_texts, begin, thinking_end, quoridor },
        { "proofs quoridor", test_proofs, begin, thinking_end, quoridor },
        { "solved quoridor", test_solved, begin, thinking_end, quoridor },
        { "lengths quoridor", test_lengths, begin, thinking_end, quoridor },
        { "won quoridor", test_won, begin, thinking_end, quoridor },
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
