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

// The lattice points joined to a point by walls and by closed border, from the view of a pair of
// players; and all ones where that includes the closed border itself.
typedef struct Cluster {
    Lanes points, closed;
} Cluster;

typedef struct PairBefore {
    WallFrame frame;
    Lanes chain[2];
    Slots crossed[ORIENTATIONS]; // by one of the routes
    Cluster cluster[ON_SIDE + SIDES];
} PairBefore;

// Values shared by all walls that can be placed in a position.
typedef struct Before {
    const QrPosition *position;
    int next;                  // the player who moves after the wall
    int steps;                 // their steps unless the wall is near
    bool alone;                // no pawn is next to theirs: each near wall takes one step
    Slots near[ORIENTATIONS];  // slots where a wall can change those steps
    Slots open[ORIENTATIONS];  // slots open to them before this wall
    Slots loose[ORIENTATIONS]; // slots that touch no wall and no border
    int pairs;
    PairBefore pair[PAIRS];
} Before;

static void find_near(Before *before)
{
    const QrPosition *position = before->position;
    Square own = position->pawn[before->next];
    before->alone = true;
    for (int player = 0; player < position->head.variant->players; player++) {
        Square square = position->pawn[player];
        int files = square_file(square) - square_file(own);
        int ranks = square_rank(square) - square_rank(own);
        if (files * files + ranks * ranks > 1) continue; // not next to their pawn
        if (player != before->next) before->alone = false;
        for (Side side = NORTH; side < SIDES; side++)
            before->near[side_walls(side)] |= square_slots(square, side);
    }
}

static void find_clusters(PairBefore *pair, const QrPosition *position, Slots touched)
{
    const Lanes none = { 0 };
    Lanes border = pair->frame.border;
    for (Slot point = 0; point < SLOTS; point++)
        pair->cluster[point] = (Cluster){ none + bit(point), none };
    while (touched) {
        Slots all = bytes_equal(position->label, position->label[bits_first(touched)]);
        touched &= ~all;
        Lanes closed = (Lanes)((border & all) != 0);
        Cluster cluster = { all | (border & closed), closed };
        for (Slots rest = all; rest; rest &= rest - 1)
            pair->cluster[bits_first(rest)] = cluster;
    }
    for (Side side = NORTH; side < SIDES; side++) {
        Lanes closed =
            by_player(mask_if(pair->frame.goal[0] != side), mask_if(pair->frame.goal[1] != side));
        pair->cluster[ON_SIDE + side] = (Cluster){ border & closed, closed };
    }
}

static void look_before(const QrPosition *position, Before *before)
{
    Head head = position->head;
    head_advance(&head);
    before->position = position;
    before->next = head.turn;
    before->steps = count_steps(position, before->next);
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++) {
        before->near[o] = 0;
        before->open[o] = position->walls[before->next] ? qr_legal_walls(position, o) : 0;
    }
    find_near(before);
    Slots flat = position->wall[HORIZONTAL], upright = position->wall[VERTICAL];
    Slots touched = flat | (flat << 1 & ~FILE_A) | (flat >> 1 & ~FILE_H) | upright | upright << 8 |
                    upright >> 8;
    before->loose[HORIZONTAL] = ~(touched | touched << 1 | touched >> 1 | FILE_A | FILE_H);
    before->loose[VERTICAL] = ~(touched | touched << 8 | touched >> 8 | RANK_1 | RANK_8);
    before->pairs = position->head.variant->players / 2;
    for (int i = 0; i < before->pairs; i++) {
        PairBefore *pair = &before->pair[i];
        pair->frame = frame_of(position, i);
        pair->chain[0] = lanes_load(position->chain[0][2 * i]);
        pair->chain[1] = lanes_load(position->chain[1][2 * i]);
        Lanes crossed = pair->chain[0] | pair->chain[1];
        pair->crossed[HORIZONTAL] = crossed[0] | crossed[2];
        pair->crossed[VERTICAL] = crossed[1] | crossed[3];
        find_clusters(pair, position, touched);
    }
}

static int steps_after(const Before *before, Orientation orientation, Slot slot)
{
    if (!bits_has(before->near[orientation], slot)) return before->steps;
    if (before->alone) return before->steps - 1;
    QrPosition after = *before->position;
    after.wall[orientation] |= bit(slot);
    return count_steps(&after, before->next);
}

// The leaves below the walls in a set that touch nothing. Such a wall joins no points, so it only
// occupies its own place. One more step must remain after each of them.
static u64 count_after_loose(const Before *before, Orientation orientation, Slots slots)
{
    Slots same = before->open[orientation];
    Slots across = before->open[orientation == HORIZONTAL ? VERTICAL : HORIZONTAL];
    int least = before->steps + bits_count(same) + bits_count(across);
    int taken = bits_count(slots & same) + bits_count(slots & across) +
                bits_count(slots & before->near[orientation]);
    if (orientation == HORIZONTAL)
        taken += bits_count(slots << 1 & ~FILE_A & same) + bits_count(slots >> 1 & ~FILE_H & same);
    else
        taken += bits_count(slots << 8 & same) + bits_count(slots >> 8 & same);
    return (u64)(bits_count(slots) * least - taken);
}

