// SPDX-License-Identifier: MIT
// Detects the game and notation of records from other programs. Meydan's own records don't need
// this.
#ifndef MEYDAN_RECORD_FOREIGN_H
#define MEYDAN_RECORD_FOREIGN_H

#include "record/record.h"

// The variant of a record without a Game tag, guessed from its first move and its tags; NULL if
// neither helps.
const Variant *foreign_variant(const Record *record);
// Checks that the record names one of the game's notations.
Status foreign_check(const Record *record, const Variant *variant, Fault *why);
// Reads a move in the record's notation; the move is legal if OK.
Status foreign_read_move(const Record *record, const Position *position, Text text, Move *move,
                         Fault *why);

#endif
