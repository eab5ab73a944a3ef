// SPDX-License-Identifier: MIT
// Game records: reading. The format stands in docs/formats.md; record/writer.h writes it.
//
// Nothing is copied and nothing allocated: a Record points into the text it was read from, and its
// moves are read from there one by one. A Record is well formed but not yet believed:
// record_setup() says which game it is, record_read_move() judges a move, and record/replay.h
// plays all of it.
//
//     RecordReader reader = record_reader(text);
//     while ((status = record_next(&reader, &record, &why)) != RECORD_END) ...
//
// Besides Meydan's own records these are read: APGN (Abalone) and bare lists of moves. They have no
// Game tag and are called foreign: they may have been played by other rules (record/replay.h).
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
    TAG_RESULT,
    TAG_TERMINATION,
    // of others
    TAG_BLACK,
    TAG_WHITE,
    TAG_VARIANT,
    TAG_NOTATION,
    TAG_FEN,
    RECORD_TAGS,
} RecordTag;

typedef struct Record {
    int line;              // where it begins
    Text tag[RECORD_TAGS]; // as they stand, see record_unescape(); empty if absent or "?"
    int tag_line[RECORD_TAGS];
    Tokens tags, moves; // the two sections, for the cursors below
    int plies;
    int leaves; // players who left the game under way
    Text first_move;
    int first_round; // how many moves stand under the first number
    Text result;     // at the end of the moves; empty if missing
    int result_line;
} Record;

typedef struct RecordReader {
    Tokens tokens;
} RecordReader;

typedef enum RecordStatus { RECORD_READ, RECORD_MALFORMED, RECORD_END } RecordStatus;

RecordReader record_reader(Text text);
// The next game. Malformed text is left behind up to the next game; `why` then names the line.
RecordStatus record_next(RecordReader *reader, Record *record, Fault *why);

const char *record_tag_name(RecordTag tag);
// All tags, known or not, in their order: start with a copy of record->tags. False at the end.
bool record_next_tag(Tokens *tags, Text *name, Text *value);
// A tag's value without its backslashes.
void record_unescape(Text value, Out *out);
// By player from 0, also from Black and White; as it stands.
Text record_player(const Record *record, int player);

// A step is a move, or a player's leaving (R5), in turn or not: `out2:resignation`, `out2:time` or
// `out2:abandoned` (`out2` for short). It is a word and no comment, so that a program that does not
// know it stops there instead of giving the moves that follow to the wrong players.
typedef struct RecordStep {
    Text text;
    int line;
    bool leaves;
    int player; // who leaves
    Reason reason;
    RecordNote note; // of a move
    Text malformed;  // a command in its comments that cannot be read, or nothing
    int malformed_line;
} RecordStep;

// Start with a copy of record->moves. False at the end.
bool record_next_step(Tokens *moves, RecordStep *step);

bool record_is_foreign(const Record *record);
// The start position; its head has the variant. MALFORMED if there is no such game, layout, ...
Status record_setup(const Record *record, Position *position, Fault *why);
// From the TimeControl tag; no clock if there is none, or if the record is foreign: others write it
// differently.
Status record_clock(const Record *record, ClockSpec *spec, Fault *why);
// Reads a step's move in the record's notation and checks it, as move_read() does.
Status record_read_move(const Record *record, const Position *position, Text text, Move *move,
                        Fault *why);

#endif
