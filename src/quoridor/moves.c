// SPDX-License-Identifier: MIT
// The rules of Quoridor: steps, jumps and walls (Q2-Q7, Q9, R1, R3).
#include "quoridor/position.h"

#include "base/rng.h"
#include "quoridor/walls.h"

#include <assert.h>

bool qr_open(const QrPosition *position, Square square, Side side)
{
    return square_next(square, side) >= 0 &&
           !(position->wall[side_walls(side)] & square_slots(square, side));
}

static bool occupied(const QrPosition *position, Square square)
{
    for (int player = 0; player < position->head.variant->players; player++)
        if (position->pawn[player] == square && !bits_has(position->head.out, player)) return true;
    return false;
}

// A pawn jumps straight over the other pawn, or to its sides if a wall or the edge is behind it.
int qr_jumps(const QrPosition *position, Square over, Side side, u8 landings[QR_JUMPS_MAX])
{
    int count = 0;
    if (qr_open(position, over, side)) {
        Square beyond = square_next(over, side);
        if (!occupied(position, beyond)) landings[count++] = (u8)beyond;
        return count;
    }
    for (Side turn = NORTH; turn < SIDES; turn++) {
        if (side_walls(turn) == side_walls(side) || !qr_open(position, over, turn)) continue;
        Square beside = square_next(over, turn);
        if (!occupied(position, beside)) landings[count++] = (u8)beside;
    }
    return count;
}

// Adds a square once, even if two neighbours offer it.
static int add_step(u8 steps[QR_STEPS_MAX], int count, Square square)
{
    for (int i = 0; i < count; i++)
        if (steps[i] == square) return count;
    steps[count] = (u8)square;
    return count + 1;
}

int qr_steps(const QrPosition *position, int player, u8 steps[QR_STEPS_MAX])
{
    Square from = position->pawn[player];
    int count = 0;
    for (Side side = NORTH; side < SIDES; side++) {
        if (!qr_open(position, from, side)) continue;
        Square next = square_next(from, side);
        if (!occupied(position, next)) {
            steps[count++] = (u8)next;
            continue;
        }
        u8 landings[QR_JUMPS_MAX];
        int jumps = qr_jumps(position, next, side, landings);
        for (int i = 0; i < jumps; i++)
            count = add_step(steps, count, landings[i]);
    }
    return count;
}

Slots qr_legal_walls(const QrPosition *position, Orientation orientation)
{
    if (!position->walls[position->head.turn]) return 0;
    Slots barred = position->taken[orientation];
    for (int player = 0; player < PLAYERS_MAX; player++)
        barred |= position->shut[player][orientation];
    return ~barred;
}

u8 qr_winners(const QrPosition *position)
{
    const QrVariant *variant = qr_variant(position);
    for (int player = 0; player < variant->common.players; player++)
        if (!bits_has(position->head.out, player) &&
            square_next(position->pawn[player], (Side)variant->goal[player]) < 0)
            return (u8)bit(player);
    return head_last_side(&position->head);
}

int qr_moves(const QrPosition *position, Move moves[MOVES_MAX])
{
    if (qr_winners(position)) return 0;
    u8 steps[QR_STEPS_MAX];
    int count = qr_steps(position, position->head.turn, steps);
    for (int i = 0; i < count; i++)
        moves[i] = steps[i];
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        for (Slots slots = qr_legal_walls(position, o); slots; slots &= slots - 1)
            moves[count++] = qr_wall_move(o, bits_first(slots));
    if (!count) moves[count++] = MOVE_PASS;
    return count;
}

static Refusal refuse_wall(const QrPosition *position, Move move, int *who)
{
    Orientation o = qr_move_orientation(move);
    Slot slot = qr_move_slot(move);
    if (!position->walls[position->head.turn]) return REFUSED_NO_WALLS;
    if (bits_has(position->wall[!o], slot)) return REFUSED_WALL_CROSSING;
    if (bits_has(position->taken[o], slot)) return REFUSED_WALL_OVERLAP;
    for (int player = 0; player < position->head.variant->players; player++) {
        if (!bits_has(position->shut[player][o], slot)) continue;
        if (who) *who = player;
        return REFUSED_SHUT_IN;
    }
    return ALLOWED;
}

static Refusal refuse_step(const QrPosition *position, Move move)
{
    u8 steps[QR_STEPS_MAX];
    int count = qr_steps(position, position->head.turn, steps);
    for (int i = 0; i < count; i++)
        if (steps[i] == move) return ALLOWED;
    if (occupied(position, move)) return REFUSED_PAWN_OCCUPIED;
    for (Side side = NORTH; side < SIDES; side++)
        if (square_next(position->pawn[position->head.turn], side) == move)
            return REFUSED_PAWN_WALL;
    return REFUSED_PAWN_REACH;
}

Refusal qr_refusal(const QrPosition *position, Move move, int *who)
{
    if (qr_winners(position)) return REFUSED_GAME_OVER;
    if (move == MOVE_PASS) {
        Move moves[MOVES_MAX];
        qr_moves(position, moves);
        return moves[0] == MOVE_PASS ? ALLOWED : REFUSED_PASS;
    }
    if (move >> 8 || (!qr_move_is_wall(move) && move >= SQUARES)) return REFUSED_PAWN_REACH;
    return qr_move_is_wall(move) ? refuse_wall(position, move, who) : refuse_step(position, move);
}

void qr_play(QrPosition *position, Move move)
{
    assert(qr_refusal(position, move, NULL) == ALLOWED);
    int player = position->head.turn;
    if (move != MOVE_PASS && qr_move_is_wall(move)) {
        qr_place_wall(position, qr_move_orientation(move), qr_move_slot(move));
        position->walls[player]--;
    } else if (move != MOVE_PASS) {
        qr_move_pawn(position, player, move);
    }
    head_advance(&position->head);
}

void qr_leave(QrPosition *position, int player)
{
    position->head.out |= (u8)bit(player);
    qr_forget_way(position, player);
    position->pawn[player] = 0; // zero, so that equal positions are equal bytes
    if (position->head.turn == player && !qr_winners(position)) head_advance(&position->head);
}

void qr_give(QrPosition *start, int player, int count)
{
    int left = start->walls[player] - count;
    start->walls[player] = (u8)(left > 0 ? left : 0);
}

Key qr_key(const QrPosition *position)
{
    u64 pawns = (u64)position->head.turn | (u64)position->head.out << 8;
    u64 walls = 0;
    for (int i = 0; i < PLAYERS_MAX; i++) {
        pawns |= (u64)position->pawn[i] << (16 + 8 * i);
        walls |= (u64)position->walls[i] << 8 * i;
    }
    Key key = mix64(pawns + 1);
    key = mix64(key ^ walls) + 1;
    key = mix64(key ^ position->wall[HORIZONTAL]) + 2;
    return mix64(key ^ position->wall[VERTICAL]);
}
