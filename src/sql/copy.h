// SPDX-License-Identifier: MIT
// Copies a store from one database to another, of either kind, with a checksum for each table.
#ifndef MEYDAN_SQL_COPY_H
#define MEYDAN_SQL_COPY_H

#include "sql/store.h"

// Called after each table. `sum` is the checksum of its rows, equal in both stores.
typedef struct CopiedTable {
    const char *name;
    i64 rows;
    SecretHash sum;
} CopiedTable;
typedef void SeeCopied(void *context, const CopiedTable *table);

// Copies `from`, as it is at one moment, into `to`, which is made or must be empty. It is one
// transaction there: a copy that fails leaves nothing, and can be repeated.
bool store_copy(const char *from, const char *to, SeeCopied *see, void *context, Fault *why);

#endif
