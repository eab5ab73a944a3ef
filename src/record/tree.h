// SPDX-License-Identifier: MIT
// The full tree of a record, with variations, comments and marks, which record/record.h skips.
// Every move in it is legal.
//
//     TreeReader reader = tree_reader(&record, &start);
//     while (tree_next(&reader, &event)) ...
//
//     TreeWriter writer = tree_writer(&out, &start);
//     tree_write(&writer, event, &why);                 as they come, the same in the same order
//
// An event is about the move before it. A variation replaces that move, and its events come between
// TREE_OPEN and TREE_CLOSE. Writing the events and reading them again gives the same events.
#ifndef MEYDAN_RECORD_TREE_H
#define MEYDAN_RECORD_TREE_H

#include "record/record.h"
#include "record/writer.h"

enum { TREE_DEPTH_MAX = 24 };

typedef enum TreeKind {
    TREE_MOVE,
    TREE_LEAVE,   // a player leaves: `player` and `reason`
    TREE_COMMENT, // `text`, without its braces
    TREE_MARK,    // `text` as written: "!?" or "$5"
    TREE_OPEN,
    TREE_CLOSE,
} TreeKind;

typedef struct TreeEvent {
    TreeKind kind;
    Move move;
    int player;
    Reason reason;
    Text text;        // also of a move or departure, in Meydan's notation
    char spelled[24]; // storage for `text` of a move
} TreeEvent;

typedef struct TreeLevel {
    Tokens tokens;             // of the reader
    Position position, before; // after and before the last step
    bool stepped;              // this line has a step
    int round, place;          // of the last step and of the one before it, for numbering
    int round_before, place_before;
} TreeLevel;

typedef struct TreeReader {
    const Record *record;
    int depth;
    TreeLevel level[TREE_DEPTH_MAX + 1];
} TreeReader;

TreeReader tree_reader(const Record *record, const Position *start);
// Returns false at the end. A variation ends at the first move that is illegal, and the rest of it
// becomes a comment; so does a variation that is nested too deeply.
bool tree_next(TreeReader *reader, TreeEvent *event);

typedef struct TreeWriter {
    RecordWriter writer;
    bool number; // the next move needs its number
    int depth;
    TreeLevel level[TREE_DEPTH_MAX + 1];
} TreeWriter;

// Call after the tags. record_write_result() on `writer.writer` ends the tree.
TreeWriter tree_writer(Out *out, const Position *start);
// ILLEGAL for an illegal move, MALFORMED for an event that is invalid there.
Status tree_write(TreeWriter *writer, const TreeEvent *event, Fault *why);
// Reads a step's text: a move, or "out2:time".
Status tree_read_step(const Position *position, Text text, TreeEvent *event, Fault *why);
const Position *tree_position(const TreeWriter *writer);

#endif
