// SPDX-License-Identifier: MIT
// Game records: writing. What is written here, record/record.h reads back the same.
//
//     record_write_setup(&out, &start);                      Game and Layout, or Position
//     record_write_tag(&out, "Player1", text_of("Ada"));     any more tags
//     RecordWriter writer = record_writer(&out, variant);
//     record_write_move(&writer, &position, move, note);     ... or record_write_leave()
//     record_write_result(&writer, &outcome);
#ifndef MEYDAN_RECORD_WRITER_H
#define MEYDAN_RECORD_WRITER_H

#include "base/clock.h"
#include "game/result.h"
#include "record/note.h"

enum {
    RECORD_COLUMNS = 80,
    // What a step takes at most: a move with its number and note, or a player who leaves.
    RECORD_STEP_MAX = MOVE_TEXT_MAX + NOTE_TEXT_MAX + 32,
};

typedef struct RecordWriter {
    Out *out;
    const Variant *variant;
    int column;
    int round; // number of the last move written, 0 before the first
    int place; // of its player in the order of turns
} RecordWriter;

// Quotes and backslashes are escaped; control characters, which a tag cannot hold, become blanks.
void record_write_tag(Out *out, const char *name, Text value);
// The tags that lead to this start.
void record_write_setup(Out *out, const Position *start);
// TimeControl.
void record_write_clock(Out *out, const ClockSpec *spec);
// Result and, of a game that is over, Termination.
void record_write_outcome(Out *out, const Outcome *outcome, const Variant *variant);

// Ends the tags and begins the moves, in lines of RECORD_COLUMNS at most.
RecordWriter record_writer(Out *out, const Variant *variant);
// `before` is the position the move is played in.
void record_write_move(RecordWriter *writer, const Position *before, Move move, RecordNote note);
// Between moves: a remark as tokens_next_remark() gives it, in a line of any length.
void record_write_remark(RecordWriter *writer, Text remark);
// The player leaves (R5): REASON_RESIGNATION, REASON_TIME or REASON_ABANDONED.
void record_write_leave(RecordWriter *writer, int player, Reason reason);
// Ends the game; another one may follow in the same text.
void record_write_result(RecordWriter *writer, const Outcome *outcome);

#endif
