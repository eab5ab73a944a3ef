// SPDX-License-Identifier: MIT
// An engine of one thread for tests: searches run in the caller's thread, and what it reported last
// stays to be looked at.
#ifndef MEYDAN_TESTS_THINKING_H
#define MEYDAN_TESTS_THINKING_H

#include "support/check.h"

#include "engine/engine.h"

// Every cmocka test that thinks has these as setup and teardown.
int thinking_begin(void **state);
int thinking_end(void **state);
// The engine of the test under way.
extern Engine *thinking_engine;

// Searches with all that was learned before, or as if nothing had been.
Move think_on(const Position *start, const Move *moves, int count, const SearchLimits *limits);
Move think(const Position *position, const SearchLimits *limits);
// Of the last search: the best line, and how many depths were finished and reported.
const Line *thought(void);
int thought_depths(void);
// What was reported for a depth (from 1) and rank (from 0).
const Line *thought_at(int depth, int rank);

// A move that leads to the position with that key, or MOVE_NONE.
Move move_to(const Position *position, Key key);
// Is there a move that wins at once?
bool can_win(const Position *position);

#endif
