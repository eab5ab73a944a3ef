// SPDX-License-Identifier: MIT
// The outcomes of all positions with the same number of walls on the board, in a file.
//
// FOLDER/layer-08.values has a record for each canonical set of 8 walls, by its number:
//
//     for each number of walls left to player 0, from layer_hand() on
//         for each player to move
//             the positions that this player wins, then those that this player loses:
//             a cell for each square of player 1's pawn, its bits the squares of player 0's
//
// A cell has 4 bytes for up to 32 squares, otherwise 8. FOLDER/layer-08.done has a byte for each
// LAYER_CHUNK records: 1 once they are on the disk.
#ifndef MEYDAN_SOLVE_LAYER_H
#define MEYDAN_SOLVE_LAYER_H

#include "solve/positions.h"

enum { LAYER_CHUNK = 256 };

// The game: a board, and the walls in each hand at the start.
typedef struct SolvedGame {
    int width, height, walls;
} SolvedGame;

typedef struct Layer {
    SolvedGame game;
    WallSets sets;
    int splits; // ways to share the walls left
    int cell;   // bytes
    u64 record, size;
    u8 *values;
    u8 *done;
    u64 chunks;
} Layer;

// Maps the files of a layer, which it creates if `create`. Returns false and prints the cause.
bool layer_open(Layer *layer, SolvedGame game, int size, const char *folder, bool create);
void layer_close(Layer *layer);
bool layer_is_done(const Layer *layer);

// Marks the chunks of `ready` (a byte each) as done after their values are on the disk.
bool layer_checkpoint(Layer *layer, const u8 *ready);

// Deletes the files of a layer.
void layer_forget(const char *folder, int size);

// The walls left to player 0 in the first split. Player 1 has the rest.
int layer_hand(const Layer *layer);

// The cells of a record for one player to move: wins, and after layer->sets' squares the losses.
const u8 *layer_cells(const Layer *layer, u64 index, int hand, int player);
u64 layer_row(const Layer *layer, const u8 *cells, int square);
void layer_put(Layer *layer, u64 index, int hand, const Outcome *outcome);

#endif
