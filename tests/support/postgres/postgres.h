// SPDX-License-Identifier: MIT
// The tests' PostgreSQL, if they run under tests/support/postgres/with_postgres. One server for all
// tests of a program; each begins with empty tables.
#ifndef MEYDAN_TESTS_POSTGRES_H
#define MEYDAN_TESTS_POSTGRES_H

#include <stdbool.h>
#include <stddef.h>

// The address of its store; NULL: the tests are about SQLite.
const char *postgres_store(void);
// Ends all connections and empties all tables.
void postgres_empty(void);
void postgres_run(const char *sql);
// The first value of the first row, or nothing.
void postgres_ask(const char *sql, char *answer, size_t capacity);
// Locks a row that every write needs, so that the store waits, or unlocks it.
void postgres_hold(bool hold);
// Kills the server with SIGKILL and restarts it.
void postgres_kill(void);
void postgres_start(void);
// Kills the server and restarts it as a standby that is promoted: its log has a new timeline.
void postgres_promote(void);
// Stops all its processes, as if the machine were frozen, or continues them.
void postgres_freeze(bool frozen);

#endif
