// SPDX-License-Identifier: MIT
// A computer's thought as text, as a worker leaves it in a job: the position by its ply and key,
// who thought and for how long, and what came of it.
//
//     12 5f3a90c2d1e4b768 1 340 e3        a move
//     12 5f3a90c2d1e4b768 1 90 nodraw     it was offered a draw
//     stale                               the game has gone on: nobody is to think
#ifndef MEYDAN_SERVER_JOBS_THOUGHT_TEXT_H
#define MEYDAN_SERVER_JOBS_THOUGHT_TEXT_H

#include "server/rooms/computers.h"

enum { THOUGHT_TEXT_MAX = 120 }; // bytes with NUL

void thought_write(const Thought *thought, const Position *position, Out *out);
void thought_write_stale(Out *out);

// STALE: it is about another position. BROKEN: it is no answer, or the move is not legal.
typedef enum ThoughtFit { THOUGHT_FITS, THOUGHT_STALE, THOUGHT_BROKEN } ThoughtFit;
// `thought` names the position it is to fit: game, ply, key. The rest is filled in.
ThoughtFit thought_read(Text text, const Position *position, Thought *thought);

#endif
