// SPDX-License-Identifier: MIT
// `meydan explain`, and its findings for Quoridor: paths and jumps.
#include "support/findings.h"

#include "base/rng.h"
#include "quoridor/position.h"
#include "variants/variants.h"

#include <json-c/json.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

static void expect_read(const char *variant, const char *text, const char *kinds,
                        const char *expected)
{
    Position position;
    Fault why;
    const Variant *v = variant_find(text_of(variant));
    if (v->game->read(v, text_of(text), &position, &why) != OK) fail_msg("%s", why.message);
    found_expect(&position, kinds, expected);
}

// --- Quoridor ------------------------------------------------------------------------------------

static void test_paths(void **state)
{
    (void)state;
    expect_read("quoridor", "- / - / e1 e9 / 10 10 / 1", "path",
                "1 path 8: e1 e2 e3 e4 e5 e6 e7 e8 e9\n"
                "2 path 8: e9 e8 e7 e6 e5 e4 e3 e2 e1\n");
    // A wall in front of the pawn leaves one way round it; from afar there are many.
    expect_read("quoridor", "e1h / - / e1 e9 / 9 10 / 1", "path",
                "1 path 9: e1 d1 d2 d3 d4 d5 d6 d7 d8 d9\n"
                "2 path 9: e9 e8 d9 e7 d8 e6 d7 e5 d6 e4 d5 e3 d4 e2 d3 d2 d1\n");
    // The game is over, so there are no jumps. A player who is out has no path.
    expect_read("quoridor", "- / - / e9 e8 / 10 10 / 2", "path jump",
                "1 path: e9\n2 path 7: e8 e7 e6 e5 e4 e3 e2 e1\n");
    expect_read("quoridor-4", "- / - / e4 - - i5 / 5 5 5 5 / 1", "path",
                "1 path 5: e4 e5 e6 e7 e8 e9\n"
                "4 path 8: i5 h5 g5 f5 e5 d5 c5 b5 a5\n");
}

static void test_jumps(void **state)
{
    (void)state;
    expect_read("quoridor", "- / - / e4 e5 / 10 10 / 1", "jump",
                "1 jump e6: e4 / e5\n"
                "2 jump e3: e5 / e4\n");
    // A wall between; a wall behind; a wall behind and one beside; the edge behind.
    expect_read("quoridor", "e4h / - / e4 e5 / 9 10 / 1", "jump", "");
    expect_read("quoridor", "e5h / - / e4 e5 / 9 10 / 1", "jump",
                "1 jump d5: e4 / e5\n"
                "1 jump f5: e4 / e5\n"
                "2 jump e3: e5 / e4\n");
    expect_read("quoridor", "e5h / e4v / e4 e5 / 9 9 / 1", "jump",
                "1 jump d5: e4 / e5\n"
                "2 jump e3: e5 / e4\n");
    expect_read("quoridor", "- / - / h5 i5 / 10 10 / 1", "jump",
                "1 jump i4: h5 / i5\n"
                "1 jump i6: h5 / i5\n"
                "2 jump g5: i5 / h5\n");
}

static void test_jumps_of_four_players(void **state)
{
    (void)state;
    // No jump over two pawns; the one in the middle can jump over both others.
    expect_read("quoridor-4", "- / - / e4 e5 e6 i5 / 5 5 5 5 / 1", "jump",
                "2 jump e3: e5 / e4\n"
                "2 jump e7: e5 / e6\n");
    // e5 can be reached by a jump over either of two pawns.
    expect_read("quoridor-4", "d5h / e4v / d4 d5 e4 i5 / 4 4 5 5 / 1", "jump",
                "1 jump c5: d4 / d5\n"
                "1 jump e3: d4 / e4\n"
                "1 jump e5: d4 / d5\n"
                "1 jump e5: d4 / e4\n"
                "2 jump d3: d5 / d4\n"
                "3 jump c4: e4 / d4\n");
    // A pawn that was removed blocks no one (its square is stored as a1).
    expect_read("quoridor-4", "- / - / b1 - e9 i5 / 5 5 5 5 / 1", "jump", "");
}

// Steps to a square or side by repeated relaxation, without a queue.
static void plain_distances(const QrPosition *position, int distance[SQUARES])
{
    for (bool changed = true; changed;) {
        changed = false;
        for (Square square = 0; square < SQUARES; square++)
            for (Side side = NORTH; side < SIDES; side++) {
                if (!qr_open(position, square, side)) continue;
                Square next = square_next(square, side);
                if (distance[next] + 1 >= distance[square]) continue;
                distance[square] = distance[next] + 1;
                changed = true;
            }
    }
}

