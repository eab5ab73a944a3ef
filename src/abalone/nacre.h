// SPDX-License-Identifier: MIT
// Nacre's notation, which some Abalone records use: the cell of the first marble of the line that
// moves, and the cell where the last one lands. Meydan reads it and never writes it.
//
//     a1b2  in-line: one marble; as in Aba-Pro also more, by the rear one's own step
//     a1d4  in-line: three marbles, a1 b2 c3 go to b2 c3 d4
//     c3d6  side-step: c3 c4 c5 go to d4 d5 d6 (Aba-Pro c3c5d4)
#ifndef MEYDAN_ABALONE_NACRE_H
#define MEYDAN_ABALONE_NACRE_H

#include "abalone/position.h"

// Two cells can fit several moves, but only one legal one is meant. Every side-step has an end from
// which it goes at 60 degrees to its line; that end is the first. From the other end, at 120
// degrees, the same two cells name a shorter move that is legal whenever this one is (a single
// marble's step, or the side-step of two): that one is read. The move is legal if OK.
Status ab_read_nacre(const AbPosition *position, Text text, Move *move, Fault *why);

#endif
