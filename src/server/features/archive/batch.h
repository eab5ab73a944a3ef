// SPDX-License-Identifier: MIT
// Downloads of many games: the archive as records, and a person's export.
//
// A reader's thread makes one piece of bounded size while the client takes the one before, so a
// slow client delays only itself and no answer is in memory as a whole. There are few downloads at
// once, and fewer for one address.
#ifndef MEYDAN_SERVER_FEATURES_ARCHIVE_BATCH_H
#define MEYDAN_SERVER_FEATURES_ARCHIVE_BATCH_H

#include "platform/json_heap.h"
#include "platform/net/web.h"
#include "server/api/feature.h"
#include "server/games/game_lists.h"
#include "server/games/live/rooms.h"
#include "server/identity/person_ops.h"
#include "server/kernel/limits.h"

// The feature's memory.
typedef struct Batches {
    const App *app;
    struct Batch *first;
    bool closing; // reads are refused
} Batches;

// Answers with the records of the games that the filter finds, `filter->limit` at most. Copies the
// filter's texts.
void batch_records(const App *app, WebCall *call, Text address, const GameFilter *filter);
// Answers with a person's export. `playing` is the member of that name (games_write_own), which the
// batch takes.
void batch_export(const App *app, WebCall *call, Text address, const StoredPerson *person,
                  Json *playing);

#endif
