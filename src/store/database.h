// SPDX-License-Identifier: MIT
// A database behind the store: connections, groups of writes, care. What is read and written is the
// same for all of them (sql.h).
//
// One thread at a time uses a connection, except where it says otherwise. The store opens one for
// its writer, one for its owner to read with, and one for each thread that reads.
#ifndef MEYDAN_STORE_DATABASE_H
#define MEYDAN_STORE_DATABASE_H

#include "store/store.h"

// For writing it makes the store if there is none, and brings its schema up to date. A snapshot is
// for reading too, and stays what it was when it was opened. For copying (copy.h) rows are written
// as they are.
typedef enum OpenMode { OPEN_WRITING, OPEN_READING, OPEN_SNAPSHOT, OPEN_COPYING } OpenMode;

// What one call of store_write asked for, and what has become of it.
typedef struct StoreCall {
    const StoreWrite *write;
    int count;
    StoreStatus status;
} StoreCall;

typedef struct Database {
    void *(*open)(const char *where, OpenMode mode, Fault *why);
    void (*close)(void *connection);

    // Decides all calls of a group. Each is taken whole or not at all, and a later one sees what an
    // earlier one has done. What is STORED when it returns survives a loss of power. A database
    // that is away is waited for, and nothing is written twice meanwhile. False: something failed,
    // and `cause` says why.
    bool (*write)(void *connection, StoreCall *calls, int count);
    // From any thread. What it does not get done within moments is to fail, for good: the store is
    // being closed.
    void (*give_up)(void *connection);
    // From any thread: whether `write` is waiting for the database now, and why.
    bool (*waits)(void *connection, char cause[STORE_CAUSE_MAX]);
    // Whether anybody but this connection has written since it was last asked.
    bool (*written_elsewhere)(void *connection);
    // See store_work.
    u64 (*work)(void *connection);

    bool (*check)(void *connection, Fault *why);
    // Why the last write or commit failed; and the pages of one table after the other: false, with
    // its name, if they are not sound. `table` counts from 0; `*more` is false behind the last.
    const char *(*cause)(void *connection);
    bool (*check_table)(void *connection, int table, bool *more, Fault *why);
    // Of reads that met a page or a disk that is not sound: how many, and the last one's cause.
    // NULL: nobody counts them.
    u64 (*bad_reads)(char cause[STORE_CAUSE_MAX]);
    // Into a file; NULL: by a copy into one.
    bool (*backup)(const char *from, const char *to, Fault *why);

    // For copying: a statement, on a connection for that; all tables; the columns of table ?1 with
    // what SQLite calls them (I, R, T, B); what is to be run when all rows are there.
    bool (*run)(void *connection, const char *sql);
    const char *tables, *columns, *copied;
} Database;

extern const Database DATABASE_SQLITE, DATABASE_POSTGRES;

// By the address: postgresql://... or a file.
const Database *database_of(const char *where);

#endif
