// SPDX-License-Identifier: MIT
// A database behind the store: a table of functions.
//
// One thread at a time uses a connection. The store opens two: one for its writer, one for reading.
#ifndef MEYDAN_STORE_BACKEND_H
#define MEYDAN_STORE_BACKEND_H

#include "store/store.h"

typedef struct Backend {
    // Also brings the schema up to date, if `writes`.
    void *(*open)(const char *where, bool writes, Fault *why);
    void (*close)(void *connection);

    bool (*begin)(void *connection);
    // All of them or none; a refusal leaves what came before in the transaction as it was.
    StoreStatus (*apply)(void *connection, const StoreWrite *writes, int count);
    // Once it is true it survives a loss of power. False undoes everything since `begin`.
    bool (*commit)(void *connection);

    // Live games for id 0, else that one.
    bool (*load)(void *connection, i64 id, const StoreReader *reader, Fault *why);
    bool (*backup)(const char *from, const char *to, Fault *why);
} Backend;

extern const Backend BACKEND_SQLITE;

#endif
