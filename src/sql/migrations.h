// SPDX-License-Identifier: MIT
// The migrations of the store. Migration N is two files, NNN-what.sqlite.sql and
// NNN-what.postgres.sql: in the folder of the feature whose tables it makes, the others in
// sql/migrations. tools/embed-migrations.py puts them into the program.
#ifndef MEYDAN_SQL_MIGRATIONS_H
#define MEYDAN_SQL_MIGRATIONS_H

// It migrates a store from the version that is its index to the next. It is never changed once it
// has been released.
typedef struct Migration {
    const char *sqlite, *postgres;
} Migration;

extern const Migration MIGRATIONS[];
extern const int MIGRATIONS_COUNT;

// A table of the newest version. Tables that others refer to come first. A copy reads the rows in
// the order of the key, and writes `later`, a column that refers to the table itself, behind them.
typedef struct StoreTable {
    const char *name, *key, *later;
} StoreTable;
extern const StoreTable STORE_TABLES[];
extern const int STORE_TABLES_COUNT;

#endif
