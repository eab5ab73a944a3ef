// SPDX-License-Identifier: MIT
// Answers out of many games: the archive as records, and all that is kept of a person.
//
// They are made while they are sent. A thread that reads makes one piece, of bounded size, while
// the client takes the one before; a client that is slow makes nobody wait, and nothing is built
// whole. There are few at once, and fewer for one address, so that nobody takes them all.
#ifndef MEYDAN_SERVER_ROUTES_BATCH_H
#define MEYDAN_SERVER_ROUTES_BATCH_H

#include "containers/json_heap.h"
#include "server/api/feature.h"
#include "server/api/limits.h"
#include "server/games/game_lists.h"
#include "server/net/web.h"
#include "server/rooms/rooms.h"

typedef struct Batch Batch;

typedef struct Batches {
    const Feature *const *features;
    Store *store;
    RateLimits *limits; // whoever downloads pays for the work
    void *owner;
    i64 (*now)(void *owner);
    Batch *first;
    bool closing; // nothing can be read any more
} Batches;

// Records of the games that the filter finds, `filter->limit` at most. Its texts need not outlive
// the call.
void batch_records(Batches *batches, WebCall *call, Text address, const GameFilter *filter);
// Everything about a person; `playing` is the member of that name (games_write_own), and is
// given away.
void batch_export(Batches *batches, WebCall *call, Text address, const StoredPerson *person,
                  Json *playing);

#endif
