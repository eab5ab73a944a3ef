// SPDX-License-Identifier: MIT
// A Quoridor position and its moves, for two or four players.
//
// Shut-in players are found without a path search. Walls are curves on the lattice of groove
// crossings; a player is shut in when walls and closed border form a ring between pawn and goal.
// Each player has a *chain*: the groove halves that some open route from pawn to goal crosses (mod
// 2). A ring lies between pawn and goal if and only if it crosses the chain an odd number of times.
// walls.c updates chains, connected points and the slots that would shut a player in with every
// move.
#ifndef MEYDAN_QUORIDOR_POSITION_H
#define MEYDAN_QUORIDOR_POSITION_H

#include "game/game.h"
#include "game/sketch.h"
#include "quoridor/geometry.h"

typedef struct QrVariant {
    Variant common;
    u8 walls;             // per player at the start
    u8 goal[PLAYERS_MAX]; // Side, by player
} QrVariant;

typedef struct QrPosition {
    Head head;
    u8 pawn[PLAYERS_MAX];      // Square; only of players who are in
    u8 walls[PLAYERS_MAX];     // left in hand
    Slots wall[ORIENTATIONS];  // walls on the board
    Slots taken[ORIENTATIONS]; // slots that overlap or cross a wall
    Slots touch[SIDES];        // lattice points joined by walls to that side of the board
    // The slots whose first (western, southern) half the player's route crosses, then the second.
    Slots chain[2][PLAYERS_MAX][ORIENTATIONS];
    Slots shut[PLAYERS_MAX][ORIENTATIONS]; // slots that would shut that player in
    u8 label[SLOTS]; // equal for lattice points that walls join (the border does not count here)
} QrPosition;

// Moves: 0..80 the pawn goes to that square, 128 + slot a horizontal wall, 192 + slot a vertical
// one.
static inline Move qr_wall_move(Orientation orientation, Slot slot)
{
    return (Move)(128 + 64 * (int)orientation + slot);
}

static inline bool qr_move_is_wall(Move move)
{
    return move & 128;
}

static inline Orientation qr_move_orientation(Move move)
{
    return (Orientation)(move >> 6 & 1);
}

static inline Slot qr_move_slot(Move move)
{
    return move & 63;
}

static inline const QrVariant *qr_variant(const QrPosition *position)
{
    return (const QrVariant *)position->head.variant;
}

// True if neither a wall nor the edge is on that side of the square.
bool qr_open(const QrPosition *position, Square square, Side side);
// The squares (returns how many) where a pawn lands that jumps in the direction `side` over the
// pawn on `over` (Q6, R3).
enum { QR_JUMPS_MAX = 2 };
int qr_jumps(const QrPosition *position, Square over, Side side, u8 landings[QR_JUMPS_MAX]);
// The squares (returns how many) that the player's pawn may enter (Q3, Q6, R3).
enum { QR_STEPS_MAX = 8 };
int qr_steps(const QrPosition *position, int player, u8 steps[QR_STEPS_MAX]);
// The slots where the player to move may place a wall.
Slots qr_legal_walls(const QrPosition *position, Orientation orientation);

int qr_moves(const QrPosition *position, Move moves[MOVES_MAX]);
Refusal qr_refusal(const QrPosition *position, Move move, int *who);
void qr_play(QrPosition *position, Move move);
void qr_leave(QrPosition *position, int player);
// The player starts with fewer walls (R11).
void qr_give(QrPosition *start, int player, int count);
u8 qr_winners(const QrPosition *position);
Key qr_key(const QrPosition *position);
u64 qr_perft(const QrPosition *position, int depth);

// Walls (walls.c)
void qr_place_wall(QrPosition *position, Orientation orientation, Slot slot);
void qr_move_pawn(QrPosition *position, int player, Square to);
// Ignores the player's path from now on.
void qr_forget_way(QrPosition *position, int player);
// Computes everything that follows from walls and pawns. Returns false and sets `who` if a player
// is shut in.
bool qr_derive(QrPosition *position, int *who);

// Texts (notation.c)
Status qr_read(const QrVariant *variant, Text text, QrPosition *position, Fault *why);
// A sketch may have more walls than the game, but its text must not outgrow a position's.
enum { QR_SKETCH_WALLS_MAX = 64 };
// Checks only the form and derives nothing; qr_flaws() adds the rest. A pawn may be missing.
Status qr_read_sketch(const QrVariant *variant, Text text, QrPosition *position, Fault *why);
void qr_flaws(const QrPosition *position, Flaws *flaws);
void qr_write(const QrPosition *position, Out *out);
Status qr_read_move(Text text, Move *move, Fault *why);
void qr_write_move(Move move, Out *out);
void qr_draw(const QrPosition *position, DrawStyle style, Out *out);

// Finds paths and jumps to highlight (paths.c).
void qr_explain(const QrPosition *position, FindingVisit *visit, void *context);

extern const Encoding QR_ENCODING;
extern const Sketching QR_SKETCHING;
extern const Game QR_GAME;
enum { QR_VARIANTS = 2 };
extern const QrVariant QR_VARIANT[QR_VARIANTS];

#endif
