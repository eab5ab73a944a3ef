// SPDX-License-Identifier: MIT
// Moves as small dense numbers and positions as planes, for machine learning.
//
//     actions   0 .. actions-1; every move of the game has one, passing is the last
//     planes    boards of 9 x 9 bytes, [plane][row][column], row 0 at the bottom; players
//               come in turn order, starting with the player to move
#ifndef MEYDAN_GAME_ENCODING_H
#define MEYDAN_GAME_ENCODING_H

#include "game/game.h"

enum { PLANE_SIZE = 9, PLANE_CELLS = PLANE_SIZE * PLANE_SIZE };

struct Encoding {
    int actions;
    // The move must be well formed, but needn't be legal.
    int (*action)(Move move);
    // MOVE_NONE for a number that is not an action.
    Move (*move)(int action);
    int (*planes)(const Variant *variant);
    void (*observe)(const Position *position, u8 *planes);
};

// The next player in turn order, as if all players were still in.
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
