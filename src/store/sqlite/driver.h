// SPDX-License-Identifier: MIT
// SQLite behind the store: one file, a write-ahead log, flushed to the disk at every commit. What
// its files share.
//
//     driver.c         opening, statements, groups of writes
//     schema.c         the tables, and how an older store gets them
//     maintenance.c    backups, and whether the store is sound
#ifndef MEYDAN_STORE_SQLITE_DRIVER_H
#define MEYDAN_STORE_SQLITE_DRIVER_H

#include "store/sql.h"

#include <sqlite3.h>

enum { BUSY_MS = 10000 }; // how long to wait for another process

typedef enum OwnQuery {
    BEGIN,
    COMMIT,
    ROLLBACK,
    DATA_VERSION,
    SAVEPOINT,
    UNDO,
    RELEASE,
    OWN
} OwnQuery;

// A connection; it either writes or reads, and has the statements for that prepared.
typedef struct SqliteDatabase {
    SqlConnection shared;
    sqlite3 *db;
    sqlite3_stmt *own[OWN];
    i64 data_version; // as SQLite counts what others write
} SqliteDatabase;

// Says what the database says; false.
bool sqlite_refuse(sqlite3 *db, const char *where, Fault *why);
bool sqlite_run(sqlite3 *db, const char *sql);
// An empty file that others cannot read, unless there is one: SQLite would let them, and its logs
// get the rights of the file.
void sqlite_create_private(const char *where);

// Brings an older store up to date; or, with `only_look`, refuses it.
bool sqlite_migrate(sqlite3 *db, const char *where, bool only_look, Fault *why);

bool sqlite_check(void *connection, Fault *why);
bool sqlite_check_table(void *connection, int table, bool *more, Fault *why);
// From the first connection on SQLite tells of bad reads.
void sqlite_listen(void);
u64 sqlite_bad_reads(char cause[STORE_CAUSE_MAX]);
bool sqlite_backup(const char *from, const char *to, Fault *why);

#endif
