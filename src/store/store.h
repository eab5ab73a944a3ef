// SPDX-License-Identifier: MIT
// What is kept: games and what happened in them, so that nothing acknowledged is ever lost.
//
//     any thread     store_write  ->  queue
//     writer thread                   queue -> one transaction for all that is there -> commit
//     owner's loop   store_collect <- done: committed, and only then
//
// Writes are committed in groups: one commit waits for the disk, and whatever arrives meanwhile
// goes into the next. A write is done, and may be told to others, when its `done` has been called.
// The groups are taken in the order of the calls.
//
// An event is keyed by its game and its number, and accepted only as the next one: a second writer
// cannot fork a game, and after a write that failed none of its successors gets in.
//
// Behind it stands a Backend (backend.h): SQLite here, another database by another table.
#ifndef MEYDAN_STORE_STORE_H
#define MEYDAN_STORE_STORE_H

#include "base/text.h"

typedef struct Store Store;

typedef struct StoredGame {
    i64 id;
    Text variant, setup; // what the server needs to begin it again; the store does not read it
    i64 created_ms;
    i64 ended_ms; // 0 while it goes on
    Text result;  // empty while it goes on
} StoredGame;

enum { NO_PLY = -1 };

typedef struct StoredEvent {
    i64 game;
    int number; // 0, 1, 2 ... in each game
    int kind;   // the server's
    int ply;    // of a move, unique in its game; else NO_PLY
    i64 at_ms;
    Text body;
} StoredEvent;

typedef struct StoreWrite {
    enum { WRITE_GAME, WRITE_EVENT, WRITE_END } kind;
    union {
        StoredGame game; // for WRITE_END: id, ended_ms and result
        StoredEvent event;
    };
} StoreWrite;

typedef enum StoreStatus {
    STORED,
    STORE_CONFLICT, // it contradicts what is there: not the next event, a game that is over or not
                    // there
    STORE_FAILED,   // the disk is full, or worse
} StoreStatus;
typedef void StoreDone(void *context, StoreStatus status);

typedef struct StoreSetup {
    const char *where; // for SQLite: a file
    int gather_ms;     // how long the first write waits for others before a commit; 0 is fine
    void (*wake)(void *context); // from the writer: there is something for store_collect
    void *context;
} StoreSetup;

// Opens or makes it, and brings an older one up to date.
Store *store_open(const StoreSetup *setup, Fault *why);
// Finishes all writes; those whose `done` has not been called by store_collect get it here.
void store_close(Store *store);

// All of `writes` or none of them; the texts are copied. False if there is no room: the disk does
// not keep up, and the caller should refuse what it was about to do.
bool store_write(Store *store, const StoreWrite *writes, int count, StoreDone *done, void *context);
// Calls the `done` of everything that is decided. On the owner's thread.
void store_collect(Store *store);

// A game, then its events in order; a reader returns false to stop.
typedef struct StoreReader {
    void *context;
    bool (*game)(void *context, const StoredGame *game);
    bool (*event)(void *context, const StoredEvent *event);
} StoreReader;
// The games that are not over. What is still in the queue is not seen. On the owner's thread.
bool store_load_live(Store *store, const StoreReader *reader, Fault *why);
// One game; OK with nothing read if it is not there.
bool store_load_game(Store *store, i64 id, const StoreReader *reader, Fault *why);

// A copy of a store that may be in use, by this process or another, as it is at one moment. The
// copy appears under its name when it is whole.
bool store_backup(const char *from, const char *to, Fault *why);

#endif
