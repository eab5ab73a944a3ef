// SPDX-License-Identifier: MIT
// The effect of a wall on each player's path, without a path search. position.h explains the idea.
//
// For each player the border is closed on all sides except the goal, which is open: a wall end
// there touches nothing. Points joined by walls (and closed border) form a cluster. In a legal
// position
// every ring crosses every chain an even number of times, so a new wall with ends p, r and middle q
// shuts a player in exactly if it closes a ring with an odd number of crossings:
//
//     p and q in one cluster, and the chain crosses the half p-q;   or q, r and the half q-r;
//     or p and r in one cluster, and the chain crosses one half but not both.
//
// The same sums are due for two orientations and for each player, so they are done in four lanes:
//
//     lane       0              1               2              3
//            player 2k,     player 2k,      player 2k+1,   player 2k+1,      k: the pair of players
//            horizontal     vertical        horizontal     vertical
#ifndef MEYDAN_QUORIDOR_WALLS_H
#define MEYDAN_QUORIDOR_WALLS_H

#include "quoridor/position.h"

enum { PAIRS = PLAYERS_MAX / 2 };

// A wall before it is placed. part[0], [1], [2] are the lattice points joined by walls to its first
// end, its middle and its second end; empty for an end on the border.
typedef struct Wall {
    Orientation orientation;
    Slot slot;
    Slots part[3];
} Wall;

// Pseudo-points outside the lattice: a wall ends on that side of the board.
enum { ON_SIDE = 64 };

// End 0 (western, southern) or 1 of a wall: a lattice point, or ON_SIDE + side.
static inline int wall_end(Orientation orientation, Slot slot, int end)
{
    int along = orientation == HORIZONTAL ? slot & 7 : slot >> 3;
    int step = orientation == HORIZONTAL ? 1 : 8;
    if (end) return along < 7 ? slot + step : ON_SIDE + (orientation == HORIZONTAL ? EAST : NORTH);
    return along > 0 ? slot - step : ON_SIDE + (orientation == HORIZONTAL ? WEST : SOUTH);
}

// The slots of an orientation that this wall overlaps or crosses.
static inline Slots wall_conflicts(Orientation wall, Slot slot, Orientation other)
{
    Slots self = bit(slot);
    if (wall != other) return self;
    if (wall == VERTICAL) return self | self << 8 | self >> 8;
    return self | (self << 1 & ~FILE_A) | (self >> 1 & ~FILE_H);
}

// The points joined to the border that is closed for a player with that goal.
static inline Slots border_points(const QrPosition *position, Side goal)
{
    Slots points = 0;
    for (Side side = NORTH; side < SIDES; side++)
        points |= position->touch[side] & mask_if(side != goal);
    return points;
}

// A position from the view of a pair of players.
typedef struct WallFrame {
    u8 goal[2];
    Lanes border;  // lattice points joined to the closed border
    Lanes line[2]; // slots whose first, second end is on the closed border
    Lanes in;      // all ones for players still in
} WallFrame;

ALWAYS_INLINE Lanes by_player(u64 one, u64 other)
{
    return (Lanes){ one, one, other, other };
}

static inline WallFrame frame_of(const QrPosition *position, int pair)
{
    const u8 *goal = &qr_variant(position)->goal[2 * pair];
    Side a = (Side)goal[0], b = (Side)goal[1];
    return (WallFrame){
        .goal = { goal[0], goal[1] },
        .border = by_player(border_points(position, a), border_points(position, b)),
        .line = { { FILE_A & mask_if(a != WEST), RANK_1 & mask_if(a != SOUTH),
                    FILE_A & mask_if(b != WEST), RANK_1 & mask_if(b != SOUTH) },
                  { FILE_H & mask_if(a != EAST), RANK_8 & mask_if(a != NORTH),
                    FILE_H & mask_if(b != EAST), RANK_8 & mask_if(b != NORTH) } },
        .in = by_player(mask_if(!bits_has(position->head.out, 2 * pair)),
                        mask_if(!bits_has(position->head.out, 2 * pair + 1))),
    };
}

// The slots with their first or second end in a cluster: in its points and, where `border` is all
// ones, in the closed border.
ALWAYS_INLINE Lanes slots_ending(const WallFrame *frame, Lanes points, Lanes border, int end)
{
    const Lanes step = { 1, 8, 1, 8 };
    Lanes inner = end ? points >> step & (Lanes){ ~FILE_H, ~(Slots)0, ~FILE_H, ~(Slots)0 }
                      : points << step & (Lanes){ ~FILE_A, ~(Slots)0, ~FILE_A, ~(Slots)0 };
    return inner | (border & frame->line[end]);
}

// The slots that would close an odd ring through a cluster.
ALWAYS_INLINE Lanes slots_shutting(const WallFrame *frame, const Lanes chain[2], Lanes points,
                                   Lanes border)
{
    Lanes first = slots_ending(frame, points, border, 0);
    Lanes second = slots_ending(frame, points, border, 1);
    Lanes shut = (first & points & chain[0]) | (points & second & chain[1]) |
                 (first & second & (chain[0] ^ chain[1]));
    return shut & frame->in;
}

// Reroutes chains that cross the new wall around the cluster at that end: toggles every half
// between the cluster and the rest.
ALWAYS_INLINE void bend_chains(const WallFrame *frame, const Wall *wall, Lanes chain[2])
{
    u64 points[2] = { 0 }, border[2] = { 0 };
    for (int player = 0; player < 2; player++)
        for (int end = 0; end < 2; end++) {
            int lane = 2 * player + (int)wall->orientation;
            if (!bits_has(chain[end][lane], wall->slot)) continue;
            int point = wall_end(wall->orientation, wall->slot, end);
            if (point == ON_SIDE + frame->goal[player]) {
                chain[end][lane] ^= bit(wall->slot); // around the loose end, where nothing else is
                continue;
            }
            Slots part = wall->part[2 * end];
            bool joined = point >= ON_SIDE || (part & frame->border[lane]);
            points[player] |= joined ? frame->border[lane] : part;
            border[player] |= mask_if(joined);
        }
    Lanes cluster = by_player(points[0], points[1]);
    Lanes closed = by_player(border[0], border[1]);
    for (int end = 0; end < 2; end++)
        chain[end] ^= cluster ^ slots_ending(frame, cluster, closed, end);
}

// Updates the chains of a pair of players for a legal wall, and returns the slots that newly shut
// one of them in. Slots that did before still do.
ALWAYS_INLINE Lanes wall_effect(const WallFrame *frame, const Wall *wall, Lanes chain[2])
{
    Slots joined = wall->part[0] | wall->part[1] | wall->part[2];
    int first = wall_end(wall->orientation, wall->slot, 0);
    int second = wall_end(wall->orientation, wall->slot, 1);
    Lanes border = (Lanes)((frame->border & joined) != 0);
    if (first >= ON_SIDE || second >= ON_SIDE) {
        int side = (first >= ON_SIDE ? first : second) - ON_SIDE;
        border |= by_player(mask_if(frame->goal[0] != side), mask_if(frame->goal[1] != side));
    }
    Lanes crossed = chain[0] | chain[1];
    if ((crossed[wall->orientation] | crossed[2 + (int)wall->orientation]) >> wall->slot & 1)
        bend_chains(frame, wall, chain);
    return slots_shutting(frame, chain, joined | (frame->border & border), border);
}

#endif