typedef struct PathCheck {
    const QrPosition *position;
    int paths, jumps;      // findings
    bool jump_to[SQUARES]; // for the player to move
} PathCheck;

static void check_path(void *context, const Finding *found)
{
    PathCheck *check = context;
    const QrPosition *position = check->position;
    if (found->kind == FOUND_JUMP) {
        check->jumps++;
        if (found->player == position->head.turn) check->jump_to[found->move] = true;
        return;
    }
    int from[SQUARES], to[SQUARES], on_path = 0;
    Side goal = (Side)qr_variant(position)->goal[found->player];
    Square pawn = position->pawn[found->player];
    for (Square square = 0; square < SQUARES; square++) {
        from[square] = square == pawn ? 0 : 1000;
        to[square] = square_next(square, goal) < 0 ? 0 : 1000;
    }
    plain_distances(position, from);
    plain_distances(position, to);
    assert_int_equal(found->ours, to[pawn]);
    for (Square square = 0; square < SQUARES; square++)
        on_path += from[square] + to[square] == to[pawn];
    assert_int_equal(found->cells, on_path);
    for (int i = 0; i < found->cells; i++) {
        assert_int_equal(from[found->cell[i]] + to[found->cell[i]], to[pawn]);
        if (i) assert_true(from[found->cell[i]] >= from[found->cell[i - 1]]);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(found->cell[i], found->cell[j]);
    }
    check->paths++;
}

static void check_quoridor(const QrPosition *position, int *jumps)
{
    PathCheck check = { .position = position };
    qr_explain(position, check_path, &check);
    assert_int_equal(check.paths, position->head.variant->players - bits_count(position->head.out));
    *jumps += check.jumps;
    // The jumps are the pawn's moves other than steps.
    Move moves[MOVES_MAX];
    int count = qr_moves(position, moves);
    Square pawn = position->pawn[position->head.turn];
    for (int i = 0; i < count; i++) {
        if (moves[i] == MOVE_PASS || qr_move_is_wall(moves[i])) continue;
        bool step = false;
        for (Side side = NORTH; side < SIDES; side++)
            step |= square_next(pawn, side) == moves[i];
        assert_int_equal(check.jump_to[moves[i]], !step);
        check.jump_to[moves[i]] = false;
    }
    for (Square square = 0; square < SQUARES; square++)
        assert_false(check.jump_to[square]);
}

static void test_random_quoridor_games(void **state)
{
    (void)state;
    Rng rng = { 81 };
    int jumps = 0;
    for (int game = 0; game < 30; game++) {
        Position start;
        variant_start(&QR_VARIANT[game % QR_VARIANTS].common, &start);
        QrPosition position = *(QrPosition *)&start;
        for (int ply = 0; ply < 100 && !qr_winners(&position); ply++) {
            check_quoridor(&position, &jumps);
            Move moves[MOVES_MAX];
            int count = qr_moves(&position, moves);
            // Pawn moves come first; choose one of them half of the time.
            int pawn = 0;
            while (pawn < count && !qr_move_is_wall(moves[pawn]))
                pawn++;
            u32 among = (u32)(pawn && rng_below(&rng, 2) ? pawn : count);
            qr_play(&position, moves[rng_below(&rng, among)]);
        }
        check_quoridor(&position, &jumps);
    }
    assert_true(jumps > 100);
}

// --- the command ---------------------------------------------------------------------------------

#define PUSH "wwwww/wwwww1/2ww3/bbw5/w8/8/3b3/bbbbbb/bbbbb b 0-0"

