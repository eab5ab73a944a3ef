// SPDX-License-Identifier: MIT
// Plays a record through: are its moves legal, and is its result the one that was reached?
//
// The board decides, repetition (R2) included. Where it does not, the record does: its Result tag
// or the result after the moves, which must suit its Termination. `*` contradicts nothing.
// In Meydan's own records a TimeControl, %clk, %periods or %eval that cannot be read is malformed.
// Foreign records were often made without R2, so there the game may go on after a third repetition
// and be won; it is a draw only if it ends on one and no winner is named.
#ifndef MEYDAN_RECORD_REPLAY_H
#define MEYDAN_RECORD_REPLAY_H

#include "record/record.h"

typedef struct Replay {
    Position position;
    int plies;       // played
    Outcome outcome; // reached; if no reason is given, for REASON_NORMAL
} Replay;

// How many Keys record_replay() needs.
size_t record_replay_size(const Record *record);
// OK; ILLEGAL with `why` "ply 17: ..." for a forbidden move or a result that cannot be; MALFORMED
// with `why` "line 12: ...". Unless MALFORMED, `replay` says how far it came.
Status record_replay(const Record *record, Key *keys, Replay *replay, Fault *why);

#endif
