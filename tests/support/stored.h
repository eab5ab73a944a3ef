// SPDX-License-Identifier: MIT
// Shared by the tests of the store: a folder that is emptied after each test, and simple writes.
#ifndef MEYDAN_TESTS_STORED_H
#define MEYDAN_TESTS_STORED_H

#include "support/check.h"
#include "support/postgres/postgres.h"

#include "server/games/game_ops.h"
#include "server/identity/persons.h"

extern char path[128], copy_path[64]; // of a store and of a copy, in the folder
extern Fault why;

int make_folder(void **state);
int empty_folder(void **state);
int remove_folder(void **state);

// Runs SQL on the store at `path`, bypassing the store's code.
void run_sql(const char *sql);

// Adds a row to every empty table of a file.
void sqlite_fill(const char *file);
// The columns of all tables of a file, "table.column" in order.
void sqlite_columns(const char *file, char *text, size_t capacity);

// Opens the store at `path`, or fails the test.
Store *open_store(int gather_ms);

// A write with its own copy of the arguments, which args_of returns. There are 64 copies: the
// oldest is reused.
#define kept_op(op, ...) keep_op((op), (__VA_ARGS__), sizeof *(__VA_ARGS__))
StoreWrite keep_op(const StoreOp *op, const void *args, size_t size);
void *args_of(const StoreWrite *write);

// A new person whose key is the name in lower case; a visitor if the name is empty.
StoreWrite added_person(i64 id, PersonKind kind, const char *name);
StoreWrite game_of(i64 id);
StoreWrite move_of(i64 game, int number, int ply);
StoreWrite end_of(i64 game);

// A StoreDone that leaves the status in an int.
void note_status(void *context, StoreStatus status);
// Writes and waits for the result.
StoreStatus write_now(Store *store, const StoreWrite *writes, int count);
StoreStatus write_one(Store *store, StoreWrite write);

// All writes that delete a person whom only rows of the identity layer know.
StoreStatus delete_person(Store *store, i64 person, i64 at_ms);

#define STORE_TEST(name) cmocka_unit_test_teardown(name, empty_folder)

#endif
