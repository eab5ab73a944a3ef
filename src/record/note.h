// SPDX-License-Identifier: MIT
// What the comment after a move says about it: `[%clk 0:09:58] [%eval 1.30]`, and in byoyomi, where
// the time alone does not say how a clock stands, `[%periods 3]` for the periods left. An analysis
// adds what would have been better, `[%best e3 e7 e4] [%loss 0.45]`, and how hard it looked,
// `[%limit nodes 20000]`.
#ifndef MEYDAN_RECORD_NOTE_H
#define MEYDAN_RECORD_NOTE_H

#include "base/text.h"

typedef enum EvalKind { EVAL_NONE, EVAL_POINTS, EVAL_MATE } EvalKind;

// What a search was limited by: `[%limit depth 9]`.
typedef enum NoteLimit {
    LIMIT_NONE,
    LIMIT_NODES,
    LIMIT_DEPTH,
    LIMIT_MOVETIME,
    NOTE_LIMITS
} NoteLimit;

enum { NOTE_NONE = -1, NOTE_BEST_MAX = 70 };

typedef struct RecordNote {
    i64 clock;   // milliseconds left on the mover's clock; NOTE_NONE if not given
    int periods; // byoyomi periods left; NOTE_NONE if not given
    EvalKind eval_kind;
    i32 eval; // hundredths (1.30), or moves to the win (#3, #-3); docs/records.md says for whom
    Text
        best; // the better line: words with blanks between, NOTE_BEST_MAX bytes; empty if not given
    i32 loss; // against that line, in hundredths; NOTE_NONE if not given
    NoteLimit limit_kind;
    i64 limit;
} RecordNote;

// What is written at most: the largest numbers that are read.
enum { NOTE_TEXT_MAX = 144 + NOTE_BEST_MAX };

// An empty note.
RecordNote note_empty(void);
// Lets what a comment says replace what `note` had; ignores other text and commands. Returns
// the first of the three commands that is malformed (`%clk soon`), which changes nothing, or an
// empty text.
Text note_read(Text comment, RecordNote *note);
// With its braces; nothing if the note is empty.
void note_write(RecordNote note, Out *out);

const char *note_limit_name(NoteLimit kind); // "nodes"
// The inside of a comment with the analysis in it (evaluation, better line, loss and limit)
// replaced by the one of `note`; everything else stays, clocks included.
void note_rewrite(Text comment, RecordNote note, Out *out);

#endif
