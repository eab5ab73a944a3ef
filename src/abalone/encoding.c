// SPDX-License-Identifier: MIT
// Actions: in-line moves by cell and direction; side-steps by first cell, axis, length and one of
// the four directions off that axis, then the pass. Planes: each player's marbles; for each player,
// the marbles that their team pushed out, then the cells that exist.
#include "game/encoding.h"

#include "abalone/position.h"

enum {
    IN_LINE_ACTIONS = CELLS * DIRS,
    SIDE_DIRS = 4,
    SIDE_ACTIONS = CELLS * AXES * 2 * SIDE_DIRS,
    PASS_ACTION = IN_LINE_ACTIONS + SIDE_ACTIONS,
};

// Numbers the directions off an axis, skipping the two on the axis.
static int side_number(int axis, Dir dir)
{
    int back = axis + 3;
    return (int)dir - ((int)dir > axis) - ((int)dir > back);
}

static Dir side_dir(int axis, int number)
{
    int dir = number + (number >= axis);
    return (Dir)(dir + (dir >= axis + 3));
}

static int action(Move move)
{
    if (move == MOVE_PASS) return PASS_ACTION;
    Cell cell = ab_move_cell(move);
    Dir dir = ab_move_dir(move);
    int axis = ab_move_axis(move);
    if (axis == AB_IN_LINE) return cell * DIRS + (int)dir;
    int line = (cell * AXES + axis) * 2 + ab_move_three(move);
    return IN_LINE_ACTIONS + line * SIDE_DIRS + side_number(axis, dir);
}

static Move move(int number)
{
    if (number == PASS_ACTION) return MOVE_PASS;
    if (number < 0 || number > PASS_ACTION) return MOVE_NONE;
    if (number < IN_LINE_ACTIONS) return ab_in_line(number / DIRS, (Dir)(number % DIRS));
    int side = number - IN_LINE_ACTIONS, line = side / SIDE_DIRS, axis = line / 2 % AXES;
    return ab_side_step(line / 2 / AXES, axis, line % 2, side_dir(axis, side % SIDE_DIRS));
}

static int planes(const Variant *variant)
{
    return 2 * variant->players + 1;
}

static void mark(Cells set, u8 *plane)
{
    for (; set; set &= set - 1) {
        Cell cell = __builtin_ctzll(set);
        plane[cell_row(cell) * PLANE_SIZE + cell_digit(cell) - 1] = 1;
    }
}

static void observe(const Position *position, u8 *plane)
{
    const AbPosition *board = (const AbPosition *)position;
    const Variant *variant = board->head.variant;
    int players = variant->players;
    int player = board->head.turn;
    for (int i = 0; i < players; i++, player = encoding_next(&board->head, player)) {
        plane_fill(plane + i * PLANE_CELLS, 0);
        mark(board->marble[player], plane + i * PLANE_CELLS);
        plane_fill(plane + (players + i) * PLANE_CELLS, board->score[variant->team[player]]);
    }
    plane_fill(plane + 2 * players * PLANE_CELLS, 0);
    mark(ALL_CELLS, plane + 2 * players * PLANE_CELLS);
}

const Encoding AB_ENCODING = { PASS_ACTION + 1, action, move, planes, observe };
