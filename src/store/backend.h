// SPDX-License-Identifier: MIT
// The reads: a table of functions, each the one of store.h with that name. `connection` is one of
// a database (database.h).
#ifndef MEYDAN_STORE_BACKEND_H
#define MEYDAN_STORE_BACKEND_H

#include "store/store.h"

typedef struct Backend {
    bool (*person)(void *connection, const PersonWanted *wanted, StoredPerson *person);
    bool (*people)(void *connection, SeePerson *see, void *context);
    bool (*sessions)(void *connection, i64 person, SeeSession *see, void *context);
    bool (*tokens)(void *connection, i64 person, SeeToken *see, void *context);
    bool (*people_like)(void *connection, Text key, int limit, SeePerson *see, void *context);

} Backend;

extern const Backend BACKEND_SQL;

#endif
