// SPDX-License-Identifier: MIT
// One position of a self-play game in the trainers' format: the board, the search's score for the
// player to move, and the result of the game.
#ifndef MEYDAN_TRAIN_SAMPLE_H
#define MEYDAN_TRAIN_SAMPLE_H

#include "base/types.h"

typedef struct AbSample {
    u64 marble[4];
    u8 score[4];
    u8 turn, out;
    u8 winners; // set of players; 0 is a draw
    u8 plies;   // from the end of the game, at most 255
    int16_t search;
    i8 lead;   // the mover's lead in marbles at the end of the game
    bool loud; // the best move ejects a marble
} AbSample;

typedef struct QrSample {
    u64 wall[2];
    u8 pawn[4], walls[4];
    u8 turn, out;
    u8 winners;
    u8 plies;
    int16_t search;
    i8 lead;   // the mover's lead in steps at the end of the game
    bool loud; // the best move is a jump or ends the game
} QrSample;

#endif
