// SPDX-License-Identifier: MIT
// Distances over open squares. Pawns don't block (Q5).
#ifndef MEYDAN_QUORIDOR_PATHS_H
#define MEYDAN_QUORIDOR_PATHS_H

#include "quoridor/position.h"

enum { NO_WAY = 255 };

// Steps from every square to the side; NO_WAY for squares that walls cut off.
void qr_distances(const QrPosition *position, Side goal, u8 distance[SQUARES]);

#endif
