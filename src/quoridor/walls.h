// SPDX-License-Identifier: MIT
// What a wall does to each player's way, without a path search. See position.h for the idea.
//
// For each player the border is closed on all sides but the goal, which is open: a wall end there
// touches nothing. Points joined by walls (and closed border) are one cluster. In a legal position
// every ring crosses every chain an even number of times, so a new wall with ends p, r and middle q
// shuts a player in exactly if it closes a ring with an odd number of crossings:
//
//     p and q in one cluster, and the chain crosses the half p-q;   or q, r and the half q-r;
//     or p and r in one cluster, and the chain crosses one half but not both.
#ifndef MEYDAN_QUORIDOR_WALLS_H
#define MEYDAN_QUORIDOR_WALLS_H

#include "quoridor/position.h"

typedef struct Cluster {
    Slots points;
    bool border; // the closed border belongs to it
} Cluster;

// A wall, and the lattice points that walls will join once it stands (border not counted).
typedef struct Wall {
    Orientation orientation;
    Slot slot;
    Slots joined;
} Wall;

// Points outside the lattice: the wall ends on that side of the board.
enum { ON_SIDE = 64 };

// End 0 (western, southern) or 1 of a wall: a lattice point, or ON_SIDE + side.
static inline int wall_end(Orientation orientation, Slot slot, int end)
{
    int along = orientation == HORIZONTAL ? slot & 7 : slot >> 3;
    int step = orientation == HORIZONTAL ? 1 : 8;
    if (end) return along < 7 ? slot + step : ON_SIDE + (orientation == HORIZONTAL ? EAST : NORTH);
    return along > 0 ? slot - step : ON_SIDE + (orientation == HORIZONTAL ? WEST : SOUTH);
}

static inline Slots component(const QrPosition *position, Slot point)
{
    return bytes_equal(position->label, position->label[point]);
}

static inline Wall wall_at(const QrPosition *position, Orientation orientation, Slot slot)
{
    Slots joined = component(position, slot);
    for (int end = 0; end < 2; end++) {
        int point = wall_end(orientation, slot, end);
        if (point < ON_SIDE) joined |= component(position, point);
    }
    return (Wall){ orientation, slot, joined };
}

// The slots of either orientation that this wall overlaps or crosses.
static inline Slots wall_conflicts(Orientation wall, Slot slot, Orientation other)
{
    Slots self = bit(slot);
    if (wall != other) return self;
    if (wall == VERTICAL) return self | self << 8 | self >> 8;
    return self | (self << 1 & ~FILE_A) | (self >> 1 & ~FILE_H);
}

// The points joined to the closed border, for a player with that goal.
static inline Slots border_points(const QrPosition *position, Side goal)
{
    Slots points = 0;
    for (Side side = NORTH; side < SIDES; side++)
        points |= position->touch[side] & mask_if(side != goal);
    return points;
}

// The slots whose first or second end lies in the cluster.
ALWAYS_INLINE Slots slots_ending(Cluster cluster, Side goal, Orientation orientation, int end)
{
    Slots points = cluster.points;
    if (orientation == HORIZONTAL && end == 0)
        return (points << 1 & ~FILE_A) | (FILE_A & mask_if(cluster.border && goal != WEST));
    if (orientation == HORIZONTAL)
        return (points >> 1 & ~FILE_H) | (FILE_H & mask_if(cluster.border && goal != EAST));
    if (end == 0) return points << 8 | (RANK_1 & mask_if(cluster.border && goal != SOUTH));
    return points >> 8 | (RANK_8 & mask_if(cluster.border && goal != NORTH));
}

// Adds the slots that would close an odd ring through the cluster.
ALWAYS_INLINE void shut_by(const QrChain *chain, Cluster cluster, Side goal,
                           Slots shut[ORIENTATIONS])
{
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++) {
        Slots first = slots_ending(cluster, goal, o, 0), second = slots_ending(cluster, goal, o, 1);
        Slots middle = cluster.points, c0 = chain->half[o][0], c1 = chain->half[o][1];
        shut[o] |= (first & middle & c0) | (middle & second & c1) | (first & second & (c0 ^ c1));
    }
}

// Leads the route round the other side of a cluster: every half between it and the rest is toggled.
ALWAYS_INLINE void bend(QrChain *chain, Cluster cluster, Side goal)
{
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        for (int end = 0; end < 2; end++)
            chain->half[o][end] ^= cluster.points ^ slots_ending(cluster, goal, o, end);
}

// The cluster at an end of a wall that is about to be placed.
static inline Cluster end_cluster(const QrPosition *position, int point, Slots border)
{
    if (point < ON_SIDE && !bits_has(border, point))
        return (Cluster){ component(position, point), false };
    return (Cluster){ border, true };
}

// What a legal wall does to one player: the chain is led round it, and `shut` gets the slots that
// would now shut the player in. Slots that did before still do. `border` are the border_points().
ALWAYS_INLINE void wall_effect(const QrPosition *position, Side goal, Slots border, Wall wall,
                               QrChain *chain, Slots shut[ORIENTATIONS])
{
    Cluster merged = { wall.joined, (wall.joined & border) != 0 };
    Cluster round = { 0, false }; // what the route has to go round
    for (int end = 0; end < 2; end++) {
        int point = wall_end(wall.orientation, wall.slot, end);
        bool crossed = bits_has(chain->half[wall.orientation][end], wall.slot);
        if (point == ON_SIDE + (int)goal) {
            // Round the loose end: nothing else is there.
            if (crossed) chain->half[wall.orientation][end] ^= bit(wall.slot);
            continue;
        }
        if (point >= ON_SIDE) merged.border = true;
        if (!crossed) continue;
        Cluster cluster = end_cluster(position, point, border);
        round.points |= cluster.points;
        round.border |= cluster.border;
    }
    if (round.points || round.border) bend(chain, round, goal);
    if (merged.border) merged.points |= border;
    shut_by(chain, merged, goal, shut);
}

#endif
