// SPDX-License-Identifier: MIT
// Finds the winner with one set of walls on the board, for all squares of both pawns at once.
//
// Player 0 starts at the bottom and wins at the top, player 1 the other way round. A Plane is a set
// of positions: row[S] has player 1's pawn on square S, and its bits are the squares of player 0's
// pawn. Squares count from the bottom left, row by row.
#ifndef MEYDAN_SOLVE_POSITIONS_H
#define MEYDAN_SOLVE_POSITIONS_H

#include "solve/wall_sets.h"

typedef struct Plane {
    u64 row[SOLVE_SQUARES_MAX];
} Plane;

// By the player to move: the positions that this player wins, and those that this player loses.
// The others are draws: neither can make progress.
typedef struct Outcome {
    Plane wins[2], loses[2];
} Outcome;

// The kinds of position that the player to move can reach by placing a wall: a position that the
// other player loses, one that the other player doesn't win, any position at all.
typedef struct WallMoves {
    Plane wins[2], holds[2], any[2];
} WallMoves;

// A board with its walls: the squares from which a step in each direction is open, the squares from
// which each player can reach the goal, and the jumps.
typedef struct Ground {
    int width, squares;
    u64 all, goal[2];
    u64 east, west, north, south;
    u64 way[2];
    int jumps;
    struct {
        u8 from, over;
        u64 to;
    } jump[4 * SOLVE_SQUARES_MAX];
} Ground;

void ground_init(Ground *ground, const WallSets *sets, WallSet set);

// Only the squares from which each player can reach the goal: enough to judge walls.
void ground_find_ways(Ground *ground, const WallSets *sets, WallSet set);

// Solves all positions by retrograde analysis. Positions with a shut-in pawn, two pawns on one
// square, or a pawn at its goal belong to no set.
void positions_solve(const Ground *ground, const WallMoves *walls, Outcome *outcome);

// Turns the board with the players, or mirrors it.
u64 squares_image(const Ground *ground, u64 squares, int image);
void plane_image(const Ground *ground, const Plane *from, int image, Plane *to);

#endif