// The slots that a wall newly shuts. Instead of a detour round the wall for each chain that it
// crosses, as in wall_effect(), the points behind the crossed halves are `odd`: a slot between an
// odd point and another one counts as crossed once more.
ALWAYS_INLINE Lanes slots_shut(const PairBefore *pair, Orientation orientation, Slot slot,
                               bool crossed)
{
    const Cluster *first = &pair->cluster[wall_end(orientation, slot, 0)];
    const Cluster *second = &pair->cluster[wall_end(orientation, slot, 1)];
    const Cluster *middle = &pair->cluster[slot];
    Lanes chain[2] = { pair->chain[0], pair->chain[1] };
    if (crossed) {
        int lane = (int)orientation;
        Lanes a = by_player(mask_if(bits_has(chain[0][lane], slot)),
                            mask_if(bits_has(chain[0][2 + lane], slot)));
        Lanes b = by_player(mask_if(bits_has(chain[1][lane], slot)),
                            mask_if(bits_has(chain[1][2 + lane], slot)));
        Lanes odd = (first->points & a) | (second->points & b);
        Lanes closed = (first->closed & a) | (second->closed & b);
        chain[0] ^= odd ^ slots_ending(&pair->frame, odd, closed, 0);
        chain[1] ^= odd ^ slots_ending(&pair->frame, odd, closed, 1);
    }
    return slots_shutting(&pair->frame, chain, first->points | middle->points | second->points,
                          first->closed | middle->closed | second->closed);
}

ALWAYS_INLINE u64 count_after_some(const Before *before, Orientation orientation, Slots slots,
                                   bool crossed)
{
    u64 leaves = 0;
    for (; slots; slots &= slots - 1) {
        Slot slot = bits_first(slots);
        Lanes shut = slots_shut(&before->pair[0], orientation, slot, crossed);
        if (before->pairs > 1) shut |= slots_shut(&before->pair[1], orientation, slot, crossed);
        Slots flat = shut[0] | shut[2] | wall_conflicts(orientation, slot, HORIZONTAL);
        Slots upright = shut[1] | shut[3] | wall_conflicts(orientation, slot, VERTICAL);
        int count = steps_after(before, orientation, slot) +
                    bits_count(before->open[HORIZONTAL] & ~flat) +
                    bits_count(before->open[VERTICAL] & ~upright);
        leaves += count ? (u64)count : 1; // R1
    }
    return leaves;
}

// The leaves two plies deep, below the wall moves.
static u64 count_after_walls(const QrPosition *position)
{
    Before before;
    look_before(position, &before);
    u64 leaves = 0;
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++) {
        Slots slots = qr_legal_walls(position, o);
        Slots loose = before.steps > 1 ? slots & before.loose[o] : 0;
        if (!before.alone) loose &= ~before.near[o];
        Slots crossed = before.pair[0].crossed[o];
        if (before.pairs > 1) crossed |= before.pair[1].crossed[o];
        crossed &= slots & ~loose;
        leaves += count_after_loose(&before, o, loose);
        leaves += count_after_some(&before, o, crossed, true);
        leaves += count_after_some(&before, o, slots & ~loose & ~crossed, false);
    }
    return leaves;
}

// -------------------------------------------------------------------------------------------------

static u64 count_after(const QrPosition *position, Move move)
{
    QrPosition child = *position;
    qr_play(&child, move);
    return count_moves(&child);
}

// The leaves two plies deep. Only the moves of pawns are played.
static u64 count_two_plies(const QrPosition *position)
{
    if (qr_winners(position)) return 0;
    u8 steps[QR_STEPS_MAX];
    int count = qr_steps(position, position->head.turn, steps);
    u64 leaves = count_after_walls(position);
    if (!count && !leaves) return count_after(position, MOVE_PASS);
    for (int i = 0; i < count; i++)
        leaves += count_after(position, steps[i]);
    return leaves;
}

u64 qr_perft(const QrPosition *position, int depth)
{
    if (depth == 0) return 1;
    if (depth == 1) return count_moves(position);
    if (depth == 2) return count_two_plies(position);
    Move moves[MOVES_MAX];
    int count = qr_moves(position, moves);
    u64 leaves = 0;
    for (int i = 0; i < count; i++) {
        QrPosition child = *position;
        qr_play(&child, moves[i]);
        leaves += qr_perft(&child, depth - 1);
    }
    return leaves;
}
