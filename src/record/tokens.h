// SPDX-License-Identifier: MIT
// Splits PGN-shaped text into tokens.
//
// Blanks, `; ...` and `% ...` lines, glyphs (`$1`, `!?`) and variations in parentheses are skipped.
// The remaining tokens are tags, move numbers, words (mostly moves), comments and results. A cursor
// only moves forward, even past a fault, and a copy of it reads the same tokens again.
#ifndef MEYDAN_RECORD_TOKENS_H
#define MEYDAN_RECORD_TOKENS_H

#include "base/text.h"

typedef struct Tokens {
    Text text;
    size_t at;
    int line; // line of `at`, from 1
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
    Text value; // of a tag, as written: `\"` and `\\` are still escaped
    i64 number; // value of a TOKEN_NUMBER, clipped if huge
    int line;
    int gap; // line ends since the previous token: 0 on the same line, 2 after a blank one
} Token;

Tokens tokens_of(Text text);
// Removes the next remark from the front, as written: a comment or a remark that tokens_next()
// skips (`$1`, `!?`, `(1. e3 e7)`, `; ...`). Returns false at anything else, which stays.
bool tokens_next_remark(Tokens *tokens, Text *remark);
// OK or MALFORMED. After a fault, tokens_skip_game() goes to where reading can continue.
Status tokens_next(Tokens *tokens, Token *token, Fault *why);
// Goes to the next line that begins a game: a tag after a line without one.
void tokens_skip_game(Tokens *tokens);

#endif
