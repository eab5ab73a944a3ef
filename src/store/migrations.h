// SPDX-License-Identifier: MIT
// The steps of the schema, for both databases: as SQLite has them, in sqlite/schema.c. PostgreSQL
// gets the same steps in its own words (postgres/schema.c), so that none can be forgotten.
#ifndef MEYDAN_STORE_MIGRATIONS_H
#define MEYDAN_STORE_MIGRATIONS_H

// Each brings a store from the version that is its index to the next.
extern const char *const MIGRATIONS[];
extern const int MIGRATIONS_COUNT;

#endif
