// SPDX-License-Identifier: MIT
// A game as learning programs want it: moves as small dense numbers, positions as planes.
//
//     actions   0 .. actions-1; every move of the game has one, passing is the last
//     planes    so many boards of 9 x 9 bytes, [plane][row][column], row 0 at the bottom; players
//               stand in turn order with the player to move first
#ifndef MEYDAN_GAME_ENCODING_H
#define MEYDAN_GAME_ENCODING_H

#include "game/game.h"

enum { PLANE_SIZE = 9, PLANE_CELLS = PLANE_SIZE * PLANE_SIZE };

struct Encoding {
    int actions;
    // The move must be one of the game's; legal or not does not matter.
    int (*action)(Move move);
    // MOVE_NONE for a number that is not an action.
    Move (*move)(int action);
    int (*planes)(const Variant *variant);
    void (*observe)(const Position *position, u8 *planes);
};

// The player whose turn comes after this one's, had nobody left.
static inline int encoding_next(const Head *head, int player)
{
    return head->variant->next[player];
}

static inline void plane_fill(u8 *plane, int value)
{
    for (int i = 0; i < PLANE_CELLS; i++)
        plane[i] = (u8)value;
}

#endif
