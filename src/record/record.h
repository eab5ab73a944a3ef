// SPDX-License-Identifier: MIT
// Reads game records in the format of docs/formats.md. record/writer.h writes it.
//
// Nothing is copied or allocated: a Record points into the text it was read from, and its moves are
// read from there one by one. A Record is well formed but not yet verified: record_setup()
// determines the game, record_read_move() checks a move, and record/replay.h plays all moves.
//
//     RecordReader reader = record_reader(text);
//     while ((status = record_next(&reader, &record, &why)) != RECORD_END) ...
//
// Two more forms are read: APGN (Abalone) and bare lists of moves. They have no Game tag and are
// called foreign: they may follow other rules (record/replay.h).
#ifndef MEYDAN_RECORD_RECORD_H
#define MEYDAN_RECORD_RECORD_H

#include "base/clock.h"
#include "game/result.h"
#include "record/note.h"
#include "record/tokens.h"

typedef enum RecordTag {
    TAG_GAME,
    TAG_LAYOUT,
    TAG_EVENT,
    TAG_DATE,
    TAG_PLAYER1,
    TAG_PLAYER2,
    TAG_PLAYER3,
    TAG_PLAYER4,
    TAG_TIME_CONTROL,
    TAG_POSITION,
    TAG_SWAP,
    TAG_RESULT,
    TAG_TERMINATION,
    // from other programs
    TAG_BLACK,
    TAG_WHITE,
    TAG_VARIANT,
    TAG_NOTATION,
    TAG_FEN,
    RECORD_TAGS,
} RecordTag;

typedef struct Record {
    int line;              // first line
    Text tag[RECORD_TAGS]; // as written, see record_unescape(); empty if absent or "?"
    int tag_line[RECORD_TAGS];
    Tokens tags, moves; // the two sections, for the cursors below
    int plies;
    int leaves; // number of departures before the end
    Text first_move;
    int first_round; // number of moves under the first number
    Text result;     // at the end of the moves; empty if missing
    int result_line;
} Record;

typedef struct RecordReader {
    Tokens tokens;
} RecordReader;

typedef enum RecordStatus { RECORD_READ, RECORD_MALFORMED, RECORD_END } RecordStatus;

RecordReader record_reader(Text text);
// Reads the next game. After a fault, skips to the next game; `why` names the line.
RecordStatus record_next(RecordReader *reader, Record *record, Fault *why);

const char *record_tag_name(RecordTag tag);
// Iterates over all tags, known or not, in their order: start with a copy of record->tags. Returns
// false at the end.
bool record_next_tag(Tokens *tags, Text *name, Text *value);
// Writes a tag's value without escapes.
void record_unescape(Text value, Out *out);
// A player's name (from 0) as written; also from the tags Black and White.
Text record_player(const Record *record, int player);

// A step is a move or a departure (R5), in turn or not: `out2:resignation`, `out2:time` or
// `out2:abandoned` (short: `out2`). A departure is a word and not a comment, so that other programs
// stop there instead of assigning the following moves to the wrong players.
typedef struct RecordStep {
    Text text;
    int line;
    bool leaves;
    int player; // the departing player
    Reason reason;
    RecordNote note; // of a move
    Text malformed;  // an unreadable command in its comments, or empty
    int malformed_line;
} RecordStep;

// Start with a copy of record->moves. Returns false at the end.
bool record_next_step(Tokens *moves, RecordStep *step);

bool record_is_foreign(const Record *record);
// The start position, whose head has the variant. MALFORMED for an unknown game, layout, ...
Status record_setup(const Record *record, Position *position, Fault *why);
// From the TimeControl tag. No clock if the tag is missing or the record is foreign, because other
// programs use another format.
Status record_clock(const Record *record, ClockSpec *spec, Fault *why);
// Reads a step's move in the record's notation and checks it like move_read().
Status record_read_move(const Record *record, const Position *position, Text text, Move *move,
                        Fault *why);

#endif
