// SPDX-License-Identifier: MIT
// What the page is told of each game beside what all games share; only view.c uses it. A game has
// its own file (view_abalone.c, view_quoridor.c).
#ifndef MEYDAN_WASM_VIEW_GAME_H
#define MEYDAN_WASM_VIEW_GAME_H

#include "game/game.h"

// What the page draws of a move.
typedef struct Motion {
    const char *kind;
    u8 cell[4], pushed[4], to[4];
    int cells, pushes, landings;
    int dir;      // -1: none
    int slot;     // of a wall, -1: none
    bool upright; // that wall
    int taken;    // whose marble it pushes out, -1: nobody's
} Motion;

typedef struct ViewGame {
    const Game *game;
    const char *const *keys; // of write_board(); empty lists for positions of other games
    int key_count;
    void (*write_board)(const Position *position, Out *out);
    void (*write_sketch)(const Position *sketch, Out *out); // the same of a sketch (game/sketch.h)
    Motion (*motion)(const Position *before, Move move);    // of a move that is no pass
    void (*write_slot)(int slot, Out *out);                 // its name; NULL if there are none
    // All whom the wall would shut in; the refusal names one. NULL if there are none.
    u8 (*shut_in)(const Position *position, Move move);
    int (*to_win)(const Variant *variant); // marbles to push out; NULL if there are none
    int (*walls)(const Variant *variant);  // of each player at the start; NULL if there are none
} ViewGame;

extern const ViewGame AB_VIEW, QR_VIEW;

// Names of cells, as JSON.
void view_write_cell(const Game *game, int cell, Out *out);
void view_write_cells(const Game *game, const u8 *cells, int count, Out *out);

#endif
