// SPDX-License-Identifier: MIT
// A single-threaded engine for tests: searches run in the caller's thread, and the last reports are
// kept for inspection.
#ifndef MEYDAN_TESTS_THINKING_H
#define MEYDAN_TESTS_THINKING_H

#include "support/check.h"

#include "engine/engine.h"

// Setup and teardown of every cmocka test that uses the engine.
int thinking_begin(void **state);
int thinking_end(void **state);
// The engine of the current test.
extern Engine *thinking_engine;

// Search with the results of earlier searches, or without.
Move think_on(const Position *start, const Move *moves, int count, const SearchLimits *limits);
Move think(const Position *position, const SearchLimits *limits);
// Results of the last search: the best line, and the number of finished and reported depths.
const Line *thought(void);
int thought_depths(void);
// The report for a depth (from 1) and rank (from 0).
const Line *thought_at(int depth, int rank);

// A move that leads to the position with that key, or MOVE_NONE.
Move move_to(const Position *position, Key key);
// Whether a move wins immediately.
bool can_win(const Position *position);

#endif
