// SPDX-License-Identifier: MIT
// Records that others wrote: what tells which game they are of, and how they write moves. What
// Meydan writes itself needs none of this.
#ifndef MEYDAN_RECORD_FOREIGN_H
#define MEYDAN_RECORD_FOREIGN_H

#include "record/record.h"

// The variant that a record without a Game tag is of, by its first move and its tags; NULL if
// nothing tells.
const Variant *foreign_variant(const Record *record);
// Whether the notation that the record names is one of the game's.
Status foreign_check(const Record *record, const Variant *variant, Fault *why);
// Reads a move in the record's notation; it is legal if OK.
Status foreign_read_move(const Record *record, const Position *position, Text text, Move *move,
                         Fault *why);

#endif
