// SPDX-License-Identifier: MIT
// The interface of a database: connections, groups of writes, maintenance. Statements have their
// own (driver.h).
//
// One thread at a time uses a connection, unless a function says otherwise. The store opens one for
// its writer, one for its owner's reads, and one for each reader thread.
#ifndef MEYDAN_SQL_DATABASE_H
#define MEYDAN_SQL_DATABASE_H

#include "sql/store.h"

// OPEN_WRITING makes the store if there is none, and migrates it. OPEN_SNAPSHOT reads, and always
// sees the store as it was when it was opened. OPEN_COPYING (copy.h) writes rows without checks.
typedef enum OpenMode { OPEN_WRITING, OPEN_READING, OPEN_SNAPSHOT, OPEN_COPYING } OpenMode;

// One call of store_write, and its result.
typedef struct StoreCall {
    const StoreWrite *write;
    int count;
    StoreStatus status;
} StoreCall;

typedef struct Database {
    void *(*open)(const char *where, OpenMode mode, Fault *why);
    void (*close)(void *connection);

    // Decides all calls of a group. Each is applied completely or not at all, and a later one sees
    // the effects of an earlier one. A call that is STORED on return survives a loss of power. The
    // function waits for an unreachable database, and never writes a call twice. False on a
    // failure, with a `cause`.
    bool (*write)(void *connection, StoreCall *calls, int count);
    // From any thread, when the store closes: `write` fails soon instead of waiting.
    void (*give_up)(void *connection);
    // From any thread. Whether `write` waits for the database now, and why.
    bool (*waits)(void *connection, char cause[STORE_CAUSE_MAX]);
    // Whether another connection has written since the last call.
    bool (*written_elsewhere)(void *connection);
    // See store_work.
    u64 (*work)(void *connection);

    bool (*check)(void *connection, Fault *why);
    // Why the last write or commit failed. check_table checks the pages of one table: false, with
    // its name, if they are damaged. `table` counts from 0; `*more` is false after the last.
    const char *(*cause)(void *connection);
    bool (*check_table)(void *connection, int table, bool *more, Fault *why);
    // How many reads met a damaged page or disk, and the last cause. NULL: they aren't counted.
    u64 (*bad_reads)(char cause[STORE_CAUSE_MAX]);
    // How many messages the database server sent unasked, and the last one. NULL: there is no
    // server.
    u64 (*notices)(char notice[STORE_CAUSE_MAX]);
    // Backs up to a file. NULL if the store must copy the rows itself.
    bool (*backup)(const char *from, const char *to, Fault *why);

    // For OPEN_COPYING: runs a statement. SQL for all tables, for the columns of table $1 with the
    // first letter of SQLite's type (I, R, T, B), and for the end of the copy.
    bool (*run)(void *connection, const char *sql);
    const char *tables, *columns, *copied;
} Database;

extern const Database DATABASE_SQLITE, DATABASE_POSTGRES;

// Chooses the database by the address: postgresql://..., or a file.
const Database *database_of(const char *where);

#endif
