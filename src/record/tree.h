// SPDX-License-Identifier: MIT
// The whole tree of a record: its moves with the variations in parentheses, comments and marks,
// which record/record.h passes over. Every move in it is legal.
//
//     TreeReader reader = tree_reader(&record, &start);
//     while (tree_next(&reader, &event)) ...
//
//     TreeWriter writer = tree_writer(&out, &start);
//     tree_write(&writer, event, &why);                 as they come, the same in the same order
//
// An event is about the move before it. A variation replaces that move, and its events stand
// between TREE_OPEN and TREE_CLOSE. The same events written and read again are the same.
#ifndef MEYDAN_RECORD_TREE_H
#define MEYDAN_RECORD_TREE_H

#include "record/record.h"
#include "record/writer.h"

enum { TREE_DEPTH_MAX = 24 };

typedef enum TreeKind {
    TREE_MOVE,
    TREE_LEAVE,   // a player leaves: `player` and `reason`
    TREE_COMMENT, // `text`, without its braces
    TREE_MARK,    // `text` as it stands: "!?" or "$5"
    TREE_OPEN,
    TREE_CLOSE,
} TreeKind;

typedef struct TreeEvent {
    TreeKind kind;
    Move move;
    int player;
    Reason reason;
    Text text;        // of a move or a leave, too: as Meydan writes it
    char spelled[24]; // what `text` of a move points to
} TreeEvent;

typedef struct TreeLevel {
    Tokens tokens;             // of the reader
    Position position, before; // after and before the last step
    bool stepped;              // there was a step in this line
    int round, place;          // of the last step, and of the one before it: for numbers
    int round_before, place_before;
} TreeLevel;

typedef struct TreeReader {
    const Record *record;
    int depth;
    TreeLevel level[TREE_DEPTH_MAX + 1];
} TreeReader;

TreeReader tree_reader(const Record *record, const Position *start);
// False at the end. A variation that goes on with what cannot be played ends there, and the rest
// of it becomes a comment; so does one that lies too deep.
bool tree_next(TreeReader *reader, TreeEvent *event);

typedef struct TreeWriter {
    RecordWriter writer;
    bool number; // the next move needs its number
    int depth;
    TreeLevel level[TREE_DEPTH_MAX + 1];
} TreeWriter;

// After the tags; record_write_result() on `writer.writer` ends it.
TreeWriter tree_writer(Out *out, const Position *start);
// ILLEGAL for a move that cannot be played, MALFORMED for what cannot stand there.
Status tree_write(TreeWriter *writer, const TreeEvent *event, Fault *why);
// Reads the text of a step: a move, or "out2:time".
Status tree_read_step(const Position *position, Text text, TreeEvent *event, Fault *why);
const Position *tree_position(const TreeWriter *writer);

#endif
