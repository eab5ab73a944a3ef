// SPDX-License-Identifier: MIT
#include "abalone/nacre.h"

// The cell `steps` steps away as a set; empty if it is off the board.
static Cells walk(Cell from, Dir dir, int steps)
{
    Cells cell = bit(from);
    while (steps-- > 0)
        cell = cells_shift(cell, dir);
    return cell;
}

// Counts the own side's marbles from the rear one on.
static int line_length(const AbPosition *position, Cell rear, Dir dir)
{
    Cells team = ab_team(position, position->head.turn);
    int length = 0;
    while (walk(rear, dir, length) & team)
        length++;
    return length;
}

// The in-line move between the two cells, legal or not; MOVE_NONE if there is none.
static Move in_line(const AbPosition *position, Cell from, Cell to)
{
    for (Dir dir = E; dir < DIRS; dir++)
        for (int steps = 1; steps <= 3; steps++)
            if (walk(from, dir, steps) == bit(to))
                return steps == 1 || line_length(position, from, dir) == steps
                           ? ab_in_line(from, dir)
                           : MOVE_NONE;
    return MOVE_NONE;
}

// The legal side-step between the two cells; MOVE_NONE if there is none. It is unique: a second one
// would need a marble where the first needs an empty cell.
static Move side_step(const AbPosition *position, Cell from, Cell to)
{
    for (int marbles = 2; marbles <= 3; marbles++)
        for (Dir along = E; along < DIRS; along++) {
            Cells last = walk(from, along, marbles - 1);
            for (int turn = -1; turn <= 1 && last; turn += 2) {
                Dir dir = (Dir)(((int)along + DIRS + turn) % DIRS);
                if (cells_shift(last, dir) != bit(to)) continue;
                Cell smaller = along < 3 ? from : bits_first(last); // names grow to E, NE and NW
                Move move = ab_side_step(smaller, dir_axis(along), marbles == 3, dir);
                if (ab_refusal(position, move) == ALLOWED) return move;
            }
        }
    return MOVE_NONE;
}

Status ab_read_nacre(const AbPosition *position, Text text, Move *move, Fault *why)
{
    Cell cell[2];
    for (size_t i = 0; i < 2; i++) {
        Text name = text_cut(text, 2 * i, 2 * i + 2);
        cell[i] = cell_read(name);
        if (cell[i] < 0) return fault(why, MALFORMED, "move %q: there is no cell %q", text, name);
    }
    Move found = in_line(position, cell[0], cell[1]);
    Refusal refusal = ab_winners(position) ? REFUSED_GAME_OVER : REFUSED_NOT_A_LINE;
    if (found != MOVE_NONE) refusal = ab_refusal(position, found);
    if (refusal != ALLOWED) found = side_step(position, cell[0], cell[1]);
    if (found == MOVE_NONE)
        return fault(why, ILLEGAL, "illegal move %q: %s", text, refusal_text(refusal));
    *move = found;
    return OK;
}
