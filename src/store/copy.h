// SPDX-License-Identifier: MIT
// A store moved from one database to another, whichever they are, with a checksum for each table.
#ifndef MEYDAN_STORE_COPY_H
#define MEYDAN_STORE_COPY_H

#include "store/store.h"

// After each table; `sum` is of all its rows, the same in both stores.
typedef struct CopiedTable {
    const char *name;
    i64 rows;
    SecretHash sum;
} CopiedTable;
typedef void SeeCopied(void *context, const CopiedTable *table);

// All that is in `from` at one moment, into `to`, which is made or has to be empty. It is one
// transaction there: a copy that fails leaves nothing behind and can be begun again.
bool store_copy(const char *from, const char *to, SeeCopied *see, void *context, Fault *why);

#endif
