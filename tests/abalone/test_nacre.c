// SPDX-License-Identifier: MIT
// Moves in Nacre's notation: selected cases, and every move of random games.
#include "abalone/nacre.h"
#include "base/rng.h"
#include "support/check.h"

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
    // From the end at 120 degrees, the notation means the shorter move.
    const char *line = "wwwww/wwwwww/2www2/8/3bbb3/8/1bbbb2/bbbbbb/b4 b 0-0";
    assert_nacre(line, "e4f6", "e4e5f5"); // not e4e6f4
    assert_nacre(line, "e6f4", "e4e6f4");
    assert_nacre(line, "e6f5", "e5e6f5"); // not e4e6f5
    assert_nacre(line, "e4f7", "e4e6f5");
    assert_nacre(line, "e4f5", "e4f5"); // not e4e5f4
    assert_nacre(line, "e5f4", "e4e5f4");
    assert_nacre(line, "b6e9",
                 "illegal move 'b6e9': a side-step moves two or three neighbours on one line");
    assert_nacre(line, "g5h5", "illegal move 'g5h5': you have no marble there to move");
    assert_nacre("wwwww/www3/7/8/bb7/8/b6/bbbbbb/bbbbb w 6-0", "i5h4",
                 "illegal move 'i5h4': the game is over");
    assert_nacre("wwwww/www3/7/8/bb7/8/b6/bbbbbb/bbbbb w 6-0", "i5g3",
                 "illegal move 'i5g3': the game is over");
    assert_nacre(start, "j1a1", "move 'j1a1': there is no cell 'j1'");
    assert_nacre(start, "a1a0", "move 'a1a0': there is no cell 'a0'");
}

// The cell a number of steps away.
static Cell stepped(Cell cell, Dir dir, int steps)
{
    while (steps-- > 0)
        cell = bits_first(cells_shift(bit(cell), dir));
    return cell;
}

// A legal move in Nacre's notation, from the end with the angle of 60 degrees.
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
        Move moves[MOVES_MAX];
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nacre_cases),
        cmocka_unit_test(nacre_on_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
