// SPDX-License-Identifier: MIT
// The SQL of reads and writes: what its files share.
//
//     write.c   writes of people
//     people.c  reading people, sessions
//     accounts.c  writing second factors, names that are kept; pruning
//     consistency.c  whether the rows of several tables fit together
#ifndef MEYDAN_STORE_QUERY_QUERY_H
#define MEYDAN_STORE_QUERY_QUERY_H

#include "store/backend.h"
#include "store/sql.h"

// Lists that end with NULL, in the order of those enums.
extern const char *const SQL_WRITES[], *const SQL_PEOPLE[];
extern const char *const SQL_ACCOUNTS[];
// A sound store gives no row. The first column of a row follows the words.
typedef struct StoreCheck {
    const char *sql, *words;
} StoreCheck;
extern const StoreCheck STORE_CHECKS[]; // up to one without words
typedef struct SqlList {
    const char *const *sql;
    bool writes;
    size_t place; // in a connection
} SqlList;
extern const SqlList SQL_LISTS[]; // all of them, up to one without statements

bool query_person(void *connection, const PersonWanted *wanted, StoredPerson *person);
bool query_people(void *connection, SeePerson *see, void *context);
bool query_sessions(void *connection, i64 person, SeeSession *see, void *context);
bool query_tokens(void *connection, i64 person, SeeToken *see, void *context);
bool query_people_like(void *connection, Text key, int limit, SeePerson *see, void *context);

// The writes of accounts.c.
StoreStatus query_account(SqlConnection *c, const StoreWrite *write);

// A person of the columns that people.c selects.
void query_read_person(SqlStatement *row, StoredPerson *person);

#endif
