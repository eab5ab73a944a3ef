// SPDX-License-Identifier: MIT
// A computer's thought as text, as a worker stores it in a job: the position by its ply and key,
// the seat, the time, and the result.
//
//    12 5f3a90c2d1e4b768 1 340 e3        a move
//    12 5f3a90c2d1e4b768 1 90 nodraw     it was offered a draw
//    stale                               the game has moved on, and no move is needed
#ifndef MEYDAN_SERVER_GAMES_JOBS_THOUGHT_TEXT_H
#define MEYDAN_SERVER_GAMES_JOBS_THOUGHT_TEXT_H

#include "server/games/live/computers.h"

enum { THOUGHT_TEXT_MAX = 120 }; // bytes with NUL

void thought_write(const Thought *thought, const Position *position, Out *out);
void thought_write_stale(Out *out);

// STALE: it is about another position. BROKEN: it is malformed, or its move is illegal.
typedef enum ThoughtFit { THOUGHT_FITS, THOUGHT_STALE, THOUGHT_BROKEN } ThoughtFit;
// `thought` names the expected position: game, ply, key. The other fields are filled in.
ThoughtFit thought_read(Text text, const Position *position, Thought *thought);

#endif
