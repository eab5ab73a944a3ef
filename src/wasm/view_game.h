// SPDX-License-Identifier: MIT
// The game-specific parts of the view, used only by view.c. Each game has its own file
// (view_abalone.c, view_quoridor.c).
#ifndef MEYDAN_WASM_VIEW_GAME_H
#define MEYDAN_WASM_VIEW_GAME_H

#include "game/game.h"

// The parts of a move that the page draws.
typedef struct Motion {
    const char *kind;
    u8 cell[4], pushed[4], to[4];
    int cells, pushes, landings;
    int dir;      // -1 if none
    int slot;     // the wall's, -1 if none
    bool upright; // the wall's orientation
    int taken;    // owner of the marble it pushes out, -1 if none
} Motion;

typedef struct ViewGame {
    const Game *game;
    const char *const *keys; // keys of write_board(); empty lists for positions of other games
    int key_count;
    void (*write_board)(const Position *position, Out *out);
    void (*write_sketch)(const Position *sketch, Out *out); // for a sketch (game/sketch.h)
    Motion (*motion)(const Position *before, Move move);    // for any move but a pass
    void (*write_slot)(int slot, Out *out); // a slot's name; NULL if the game has none
    // All players whom the wall would shut in; the refusal names only one. NULL if the game has no
    // walls.
    u8 (*shut_in)(const Position *position, Move move);
    int (*to_win)(const Position *position); // marbles to push out; NULL if the game has none
    int (*walls)(const Variant *variant);    // per player at the start; NULL if the game has none
} ViewGame;

extern const ViewGame AB_VIEW, QR_VIEW;

// Names of cells, as JSON.
void view_write_cell(const Game *game, int cell, Out *out);
void view_write_cells(const Game *game, const u8 *cells, int count, Out *out);

#endif
