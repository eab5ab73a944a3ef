// SPDX-License-Identifier: MIT
// Draws an Abalone board as text. Each player has their own symbol, so the board is readable
// without colour output.
//
//            i ○ ○ ○ ○ ○
//           h ○ ○ ○ ○ ○ ○
//            ...
//           b ● ● ● ● ● ● 7
//            a ● ● ● ● ● 6
//               1 2 3 4 5
#include "abalone/position.h"

typedef struct Sign {
    const char *unicode, *ascii, *colour;
} Sign;

static const Sign SIGN[PLAYERS_MAX] = {
    { "●", "b", "\033[90m" },
    { "○", "w", "\033[1m" },
    { "◆", "a", "\033[33m" },
    { "▲", "c", "\033[34m" },
};

static void draw_cell(const AbPosition *position, Cell cell, DrawStyle style, Out *out)
{
    int player = 0;
    while (player < PLAYERS_MAX && !bits_has(position->marble[player], cell))
        player++;
    if (player == PLAYERS_MAX) {
        out_str(out, style.ascii ? "." : "·");
        return;
    }
    if (style.colour) out_str(out, SIGN[player].colour);
    out_str(out, style.ascii ? SIGN[player].ascii : SIGN[player].unicode);
    if (style.colour) out_str(out, "\033[0m");
}

// The cells to mark for the last move: the marbles of a side-step, or the rear marble of an in-line
// move, after the move.
static Cells last_cells(const AbPosition *position, Move last)
{
    if (last == MOVE_NONE || last == MOVE_PASS) return 0;
    Dir dir = ab_move_dir(last);
    Cells first = cells_shift(bit(ab_move_cell(last)), dir);
    if (ab_move_axis(last) == AB_IN_LINE) return first;
    Cells line = first | cells_shift(first, (Dir)ab_move_axis(last));
    if (ab_move_three(last)) line |= cells_shift(line, (Dir)ab_move_axis(last));
    return line & ab_occupied(position);
}

void ab_draw(const AbPosition *position, DrawStyle style, Out *out)
{
    Cells marked = last_cells(position, style.last);
    for (int row = ROWS - 1; row >= 0; row--) {
        int length = row_length(row);
        out_pad(out, ' ', ROWS - length);
        out_char(out, (char)('a' + row));
        bool open = false; // the cell to the left was marked and needs a closing bracket
        for (int i = 0; i < length; i++) {
            Cell cell = cell_at(row, row_first(row) + i);
            bool mark = bits_has(marked, cell);
            out_char(out, mark == open ? ' ' : mark ? '[' : ']');
            draw_cell(position, cell, style, out);
            open = mark;
        }
        if (open) out_char(out, ']');
        // The digit of a diagonal goes below its last cell, to the right.
        if (row < 4) out_format(out, open ? "%d" : " %d", row_first(row) + length);
        out_char(out, '\n');
    }
    out_pad(out, ' ', ROWS - row_length(0) + 2);
    for (int digit = 1; digit <= row_length(0); digit++)
        out_format(out, " %d", digit);
    out_char(out, '\n');
    for (int player = 0; player < position->head.variant->players; player++) {
        bool turn = player == position->head.turn && !ab_winners(position);
        out_str(out, turn ? " > " : "   ");
        out_format(out, "%s %c  %d", style.ascii ? SIGN[player].ascii : SIGN[player].unicode,
                   ab_colour(player), position->score[position->head.variant->team[player]]);
        if (bits_has(position->head.out, player)) out_str(out, "  (out)");
        out_char(out, '\n');
    }
}
