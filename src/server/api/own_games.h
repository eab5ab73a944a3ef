// SPDX-License-Identifier: MIT
// Limits of the games that a person may have at once: those they play or have created, and of these
// the ones that have not begun. Invitations don't count, since others send them.
#ifndef MEYDAN_SERVER_API_OWN_GAMES_H
#define MEYDAN_SERVER_API_OWN_GAMES_H

#include "server/games/live/rooms.h"
#include "server/kernel/limits.h"

// Whether the person may create one more game.
bool own_games_may_make(const Rooms *rooms, const RateLimits *limits, i64 person);
// Whether the person may join or ask for a rematch. Always true for other actions.
bool own_games_may_act(const Rooms *rooms, const RateLimits *limits, i64 person, ActionKind kind,
                       i64 game);

#endif
