// SPDX-License-Identifier: MIT
// PGN-shaped text, cut into tokens.
//
// Blanks, `; ...` and `% ...` lines, glyphs (`$1`, `!?`) and variations in parentheses are skipped:
// what is left is tags, move numbers, words (moves, mostly), comments and results. A cursor only
// moves forward, also over a fault, and a copy of it reads the same tokens again.
#ifndef MEYDAN_RECORD_TOKENS_H
#define MEYDAN_RECORD_TOKENS_H

#include "base/text.h"

typedef struct Tokens {
    Text text;
    size_t at;
    int line; // of `at`, from 1
} Tokens;

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_TAG,     // [text "value"]
    TOKEN_NUMBER,  // 12. or 12...
    TOKEN_WORD,    // a1b2
    TOKEN_COMMENT, // {text}
    TOKEN_RESULT,  // 1-0
} TokenKind;

typedef struct Token {
    TokenKind kind;
    Text text;
    Text value; // of a tag, as it stands: `\"` and `\\` are still escaped
    i64 number; // of a TOKEN_NUMBER; huge ones are clipped
    int line;
    int gap; // line ends between it and the token before: 0 on the same line, 2 after a blank one
} Token;

Tokens tokens_of(Text text);
// Takes the next remark off the front, as it stands there: a comment, or one of those that are
// skipped
// (`$1`, `!?`, `(1. e3 e7)`, `; ...`). False, with the cursor in front of it, at anything else.
bool tokens_next_remark(Tokens *tokens, Text *remark);
// OK or MALFORMED. After a fault tokens_skip_game() leads to where reading can continue.
Status tokens_next(Tokens *tokens, Token *token, Fault *why);
// Goes to the next line that begins a game: a tag after a line that is none.
void tokens_skip_game(Tokens *tokens);

#endif
