// SPDX-License-Identifier: MIT
// What the explorer knows of a position, as JSON: the server's API and `meydan explorer query
// --json` have the same words (docs/explorer.md).
#ifndef MEYDAN_EXPLORER_EXPLORER_JSON_H
#define MEYDAN_EXPLORER_EXPLORER_JSON_H

#include "analysis/book.h"
#include "analysis/openings.h"
#include "explorer/explorer.h"

enum { EXPLORER_JSON_MAX = 64 << 10 }; // it is shorter

// What is known of a position beyond played games.
typedef struct ExplorerLore {
    bool named;
    Opening opening;
    int book_moves;
    BookMove book[BOOK_MOVES_MAX];
} ExplorerLore;
void explorer_lore(const Position *position, ExplorerLore *lore);

// References of games that begin with `{` are JSON and stay so; others become strings. Without an
// explorer (NULL) there are only names and the book.
void explorer_json(Explorer *explorer, const Position *position, const ExplorerAnswer *answer,
                   Out *out);

#endif
