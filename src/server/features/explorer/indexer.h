// SPDX-License-Identifier: MIT
// A thread that adds finished games to the explorer (explorer/explorer.h).
//
// The store numbers games in the order in which their ends were committed. The explorer stores the
// number of the last game it has added, in the same transaction as the games, so a crash neither
// loses a game nor counts one twice. The indexer catches up when it starts. If the number does not
// fit the store, which is then another store or an older copy, the indexer rebuilds the explorer.
// If a game cannot be read for a passing reason, the indexer retries at the next wake or within a
// minute, and the games behind it wait.
#ifndef MEYDAN_SERVER_FEATURES_EXPLORER_INDEXER_H
#define MEYDAN_SERVER_FEATURES_EXPLORER_INDEXER_H

#include "explorer/explorer.h"
#include "sql/store.h"

typedef struct Indexer Indexer;

// `store` is a file, `explorer` a folder. Returns NULL and sets `why` if the explorer cannot be
// opened.
Indexer *indexer_new(const char *store, const char *explorer, Fault *why);
void indexer_stop(Indexer *indexer);
void indexer_free(Indexer *indexer); // NULL is fine

// Called once the end of a game has been committed.
void indexer_wake(Indexer *indexer);
// For queries, on any thread, until indexer_free.
Explorer *indexer_explorer(Indexer *indexer);

// Months since January 2020, as the explorer counts them.
int indexer_month(i64 ms);

#endif
