// SPDX-License-Identifier: MIT
// Makes stores of old versions and brings stores up to date, for test_store_versions.py:
//
//     old_store make N WHERE    the tables as they were in version N, without rows
//     old_store open WHERE      migrates the store, or makes a new one, and checks it
//     old_store newest          prints the newest version
#include "server/features/moderation/moderation_ops.h"
#include "sql/migrations.h"
#include "sql/postgres/postgres.h"
#include "sql/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *cause)
{
    fprintf(stderr, "old_store: %s\n", cause);
    return 1;
}

static int make_file(const char *file, int version)
{
    sqlite3 *db;
    char set[64];
    snprintf(set, sizeof set, "PRAGMA user_version = %d", version);
    bool fine = sqlite3_open(file, &db) == SQLITE_OK;
    for (int i = 0; fine && i < version; i++)
        fine = sqlite3_exec(db, MIGRATIONS[i].sqlite, NULL, NULL, NULL) == SQLITE_OK;
    fine = fine && sqlite3_exec(db, set, NULL, NULL, NULL) == SQLITE_OK;
    int status = fine ? 0 : fail(sqlite3_errmsg(db));
    sqlite3_close(db);
    return status;
}

static int make(const char *where, int version)
{
    Fault why;
    if (version < 1 || version > MIGRATIONS_COUNT) return fail("there is no such version");
    if (strncmp(where, "postgresql://", 13)) return make_file(where, version);
    return pg_migrate_to(where, version, &why) ? 0 : fail(why.message);
}

static int open_and_check(const char *where)
{
    Fault why;
    Store *store = store_open(&(StoreSetup){ .where = where }, &why);
    if (!store) return fail(why.message);
    LastEntry last;
    bool sound = store_check(store, &why) && audit_check(store, &last, &why);
    store_close(store);
    return sound ? 0 : fail(why.message);
}

int main(int count, char **words)
{
    if (count == 4 && !strcmp(words[1], "make")) return make(words[3], atoi(words[2]));
    if (count == 3 && !strcmp(words[1], "open")) return open_and_check(words[2]);
    if (count == 2 && !strcmp(words[1], "newest")) return printf("%d\n", MIGRATIONS_COUNT) < 0;
    return fail("see the head of old_store.c");
}
