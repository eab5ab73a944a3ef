// SPDX-License-Identifier: MIT
// The comment after a move: `[%clk 0:09:58] [%eval 1.30]`, and in byoyomi `[%periods 3]` for the
// remaining periods, because the time alone doesn't determine the clock there. An analysis adds a
// better line, `[%best e3 e7 e4] [%loss 0.45]`, and the limit of its search, `[%limit nodes
// 20000]`.
#ifndef MEYDAN_RECORD_NOTE_H
#define MEYDAN_RECORD_NOTE_H

#include "base/text.h"

typedef enum EvalKind { EVAL_NONE, EVAL_POINTS, EVAL_MATE } EvalKind;

// The limit of a search: `[%limit depth 9]`.
typedef enum NoteLimit {
    LIMIT_NONE,
    LIMIT_NODES,
    LIMIT_DEPTH,
    LIMIT_MOVETIME,
    NOTE_LIMITS
} NoteLimit;

enum { NOTE_NONE = -1, NOTE_BEST_MAX = 70 };

typedef struct RecordNote {
    i64 clock;   // milliseconds remaining on the mover's clock; NOTE_NONE if not given
    int periods; // remaining byoyomi periods; NOTE_NONE if not given
    EvalKind eval_kind;
    i32 eval; // hundredths (1.30), or moves to the win (#3, #-3); docs/records.md defines the side
    // The better line: words separated by blanks, at most NOTE_BEST_MAX bytes; empty if not given.
    Text best;
    i32 loss; // compared with that line, in hundredths; NOTE_NONE if not given
    NoteLimit limit_kind;
    i64 limit;
} RecordNote;

// Upper bound of the output: the largest numbers that can be read.
enum { NOTE_TEXT_MAX = 144 + NOTE_BEST_MAX };

// An empty note.
RecordNote note_empty(void);
// Updates `note` from a comment and ignores other text and commands. Returns the first of the three
// commands that is malformed (`%clk soon`), which changes nothing, or an empty text.
Text note_read(Text comment, RecordNote *note);
// Writes the note with its braces; nothing if it is empty.
void note_write(RecordNote note, Out *out);

const char *note_limit_name(NoteLimit kind); // "nodes"
// Replaces the analysis in a comment's text (evaluation, better line, loss and limit) by the one of
// `note`. Everything else stays, including clocks.
void note_rewrite(Text comment, RecordNote note, Out *out);

#endif
