// SPDX-License-Identifier: MIT
// The store in SQLite: one file and a write-ahead log, flushed to the disk at every commit.
// Declarations shared by its files.
//
//     sqlite.c         opening, statements, groups of writes
//     schema.c         migration
//     maintenance.c    backups, and whether the store is sound
#ifndef MEYDAN_SQL_SQLITE_SQLITE_H
#define MEYDAN_SQL_SQLITE_SQLITE_H

#include "sql/driver.h"

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

// A connection, which either writes or reads.
typedef struct SqliteDatabase {
    SqlConnection shared;
    sqlite3 *db;
    sqlite3_stmt *own[OWN];
    i64 data_version; // SQLite's count of others' writes
} SqliteDatabase;

// Reports the database's error. Returns false.
bool sqlite_refuse(sqlite3 *db, const char *where, Fault *why);
bool sqlite_run(sqlite3 *db, const char *sql);
// Makes an empty file that other users can't read, if there is none. SQLite itself would let them,
// and gives its logs the file's rights.
void sqlite_create_private(const char *where);

// Brings an older store up to date; or, with `only_look`, refuses it.
bool sqlite_migrate(sqlite3 *db, const char *where, bool only_look, Fault *why);

bool sqlite_check(void *connection, Fault *why);
bool sqlite_check_table(void *connection, int table, bool *more, Fault *why);
// Counts bad reads from the first connection on.
void sqlite_listen(void);
u64 sqlite_bad_reads(char cause[STORE_CAUSE_MAX]);
bool sqlite_backup(const char *from, const char *to, Fault *why);

#endif
