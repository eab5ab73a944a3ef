// SPDX-License-Identifier: MIT
// Helpers shared by match.c and takeback.c.
#ifndef MEYDAN_GAME_MATCH_INTERNAL_H
#define MEYDAN_GAME_MATCH_INTERNAL_H

#include "game/match.h"

static inline void match_drop_takeback(Match *match)
{
    match->takeback_by = NOBODY;
    match->takeback_agreed = 0;
}

// The game isn't over, and the player has not left it.
Status match_check_in(const Match *match, int player, Fault *why);
// Advances the match to `now`, then checks that the player is still in.
Status match_enter(Match *match, int player, i64 now, Fault *why);

// Sets the mover's clock to that after the ply. With a swap the clocks change sides as the players
// do (R12).
void match_set_clock_after(Match *match, const Ply *ply);

#endif
