// SPDX-License-Identifier: MIT
// Migrates a store of any earlier version.
#include "sql/migrations.h"
#include "sql/sqlite/sqlite.h"

#include <stdio.h>
#include <unistd.h>

static int version_of(sqlite3 *db)
{
    sqlite3_stmt *statement;
    int version = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(statement) == SQLITE_ROW) version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return version;
}

// A migration and its version number in one transaction, so that a crash leaves one or the other.
static bool migrate_once(sqlite3 *db, int version)
{
    char set[64];
    snprintf(set, sizeof set, "PRAGMA user_version = %d", version + 1);
    if (sqlite_run(db, "BEGIN IMMEDIATE")) {
        // Another process may have migrated the store meanwhile.
        if (version_of(db) != version) return sqlite_run(db, "ROLLBACK");
        if (sqlite_run(db, MIGRATIONS[version].sqlite) && sqlite_run(db, set) &&
            sqlite_run(db, "COMMIT"))
            return true;
    }
    if (!sqlite3_get_autocommit(db)) sqlite_run(db, "ROLLBACK");
    return false;
}

enum { COPIES_MAX = 1000 };

// Copies a store before it is migrated, to FILE.version-N beside it. An older copy of that name may
// be of another time (a store that was restored and is migrated again), so it is left alone and the
// new one gets a number: FILE.version-N.2 and so on. Returns false if no copy could be made: a
// store is never migrated without one.
static bool keep_copy(const char *where, int version, Fault *why)
{
    char copy[4096];
    snprintf(copy, sizeof copy, "%s.version-%d", where, version);
    for (int again = 2; again < COPIES_MAX && !access(copy, F_OK); again++)
        snprintf(copy, sizeof copy, "%s.version-%d.%d", where, version, again);
    if (access(copy, F_OK)) return sqlite_backup(where, copy, why);
    fault(why, FULL, "store %q cannot be migrated: %d copies of its old version exist",
          text_of(where), COPIES_MAX - 1);
    return false;
}

bool sqlite_migrate(sqlite3 *db, const char *where, bool only_look, Fault *why)
{
    int version = version_of(db);
    if (version > 0 && version < MIGRATIONS_COUNT && !only_look && !keep_copy(where, version, why))
        return false;
    while ((version = version_of(db)) >= 0 && version < MIGRATIONS_COUNT && !only_look)
        if (!migrate_once(db, version)) return sqlite_refuse(db, where, why);
    if (version == MIGRATIONS_COUNT) return true;
    if (version < 0) return sqlite_refuse(db, where, why);
    if (version < MIGRATIONS_COUNT)
        fault(why, MALFORMED, "store %q has version %d; start the server once to bring it up to %d",
              text_of(where), version, MIGRATIONS_COUNT);
    else
        fault(why, MALFORMED,
              "store %q has version %d, written by a newer program; this one knows %d",
              text_of(where), version, MIGRATIONS_COUNT);
    return false;
}
