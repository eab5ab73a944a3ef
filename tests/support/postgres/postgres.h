// SPDX-License-Identifier: MIT
// The tests' PostgreSQL, if they run under tests/support/postgres/with_postgres. One server for all
// tests of a program; each begins with empty tables.
#ifndef MEYDAN_TESTS_POSTGRES_H
#define MEYDAN_TESTS_POSTGRES_H

#include <stdbool.h>
#include <stddef.h>

// The address of its store; NULL: the tests are about SQLite.
const char *postgres_store(void);
// Whoever was killed has gone, and all tables are empty.
void postgres_empty(void);
void postgres_run(const char *sql);
// The first value of the first row, or nothing.
void postgres_ask(const char *sql, char *answer, size_t capacity);
// Locks what every write needs, so that the store waits; or lets it go on.
void postgres_hold(bool hold);
// kill -9; and up again.
void postgres_kill(void);
void postgres_start(void);
// Killed, and up again as a standby that is promoted: its log has a new timeline.
void postgres_promote(void);
// Stopped, all of it, as if the machine stood still; and awake again.
void postgres_freeze(bool frozen);

#endif
