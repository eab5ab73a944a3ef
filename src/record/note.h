// SPDX-License-Identifier: MIT
// What the comment after a move says about it: `[%clk 0:09:58] [%eval 1.30]`, and in byoyomi, where
// the time alone does not tell how a clock stands, `[%periods 3]` for the periods left.
#ifndef MEYDAN_RECORD_NOTE_H
#define MEYDAN_RECORD_NOTE_H

#include "base/text.h"

typedef enum EvalKind { EVAL_NONE, EVAL_POINTS, EVAL_MATE } EvalKind;

enum { NOTE_NONE = -1 };

typedef struct RecordNote {
    i64 clock;   // milliseconds left on the mover's clock; NOTE_NONE if not told
    int periods; // byoyomi periods left; NOTE_NONE if not told
    EvalKind eval_kind;
    i32 eval; // for player 1: hundredths (1.30), or moves to the win (#3, #-3)
} RecordNote;

// What is written at most: the largest numbers that are read.
enum { NOTE_TEXT_MOST = 64 };

// A note that tells nothing.
RecordNote note_empty(void);
// Takes what a comment tells over what `note` had; other text and commands are passed over. Returns
// the first of the three commands that is malformed (`%clk soon`), which changes nothing, or an
// empty text.
Text note_read(Text comment, RecordNote *note);
// With its braces; nothing if the note is empty.
void note_write(RecordNote note, Out *out);

#endif
