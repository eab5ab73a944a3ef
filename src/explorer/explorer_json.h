// SPDX-License-Identifier: MIT
// The explorer's data about a position as JSON, for the server's API and `meydan explorer query
// --json` (docs/explorer.md).
#ifndef MEYDAN_EXPLORER_EXPLORER_JSON_H
#define MEYDAN_EXPLORER_EXPLORER_JSON_H

#include "analysis/book.h"
#include "analysis/openings.h"
#include "explorer/explorer.h"

enum { EXPLORER_JSON_MAX = 64 << 10 }; // upper bound

// Facts about a position besides played games.
typedef struct ExplorerLore {
    bool named;
    Opening opening;
    int book_moves;
    BookMove book[BOOK_MOVES_MAX];
} ExplorerLore;
void explorer_lore(const Position *position, ExplorerLore *lore);

// References that begin with `{` are written as JSON, others as strings. Without an explorer (NULL)
// there are only names and the book.
void explorer_json(Explorer *explorer, const Position *position, const ExplorerAnswer *answer,
                   Out *out);

#endif
