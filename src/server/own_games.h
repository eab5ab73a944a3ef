// SPDX-License-Identifier: MIT
// How many games somebody may have at once: those they play or have made, and of these the ones
// that have not begun. (Invitations are others' doing.)
#ifndef MEYDAN_SERVER_OWN_GAMES_H
#define MEYDAN_SERVER_OWN_GAMES_H

#include "server/limits.h"
#include "server/play.h"

// Whether there may be one more that the person makes.
bool own_games_may_make(const Play *play, const Limits *limits, i64 person);
// Whether they may do this: join, ask for a rematch; anything else always.
bool own_games_may_act(const Play *play, const Limits *limits, i64 person, ActionKind kind,
                       i64 game);

#endif
