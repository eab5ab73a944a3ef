// SPDX-License-Identifier: MIT
// Replays a record and checks that its moves are legal and its result is possible.
//
// The board decides the outcome, including repetition (R2). Otherwise the record does: its Result
// tag or the result after the moves, which must agree with its Termination. `*` agrees with
// everything. In Meydan's own records an unreadable TimeControl, %clk, %periods or %eval is
// malformed. Foreign records often come from games without R2, so their games may continue after a
// third repetition and be won; they are a draw only if they end on one and name no winner.
#ifndef MEYDAN_RECORD_REPLAY_H
#define MEYDAN_RECORD_REPLAY_H

#include "record/record.h"

typedef struct Replay {
    Position position;
    int plies;       // played
    Outcome outcome; // reached; with REASON_NORMAL if no reason is given
} Replay;

// The number of Keys that record_replay() needs.
size_t record_replay_size(const Record *record);
// OK; ILLEGAL with `why` "ply 17: ..." for an illegal move or an impossible result; MALFORMED with
// `why` "line 12: ...". Unless MALFORMED, `replay` has the position reached.
Status record_replay(const Record *record, Key *keys, Replay *replay, Fault *why);

#endif
