// SPDX-License-Identifier: MIT
// The chat lines of a game, for moderators.
#ifndef MEYDAN_SERVER_FEATURES_CHAT_H
#define MEYDAN_SERVER_FEATURES_CHAT_H

#include "sql/op.h"

enum { SAID_TEXT_SIZE = 600, PHRASE_SIZE = 24 };

// A line: a phrase by its name, or a text.
typedef struct SaidLine {
    i64 person, at_ms;
    int heard; // the seats that receive it, as bits
    char phrase[PHRASE_SIZE], text[SAID_TEXT_SIZE];
} SaidLine;

// Calls `see` for each SaidLine of a game, the oldest first; false on a read error.
bool chat_lines(Store *reading, i64 game, SeeRow *see, void *context);

#endif
