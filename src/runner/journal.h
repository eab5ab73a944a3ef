// SPDX-License-Identifier: MIT
// The state of a match on disk: its command line, then one line per finished game, each synced to
// disk before the next one counts. This suffices to continue exactly where a match was interrupted.
//
//     meydan match state 1
//     arg quoridor
//     arg --player
//     arg engine nodes=2000
//     ...
//     begin
//     game 1 1-0 normal played none,none 43 1893
//
// A game line: number, result, reason, verdict, troubles by seat, plies, and the length of the
// record file including this game. Games appear in the order in which they ended. An incomplete
// last line after a crash is dropped.
#ifndef MEYDAN_RUNNER_JOURNAL_H
#define MEYDAN_RUNNER_JOURNAL_H

#include "runner/game.h"

typedef struct Journal Journal;

// Creates a new file; fails if it exists.
Journal *journal_create(const char *path, int argc, char *const *argv, Fault *why);
// Opens an existing file and reads its arguments.
Journal *journal_open(const char *path, Fault *why);
void journal_close(Journal *journal);

// The journal owns the arguments.
int journal_args(const Journal *journal, char ***argv);

// Fills in the finished games. `record_end` receives the length of the record file, -1 if there is
// none.
Status journal_load(const Journal *journal, const Variant *variant, GameResult *results, u32 games,
                    i64 *record_end, Fault *why);
// `game` counts from 0.
Status journal_add(Journal *journal, const Variant *variant, u32 game, const GameResult *result,
                   i64 record_end, Fault *why);

#endif
