// SPDX-License-Identifier: MIT
// What the tests of the store share: a folder that is emptied after each test, and plain writes.
#ifndef MEYDAN_TESTS_STORED_H
#define MEYDAN_TESTS_STORED_H

#include "support/check.h"
#include "support/postgres/postgres.h"

#include "store/store.h"

extern char path[128], copy_path[64]; // of a store and of a copy, in the folder
extern Fault why;

int make_folder(void **state);
int empty_folder(void **state);
int remove_folder(void **state);

// On the store at `path`, behind its back.
void run_sql(const char *sql);

// A row in every table of a file that has none yet.
void sqlite_fill(const char *file);
// The columns of all tables of a file, "table.column" in order.
void sqlite_columns(const char *file, char *text, size_t capacity);

// At `path`; fails the test if that does.
Store *open_store(int gather_ms);

StoreWrite game_of(i64 id);
StoreWrite move_of(i64 game, int number, int ply);
StoreWrite end_of(i64 game);

// A StoreDone that leaves the status in an int.
void note_status(void *context, StoreStatus status);
// Writes and waits for the answer.
StoreStatus write_now(Store *store, const StoreWrite *writes, int count);
StoreStatus write_one(Store *store, StoreWrite write);

// A test of what only SQLite has or does.
static inline void only_sqlite(void)
{
    if (postgres_store()) skip_because("only SQLite has or does this");
}

#define STORE_TEST(name) cmocka_unit_test_teardown(name, empty_folder)

#endif
