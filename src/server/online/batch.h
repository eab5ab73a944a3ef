// SPDX-License-Identifier: MIT
// Answers out of many games: the archive as records, and all that is kept of a person.
//
// A few games are read at a time, then the loop continues with its other work, so that
// nobody's clock waits for somebody's download. There are few at once, and fewer for one address,
// so that nobody takes them all.
#ifndef MEYDAN_SERVER_ONLINE_BATCH_H
#define MEYDAN_SERVER_ONLINE_BATCH_H

#include "server/api/json.h"
#include "server/net/web.h"
#include "server/rooms/rooms.h"

typedef struct Batch Batch;

typedef struct Batches {
    uv_loop_t *loop;
    Store *store;
    void *owner;
    i64 (*now)(void *owner);
    Batch *first;
    bool closing; // the store is not there any more
} Batches;

// Records of the games that the filter finds, `filter->limit` at most. Its texts need not outlive
// the call.
void batch_records(Batches *batches, WebCall *call, Text address, const GameFilter *filter);
// Everything about a person; `begun` (message_begin_export) is given away.
void batch_export(Batches *batches, WebCall *call, Text address, i64 person, Json *begun);

#endif
