// SPDX-License-Identifier: MIT
// Actions: pawn moves by target square, then horizontal and vertical walls by slot, then the pass.
// Planes: for each player the pawn, the goal squares and the remaining walls; then the horizontal
// and the vertical walls, each at the square that names it.
#include "game/encoding.h"

#include "quoridor/position.h"

enum { PASS_ACTION = SQUARES + 2 * SLOTS, PLAYER_PLANES = 3 };

static int action(Move move)
{
    if (move == MOVE_PASS) return PASS_ACTION;
    return qr_move_is_wall(move) ? SQUARES + (move - 128) : move;
}

static Move move(int number)
{
    if (number == PASS_ACTION) return MOVE_PASS;
    if (number < 0 || number > PASS_ACTION) return MOVE_NONE;
    return (Move)(number < SQUARES ? number : number - SQUARES + 128);
}

static int planes(const Variant *variant)
{
    return PLAYER_PLANES * variant->players + ORIENTATIONS;
}

static bool is_goal(Side goal, Square square)
{
    return square_next(square, goal) < 0;
}

static void observe(const Position *position, u8 *plane)
{
    const QrPosition *board = (const QrPosition *)position;
    const QrVariant *variant = qr_variant(board);
    int player = board->head.turn;
    for (int i = 0; i < variant->common.players;
         i++, player = encoding_next(&board->head, player)) {
        bool in = !bits_has(board->head.out, player);
        plane_fill(plane, 0);
        if (in) plane[board->pawn[player]] = 1;
        plane += PLANE_CELLS;
        for (Square square = 0; square < SQUARES; square++)
            plane[square] = is_goal((Side)variant->goal[player], square);
        plane += PLANE_CELLS;
        plane_fill(plane, in ? board->walls[player] : 0);
        plane += PLANE_CELLS;
    }
    for (int o = 0; o < ORIENTATIONS; o++, plane += PLANE_CELLS) {
        plane_fill(plane, 0);
        for (Slots set = board->wall[o]; set; set &= set - 1) {
            Slot slot = __builtin_ctzll(set);
            plane[slot / 8 * PLANE_SIZE + slot % 8] = 1;
        }
    }
}

const Encoding QR_ENCODING = { PASS_ACTION + 1, action, move, planes, observe };
