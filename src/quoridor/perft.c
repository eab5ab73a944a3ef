// SPDX-License-Identifier: MIT
// Leaf counts. The last ply is counted instead of played. In the ply before it, walls are evaluated
// only as far as counting needs: the slots that remain for the next player and their number of pawn
// steps.
#include "quoridor/position.h"
#include "quoridor/walls.h"

static int count_steps(const QrPosition *position, int player)
{
    u8 steps[QR_STEPS_MAX];
    return qr_steps(position, player, steps);
}

static u64 count_moves(const QrPosition *position)
{
    if (qr_winners(position)) return 0;
    int count = count_steps(position, position->head.turn);
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        count += bits_count(qr_legal_walls(position, o));
    return count ? (u64)count : 1; // R1
}

// --- counting after each wall --------------------------------------------------------------------

// Values shared by all walls that can be placed in a position.
typedef struct Before {
    const QrPosition *position;
    int next;                  // the player who moves after the wall
    int steps;                 // their steps unless the wall is near
    Slots near[ORIENTATIONS];  // slots where a wall can change those steps
    Slots open[ORIENTATIONS];  // slots open to them before this wall
    Slots loose[ORIENTATIONS]; // slots that touch no wall and no border
    Slots component[SLOTS];    // by lattice point: the points that walls join to it
    int pairs;
    WallFrame frame[PAIRS];
} Before;

static void find_near(Before *before)
{
    const QrPosition *position = before->position;
    Square own = position->pawn[before->next];
    for (int player = 0; player < position->head.variant->players; player++) {
        Square square = position->pawn[player];
        int files = square_file(square) - square_file(own);
        int ranks = square_rank(square) - square_rank(own);
        if (files * files + ranks * ranks > 1) continue; // not next to their pawn
        for (Side side = NORTH; side < SIDES; side++)
            before->near[side_walls(side)] |= square_slots(square, side);
    }
}

static void find_components(Before *before)
{
    const QrPosition *position = before->position;
    Slots flat = position->wall[HORIZONTAL], upright = position->wall[VERTICAL];
    Slots touched = flat | (flat << 1 & ~FILE_A) | (flat >> 1 & ~FILE_H) | upright | upright << 8 |
                    upright >> 8;
    before->loose[HORIZONTAL] = ~(touched | touched << 1 | touched >> 1 | FILE_A | FILE_H);
    before->loose[VERTICAL] = ~(touched | touched << 8 | touched >> 8 | RANK_1 | RANK_8);
    for (Slot point = 0; point < SLOTS; point++)
        before->component[point] = bit(point);
    while (touched) {
        Slots all = bytes_equal(position->label, position->label[bits_first(touched)]);
        touched &= ~all;
        for (Slots rest = all; rest; rest &= rest - 1)
            before->component[bits_first(rest)] = all;
    }
}

static void look_before(const QrPosition *position, Before *before)
{
    Head head = position->head;
    head_advance(&head);
    *before = (Before){ .position = position, .next = head.turn };
    before->steps = count_steps(position, before->next);
    find_near(before);
    find_components(before);
    before->pairs = position->head.variant->players / 2;
    for (int pair = 0; pair < before->pairs; pair++)
        before->frame[pair] = frame_of(position, pair);
    if (position->walls[before->next])
        for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
            before->open[o] = qr_legal_walls(position, o);
}

static int steps_after(const Before *before, Orientation orientation, Slot slot)
{
    if (!bits_has(before->near[orientation], slot)) return before->steps;
    QrPosition after = *before->position;
    after.wall[orientation] |= bit(slot);
    return count_steps(&after, before->next);
}

static Slots part_of(const Before *before, int point)
{
    return point < ON_SIDE ? before->component[point] : 0;
}

// The number of slots that the wall leaves to the next player. A wall that touches nothing joins no
// points, so it only occupies its own place.
static int slots_after(const Before *before, Orientation orientation, Slot slot)
{
    Slots closed[ORIENTATIONS] = { wall_conflicts(orientation, slot, HORIZONTAL),
                                   wall_conflicts(orientation, slot, VERTICAL) };
    if (!bits_has(before->loose[orientation], slot)) {
        Wall wall = { orientation,
                      slot,
                      { part_of(before, wall_end(orientation, slot, 0)), part_of(before, slot),
                        part_of(before, wall_end(orientation, slot, 1)) } };
        for (int pair = 0; pair < before->pairs; pair++) {
            Lanes chain[2] = { lanes_load(before->position->chain[0][2 * pair]),
                               lanes_load(before->position->chain[1][2 * pair]) };
            Lanes shut = wall_effect(&before->frame[pair], &wall, chain);
            closed[HORIZONTAL] |= shut[0] | shut[2];
            closed[VERTICAL] |= shut[1] | shut[3];
        }
    }
    return bits_count(before->open[HORIZONTAL] & ~closed[HORIZONTAL]) +
           bits_count(before->open[VERTICAL] & ~closed[VERTICAL]);
}

// The leaves two plies deep, below the wall moves.
static u64 count_after_walls(const QrPosition *position)
{
    Before before;
    look_before(position, &before);
    u64 leaves = 0;
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        for (Slots slots = qr_legal_walls(position, o); slots; slots &= slots - 1) {
            Slot slot = bits_first(slots);
            int count = steps_after(&before, o, slot) + slots_after(&before, o, slot);
            leaves += count ? (u64)count : 1; // R1
        }
    return leaves;
}

// -------------------------------------------------------------------------------------------------

u64 qr_perft(const QrPosition *position, int depth)
{
    if (depth == 0) return 1;
    if (depth == 1) return count_moves(position);
    Move moves[MOVES_MAX];
    int count = qr_moves(position, moves);
    u64 leaves = 0;
    for (int i = 0; i < count; i++) {
        if (depth == 2 && moves[i] != MOVE_PASS && qr_move_is_wall(moves[i]))
            return leaves + count_after_walls(position); // walls come last
        QrPosition child = *position;
        qr_play(&child, moves[i]);
        leaves += qr_perft(&child, depth - 1);
    }
    return leaves;
}
