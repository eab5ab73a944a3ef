// SPDX-License-Identifier: MIT
// Nacre's notation, used by some Abalone records: the cell of the first marble of the moving line,
// and the cell where the last marble lands. Meydan reads it but never writes it.
//
//     a1b2  in-line: one marble, or several named by the rear marble's step as in Aba-Pro
//     a1d4  in-line: three marbles, a1 b2 c3 go to b2 c3 d4
//     c3d6  side-step: c3 c4 c5 go to d4 d5 d6 (Aba-Pro c3c5d4)
#ifndef MEYDAN_ABALONE_NACRE_H
#define MEYDAN_ABALONE_NACRE_H

#include "abalone/position.h"

// Reads a legal move if it returns OK. Two cells can fit several moves, of which one is meant:
// every side-step has an end from which it goes at 60 degrees to its line, and notation starts at
// that end. From the other end, at 120 degrees, the same cells name a shorter move that is also
// legal (a single marble's step, or the side-step of two); the shorter one is read.
Status ab_read_nacre(const AbPosition *position, Text text, Move *move, Fault *why);

#endif
