// SPDX-License-Identifier: MIT
#include "quoridor/walls.h"

#include "quoridor/paths.h"

static int pair_count(const QrPosition *position)
{
    return position->head.variant->players / 2;
}

static Slots component(const QrPosition *position, int point)
{
    if (point >= ON_SIDE) return 0;
    return bytes_equal(position->label, position->label[point]);
}

static Wall wall_at(const QrPosition *position, Orientation orientation, Slot slot)
{
    return (Wall){ orientation,
                   slot,
                   { component(position, wall_end(orientation, slot, 0)), component(position, slot),
                     component(position, wall_end(orientation, slot, 1)) } };
}

// Updates walls, conflicts and joined points, which are the same for all players.
static void stand_wall(QrPosition *position, const Wall *wall)
{
    Orientation across = wall->orientation == HORIZONTAL ? VERTICAL : HORIZONTAL;
    position->wall[wall->orientation] |= bit(wall->slot);
    position->taken[wall->orientation] |=
        wall_conflicts(wall->orientation, wall->slot, wall->orientation);
    position->taken[across] |= wall_conflicts(wall->orientation, wall->slot, across);

    Slots joined = wall->part[0] | wall->part[1] | wall->part[2];
    for (Side side = NORTH; side < SIDES; side++)
        position->touch[side] |= joined & mask_if(position->touch[side] & joined);
    for (int end = 0; end < 2; end++) {
        int point = wall_end(wall->orientation, wall->slot, end);
        if (point >= ON_SIDE) position->touch[point - ON_SIDE] |= joined;
    }
    u8 label = position->label[wall->slot];
    for (Slots rest = joined; rest; rest &= rest - 1)
        position->label[bits_first(rest)] = label;
}

void qr_place_wall(QrPosition *position, Orientation orientation, Slot slot)
{
    Wall wall = wall_at(position, orientation, slot);
    for (int pair = 0; pair < pair_count(position); pair++) {
        WallFrame frame = frame_of(position, pair);
        Slots *first = position->chain[0][2 * pair], *second = position->chain[1][2 * pair];
        Slots *shut = position->shut[2 * pair];
        Lanes chain[2] = { lanes_load(first), lanes_load(second) };
        lanes_store(shut, lanes_load(shut) | wall_effect(&frame, &wall, chain));
        lanes_store(first, chain[0]);
        lanes_store(second, chain[1]);
    }
    stand_wall(position, &wall);
}

// Whether walls and the player's closed border connect two points.
static bool joined(const QrPosition *position, int a, int b, Side goal)
{
    if (a == ON_SIDE + (int)goal || b == ON_SIDE + (int)goal) return false;
    Slots border = border_points(position, goal);
    bool a_border = a >= ON_SIDE || bits_has(border, a);
    bool b_border = b >= ON_SIDE || bits_has(border, b);
    if (a_border || b_border) return a_border && b_border;
    return position->label[a] == position->label[b];
}

// Re-evaluates one slot after the player's chain changed there.
static void judge(QrPosition *position, int player, Orientation orientation, Slot slot)
{
    Side goal = (Side)qr_variant(position)->goal[player];
    bool first = bits_has(position->chain[0][player][orientation], slot);
    bool second = bits_has(position->chain[1][player][orientation], slot);
    int p = wall_end(orientation, slot, 0), r = wall_end(orientation, slot, 1);
    bool shuts = (first && joined(position, p, slot, goal)) ||
                 (second && joined(position, slot, r, goal)) ||
                 (first != second && joined(position, p, r, goal));
    Slots *shut = &position->shut[player][orientation];
    *shut = (*shut & ~bit(slot)) | (mask_if(shuts) & bit(slot));
}

// Toggles whether the route crosses the groove on that side of the square. That piece of groove is
// the second half of the slot before it and the first half of the slot after it.
static void toggle(QrPosition *position, int player, Square square, Side side)
{
    Orientation o = side_walls(side);
    Slots slots = square_slots(square, side);
    int along = o == HORIZONTAL ? square_file(square) : square_rank(square);
    Slots before = along > 0 ? slots & -slots : 0;
    position->chain[0][player][o] ^= slots ^ before;
    position->chain[1][player][o] ^= before;
}

static void cross(QrPosition *position, int player, Square square, Side side)
{
    toggle(position, player, square, side);
    for (Slots slots = square_slots(square, side); slots; slots &= slots - 1)
        judge(position, player, side_walls(side), bits_first(slots));
}

void qr_move_pawn(QrPosition *position, int player, Square to)
{
    Square from = position->pawn[player];
    position->pawn[player] = (u8)to;
    // Prepend one step, or two steps over an open square between, to the old route.
    for (Side side = NORTH; side < SIDES; side++)
        if (square_next(from, side) == to) {
            cross(position, player, from, side);
            return;
        }
    for (Side side = NORTH; side < SIDES; side++) {
        if (!qr_open(position, from, side)) continue;
        Square between = square_next(from, side);
        for (Side turn = NORTH; turn < SIDES; turn++)
            if (square_next(between, turn) == to && qr_open(position, between, turn)) {
                cross(position, player, from, side);
                cross(position, player, between, turn);
                return;
            }
    }
}

void qr_forget_way(QrPosition *position, int player)
{
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        position->chain[0][player][o] = position->chain[1][player][o] = position->shut[player][o] =
            0;
}

// Any open path can be the route; this uses a shortest one. Returns false if there is none.
static bool find_chain(QrPosition *position, int player)
{
    u8 distance[SQUARES];
    qr_distances(position, (Side)qr_variant(position)->goal[player], distance);
    Square square = position->pawn[player];
    if (distance[square] == NO_WAY) return false;
    while (distance[square] > 0) {
        Side side = NORTH;
        while (!qr_open(position, square, side) ||
               distance[square_next(square, side)] >= distance[square])
            side++;
        toggle(position, player, square, side);
        square = square_next(square, side);
    }
    return true;
}

// Finds all slots that shut a player in, cluster by cluster.
static void find_shut(QrPosition *position, int pair)
{
    WallFrame frame = frame_of(position, pair);
    const Lanes chain[2] = { lanes_load(position->chain[0][2 * pair]),
                             lanes_load(position->chain[1][2 * pair]) };
    const Lanes none = { 0 };
    Lanes shut = slots_shutting(&frame, chain, frame.border, ~none);
    Slots done;
    for (Slots rest = ~(Slots)0; rest; rest &= ~done) {
        done = component(position, bits_first(rest));
        Lanes apart = (Lanes)((frame.border & done) == 0); // not part of the border's cluster
        shut |= slots_shutting(&frame, chain, done & apart, none);
    }
    lanes_store(position->shut[2 * pair], shut);
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
        for (Slots rest = walls[o]; rest; rest &= rest - 1) {
            Wall wall = wall_at(position, o, bits_first(rest));
            stand_wall(position, &wall);
        }

    for (int player = 0; player < PLAYERS_MAX; player++) {
        qr_forget_way(position, player);
        bool in = player < position->head.variant->players && !bits_has(position->head.out, player);
        if (!in || find_chain(position, player)) continue;
        *who = player;
        return false;
    }
    for (int pair = 0; pair < pair_count(position); pair++)
        find_shut(position, pair);
    return true;
}
