// SPDX-License-Identifier: MIT
// A match into a record, with its clocks, and out of one, to be gone on with. That record has been
// judged before (record/replay.h).
#ifndef MEYDAN_RECORD_RESUME_H
#define MEYDAN_RECORD_RESUME_H

#include "game/match.h"
#include "record/record.h"

enum { TURN_TIME_TEXT_MAX = 24 };

// The tag `TurnTime "12.345"` of an unfinished game: what the player to move had used, in ms; 0 if
// the record does not say.
Status record_turn_time(const Record *record, i64 *ms, Fault *why);
void record_write_turn_time(i64 ms, Out *out);

// Notes how the mover's clock stood after a ply, if there is a clock.
void record_note_clock(const Match *match, const Ply *ply, RecordNote *note);

// Plays the record's steps into a match that was just started from its position and has space for
// record->plies. Clocks stand as in the record. A foreign game may go on after a repetition
// (record/replay.h); the match's outcome is then the caller's to set.
Status record_restore(const Record *record, Match *match, Fault *why);

#endif
