// SPDX-License-Identifier: MIT
// A Quoridor board as text: squares three wide, with walls in the grooves.
//
//     9   ·   ·   2   ·          ┃ and ━ are walls (| and = in ASCII); a dot or a pawn's number
//                   ━━━━━━━      is in each square
//     8   ·   · ┃ ·   ·
#include "quoridor/position.h"

typedef struct Ink {
    const char *dot, *flat, *upright;
} Ink;

static const Ink UNICODE = { "·", "━", "┃" };
static const Ink ASCII = { ".", "=", "|" };
static const char *const PAWN_COLOUR[PLAYERS_MAX] = { "\033[92m", "\033[95m", "\033[33m",
                                                      "\033[94m" };

static int pawn_at(const QrPosition *position, Square square)
{
    for (int player = 0; player < position->head.variant->players; player++)
        if (position->pawn[player] == square && !bits_has(position->head.out, player))
            return player;
    return -1;
}

static bool wall_covers(const QrPosition *position, Square square, Side side)
{
    return square_next(square, side) >= 0 && !qr_open(position, square, side);
}

static void draw_square(const QrPosition *position, Square square, DrawStyle style, Out *out)
{
    const Ink *ink = style.ascii ? &ASCII : &UNICODE;
    int player = pawn_at(position, square);
    bool last = style.last == (Move)square;
    out_char(out, last ? '[' : ' ');
    if (player < 0) {
        out_str(out, ink->dot);
    } else {
        if (style.colour) out_str(out, PAWN_COLOUR[player]);
        out_int(out, player + 1);
        if (style.colour) out_str(out, "\033[0m");
    }
    out_char(out, last ? ']' : ' ');
}

// Draws the groove above a rank: three columns above each square, one at each crossing.
static void draw_groove(const QrPosition *position, int rank, const Ink *ink, Out *out)
{
    out_str(out, "  ");
    for (int file = 0; file < SIZE; file++) {
        bool wall = wall_covers(position, SIZE * rank + file, NORTH);
        for (int i = 0; i < 3; i++)
            out_str(out, wall ? ink->flat : " ");
        if (file == SIZE - 1) break;
        Slot slot = 8 * rank + file;
        bool flat = bits_has(position->wall[HORIZONTAL], slot);
        bool upright = bits_has(position->wall[VERTICAL], slot);
        out_str(out, flat ? ink->flat : upright ? ink->upright : " ");
    }
    out_line(out);
}

void qr_draw(const QrPosition *position, DrawStyle style, Out *out)
{
    const Ink *ink = style.ascii ? &ASCII : &UNICODE;
    for (int rank = SIZE - 1; rank >= 0; rank--) {
        if (rank < SIZE - 1) draw_groove(position, rank, ink, out);
        out_format(out, "%d ", rank + 1);
        for (int file = 0; file < SIZE; file++) {
            Square square = SIZE * rank + file;
            draw_square(position, square, style, out);
            if (file < SIZE - 1)
                out_str(out, wall_covers(position, square, EAST) ? ink->upright : " ");
        }
        out_line(out);
    }
    out_str(out, "   a   b   c   d   e   f   g   h   i\n");
    for (int player = 0; player < position->head.variant->players; player++) {
        bool turn = player == position->head.turn && !qr_winners(position);
        out_format(out, "%s%d  ", turn ? " > " : "   ", player + 1);
        for (int i = 0; i < position->walls[player]; i++)
            out_str(out, ink->upright);
        out_format(out, " %d", position->walls[player]);
        if (bits_has(position->head.out, player)) out_str(out, "  (out)");
        out_line(out);
    }
}
