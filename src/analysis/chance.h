// SPDX-License-Identifier: MIT
// The chance to win: what a score of the search is worth in won games.
//
// A score counts marbles or steps; what that is worth depends on the variant and on how far the
// game has come. chance.inc holds a curve for each variant and stage, fitted by train/chance to
// games that the engine played, and checked on games that the fit has not seen (docs/analysis.md).
// A draw counts as half a win. All numbers are whole, so they are the same on every machine.
#ifndef MEYDAN_ANALYSIS_CHANCE_H
#define MEYDAN_ANALYSIS_CHANCE_H

#include "engine/engine.h"

enum {
    CHANCE_ONE = 1000, // a sure win; all chances are parts of it
    CHANCE_STAGES = 4,
};

// How far the game has come: marbles pushed out so far, or walls that are no longer in hand.
int chance_progress(const Position *position);
// That in four stages, 0 to CHANCE_STAGES - 1.
int chance_stage(const Position *position);

// The chance of the player to move (with partners), by the score of a search of the position.
int chance_of_score(const Position *position, Score score);
// By player; partners have the same one. `chance` is that of `player`. Where each plays alone the
// chances add up to CHANCE_ONE: what the player leaves is split among the others by their static
// evaluations; those who are out have none, and who has won has all.
void chance_shares(const Position *position, int player, int chance, int share[PLAYERS_MAX]);

// How many sides there are. A loss of chance is scaled by half of it before it is judged, so that
// the same mark means the same share of what an even game gives.
int chance_sides(const Variant *variant);

// The engine whose games the curves were fitted to: the nodes that `meydan bench` prints.
extern const u64 CHANCE_SIGNATURE;

#endif
