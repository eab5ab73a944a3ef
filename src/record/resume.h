// SPDX-License-Identifier: MIT
// Converts a match into a record with its clocks, and back to continue it. That record must have
// been checked before (record/replay.h).
#ifndef MEYDAN_RECORD_RESUME_H
#define MEYDAN_RECORD_RESUME_H

#include "game/match.h"
#include "record/record.h"

enum { TURN_TIME_TEXT_MAX = 24 };

// The tag `TurnTime "12.345"` of an unfinished game: the time the player to move had used, in ms; 0
// if missing.
Status record_turn_time(const Record *record, i64 *ms, Fault *why);
void record_write_turn_time(i64 ms, Out *out);

// Notes the mover's clock after a ply, if there is a clock.
void record_note_clock(const Match *match, const Ply *ply, RecordNote *note);

// Plays the record's steps into a match that was just started from its position and has space for
// record->plies. Clocks are set as recorded. A foreign game may continue after a repetition
// (record/replay.h); the caller then sets the match's outcome.
Status record_restore(const Record *record, Match *match, Fault *why);

#endif
