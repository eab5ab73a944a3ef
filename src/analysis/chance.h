// SPDX-License-Identifier: MIT
// Converts a search score into the chance to win.
//
// A score counts marbles or steps, whose value depends on the variant and the progress of the game.
// chance.inc has a curve for each variant and stage, which train/chance fitted to games of the
// engine and checked on other games (docs/analysis.md). A draw counts as half a win. All numbers
// are integers, so they are the same on every machine.
#ifndef MEYDAN_ANALYSIS_CHANCE_H
#define MEYDAN_ANALYSIS_CHANCE_H

#include "engine/engine.h"

enum {
    CHANCE_ONE = 1000, // a certain win; chances are fractions of it
    CHANCE_STAGES = 4,
};

// The progress of the game: marbles pushed out, or walls placed.
int chance_progress(const Position *position);
// The progress as one of four stages, 0 to CHANCE_STAGES - 1.
int chance_stage(const Position *position);

// The chance of the player to move (with partners) for a search score of the position.
int chance_of_score(const Position *position, Score score);
// Chances by player; partners have the same. `chance` is that of `player`. Where each plays alone
// the chances add up to CHANCE_ONE: the remainder is split among the others by their static
// evaluations. Players who are out have 0, and a winner has all.
void chance_shares(const Position *position, int player, int chance, int share[PLAYERS_MAX]);

// The number of sides. A loss of chance is multiplied by half of it before it is rated, so that a
// mark means the same fraction of an even game's chance.
int chance_sides(const Variant *variant);

// The engine whose games the curves were fitted to, as the nodes that `meydan bench` prints.
extern const u64 CHANCE_SIGNATURE;

#endif
