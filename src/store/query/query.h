// SPDX-License-Identifier: MIT
// The SQL of reads and writes: what its files share.
//
//     write.c   writes of games, people and ratings
//     people.c  reading people, sessions, who leads
//     accounts.c  writing second factors, names that are kept; pruning
//     consistency.c  whether the rows of several tables fit together
//     items.c   small things kept for one person
//     society.c  counts of results
#ifndef MEYDAN_STORE_QUERY_QUERY_H
#define MEYDAN_STORE_QUERY_QUERY_H

#include "store/backend.h"
#include "store/sql.h"

// Lists that end with NULL, in the order of those enums.
extern const char *const SQL_WRITES[], *const SQL_PEOPLE[];
extern const char *const SQL_ACCOUNTS[];
extern const char *const SQL_ITEMS[], *const SQL_ITEM_WRITES[];
extern const char *const SQL_SOCIALISE[];
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
bool query_leaders(void *connection, Text variant, Text speed, PersonKind kind, SeeLeader *see,
                   void *context);
bool query_people_like(void *connection, Text key, int limit, SeePerson *see, void *context);


// The writes of accounts.c.
StoreStatus query_account(SqlConnection *c, const StoreWrite *write);

// The writes of items.c; what happens to items when their person goes or becomes another;
// and old notices of those between two persons.
StoreStatus query_item(SqlConnection *c, const StoreWrite *write);
StoreStatus query_forget_items(SqlConnection *c, i64 person);
StoreStatus query_move_items(SqlConnection *c, i64 from, i64 to);
bool query_items(void *connection, i64 person, ItemKind kind, i64 key, SeeItem *see, void *context);

// The writes of society.c, and what goes with the end of a game and with a person.
StoreStatus query_count_results(SqlConnection *c, i64 game);
StoreStatus query_move_society(SqlConnection *c, i64 from, i64 to);

// A person of the columns that people.c selects.
void query_read_person(SqlStatement *row, StoredPerson *person);

#endif
