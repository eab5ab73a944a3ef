// SPDX-License-Identifier: MIT
// The state of a match on disk: how it was called, then a line for every finished game, each safe
// on the disk before the next one counts. Enough to continue exactly where a match was interrupted.
//
//     meydan match state 1
//     arg quoridor
//     arg --player
//     arg engine nodes=2000
//     ...
//     begin
//     game 1 1-0 normal played none,none 43 1893
//
// A game line: number, result, reason, verdict, troubles by seat, plies, and how long the file of
// records is with this game in it. Games stand in the order they ended. A last line that was cut
// off by a crash is dropped.
#ifndef MEYDAN_RUNNER_JOURNAL_H
#define MEYDAN_RUNNER_JOURNAL_H

#include "runner/game.h"

typedef struct Journal Journal;

// A new file; it is a fault if there is one already.
Journal *journal_create(const char *path, int argc, char *const *argv, Fault *why);
// Opens an old one and reads its arguments.
Journal *journal_open(const char *path, Fault *why);
void journal_close(Journal *journal);

// They belong to the journal.
int journal_args(const Journal *journal, char ***argv);

// Fills in the games that are done; `record_end` gets the length of the record file, -1 if there
// are none.
Status journal_load(const Journal *journal, const Variant *variant, GameResult *results, u32 games,
                    i64 *record_end, Fault *why);
// `game` counts from 0.
Status journal_add(Journal *journal, const Variant *variant, u32 game, const GameResult *result,
                   i64 record_end, Fault *why);

#endif
