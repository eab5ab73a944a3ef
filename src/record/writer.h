// SPDX-License-Identifier: MIT
// Writes game records. record/record.h reads the same back.
//
//     record_write_setup(&out, &start);                      Game and Layout, or Position
//     record_write_tag(&out, "Player1", text_of("Ada"));     further tags
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
    // Upper bound of a step: a move with its number and note, or a departure.
    RECORD_STEP_MAX = MOVE_TEXT_MAX + NOTE_TEXT_MAX + 32,
};

typedef struct RecordWriter {
    Out *out;
    const Variant *variant;
    int column;
    int round; // number of the last move written, 0 before the first
    int place; // its player's place in turn order
} RecordWriter;

// Escapes quotes and backslashes. Control characters, which a tag can't contain, become blanks.
void record_write_tag(Out *out, const char *name, Text value);
// Writes the tags that describe the start position, the swap rule and the handicap. `clock` may be
// NULL.
void record_write_setup(Out *out, const Position *start, const ClockSpec *clock);
// Writes the TimeControl tag.
void record_write_clock(Out *out, const ClockSpec *spec);
// Writes Result and, if the game is over, Termination.
void record_write_outcome(Out *out, const Outcome *outcome, const Variant *variant);

// Ends the tags and begins the moves, in lines of at most RECORD_COLUMNS.
RecordWriter record_writer(Out *out, const Variant *variant);
// `before` is the position before the move.
void record_write_move(RecordWriter *writer, const Position *before, Move move, RecordNote note);
// Writes a remark from tokens_next_remark() between moves, in a line of any length.
void record_write_remark(RecordWriter *writer, Text remark);
// Writes a departure (R5): REASON_RESIGNATION, REASON_TIME or REASON_ABANDONED.
void record_write_leave(RecordWriter *writer, int player, Reason reason);
// Ends the game. Another one may follow in the same text.
void record_write_result(RecordWriter *writer, const Outcome *outcome);

#endif