// Runs `meydan explain` with these arguments; returns its standard output and exit status.
static int run(const char *args, char *output, size_t room)
{
    char command[1024];
    snprintf(command, sizeof command, "'%s' explain %s 2>/dev/null", getenv("MEYDAN"), args);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, room - 1, pipe)] = 0;
    int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_command_text(void **state)
{
    (void)state;
    char output[65536];
    assert_int_equal(run("quoridor --position '- / - / e4 e5 / 10 10 / 1'", output, sizeof output),
                     0);
    assert_string_equal(output, "1 pawn path 5 e4 e5 e6 e7 e8 e9\n"
                                "1 pawn jump e6 e4 over e5\n"
                                "2 pawn path 4 e5 e4 e3 e2 e1\n"
                                "2 pawn jump e3 e5 over e4\n");
    assert_int_equal(run("abalone-3 --kind group", output, sizeof output), 0);
    assert_string_equal(output, "1 black group a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6\n"
                                "2 white group d1 e1 e2 f2 f3 g3 g4 h4 h5 i5 i6\n"
                                "3 amber group d8 e8 e9 f8 f9 g8 g9 h8 h9 i8 i9\n");
    assert_int_equal(
        run("abalone --player=1 --kind sumito --position '" PUSH "'", output, sizeof output), 0);
    assert_string_equal(output, "1 black sumito 2-1 f2f3 f2 f3 against f4\n");
    assert_int_equal(run("abalone --kind pat --position '" PUSH "'", output, sizeof output), 0);
    assert_string_equal(output, "1 black pat 1-1 f2 against e1\n"
                                "2 white pat 1-1 e1 against f2\n");
    assert_int_equal(run("abalone --kind pair --position '" PUSH "'", output, sizeof output), 0);
    assert_non_null(strstr(output, "1 black pair f2 f3 whole\n"));
    assert_non_null(strstr(output, "1 black pair a1 a2\n"));
}

static void test_command_json(void **state)
{
    (void)state;
    char output[65536], lines[65536];
    assert_int_equal(
        run("abalone --json --player 1 --kind sumito --position '" PUSH "'", output, sizeof output),
        0);
    assert_string_equal(output, "{\"variant\":\"abalone\",\"position\":\"" PUSH "\",\"findings\":["
                                "{\"kind\":\"sumito\",\"player\":1,\"ours\":2,\"theirs\":1,"
                                "\"move\":\"f2f3\",\"cells\":[\"f2\",\"f3\"],\"others\":[\"f4\"]}"
                                "]}\n");
    assert_int_equal(run("quoridor-4 --json --player 3", output, sizeof output), 0);
    assert_string_equal(output, "{\"variant\":\"quoridor-4\",\"position\":\"- / - / e1 a5 e9 i5 / "
                                "5 5 5 5 / 1\",\"findings\":[{\"kind\":\"path\",\"player\":3,"
                                "\"ours\":8,\"cells\":[\"e9\",\"e8\",\"e7\",\"e6\",\"e5\",\"e4\","
                                "\"e3\",\"e2\",\"e1\"]}]}\n");
    // One line per finding.
    for (int i = 0; i < VARIANTS; i++) {
        char args[64];
        snprintf(args, sizeof args, "%s --json", variant_at(i)->id);
        assert_int_equal(run(args, output, sizeof output), 0);
        assert_int_equal(run(variant_at(i)->id, lines, sizeof lines), 0);
        json_object *object = json_tokener_parse(output), *findings;
        assert_non_null(object);
        assert_true(json_object_object_get_ex(object, "findings", &findings));
        size_t count = 0;
        for (const char *c = lines; *c; c++)
            count += *c == '\n';
        assert_int_equal(json_object_array_length(findings), count);
        json_object_put(object);
    }
}

static void test_command_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *args;
        int status;
    } CASES[] = {
        { "", 2 },
        { "chess", 2 },
        { "abalone extra", 2 },
        { "abalone --kind bogus", 2 },
        { "abalone --kind", 2 },
        { "abalone --kind ''", 2 },
        { "abalone --player 0", 2 },
        { "abalone --player 3", 2 },
        { "abalone --player one", 2 },
        { "abalone --player 99999999999999999999", 2 },
        { "abalone --position nonsense", 2 },
        { "abalone --json=yes", 2 },
        { "abalone --kind ejection", 1 },
        { "abalone --kind jump --json", 1 },
        { "quoridor --kind spear", 1 },
        { "quoridor-4 --player 2 --position '- / - / e4 - e9 i5 / 5 5 5 5 / 1'", 1 },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char output[65536];
        int status = run(CASES[i].args, output, sizeof output);
        if (status != CASES[i].status) fail_msg("explain %s: status %d", CASES[i].args, status);
        assert_string_equal(output, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_jumps),
        cmocka_unit_test(test_jumps_of_four_players),
        cmocka_unit_test(test_random_quoridor_games),
        cmocka_unit_test(test_command_text),
        cmocka_unit_test(test_command_json),
        cmocka_unit_test(test_command_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
