// SPDX-License-Identifier: MIT
// The store: runs operations (op.h) on a database, so that nothing acknowledged is ever lost.
//
//     any thread     store_write  ->  queue
//     writer thread                   queue -> one transaction for all of it -> commit
//     owner's loop   store_collect <- done: committed, and only then
//     owner's loop   store_read   ->  queue
//     reader threads                  a job reads with store_select() from its own store
//     owner's loop   store_collect <- done: read
//
// Reads see every write whose `done` has been called. A server's loop never waits for the disk: it
// reads by store_read. Tools, and a server that starts, read from the store itself.
//
// Writes are committed in groups: while one commit waits for the disk, the next group gathers. A
// write may be reported to others once its `done` has been called. Groups keep the order of calls.
//
// The store draws no ids and reads no clock: numbers, hashes and times (ms) come from the caller. 0
// is no person and no game.
//
// The database (database.h) is SQLite, or PostgreSQL if several servers share it.
#ifndef MEYDAN_SQL_STORE_H
#define MEYDAN_SQL_STORE_H

#include "base/text.h"
#include "platform/secret_hash.h"

typedef struct Store Store;

struct StoreWrite;
typedef struct StoreOp StoreOp; // sql/op.h

// --- opening -------------------------------------------------------------------------------------

// A cache of what was read, on the owner's thread.
typedef struct StoreCache {
    void *context; // NULL without a cache
    // From store_collect, for each operation of every call that is decided, before the first `done`
    // runs: a `done` may read. `op` is NULL if another process wrote: anything may have changed.
    void (*forget)(void *context, const StoreOp *op, const void *args);
} StoreCache;

typedef struct StoreSetup {
    const char *where;           // a file (SQLite), or postgresql://...
    int gather_ms;               // how long the first write waits for others before a commit
    void (*wake)(void *context); // from the writer: store_collect has work
    void *context;
    // No writes, and no migration. All reads see the store as it was when it was opened.
    bool read_only;
    bool follows; // with read_only: each read sees the latest commits. For a store used by another
                  // thread
    int readers;  // reader threads. 0: store_read reads at once, on the owner's thread
    // No threads, for fuzzing: store_write commits and store_read reads before they return.
    // store_collect still calls `done`.
    bool alone;
    int check_s; // seconds between checks of all pages, by a thread of their own; 0: no checks
    // In store_collect, for each call that was committed, before its `done`. May be NULL.
    void (*committed)(void *context, const struct StoreWrite *writes, int count);
    StoreCache cache;
} StoreSetup;

// Whether that is a file of SQLite. If not, it is an address of PostgreSQL.
bool store_is_file(const char *where);
// Opens or makes a store, and migrates an older one.
Store *store_open(const StoreSetup *setup, Fault *why);
// Finishes all writes, and calls the `done` of those that store_collect hasn't reported.
void store_close(Store *store);

// StoreSetup.cache.context. NULL without a cache, and for the stores of reader threads.
void *store_cache(Store *store);

// --- writing -------------------------------------------------------------------------------------

// An operation and its arguments; store_op in sql/op.h makes one.
typedef struct StoreWrite {
    const StoreOp *op;
    const void *args;
} StoreWrite;

typedef enum StoreStatus {
    STORED,
    STORE_CONFLICT, // it contradicts a row: not the next event of its game, a game that is over, a
                    // taken name, a deleted person
    STORE_FAILED,   // the disk is full, or worse
} StoreStatus;
typedef void StoreDone(void *context, StoreStatus status);

// Writes all of `writes` or none, and copies their arguments. False if the queue is full because
// the disk is too slow: the caller should refuse the request.
bool store_write(Store *store, const StoreWrite *writes, int count, StoreDone *done, void *context);
// Calls the `done` of every decided call. On the owner's thread.
void store_collect(Store *store);

// Counters since the store was opened, for metrics.
typedef struct StoreTraffic {
    int waiting; // undecided calls of store_write
    u64 commits, failed_commits;
    u64 stored, conflicts, failed; // calls
    u64 reads;                     // finished reads of store_read
    int reads_waiting;
    u64 reads_on_loop; // on the store itself, since store_count_reads
} StoreTraffic;
StoreTraffic store_traffic(Store *store);
// Starts counting reads on the owner's thread (reads_on_loop). Call it when the server's loop
// starts, since such reads block it.
void store_count_reads(Store *store);

// Faults that affect players now. The causes are the database's messages.
enum { STORE_CAUSE_MAX = 200 };
enum { STORE_SLOW_MS = 1000 }; // a commit that takes longer is slow
typedef struct StoreHealth {
    bool failing; // the last commit failed, for this cause
    char cause[STORE_CAUSE_MAX];
    // The table whose pages are damaged, and how. Empty if none was found.
    char corrupt[STORE_CAUSE_MAX];
    u64 checks;         // finished checks of all tables
    i64 commit_ms;      // how long the running commit has taken, or 0
    i64 last_commit_ms; // how long the last one took
    u64 slow_commits;
    // Reads by any thread of this process that met a damaged page or disk, and the last failure.
    u64 bad_reads;
    char bad_read[STORE_CAUSE_MAX];
    bool remote; // a database server: a slow commit may also wait for a server that is down
    // Messages that the server sent unasked, such as warnings, and the last one.
    u64 notices;
    char notice[STORE_CAUSE_MAX];
} StoreHealth;
StoreHealth store_health(Store *store);
// Checks all tables now.
void store_check_now(Store *store);

// --- reading -------------------------------------------------------------------------------------

// READ_SHORT: one session, person or game. READ_LONG: a search or a list. A short read never waits
// for a long one.
typedef enum ReadLength { READ_SHORT, READ_LONG } ReadLength;
// Runs on a reader thread. `reading` is a read-only store, valid until the job returns. The job
// touches only its context: everything else belongs to the loop.
typedef void StoreJob(void *context, Store *reading);
// Then store_collect calls this on the owner's thread. `was_read` is false if the store was closed
// first.
typedef void StoreReadDone(void *context, bool was_read);
// False if too many reads wait: the caller should refuse the request.
bool store_read(Store *store, ReadLength length, StoreJob *job, StoreReadDone *done, void *context);

// In a job: the database's steps for it since the last call, of some tens of ns each. They are
// charged to the client's work quota.
u64 store_work(Store *reading);
// Whether a read of this store has failed since the last call. A read of one row reports a failure
// as a missing row, so a caller that acts on a missing row asks here first.
bool store_failed(Store *store);

// A random number drawn when the store was made. Copies and backups keep it. 0 on a read error.
i64 store_identity(Store *store);

// --- maintenance ---------------------------------------------------------------------------------

// Copies a consistent snapshot of a store, which other processes may be using. The copy appears
// under its name when it is complete.
bool store_backup(const char *from, const char *to, Fault *why);
// Whether the store is sound. Otherwise the first fault is in `why`.
bool store_check(Store *store, Fault *why);

#endif
