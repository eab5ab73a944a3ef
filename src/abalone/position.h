// SPDX-License-Identifier: MIT
// An Abalone position and its moves, for two, three or four players.
//
// A move is a set of marbles that all go one step in one direction: the movers and, in a sumito,
// the marbles they push. Playing it shifts that set on every player's board; a marble that falls
// over the edge is an ejection. A move's sixteen bits name it without the position:
//
//     15     12   11    10   9   8     6   5          0
//    [ 0 0 0 0 | three |  axis  |   dir   |    cell    ]
//
//    axis 0-2  side-step of the 2 (or `three`) marbles from `cell` on along E, NE or NW
//    axis 3    in-line: `cell` is the rear marble; the board in front of it determines how many
//    move
#ifndef MEYDAN_ABALONE_POSITION_H
#define MEYDAN_ABALONE_POSITION_H

#include "abalone/geometry.h"
#include "game/game.h"
#include "game/sketch.h"

typedef struct AbCount {
    u8 marbles; // per player at the start
    u8 to_win;  // marbles to push out
} AbCount;

// Layouts for two players may have other counts than the usual one.
enum { AB_COUNTS_MAX = 3 };
typedef struct AbVariant {
    Variant common;
    AbCount count[AB_COUNTS_MAX]; // the usual one first, zeros after the last
} AbVariant;

typedef struct AbPosition {
    Head head;
    u8 score[PLAYERS_MAX];     // marbles pushed out, by team
    Cells marble[PLAYERS_MAX]; // by player
} AbPosition;

enum { AB_IN_LINE = 3 };

static inline Move ab_in_line(Cell rear, Dir dir)
{
    return (Move)(rear | (int)dir << 6 | AB_IN_LINE << 9);
}

static inline Move ab_side_step(Cell first, int axis, bool three, Dir dir)
{
    return (Move)(first | (int)dir << 6 | axis << 9 | three << 11);
}

static inline Cell ab_move_cell(Move move)
{
    return move & 63;
}

static inline Dir ab_move_dir(Move move)
{
    return (Dir)(move >> 6 & 7);
}

static inline int ab_move_axis(Move move)
{
    return move >> 9 & 3;
}

static inline bool ab_move_three(Move move)
{
    return move >> 11 & 1;
}

static inline const AbVariant *ab_variant(const AbPosition *position)
{
    return (const AbVariant *)position->head.variant;
}

// The counts with which the game began: they follow from the marbles and the scores.
AbCount ab_count(const AbPosition *position);
Cells ab_occupied(const AbPosition *position);
// The marbles of a player and all partners.
Cells ab_team(const AbPosition *position, int player);
// All marbles that a legal move shifts, including pushed ones.
Cells ab_moved(const AbPosition *position, Move move);

int ab_moves(const AbPosition *position, Move moves[MOVES_MAX]);
Refusal ab_refusal(const AbPosition *position, Move move);
void ab_play(AbPosition *position, Move move);
void ab_leave(AbPosition *position, int player);
// The player's marbles that are furthest from the centre count as pushed off (R11).
void ab_give(AbPosition *start, int player, int count);
u8 ab_winners(const AbPosition *position);
Key ab_key(const AbPosition *position);
u64 ab_perft(const AbPosition *position, int depth);
// Checks the invariants; called after every move in debug builds.
bool ab_position_ok(const AbPosition *position);

// Texts (notation.c)
Status ab_read(const AbVariant *variant, Text text, AbPosition *position, Fault *why);
// Checks only the form; ab_flaws() adds the rest.
Status ab_read_sketch(const AbVariant *variant, Text text, AbPosition *position, Fault *why);
void ab_flaws(const AbPosition *position, Flaws *flaws);
void ab_write(const AbPosition *position, Out *out);
Status ab_read_move(Text text, Move *move, Fault *why);
void ab_write_move(Move move, Out *out);
void ab_draw(const AbPosition *position, DrawStyle style, Out *out);
char ab_colour(int player); // b w a c

// Formations (formations.c)
void ab_explain(const AbPosition *position, FindingVisit *visit, void *context);

extern const Encoding AB_ENCODING;
extern const Sketching AB_SKETCHING;
extern const Game AB_GAME;
enum { AB_VARIANTS = 4 };
extern const AbVariant AB_VARIANT[AB_VARIANTS];

#endif
