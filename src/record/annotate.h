// SPDX-License-Identifier: MIT
// Adds notes to an existing record. The record's text stays unchanged, including variations, glyphs
// and spelling; only the comments after moves change.
#ifndef MEYDAN_RECORD_ANNOTATE_H
#define MEYDAN_RECORD_ANNOTATE_H

#include "record/record.h"

// Upper bound of the output in bytes.
size_t record_annotate_size(const Record *record);
// Writes the record's moves, from record->moves on, with the analysis from `notes`, one note per
// ply. It replaces an older analysis in the first comment after the move (note_rewrite) or adds a
// comment. A note without a limit leaves the comments of its move unchanged.
void record_annotate(const Record *record, const RecordNote *notes, Out *out);

#endif
