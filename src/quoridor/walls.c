// SPDX-License-Identifier: MIT
#include "quoridor/walls.h"

#include "quoridor/paths.h"

// Walls, conflicts and joined points, the part that is the same for all players.
static void stand_wall(QrPosition *position, Wall wall)
{
    Orientation across = wall.orientation == HORIZONTAL ? VERTICAL : HORIZONTAL;
    position->wall[wall.orientation] |= bit(wall.slot);
    position->taken[wall.orientation] |=
        wall_conflicts(wall.orientation, wall.slot, wall.orientation);
    position->taken[across] |= wall_conflicts(wall.orientation, wall.slot, across);
    for (Side side = NORTH; side < SIDES; side++)
        position->touch[side] |= wall.joined & mask_if(position->touch[side] & wall.joined);
    for (int end = 0; end < 2; end++) {
        int point = wall_end(wall.orientation, wall.slot, end);
        if (point >= ON_SIDE) position->touch[point - ON_SIDE] |= wall.joined;
    }
    u8 label = position->label[wall.slot];
    for (Slots rest = wall.joined; rest; rest &= rest - 1)
        position->label[bits_first(rest)] = label;
}

void qr_place_wall(QrPosition *position, Orientation orientation, Slot slot)
{
    Wall wall = wall_at(position, orientation, slot);
    for (int player = 0; player < position->head.variant->players; player++) {
        if (bits_has(position->head.out, player)) continue;
        Side goal = qr_variant(position)->goal[player];
        wall_effect(position, goal, border_points(position, goal), wall, &position->chain[player],
                    position->shut[player]);
    }
    stand_wall(position, wall);
}

static bool joined(const QrPosition *position, int a, int b, Side goal, Slots border)
{
    if (a == ON_SIDE + (int)goal || b == ON_SIDE + (int)goal) return false;
    bool a_border = a >= ON_SIDE || bits_has(border, a);
    bool b_border = b >= ON_SIDE || bits_has(border, b);
    if (a_border || b_border) return a_border && b_border;
    return position->label[a] == position->label[b];
}

// Judges one slot anew after the player's chain changed on it.
static void judge(QrPosition *position, int player, Orientation orientation, Slot slot)
{
    Side goal = qr_variant(position)->goal[player];
    Slots border = border_points(position, goal);
    bool c0 = bits_has(position->chain[player].half[orientation][0], slot);
    bool c1 = bits_has(position->chain[player].half[orientation][1], slot);
    int p = wall_end(orientation, slot, 0), r = wall_end(orientation, slot, 1);
    bool shuts = (c0 && joined(position, p, slot, goal, border)) ||
                 (c1 && joined(position, slot, r, goal, border)) ||
                 (c0 != c1 && joined(position, p, r, goal, border));
    Slots *shut = &position->shut[player][orientation];
    *shut = (*shut & ~bit(slot)) | (mask_if(shuts) & bit(slot));
}

// The route crosses the groove on that side of the square, or no longer does. The groove piece is
// the second half of the slot before it and the first half of the slot after it.
static void toggle(QrChain *chain, Square square, Side side)
{
    Orientation o = side_walls(side);
    Slots slots = square_slots(square, side);
    int along = o == HORIZONTAL ? square_file(square) : square_rank(square);
    Slots before = along > 0 ? slots & -slots : 0;
    chain->half[o][0] ^= slots ^ before;
    chain->half[o][1] ^= before;
}

static void cross(QrPosition *position, int player, Square square, Side side)
{
    toggle(&position->chain[player], square, side);
    for (Slots slots = square_slots(square, side); slots; slots &= slots - 1)
        judge(position, player, side_walls(side), bits_first(slots));
}

void qr_move_pawn(QrPosition *position, int player, Square to)
{
    Square from = position->pawn[player];
    position->pawn[player] = (u8)to;
    // One step, or two steps over some open square between: the route from the new square is the
    // old one with those steps put before it.
    for (Side side = NORTH; side < SIDES; side++)
        if (square_next(from, side) == to) {
            cross(position, player, from, side);
            return;
        }
    for (Side side = NORTH; side < SIDES; side++) {
        Square between = square_next(from, side);
        if (between < 0 || !qr_open(position, from, side)) continue;
        for (Side turn = NORTH; turn < SIDES; turn++)
            if (square_next(between, turn) == to && qr_open(position, between, turn)) {
                cross(position, player, from, side);
                cross(position, player, between, turn);
                return;
            }
    }
}

// Any open way will do as a route: here a shortest one. False if there is none.
static bool find_chain(QrPosition *position, int player)
{
    u8 distance[SQUARES];
    Side goal = qr_variant(position)->goal[player];
    qr_distances(position, goal, distance);
    Square square = position->pawn[player];
    if (distance[square] == NO_WAY) return false;
    while (distance[square] > 0) {
        Side side = NORTH;
        while (!qr_open(position, square, side) ||
               distance[square_next(square, side)] >= distance[square])
            side++;
        toggle(&position->chain[player], square, side);
        square = square_next(square, side);
    }
    return true;
}

static void find_shut(QrPosition *position, int player)
{
    Side goal = qr_variant(position)->goal[player];
    Slots border = border_points(position, goal);
    const QrChain *chain = &position->chain[player];
    shut_by(chain, (Cluster){ border, true }, goal, position->shut[player]);
    for (Slots rest = ~border; rest; rest &= ~component(position, bits_first(rest)))
        shut_by(chain, (Cluster){ component(position, bits_first(rest)), false }, goal,
                position->shut[player]);
}

bool qr_derive(QrPosition *position, int *who)
{
    Slots walls[ORIENTATIONS] = { position->wall[HORIZONTAL], position->wall[VERTICAL] };
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        position->wall[o] = position->taken[o] = 0;
    for (Side side = NORTH; side < SIDES; side++)
        position->touch[side] = 0;
    for (Slot point = 0; point < SLOTS; point++)
        position->label[point] = (u8)point;
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        for (Slots rest = walls[o]; rest; rest &= rest - 1)
            stand_wall(position, wall_at(position, o, bits_first(rest)));

    for (int player = 0; player < PLAYERS_MOST; player++) {
        position->chain[player] = (QrChain){ 0 };
        position->shut[player][HORIZONTAL] = position->shut[player][VERTICAL] = 0;
        bool in = player < position->head.variant->players && !bits_has(position->head.out, player);
        if (!in) continue;
        *who = player;
        if (!find_chain(position, player)) return false;
        find_shut(position, player);
    }
    return true;
}
