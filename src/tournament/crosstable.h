// SPDX-License-Identifier: MIT
// The results of a tournament of pairs: one row per player, one cell per round. Pairings, scores
// and tie-breaks are computed from it, and from nothing else.
//
// Players are numbered from 0 in the order of the entry list, so that the tournament pairing number
// (TPN) is the number plus 1. The owner may change values freely; crosstable_free() frees the rest.
#ifndef MEYDAN_TOURNAMENT_CROSSTABLE_H
#define MEYDAN_TOURNAMENT_CROSSTABLE_H

#include "base/text.h"

typedef i32 Points; // tenths of a point

enum {
    POINTS_ONE = 10,
    ENTRIES_MAX = 5000,
    ROUNDS_MAX = 99,
};

typedef enum PairOutcome {
    OUTCOME_NONE, // not paired, or a round to come
    OUTCOME_WIN,
    OUTCOME_DRAW,
    OUTCOME_LOSS,
    OUTCOME_SHORT_WIN, // over the board, but ended before the first move
    OUTCOME_SHORT_DRAW,
    OUTCOME_SHORT_LOSS,
    OUTCOME_FORFEIT_WIN,
    OUTCOME_FORFEIT_LOSS,
    OUTCOME_ZERO_BYE,
    OUTCOME_HALF_BYE,
    OUTCOME_FULL_BYE,
    OUTCOME_PAIRING_BYE,
    OUTCOME_OPEN, // paired, without a result yet
    OUTCOMES,
} PairOutcome;

// In chess the first to move is White; in a match of two games it's the side in the first game.
typedef enum Side {
    SIDE_NONE,
    SIDE_FIRST,
    SIDE_SECOND,
} Side;

typedef struct TableCell {
    i32 opponent; // -1: none
    u8 side;      // a Side
    u8 outcome;   // an PairOutcome
    i32 margin;   // own marbles ejected less those of the opponent, or the like
    i32 steps;    // the loser's steps to the goal: positive for the winner, negative for the loser
} TableCell;

// Neither may meet the other from round `from` to round `to` (numbers from 0).
typedef struct Forbidden {
    int a, b, from, to;
} Forbidden;

typedef struct Crosstable {
    int players, rounds; // planned rounds
    TableCell *cell;     // [player][round]
    Points value[OUTCOMES];
    Points *extra; // [player][round]: fictitious points for pairing the round; NULL: none
    Side initial;  // of the players with odd numbers in the first round, SIDE_NONE before the draw
    Forbidden *forbidden;
    size_t forbiddens, forbidden_capacity;
} Crosstable;

// Returns false if out of memory.
bool crosstable_init(Crosstable *table, int players, int rounds);
void crosstable_free(Crosstable *table);
bool crosstable_forbid(Crosstable *table, Forbidden pair);

TableCell *crosstable_cell(const Crosstable *table, int player, int round);
// Played over the board, so that the opponents have met; also if it isn't finished.
bool outcome_played(PairOutcome outcome);
Points cell_points(const Crosstable *table, const TableCell *cell);
// The points after `rounds` rounds.
Points crosstable_score(const Crosstable *table, int player, int rounds);
// The same with the fictitious points for the next round.
Points crosstable_pairing_score(const Crosstable *table, int player, int rounds);
// Baku acceleration (C.04.7): fictitious points for the first half of the players.
bool crosstable_accelerate(Crosstable *table);

#endif
