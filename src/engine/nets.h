// SPDX-License-Identifier: MIT
// The learned evaluations: weights from training, in the form that the search reads.
//
// Abalone: each of the board's 27 lines, read as a base-3 number (empty, own, foe), selects a
// vector from a table shared by all lines of that length. The vectors are added, clipped and
// weighted. Unit 0 isn't clipped: it is a plain linear evaluation.
#ifndef MEYDAN_ENGINE_NETS_H
#define MEYDAN_ENGINE_NETS_H

#include "game/game.h"

enum {
    AB_LINES = 27,
    AB_WIDTH = 32,
    AB_STAGES = 4,                               // by the number of marbles pushed out
    AB_STATES = 243 + 729 + 2187 + 6561 + 19683, // of lines of 5 to 9 cells
    AB_SCORES = 7,                               // marbles pushed out: 0..6
    AB_CLIP = 127,
};

typedef struct AbNet {
    i8 table[AB_STATES][AB_WIDTH];
    int16_t bias[AB_WIDTH];
    int16_t out[AB_STAGES][AB_WIDTH];
    int16_t plain; // number of units used directly, a multiple of UNITS; the others are squared
    int16_t material[AB_SCORES][AB_SCORES]; // pushed out by the own side and by the best other side
    int16_t tempo[4];                       // by the number of turns until the own side moves
} AbNet;

// Quoridor for two: sparse inputs from the mover's view (the board is turned so that the goal is
// north) and one layer of clipped units.
enum {
    QR_WIDTH = 32,
    QR_CLIP = 127,
    QR_STAGES = 8, // number of stages by walls in hand, each with its own weights for the units
    QR_OWN_PAWN = 0,
    QR_FOE_PAWN = QR_OWN_PAWN + 81,
    QR_WALLS = QR_FOE_PAWN + 81,  // 64 horizontal slots, 64 vertical ones
    QR_OWN_LEFT = QR_WALLS + 128, // walls in hand, 0..10
    QR_FOE_LEFT = QR_OWN_LEFT + 11,
    QR_OWN_FAR = QR_FOE_LEFT + 11, // steps to the goal, 0..31
    QR_FOE_FAR = QR_OWN_FAR + 32,
    QR_LEAD = QR_FOE_FAR + 32,           // difference, -20..20
    QR_OWN_LEAD = QR_LEAD + 41,          // difference -8..8 with own walls
    QR_FOE_LEAD = QR_OWN_LEAD + 17 * 11, // and with the foe's
    QR_OWN_WAY = QR_FOE_LEAD + 17 * 11,  // squares on all shortest paths
    QR_FOE_WAY = QR_OWN_WAY + 81,
    QR_OWN_NECK = QR_FOE_WAY + 81, // squares that all shortest paths cross
    QR_FOE_NECK = QR_OWN_NECK + 81,
    QR_INPUTS = QR_FOE_NECK + 81,
    QR_ACTIVE_MAX = 400,
};

// Quoridor for four from one player's view. Seat 0 is that player; the others follow in turn order.
// The number of inputs is small enough for the same kind of net.
enum {
    QR4_PAWN = 0,                  // 81 for each seat
    QR4_WALLS = QR4_PAWN + 4 * 81, // 64 + 64 slots
    QR4_LEFT = QR4_WALLS + 128,    // walls in hand, 0..5 for each seat
    QR4_FAR = QR4_LEFT + 4 * 6,    // steps to the goal, 0..31 for each seat
    QR4_TURN = QR4_FAR + 4 * 32,   // turns until seat 0 moves, 0..3
    QR4_LEAD = QR4_TURN + 4,       // quarter steps ahead of the fastest other player, -40..40
    QR4_WAY = QR4_LEAD + 81,       // squares on all shortest paths, for each seat
    QR4_INPUTS = QR4_WAY + 4 * 81,
};
_Static_assert((int)QR4_INPUTS <= (int)QR_INPUTS, "both fit one net");

typedef struct QrNet {
    int16_t table[QR_INPUTS][QR_WIDTH];
    int16_t bias[QR_WIDTH];
    int16_t out[QR_STAGES][QR_WIDTH];
    int16_t last[QR_STAGES];
    int16_t plain; // as above
} QrNet;

enum { AB_NETS = 3, QR_NETS = 2 };

typedef struct Nets {
    const AbNet *abalone[AB_NETS];  // for two, three and four players
    const QrNet *quoridor[QR_NETS]; // for two players and for more
} Nets;

const Nets *net_default(void);

#endif
