// SPDX-License-Identifier: MIT
// Somebody goes for good: all games of theirs are given up, so that nobody waits for them.
//
// Live games are resigned, open ones left, and called off if it was they who made them. Not all at
// once: others have their turns in between.
#ifndef MEYDAN_SERVER_FAREWELL_H
#define MEYDAN_SERVER_FAREWELL_H

#include "server/play.h"

// Calls `then` once, when every game is decided: committed, or refused.
void farewell(Play *play, i64 person, void (*then)(void *context), void *context);

#endif
