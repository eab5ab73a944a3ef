// SPDX-License-Identifier: MIT
// Puts notes into a record that is there already. Its text stays as it is, variations, glyphs,
// spelling and all; only the comments after moves change.
#ifndef MEYDAN_RECORD_ANNOTATE_H
#define MEYDAN_RECORD_ANNOTATE_H

#include "record/record.h"

// How much is written at most.
size_t record_annotate_size(const Record *record);
// Writes the record's moves, from record->moves on, with the analysis in `notes`, one for each ply.
// It goes into the first comment after the move, in place of an older analysis (note_rewrite), or
// into a new one. A note without a limit leaves the comments of its move alone.
void record_annotate(const Record *record, const RecordNote *notes, Out *out);

#endif
